package formula

// Limb is two bones, the hinge between them, and the target of their end, in model space. Package
// runtime/control/solve defines the fields. Bent, PoleIsPoint and AtMid are 1 or 0.
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
	reach, distance T // from root to end of the bent limb, and to the target
	at              T // component of reach in the plane
}

// normal returns the unit vector perpendicular to the direction from root to the bent limb's end,
// in the plane of that direction and the axis:
//
//	bone = axis·along + u·at     normal = (axis·at − u·along) / reach
func (g *bend[T]) normal(m Memory[T], bone, from V[T], stays T) V[T] {
	zero, one := stays.Of(0), stays.Of(1)
	along := g.along.Over(g.at.Times(g.reach))
	n := g.axis.times(g.at.Over(g.reach)).addTimes(bone.addTimes(g.axis, g.along.Negative()), along.Negative())
	n = ifLess(one.Of(1e-3).Times(g.reach), g.at, n, ifLess(zero, g.reach, g.y, g.axis))
	return seldom(m, zero, stays, n, func() V[T] { return g.axis.beside(from, g.y) })
}

// Solve rotates a limb toward its target.
func (l *Limb[T]) Solve(m Memory[T]) LimbTurns[T] {
	out := l.reach(m)
	out.End = l.turnEnd(&out)
	return out
}

// turnEnd returns the rotation of the end of a limb that has reached.
func (l *Limb[T]) turnEnd(out *LimbTurns[T]) Q[T] { return out.Mid.toward(l.EndTurn, l.RotationWeight) }

// reach is Solve without the end.
func (l *Limb[T]) reach(m Memory[T]) LimbTurns[T] {
	zero, one := l.Weight.Of(0), l.Weight.Of(1)
	l.Weight, l.RotationWeight = greatest(zero, least(l.Weight, one)), greatest(zero, least(l.RotationWeight, one))
	first, second, t := l.Mid.sub(l.Root), l.End.sub(l.Mid), l.Target.sub(l.Root)
	pole := l.Pole.addTimes(l.Root, l.PoleIsPoint.Negative())
	g := l.hinge(first, second, pole)
	stays := zero.Less(l.AtMid, one, one.Minus(g.folds)) // 1: the bend does not change
	rigid := first.add(second)
	rigid = ifLess(zero, l.AtMid, first, rigid)
	turn, bone := l.fold(m, &g, t.length(), stays, rigid)

	from := ifLess(zero, g.reach, bone.times(one.Over(g.reach)), g.y)
	normal := g.normal(m, bone, from, stays)
	chord := l.End.sub(l.Root).unit(from)
	to := t.unit(ifLess(zero, l.AtMid, from, chord))
	wanted, share := poleNormal(pole, to)
	root := orient(m, from, normal, to, wanted, share.Times(l.PoleWeight), angle[T]{l.TwistCos, l.TwistSin}).soundPart(l.Weight)

	stretch := greatest(one, least(l.Stretch, g.distance.Over(g.reach)))
	stretch = g.reach.Less(g.distance, zero.Less(g.reach, stretch, one), one)
	reached := g.reach.Times(stretch)
	fold := turn.soundPart(l.Weight)
	out := LimbTurns[T]{Root: root, Mid: root.mul(fold), Fold: fold, Stretch: one.Plus(stretch.Minus(one).Times(l.Weight))}
	end := out.Root.rotate(first)
	end = ifLess(zero, l.AtMid, end, end.add(out.Mid.rotate(second)))
	out.Residual = end.times(out.Stretch).sub(t).length()
	out.Stretch = out.Residual.Less(one.Of(Far), out.Stretch, one)
	out.Residual = out.Residual.Less(one.Of(Far), out.Residual, one.Of(Far))
	out.Reason = out.Residual.Less(one.Of(Far), l.reason(&g, reached, stays), one.Of(Degenerate))
	return out
}

// hinge determines the axis, and the triangle in the plane perpendicular to it.
func (l *Limb[T]) hinge(first, second, pole V[T]) bend[T] {
	zero, one, tiny := l.Weight.Of(0), l.Weight.Of(1), l.Weight.Of(1e-30)
	both, a2, b2 := first.add(second), first.dot(first), second.dot(second)
	chord := ifLess(tiny, both.dot(both), both, ifLess(tiny, a2, first, ifLess(tiny, b2, second, first.constant(1, 0, 0))))
	// Without an axis: perpendicular to the pole, unless that is parallel to the chord.
	towards := pole.cross(chord)
	counts := tiny.Of(1e-6).Times(pole.dot(pole).Times(chord.dot(chord)))
	axis := ifLess(tiny, l.Axis.dot(l.Axis), l.Axis, ifLess(counts, towards.dot(towards), towards, chord.any()))
	axis = axis.times(one.Over(axis.length()))
	bones := a2.Times(b2).Root()
	n, products := first.cross(second), a2.Times(b2)
	straight := greatest(zero, one.Minus(n.dot(n).Over(products).Times(one.Of(1e6)))).Times(one.Of(1e-3))
	bent := n.addTimes(axis, straight.Times(bones))
	axis = ifLess(zero, l.Bent, ifLess(zero, products, bent.times(one.Over(bent.length())), axis), axis)

	g := bend[T]{axis: axis, along: both.dot(axis)}
	p, q := first.addTimes(axis, first.dot(axis).Negative()), second.addTimes(axis, second.dot(axis).Negative())
	p = p.addTimes(axis, p.dot(axis).Negative())
	g.a, g.b = p.length(), q.length()
	g.x = p.times(one.Over(g.a))
	g.y = ifLess(zero, g.a, axis.cross(g.x), axis.any())
	g.folds = one.Of(1e-6).Times(bones).Less(g.a.Times(g.b), one, zero)
	g.c, g.s = q.dot(g.x), q.dot(g.y)
	return g
}

// fold bends a limb so that its end reaches the target's distance. It returns the second bone's
// rotation, not normalised, and the effector's position before the limb as a whole is rotated.
func (l *Limb[T]) fold(m Memory[T], g *bend[T], distance, stays T, rigid V[T]) (turn Q[T], bone V[T]) {
	zero, one := distance.Of(0), distance.Of(1)
	sum, difference, square := g.a.Plus(g.b), g.a.Minus(g.b), g.along.Times(g.along)
	g.distance = distance
	g.longest = sum.Times(sum).Plus(square).Root()
	g.least = difference.Times(difference).Plus(square).Root()
	g.reach = greatest(g.least, soften(m, distance, g.longest, l.Soft))
	along := g.along.Absolute()
	at := greatest(zero, g.reach.Minus(along).Times(g.reach.Plus(along))).Root()

	half := one.Of(0.5)
	per := one.Over(g.a.Times(g.b))
	minus := greatest(zero, sum.Minus(at).Times(sum.Plus(at)).Times(half)).Times(per) // 1 − cos
	fold := difference.Absolute()
	plus := greatest(zero, at.Minus(fold).Times(at.Plus(fold)).Times(half)).Times(per)
	c, s := plus.Minus(minus).Times(half), plus.Times(minus).Root()
	bent := one.Over(g.b)
	oldC, oldS := g.c.Times(bent), g.s.Times(bent)
	turn = halve(oldC.Times(c).Plus(oldS.Times(s)), oldC.Times(s).Minus(oldS.Times(c))).around(g.axis)
	bone = g.axis.times(g.along).addTimes(g.x, difference.Plus(g.b.Times(plus))).addTimes(g.y, g.b.Times(s))

	turn = either(zero, stays, turn.identity(), turn)
	bone = ifLess(zero, stays, rigid, bone)
	length := rigid.length()
	g.at = at
	g.reach, g.least = zero.Less(stays, length, g.reach), zero.Less(stays, length, g.least)
	return turn, bone
}

// soften returns the distance for which a limb of some length reaches toward a target. From the
// fraction soft of the length on it approaches the length as 1 − 256/(x+4)⁴ of the rest, which
// has initial slope 1, never exceeds x, and tends to 1.
func soften[T Number[T]](m Memory[T], distance, length, soft T) T {
	zero, one := distance.Of(0), distance.Of(1)
	straight := least(distance, length)
	return m.Seldom(zero, soft, [6]T{straight, zero, zero, zero, zero, zero}, func() [6]T {
		start := length.Times(soft)
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
