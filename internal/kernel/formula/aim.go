package formula

// AimAt returns the rotation around the origin that moves the point of a line at the target's
// distance onto the target t, with up rotated toward the pole's side, and the square of the
// quaternion's length. Its W is not negative. forward is a unit vector, and so are up and the pole
// unless shortest is 1: then nothing rotates about the line. If the target is nearer to the origin
// than the line ever comes, the line's nearest point is rotated into its direction. Without a
// target the result is the identity.
//
// The shorter arc from the line's point f to t is (f×t, k) with k = 1 + cos, of vectors as long as 1,
// and takes up to where it has sine s/k and cosine c/k, times a length, towards the pole:
//
//	(f+t, 0)·s + (f×t, k)·(√(s²+c²) + c)
func AimAt[T Number[T]](m Memory[T], t, offset, forward, up, pole V[T], shortest, twistCos, twistSin T) (turn Q[T], square T) {
	zero, one, twist := t.X.Of(0), t.X.Of(1), angle[T]{twistCos, twistSin}
	beyond := offset.addTimes(forward, offset.dot(forward).Negative()) // the line's nearest point
	r2 := t.dot(t)
	at := r2.Minus(beyond.dot(beyond)).Root()
	per := one.Over(r2)
	to := t.times(per)
	// What is of f is of the two that add up to it: only a product and a sum wait for the root.
	of := func(forward, beyond T) T { return forward.Times(at).Plus(beyond) }
	across, acrossB := up.cross(forward), up.cross(beyond)
	both, upTo := up.dot(pole), up.dot(to)
	x, xB, y, yB := forward.dot(to), beyond.dot(to), forward.dot(pole), beyond.dot(pole)
	k := of(x, one.Plus(xB))
	upOff := of(across.dot(to), acrossB.dot(to))
	poleOff := of(pole.cross(forward).dot(to), pole.cross(beyond).dot(to))
	s := upOff.Times(of(y, yB.Plus(pole.dot(t)))).Minus(k.Times(of(pole.dot(across), pole.dot(acrossB))))
	c := k.Times(of(both.Times(x).Minus(upTo.Times(y)), both.Times(xB).Minus(upTo.Times(yB)))).Plus(upOff.Times(poleOff).Plus(shortest))
	f := beyond.addTimes(forward, at)
	arc := f.cross(to)
	perS := s.Times(per)
	length := s.Times(perS).Plus(c.Times(c)).Root()
	w := length.Plus(c)
	v := f.add(t).times(perS).addTimes(arc, w)
	square = k.Times(one.Of(4)).Times(length).Times(w)
	// The usual case has angles that are not near half a turn, up all the way to the pole, and no twist.
	usual := twist.none(one.Of(1e-30).Less(r2, one.Of(0.05).Less(least(least(k, length), w), one, zero), zero))
	q := m.Seldom(usual, one, [6]T{v.X, v.Y, v.Z, w.Times(k), square, zero}, func() [6]T {
		q, square := aimFar(t, beyond, forward, up, pole, twist)
		return [6]T{q.X, q.Y, q.Z, q.W, square, zero}
	})
	return Q[T]{q[0], q[1], q[2], q[3]}, q[4]
}

// aimFar is AimAt for any angles.
func aimFar[T Number[T]](t, beyond, forward, up, pole V[T], twist angle[T]) (turn Q[T], square T) {
	zero, one := t.X.Of(0), t.X.Of(1)
	r, b := t.length(), beyond.length()
	// Its point at the target's distance, or the nearest one, is as far from the joint as this.
	distance := greatest(r, b)
	from := beyond.addTimes(forward, greatest(zero, r.Minus(b).Times(r.Plus(b))).Root()).times(one.Over(distance))
	from = ifLess(one.Of(1e-15), distance, ifLess(distance, one.Of(1e18), from, forward), forward)
	to := t.unit(from)
	normal, upShare := poleNormal(up, from)
	wanted, share := poleNormal(pole, to)
	any := from.any()
	normal = ifLess(zero, upShare, normal, any.times(one.Over(any.length()))).nearBeside(from)
	wanted = turnedNormal(from, normal, to, wanted, share.Times(upShare), twist)
	turn = rotationBetweenFrames(from, normal, to, wanted)
	turn = either(turn.W, zero, Q[T]{turn.X.Negative(), turn.Y.Negative(), turn.Z.Negative(), turn.W.Negative()}, turn)
	square = turn.dot(turn)
	sound := one.Of(1e-30).Less(square, square.Less(one.Of(Far), one, zero), zero)
	return either(zero, sound, turn, turn.identity()), zero.Less(sound, square, one)
}

// aimShortest returns 1 where the pole or up has no length.
func aimShortest[T Number[T]](pole, up V[T]) T {
	half := pole.X.Of(0.5)
	return half.Less(pole.dot(pole).Times(up.dot(up)), half.Of(0), half.Of(1))
}

// Rows of an aim's target.
const (
	AimPlace      = 0
	AimPole       = 3 // of length 1 or 0
	AimTwist      = 6 // cosine and sine of half the angle
	AimTargetRows = 8
)

// AimPose rotates a joint of a pose so that its line passes through its target.
//
//	argument 0   frame of its parent      uniform 0–2   forward, in the joint's frame
//	         1   its frame                        3–5   up
//	         2   rotation column, written         6–8   offset
//	         3   target, AimTargetRows
//	         4   weight
//	         5   residual and reason, written
func AimPose[T Number[T]](m Memory[T]) {
	turn, weight := loadTurn(m, 1), m.Load(4, 0)
	t, zero, one := loadV(m, 3, AimPlace).sub(loadPlace(m, 1)), weight.Of(0), weight.Of(1)
	forward, offset := turn.rotate(uniformV(m, 0)), turn.rotate(uniformV(m, 6))
	up := turn.rotate(uniformV(m, 3))
	pole := loadV(m, 3, AimPole)
	whole, square := AimAt(m, t, offset, forward, up, pole, aimShortest(pole, up), m.Load(3, AimTwist), m.Load(3, AimTwist+1))
	by, square := whole.shareOf(square, partOf(weight))
	setRotation(m, 2, loadTurn(m, 0).inverse().mul(by.mul(turn)), weight)
	residual := missed(t, by.turned(offset).times(one.Over(square)), by.turned(forward))
	m.Store(5, 0, residual)
	beyond := offset.addTimes(forward, offset.dot(forward).Negative())
	r2 := t.dot(t)
	reason := zero.Less(r2, r2.Less(beyond.dot(beyond), zero.Of(TooNear), zero.Of(Reached)), zero.Of(Degenerate))
	m.Store(5, 1, residual.Less(zero.Of(Far), reason, zero.Of(Degenerate)))
}

// missed returns the distance, at most Far, by which a line misses t, far more exactly than forward
// is of length 1.
func missed[T Number[T]](t, offset, forward V[T]) T {
	v := t.sub(offset)
	r := v.addTimes(forward, v.dot(forward).Over(forward.dot(forward)).Negative()).length()
	return r.Less(r.Of(Far), r, r.Of(Far))
}
