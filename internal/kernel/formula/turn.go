package formula

// none returns the share of an angle that is all there is to turn, or 0 where a twist is not 0.
func (a angle[T]) none(share T) T {
	zero, one := share.Of(0), share.Of(1)
	return a.sin.Same(zero, a.cos.Same(one, share, zero), zero)
}

// turnedNormal returns where orient takes normal.
func turnedNormal[T Number[T]](from, normal, to, wanted V[T], share T, twist angle[T]) V[T] {
	half := from.add(to)
	square := half.dot(half)
	mirrored := normal.dot(half).Over(square)
	free := normal.addTimes(half, mirrored.Plus(mirrored).Negative())
	free = ifLess(square, square.Of(2e-6), normal, free).nearBeside(to)
	side := to.cross(free)
	c, s := halve(free.dot(wanted), side.dot(wanted)).share(share).plus(twist).whole()
	return free.times(c).addTimes(side, s)
}

// rotationBetweenFrames returns the rotation that takes from to to and normal to turned, unit vectors
// perpendicular to them. The quaternion's length is 2 to 4.
func rotationBetweenFrames[T Number[T]](from, normal, to, turned V[T]) Q[T] {
	third, thirdNow := to.cross(turned), from.cross(normal)
	column := func(a, b, c T) V[T] { return to.times(a).addTimes(turned, b).addTimes(third, c) }
	return rotation(
		column(from.X, normal.X, thirdNow.X),
		column(from.Y, normal.Y, thirdNow.Y),
		column(from.Z, normal.Z, thirdNow.Z),
	)
}

// poleNormal returns the unit normal of the plane of a unit direction and a pole, and its weight.
// Within 0.001 radians of the direction the pole fades out, since planes close to that direction
// have no common limit. With weight 0 the normal is 0.
func poleNormal[T Number[T]](pole, direction V[T]) (n V[T], share T) {
	zero, one, least2 := pole.X.Of(0), pole.X.Of(1), pole.X.Of(1e-30)
	n = pole.cross(direction)
	length, square := pole.dot(pole), n.dot(n)
	counts := least(square.Over(length).Root().Times(one.Of(1000)), one)
	n = n.times(one.Over(square.Root()))
	floor := greatest(least2, length.Times(least2))
	none := n.constant(0, 0, 0)
	return ifLess(floor, square, n, none), floor.Less(square, counts, zero)
}

// finite returns the rotation, or the identity if it is not finite.
func (q Q[T]) finite() Q[T] {
	sum, none := q.dot(q), q.identity()
	zero, nothing := sum.Of(0), sum.Minus(sum)
	return Q[T]{
		nothing.Same(zero, q.X, none.X), nothing.Same(zero, q.Y, none.Y),
		nothing.Same(zero, q.Z, none.Z), nothing.Same(zero, q.W, none.W),
	}
}

// soundPart is part, or the identity for a rotation that is not finite.
func (q Q[T]) soundPart(w T) Q[T] {
	zero, one, length := w.Of(0), w.Of(1), q.dot(q).Root()
	q = either(q.W, zero, Q[T]{q.X.Negative(), q.Y.Negative(), q.Z.Negative(), q.W.Negative()}, q)
	q = Q[T]{q.X.Times(w), q.Y.Times(w), q.Z.Times(w), length.Plus(q.W.Minus(length).Times(w))}
	square := q.dot(q)
	sound := one.Of(1e-30).Less(square, square.Less(one.Of(Far), one, zero), zero)
	return either(zero, sound, q.times(one.Over(square.Root())), q.identity())
}

// fraction is one, and what the length of that part of a rotation follows from.
type fraction[T Number[T]] struct{ w, rest, squares, twice T }

func partOf[T Number[T]](w T) fraction[T] {
	rest := w.Of(1).Minus(w)
	return fraction[T]{w, rest, rest.Times(rest).Plus(w.Times(w)), rest.Times(w).Plus(rest.Times(w))}
}

// shareOf is part of a rotation whose W is not negative, with the square of its length, not
// normalized; it returns the square of the part's length too.
func (q Q[T]) shareOf(square T, s fraction[T]) (part Q[T], squareOfPart T) {
	length := square.Root()
	part = Q[T]{q.X.Times(s.w), q.Y.Times(s.w), q.Z.Times(s.w), length.Times(s.rest).Plus(q.W.Times(s.w))}
	return part, length.Times(q.W.Times(s.twice)).Plus(square.Times(s.squares))
}
