package formula

// Limb is two bones, the hinge between them, and the target of their end, in model space. Package
// runtime/control/solve defines the fields, but here Axis is of length 1 or 0. Bent, PoleIsPoint and
// AtMid are 1 or 0.
type Limb[T Number[T]] struct {
	Root, Mid, End, Target V[T]
	Axis, Pole             V[T]
	Bent, PoleIsPoint      T
	AtMid                  T
	TwistCos, TwistSin     T // of half the angle
	Soft, Stretch          T
	Weight, PoleWeight     T
	RotationWeight         T
	EndTurn                Q[T] // from the end's original rotation to the wanted one
}

// LimbTurns are rotations in model space, applied after those of the joints.
type LimbTurns[T Number[T]] struct {
	Root, Mid, End            Q[T]
	Fold                      Q[T] // Mid relative to Root
	Stretch, Residual, Reason T
}

// Reason codes of a solution, in the order of package runtime/control/solve.
const (
	Reached = iota
	Soft
	TooFar
	TooNear
	Limited
	Degenerate
	Unsettled
)

// Far is the residual for inputs that are not finite.
const Far = 0x1p127 * (1 + (1 - 0x1p-23))

// bend is the geometry of a limb around its hinge. Components along the axis are constant; those
// in the plane perpendicular to it form a triangle.
//
//	far² = (a+b)² + along²     near² = (a−b)² + along²
type bend[T Number[T]] struct {
	axis, x, y      V[T] // unit: the hinge, the first bone in its plane, beside both
	a, b            T    // lengths of the bones in the plane
	along           T    // from root to end, along the axis
	c, s            T    // of the angle from the first bone to the second, times b
	folds           T    // 1: the triangle exists
	longest, least  T
	reach, distance T        // from root to end of the bent limb, and to the target
	at              T        // component of reach in the plane
	turn            angle[T] // half of what the second bone rotates around the axis, of any length
	across, bone    V[T]     // from root to end of the bent limb: in the plane, and whole
}

// normal returns the unit vector perpendicular to the direction from root to the bent limb's end,
// in the plane of that direction and the axis:
//
//	bone = axis·along + across     |across| = at     normal = (axis·at − across·along/at) / reach
func (g *bend[T]) normal(m Memory[T], from V[T], stays T) V[T] {
	zero, one := stays.Of(0), stays.Of(1)
	per := one.Over(g.reach)
	n := g.axis.times(g.at.Times(per)).addTimes(g.across, g.along.Over(g.at).Times(per).Negative())
	flat := greatest(one.Of(1e-3).Times(g.reach), one.Of(1e-30))
	return seldom(m, zero.Less(stays, zero, g.at), flat, n, func() V[T] {
		return ifLess(zero, stays, g.axis.perpendicular(from, g.y), ifLess(zero, g.reach, g.y, g.axis))
	})
}

// Solve rotates a limb toward its target.
func (l *Limb[T]) Solve(m Memory[T]) LimbTurns[T] {
	out := l.reach(m)
	out.Mid, out.End = l.turnBeyond(&out)
	out.Root = out.Root.near1()
	return out
}

// turnBeyond returns the rotations of mid and of the end of a limb that has reached.
func (l *Limb[T]) turnBeyond(out *LimbTurns[T]) (mid, end Q[T]) {
	mid = out.Root.near1().mul(out.Fold.near1())
	return mid, mid.nlerp(l.EndTurn, l.RotationWeight)
}

// reach is Solve without Mid and End. Root and Fold have any length.
func (l *Limb[T]) reach(m Memory[T]) LimbTurns[T] {
	zero, one := l.Weight.Of(0), l.Weight.Of(1)
	l.Weight, l.RotationWeight = greatest(zero, least(l.Weight, one)), greatest(zero, least(l.RotationWeight, one))
	first, second, t := l.Mid.sub(l.Root), l.End.sub(l.Mid), l.Target.sub(l.Root)
	pole := l.Pole.addTimes(l.Root, l.PoleIsPoint.Negative())
	g := l.hinge(m, first, second, pole)
	stays := zero.Less(l.AtMid, one, one.Minus(g.folds)) // 1: the bend does not change
	square := t.dot(t)
	g.distance = square.Root()
	l.fold(m, &g, stays, ifLess(zero, l.AtMid, first, first.add(second)))

	from := ifLess(zero, g.reach, g.bone.times(one.Over(g.reach)), g.y)
	normal := g.normal(m, from, stays)
	to := seldom(m, square.Less(one.Of(1e36), square, zero), one.Of(1e-30), t.times(one.Over(g.distance)), func() V[T] {
		return ifLess(zero, l.AtMid, from, l.End.sub(l.Root).unit(from))
	})
	root, turn := g.share(m, l.orient(m, from, normal, to, pole), l.Weight)

	stretch := greatest(one, least(l.Stretch, g.distance.Over(g.reach)))
	stretch = g.reach.Less(g.distance, zero.Less(g.reach, stretch, one), one)
	reached := g.reach.Times(stretch)
	fold := turn.rotationAround(g.axis)
	out := LimbTurns[T]{Root: root, Fold: fold, Stretch: one.Plus(stretch.Minus(one).Times(l.Weight))}
	bone := seldom(m, l.Weight, one, g.bone, func() V[T] {
		return ifLess(zero, l.AtMid, first, first.add(fold.near1().rotate(second)))
	})
	end := root.near1().rotate(bone)
	out.Residual = end.times(out.Stretch).sub(t).length()
	out.Stretch = out.Residual.Less(one.Of(Far), out.Stretch, one)
	out.Residual = out.Residual.Less(one.Of(Far), out.Residual, one.Of(Far))
	out.Reason = out.Residual.Less(one.Of(Far), l.reason(&g, reached, stays), one.Of(Degenerate))
	return out
}

// orient returns the rotation that takes the unit direction from to the unit direction to, by the
// shorter arc, and then rotates about to: normal, a unit vector perpendicular to from, goes to the
// pole's plane, all the way or by its weight, and then by the twist. It is computed as the product of
// one frame with the transpose of another, so that it hits the direction within rounding even if
// that is opposite. The quaternion's length is 2 to 4. The usual case, the whole way and no twist,
// has no angle to divide.
func (l *Limb[T]) orient(m Memory[T], from, normal, to, pole V[T]) Q[T] {
	zero, one, twist := l.Weight.Of(0), l.Weight.Of(1), angle[T]{l.TwistCos, l.TwistSin}
	n := pole.cross(to)
	square := n.dot(n)
	beside := greatest(pole.dot(pole).Times(one.Of(1e-6)), one.Of(1e-30)) // beyond, poleNormal counts wholly
	whole := twist.none(beside.Less(square, l.PoleWeight, zero))
	wanted := seldom(m, whole, one, n.times(one.Over(square.Root())), func() V[T] {
		wanted, share := poleNormal(pole, to)
		return turnedNormal(from, normal, to, wanted, share.Times(l.PoleWeight), twist)
	})
	return rotationBetweenFrames(from, normal, to, wanted)
}

// share returns the fraction w of the rotations of root and of the fold, as unit quaternions, or of
// any length where w is 1: what is kept then waits for no square root.
func (g *bend[T]) share(m Memory[T], root Q[T], w T) (part Q[T], fold angle[T]) {
	zero, one := w.Of(0), w.Of(1)
	square := root.dot(root).Times(g.turn.cos.Times(g.turn.cos).Plus(g.turn.sin.Times(g.turn.sin)))
	whole := one.Of(1e-30).Less(square, square.Less(one.Of(Far), w, zero), zero)
	v := m.Seldom(whole, one, [6]T{root.X, root.Y, root.Z, root.W, g.turn.cos, g.turn.sin}, func() [6]T {
		q, a := root.soundPart(w), Q[T]{g.turn.sin, zero, zero, g.turn.cos}.soundPart(w)
		return [6]T{q.X, q.Y, q.Z, q.W, a.W, a.X}
	})
	return Q[T]{v[0], v[1], v[2], v[3]}, angle[T]{v[4], v[5]}
}

// hinge determines the axis, and the triangle in the plane perpendicular to it.
func (l *Limb[T]) hinge(m Memory[T], first, second, pole V[T]) bend[T] {
	zero, one, tiny := l.Weight.Of(0), l.Weight.Of(1), l.Weight.Of(1e-30)
	both, a2, b2 := first.add(second), first.dot(first), second.dot(second)
	products, n := a2.Times(b2), first.cross(second)
	square := n.dot(n)
	bent := zero.Less(products, l.Bent, zero)
	axis := ifLess(zero, bent, n.times(one.Over(square.Root())), l.Axis)
	clear := zero.Less(bent, square.Less(one.Of(1e36), square, zero).Times(one.Of(1e6)), l.Axis.dot(l.Axis)) // a limb is clearly bent, or has an axis
	axis = seldom(m, clear, zero.Less(bent, products, tiny), axis, func() V[T] {
		return l.straight(n, both, first, second, pole, bent, square, products)
	})

	g := bend[T]{axis: axis, along: both.dot(axis)}
	p, q := first.addTimes(axis, first.dot(axis).Negative()), second.addTimes(axis, second.dot(axis).Negative())
	// Of a bone along the axis, the difference is mostly rounding.
	p = seldom(m, p.dot(p), a2.Times(one.Of(0.25)), p, func() V[T] { return p.addTimes(axis, p.dot(axis).Negative()) })
	g.a, g.b = p.length(), q.length()
	g.x = p.times(one.Over(g.a))
	g.y = axis.cross(g.x)
	g.x, g.y = ifLess(zero, g.a, g.x, p), ifLess(zero, g.a, g.y, axis.any())
	g.folds = one.Of(1e-12).Times(products).Less(p.dot(p).Times(q.dot(q)), one, zero)
	g.c, g.s = q.dot(g.x), q.dot(g.y)
	return g
}

// straight returns the axis of a limb that has none or is straight: perpendicular to the pole,
// unless that is parallel to the chord. Within 0.001 radians of straight the axis of a bend fades in.
func (l *Limb[T]) straight(n, both, first, second, pole V[T], bent, square, products T) V[T] {
	zero, one, tiny := bent.Of(0), bent.Of(1), bent.Of(1e-30)
	chord := ifLess(tiny, both.dot(both), both, ifLess(tiny, first.dot(first), first, ifLess(tiny, second.dot(second), second, first.constant(1, 0, 0))))
	towards := pole.cross(chord)
	counts := tiny.Of(1e-6).Times(pole.dot(pole).Times(chord.dot(chord)))
	axis := ifLess(tiny, l.Axis.dot(l.Axis), l.Axis, ifLess(counts, towards.dot(towards), towards, chord.any()))
	axis = axis.unit(axis.constant(1, 0, 0))
	part := greatest(zero, one.Minus(square.Over(products).Times(one.Of(1e6)))).Times(one.Of(1e-3))
	fading := n.addTimes(axis, part.Times(products.Root()))
	return ifLess(zero, bent, fading.unit(axis), axis)
}

// fold bends a limb so that its end reaches the target's distance: it determines the second bone's
// turn, and where the end is before the limb as a whole is rotated.
func (l *Limb[T]) fold(m Memory[T], g *bend[T], stays T, rigid V[T]) {
	zero, one := stays.Of(0), stays.Of(1)
	sum, difference, square := g.a.Plus(g.b), g.a.Minus(g.b), g.along.Times(g.along)
	fold := difference.Absolute()
	g.least = difference.Times(difference).Plus(square).Root()
	g.longest = sum.Times(sum).Plus(square).Root()
	wish := soften(m, g.distance, g.longest, l.Soft)
	g.reach = greatest(g.least, least(wish, g.longest))
	along := g.along.Absolute()
	g.at = greatest(fold, least(greatest(zero, wish.Minus(along).Times(wish.Plus(along))).Root(), sum))

	half := one.Of(0.5)
	bent := one.Over(g.b)
	per := half.Times(one.Over(g.a)).Times(bent)
	minus := sum.Minus(g.at).Times(sum.Plus(g.at)).Times(per) // 1 − cos
	plus := g.at.Minus(fold).Times(g.at.Plus(fold)).Times(per)
	c, s := plus.Minus(minus).Times(half), plus.Times(minus).Root()
	oldC, oldS := g.c.Times(bent), g.s.Times(bent)
	g.turn = halve(oldC.Times(c).Plus(oldS.Times(s)), oldC.Times(s).Minus(oldS.Times(c)))
	g.across = g.x.times(difference.Plus(g.b.Times(plus))).addTimes(g.y, g.b.Times(s))
	bone := g.across.addTimes(g.axis, g.along)
	v := m.Seldom(zero, stays, [6]T{bone.X, bone.Y, bone.Z, g.reach, g.turn.cos, g.turn.sin}, func() [6]T {
		return [6]T{rigid.X, rigid.Y, rigid.Z, rigid.length(), one, zero}
	})
	g.least = zero.Less(stays, v[3], g.least)
	g.bone, g.reach, g.turn = V[T]{v[0], v[1], v[2]}, v[3], angle[T]{v[4], v[5]}
}

// soften returns the distance for which a limb of some length reaches toward a target, not limited
// to that length where soft is 0. From the fraction soft of the length on it approaches the length
// as 1 − 256/(x+4)⁴ of the rest, which has initial slope 1, never exceeds x, and tends to 1.
func soften[T Number[T]](m Memory[T], distance, length, soft T) T {
	zero, one := distance.Of(0), distance.Of(1)
	asked := distance.Absolute() // a register of its own
	return m.Seldom(zero, soft, [6]T{asked, zero, zero, zero, zero, zero}, func() [6]T {
		straight, start := least(distance, length), length.Times(soft)
		rest := length.Minus(start)
		x := rest.Times(one.Of(4))
		x = x.Over(distance.Minus(start).Plus(x)) // 4/(x+4)
		x = x.Times(x)
		gradual := least(straight, start.Plus(rest.Times(one.Minus(x.Times(x)))))
		gradual = start.Less(distance, gradual, straight)
		return [6]T{start.Less(length, gradual, straight), zero, zero, zero, zero, zero}
	})[0]
}

func (l *Limb[T]) reason(g *bend[T], reached, stays T) T {
	zero, one := reached.Of(0), reached.Of(1)
	within := one.Of(2e-6).Times(reached.Plus(g.least))
	longest := greatest(one, l.Stretch).Times(g.longest)
	soft := g.distance.Less(longest, one.Of(Soft), g.distance.Same(longest, one.Of(Soft), one.Of(TooFar)))
	soft = zero.Less(l.Soft, l.Soft.Less(one, soft, one.Of(TooFar)), one.Of(TooFar))
	soft = zero.Less(stays, one.Of(TooFar), soft)
	limit := reached.Plus(within)
	out := limit.Less(g.distance, soft, one.Of(Reached))
	out = g.distance.Less(g.least.Minus(within), one.Of(TooNear), out)
	none := one.Of(Degenerate)
	out = zero.Less(reached, zero.Less(g.distance, out, none), none)
	return zero.Less(l.AtMid, out, g.folds.Same(one, out, none))
}
