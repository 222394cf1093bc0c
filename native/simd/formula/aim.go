package formula

// AimAt returns the rotation around the origin that moves the point of a line at the target's
// distance onto the target t, with up rotated toward the pole's side. forward and up are unit
// vectors; an up or pole of zero length causes no rotation about the line. If the target is
// nearer to the origin than the line ever comes, the line's nearest point is rotated into its
// direction. Without a target the result is not finite, or has zero length.
func AimAt[T Number[T]](m Memory[T], t, offset, forward, up, pole V[T], twistCos, twistSin T) Q[T] {
	zero, one, twist := t.X.Of(0), t.X.Of(1), angle[T]{twistCos, twistSin}
	beyond := offset.addTimes(forward, offset.dot(forward).Negative()) // the line's nearest point
	r, b := t.length(), beyond.length()
	// Its point at the target's distance, or the nearest one, is as far from the joint as this.
	distance := greatest(r, b)
	from := beyond.addTimes(forward, greatest(zero, r.Minus(b).Times(r.Plus(b))).Root()).times(one.Over(distance))
	from = ifLess(one.Of(1e-15), distance, ifLess(distance, one.Of(1e18), from, forward), forward)
	to := t.unit(from)
	normal, upShare := poleNormal(up, from)
	wanted, share := poleNormal(pole, to)
	share = share.Times(upShare)
	// The usual case, up all the way to the pole and no twist, has no angle to divide.
	v := m.Seldom(twist.none(share), one, [6]T{normal.X, normal.Y, normal.Z, wanted.X, wanted.Y, wanted.Z}, func() [6]T {
		any := from.any()
		n := ifLess(zero, upShare, normal, any.times(one.Over(any.length())))
		w := turnedNormal(from, n, to, wanted, share, twist)
		return [6]T{n.X, n.Y, n.Z, w.X, w.Y, w.Z}
	})
	return between(from, V[T]{v[0], v[1], v[2]}, to, V[T]{v[3], v[4], v[5]})
}

// Rows of an aim's target.
const (
	AimPlace      = 0
	AimPole       = 3
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
	t, zero := loadV(m, 3, AimPlace).sub(loadPlace(m, 1)), weight.Of(0)
	forward, offset := turn.rotate(uniformV(m, 0)), turn.rotate(uniformV(m, 6))
	whole := AimAt(m, t, offset, forward, turn.rotate(uniformV(m, 3)), loadV(m, 3, AimPole), m.Load(3, AimTwist), m.Load(3, AimTwist+1))
	by := whole.soundPart(weight)
	setRotation(m, 2, loadTurn(m, 0).inverse().mul(by.mul(turn)), weight)
	residual := missed(t, by.rotate(offset), by.rotate(forward))
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
