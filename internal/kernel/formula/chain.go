package formula

// Rows of a joint of a chain. FABRIK (Aristidou and Lasenby, 2011) moves places, from which
// rotations are derived at the end. An extra joint before the first holds only the identity.
const (
	ChainPlace  = 0 // in the input pose
	ChainLength = 3 // distance from the joint before
	ChainAlong  = 4 // sum of lengths up to this joint
	ChainNow    = 5 // place found by the current pass
	ChainBest   = 8
	ChainWhole  = 11 // rotation of the solution in model space, applied after the pose's
	ChainOwn    = 15 // its weighted part, relative to the joint before
	ChainTurned = 19 // the weighted rotation
	ChainRows   = 27 // with DescendBest

	// During stretching: components of the joint's bone, in rows that are overwritten afterwards.
	chainAside  = ChainNow     // across the direction of the target
	chainPull   = ChainOwn     // length along it
	chainSquare = ChainOwn + 1 // squared length of chainAside
)

// Rows of a chain: the inputs, then the results.
const (
	ChainTarget         = 0
	ChainRotation       = 3
	ChainRotationWeight = 7
	ChainPull           = 8 // 0: the chain keeps its pose, else 1
	ChainTargetRows     = 9

	chainResidual = 9  // of the best pass
	chainBetter   = 10 // 1: the last pass is the best
	chainLongest  = 11 // length of the longest bone
	chainLine     = 12 // direction of the first bone
	chainSide     = 15 // direction in which a straight chain bends
	chainOff      = 18 // sum of the joints' distances from the line
	ChainWeight   = 19 // including the target's weight
	ChainNearness = 20 // amount of stretching, 0 to 1

	chainToward   = 21 // direction of the target
	chainArc      = 24 // rotation that brings the end to that direction
	chainDistance = 28 // of the target
	chainFold     = 29 // 1: bones pointing backward are reversed
	chainFactor   = 30 // square of the current factor of chainAside
	chainLow      = 31 // greatest square known to reach the target
	chainHigh     = 32 // least square known not to reach it, or not to be valid
	ChainSpan     = 33 // reach of the chain with chainFactor
	ChainSlope    = 34 // twice the loss of reach per chainFactor
	ChainHeadRows = 35
)

// A chain is stretched if its target is farther than the fraction chainNear of its length, and
// fully stretched from chainFull on.
const (
	chainNear = 0.85
	chainFull = 0.95
)

// ChainBegin prepares a chain.
//
//	argument 0   first joint          uniform 0–2   direction of bending in the frame above
//	         1   second joint
//	         2   last joint
//	         3   head
//	         4   frame above the first
//	         5   weight
func ChainBegin[T Number[T]](m Memory[T]) {
	root, target := loadV(m, 0, ChainPlace), loadV(m, 3, ChainTarget)
	line := loadV(m, 1, ChainPlace).sub(root).unit(root.constant(1, 0, 0))
	bend := loadTurn(m, 4).rotate(uniformV(m, 0))
	bend = bend.unit(line)
	side := bend.addTimes(line, bend.dot(line).Negative())
	square, zero := side.dot(side), root.X.Of(0)
	side = ifLess(square.Of(1e-6), square, side, line.any())
	side = side.times(square.Of(1).Over(side.length()))
	storeV(m, 3, chainLine, line)
	storeV(m, 3, chainSide, side)
	m.Store(3, chainResidual, loadV(m, 2, ChainPlace).sub(target).length())
	m.Store(3, chainLongest, zero)
	m.Store(3, chainOff, zero)
	m.Store(0, ChainAlong, zero)
	m.Store(3, ChainWeight, m.Load(5, 0).Times(m.Load(3, ChainPull)))
	storeV(m, 0, ChainNow, root)
	storeV(m, 0, ChainBest, root)
}

// ChainMeasure prepares a joint after the first.
//
//	argument 0   first joint
//	         1   the joint before
//	         2   the joint
//	         3   head
func ChainMeasure[T Number[T]](m Memory[T]) {
	place, line := loadV(m, 2, ChainPlace), loadV(m, 3, chainLine)
	length := place.sub(loadV(m, 1, ChainPlace)).length()
	from := place.sub(loadV(m, 0, ChainPlace))
	off := from.addTimes(line, from.dot(line).Negative()).length()
	m.Store(2, ChainLength, length)
	m.Store(2, ChainAlong, m.Load(1, ChainAlong).Plus(length))
	m.Store(3, chainLongest, greatest(m.Load(3, chainLongest), length))
	m.Store(3, chainOff, m.Load(3, chainOff).Plus(off))
	storeV(m, 2, ChainNow, place)
	storeV(m, 2, ChainBest, place)
}

// ChainBend moves a joint of a straight or straight-folded chain off the line. Otherwise such a
// chain could never bend toward a target on the line.
//
//	argument 0   the joint
//	         1   head
//	         2   last joint
func ChainBend[T Number[T]](m Memory[T]) {
	zero, one := m.Load(1, chainOff).Of(0), m.Load(1, chainOff).Of(1)
	reach := m.Load(2, ChainAlong)
	per := one.Over(reach)
	by := greatest(zero, one.Of(0.02).Minus(m.Load(1, chainOff).Times(per)))
	by = zero.Less(reach, least(by, m.Load(1, chainResidual).Times(per)), zero)
	now := loadV(m, 0, ChainNow).addTimes(loadV(m, 1, chainSide), by.Times(m.Load(0, ChainLength)))
	storeV(m, 0, ChainNow, now)
}

// ChainBack places a joint at its bone's length from the next joint.
//
//	argument 0   the joint
//	         1   the next
func ChainBack[T Number[T]](m Memory[T]) {
	next := loadV(m, 1, ChainNow)
	away := loadV(m, 0, ChainNow).sub(next)
	storeV(m, 0, ChainNow, next.addTimes(away.unit(away.constant(0, 1, 0)), m.Load(1, ChainLength)))
}

// ChainForth places a joint at its bone's length from the joint before.
//
//	argument 0   the joint before
//	         1   the joint
func ChainForth[T Number[T]](m Memory[T]) {
	before := loadV(m, 0, ChainNow)
	away := loadV(m, 1, ChainNow).sub(before)
	storeV(m, 1, ChainNow, before.addTimes(away.unit(away.constant(0, 1, 0)), m.Load(1, ChainLength)))
}

// ChainKeep checks whether a pass has come nearer to the target.
//
//	argument 0   last joint
//	         1   head
func ChainKeep[T Number[T]](m Memory[T]) {
	best := m.Load(1, chainResidual)
	now := loadV(m, 0, ChainNow).sub(loadV(m, 1, ChainTarget)).length()
	m.Store(1, chainBetter, now.Less(best, now.Of(1), now.Of(0)))
	m.Store(1, chainResidual, least(now, best))
}

// ChainTake stores the current place of a joint as the best, if ChainKeep found the pass to be
// the best.
//
//	argument 0   the joint
//	         1   head
func ChainTake[T Number[T]](m Memory[T]) {
	better := m.Load(1, chainBetter)
	storeV(m, 0, ChainBest, ifLess(better.Of(0), better, loadV(m, 0, ChainNow), loadV(m, 0, ChainBest)))
}

// ChainNear selects chains to stretch: those whose passes have not met a target near their reach.
// It sets their ChainNearness to 1, and that of others to 0.
//
//	argument 0   first joint
//	         1   last joint
//	         2   head
func ChainNear[T Number[T]](m Memory[T]) {
	to := loadV(m, 2, ChainTarget).sub(loadV(m, 0, ChainPlace))
	square, reach := to.dot(to), m.Load(1, ChainAlong)
	from, zero := reach.Times(reach.Of(chainNear)), reach.Of(0)
	near := from.Times(from).Less(square, reach.Of(1), zero)
	near = square.Less(reach.Times(reach), near, zero)
	near = zero.Less(m.Load(2, chainResidual), near, zero)
	m.Store(2, ChainNearness, zero.Less(m.Load(2, ChainWeight), near, zero))
}

// ChainToward prepares a chain for stretching: rotated as a whole, its end lies in the direction
// of the target. Stretching then scales the sideways component of every bone by one factor.
//
//	  ╱╲ ╱╲  ·            target    the bones go aside by b
//	 ╱  ╳  ╲                   ·
//	·────────────────────      ·    by λb, with the same lengths they reach as far as it is
//
//	argument 0   first joint
//	         1   last joint
//	         2   head
func ChainToward[T Number[T]](m Memory[T]) {
	root, reach := loadV(m, 0, ChainPlace), m.Load(1, ChainAlong)
	toward := loadV(m, 2, ChainTarget).sub(root)
	distance := toward.length()
	near := distance.Minus(reach.Times(reach.Of(chainNear))).Over(reach.Times(reach.Of(chainFull - chainNear)))
	near = greatest(least(near, reach.Of(1)), reach.Of(0))
	toward = toward.unit(toward.constant(1, 0, 0))
	from := loadV(m, 1, ChainBest).sub(root).unit(toward)
	zero, one := from.X.Of(0), from.X.Of(1)
	w, c, beside := one.Plus(from.dot(toward)), from.cross(toward), from.any()
	storeV(m, 2, chainToward, toward)
	storeQ(m, 2, chainArc, either(w, one.Of(1e-6), Q[T]{beside.X, beside.Y, beside.Z, zero}, Q[T]{c.X, c.Y, c.Z, w}).near1())
	m.Store(2, ChainNearness, m.Load(2, ChainNearness).Times(near))
	m.Store(2, chainDistance, distance)
	m.Store(2, chainHigh, one.Of(1e12))
}

// ChainAside splits a bone into components along and across the direction of the target. It
// accumulates ChainSpan, the reach of the chain without any sideways components; ChainSlope,
// twice the loss of reach per chainFactor; and chainHigh, the square of the factor at which the
// first bone would point fully sideways. The sums must be 0 before the first bone.
//
//	argument 0   the joint before
//	         1   the joint
//	         2   head
func ChainAside[T Number[T]](m Memory[T]) {
	toward, length := loadV(m, 2, chainToward), m.Load(1, ChainLength)
	bone := loadQ(m, 2, chainArc).rotate(loadV(m, 1, ChainBest).sub(loadV(m, 0, ChainBest)))
	pull := bone.dot(toward)
	aside := bone.addTimes(toward, pull.Negative())
	square, zero := aside.dot(aside), pull.Of(0)
	widest := length.Times(length).Over(square)
	storeV(m, 1, chainAside, aside)
	m.Store(1, chainPull, pull)
	m.Store(1, chainSquare, square)
	m.Store(2, ChainSpan, m.Load(2, ChainSpan).Plus(pull.Less(zero, length.Negative(), length)))
	m.Store(2, ChainSlope, m.Load(2, ChainSlope).Plus(zero.Less(length, square.Over(length), zero)))
	m.Store(2, chainHigh, zero.Less(square, least(m.Load(2, chainHigh), widest), m.Load(2, chainHigh)))
}

// ChainTry starts the search for the factor with an approximation for small sideways components.
// Bones pointing backward are reversed if the target is too far otherwise.
//
//	argument 0   head
//	         1   last joint
func ChainTry[T Number[T]](m Memory[T]) {
	distance, lost := m.Load(0, chainDistance), m.Load(1, ChainAlong).Minus(m.Load(0, chainDistance))
	zero, one := distance.Of(0), distance.Of(1)
	first := lost.Plus(lost).Over(m.Load(0, ChainSlope))
	m.Store(0, chainFold, m.Load(0, ChainSpan).Less(distance, one, zero))
	m.Store(0, chainLow, zero)
	m.Store(0, chainFactor, first.Less(m.Load(0, chainHigh), first, one))
}

// chainGoes returns a bone's length along the direction of the target for a squared factor, and
// its contribution to ChainSlope.
func chainGoes[T Number[T]](m Memory[T], argument, head int, factor T) (along, slope T) {
	pull, square, length := m.Load(argument, chainPull), m.Load(argument, chainSquare), m.Load(argument, ChainLength)
	zero := factor.Of(0)
	pull = zero.Less(m.Load(head, chainFold), pull.Absolute(), pull)
	along = greatest(length.Times(length).Minus(factor.Times(square)), zero).Root()
	slope = square.Over(greatest(along, factor.Of(1e-12)))
	return pull.Less(zero, along.Negative(), along), pull.Less(zero, slope.Negative(), slope)
}

// ChainReach accumulates the chain's reach in ChainSpan, and ChainSlope. Both must be 0 before
// the first bone.
//
//	argument 0   the joint
//	         1   head
func ChainReach[T Number[T]](m Memory[T]) {
	along, slope := chainGoes(m, 0, 1, m.Load(1, chainFactor))
	m.Store(1, ChainSpan, m.Load(1, ChainSpan).Plus(along))
	m.Store(1, ChainSlope, m.Load(1, ChainSlope).Plus(slope))
}

// ChainNarrow takes Newton's next factor, or the midpoint of the known bounds if that lies
// outside them.
//
//	argument 0   head
func ChainNarrow[T Number[T]](m Memory[T]) {
	span, distance, factor := m.Load(0, ChainSpan), m.Load(0, chainDistance), m.Load(0, chainFactor)
	low := span.Less(distance, m.Load(0, chainLow), factor)
	high := span.Less(distance, factor, m.Load(0, chainHigh))
	over := span.Minus(distance)
	next := factor.Plus(over.Plus(over).Over(m.Load(0, ChainSlope)))
	middle := low.Plus(high).Times(low.Of(0.5))
	next = next.Less(low, middle, high.Less(next, middle, next))
	m.Store(0, chainLow, low)
	m.Store(0, chainHigh, high)
	m.Store(0, chainFactor, next)
}

// ChainStraighten moves a joint toward its place for the factor found, by the amount of
// stretching. With amount 0 the joint keeps the place of the best pass.
//
//	argument 0   the joint before
//	         1   the joint
//	         2   head
func ChainStraighten[T Number[T]](m Memory[T]) {
	factor, near := m.Load(2, chainFactor).Root(), m.Load(2, ChainNearness)
	one := factor.Of(1)
	factor = one.Plus(factor.Minus(one).Times(near))
	along, _ := chainGoes(m, 1, 2, factor.Times(factor))
	bone := loadV(m, 1, chainAside).times(factor).addTimes(loadV(m, 2, chainToward), along)
	storeV(m, 1, ChainNow, ifLess(one.Of(0), near, loadV(m, 0, ChainNow).add(bone), loadV(m, 1, ChainBest)))
}

// ChainStretch places a joint on the line to a target out of reach.
//
//	argument 0   first joint
//	         1   the joint
//	         2   head
//	         3   last joint
func ChainStretch[T Number[T]](m Memory[T]) {
	root := loadV(m, 0, ChainPlace)
	to := loadV(m, 2, ChainTarget).sub(root)
	line := root.addTimes(to.unit(loadV(m, 2, chainLine)), m.Load(1, ChainAlong))
	storeV(m, 1, ChainBest, ifLess(to.length(), m.Load(3, ChainAlong), loadV(m, 1, ChainBest), line))
}

// ChainTurn derives the rotation of a joint that aligns its bone with the solution. It replaces
// the current place of the next joint by its place after weighting.
//
//	argument 0   the joint before, or the one before all
//	         1   the joint
//	         2   the next
//	         3   head
func ChainTurn[T Number[T]](m Memory[T]) {
	above := loadQ(m, 0, ChainWhole)
	chainTurn(m, above, above)
}

// chainTurn is ChainTurn for a joint that so far has the rotation before, and the one before it the
// rotation above.
func chainTurn[T Number[T]](m Memory[T], above, before Q[T]) {
	zero, one := m.Load(3, ChainWeight).Of(0), m.Load(3, ChainWeight).Of(1)
	bone := loadV(m, 2, ChainPlace).sub(loadV(m, 1, ChainPlace))
	turned := loadQ(m, 0, ChainTurned)
	from := before.rotate(bone)
	to := loadV(m, 2, ChainBest).sub(loadV(m, 1, ChainBest))
	from, to = from.unit(from.constant(0, 1, 0)), to.unit(from.unit(from.constant(0, 1, 0)))
	w, c, beside := one.Plus(from.dot(to)), from.cross(to), from.any()
	arc := either(w, one.Of(1e-6), Q[T]{beside.X, beside.Y, beside.Z, zero}, Q[T]{c.X, c.Y, c.Z, w}).near1()
	whole := arc.mul(before).near1()
	own := above.inverse().mul(whole).part(m.Load(3, ChainWeight)).finite()
	by := turned.mul(own).near1()
	storeQ(m, 1, ChainWhole, whole)
	storeQ(m, 1, ChainOwn, own)
	storeQ(m, 1, ChainTurned, by)
	storeV(m, 2, ChainNow, loadV(m, 1, ChainNow).add(by.rotate(bone)))
}

// ChainEnd derives the rotation of the last joint, and computes the residual.
//
//	argument 0   the joint before
//	         1   the last joint
//	         2   head
//	         3   frame of the last joint     uniform 0–3   its rotation in the bind pose
//	         4   residual and reason, written          4   reason for what more passes might reach
//	         5   first joint
func ChainEnd[T Number[T]](m Memory[T]) {
	weight := m.Load(2, ChainWeight)
	zero := weight.Of(0)
	turned, now := loadQ(m, 0, ChainTurned), loadTurn(m, 3).mul(uniformQ(m, 0))
	part := m.Load(2, ChainRotationWeight).Times(weight)
	goal := turned.mul(now).near1().nlerp(loadQ(m, 2, ChainRotation), part)
	own := turned.inverse().mul(goal).mul(now.inverse()).near1()
	own = Q[T]{zero.Less(part, own.X, zero), zero.Less(part, own.Y, zero), zero.Less(part, own.Z, zero), zero.Less(part, own.W, zero.Of(1))}
	storeQ(m, 1, ChainOwn, own.finite())
	target := loadV(m, 2, ChainTarget)
	residual := loadV(m, 1, ChainNow).sub(target).length()
	m.Store(4, 0, zero.Less(m.Load(2, ChainPull), residual.Less(residual.Of(Far), residual, residual.Of(Far)), zero))
	m.Store(4, 1, zero.Less(m.Load(2, ChainPull), chainReason(m), zero.Of(Reached)))
}

// chainReason returns the reason code of a chain with weight 1.
func chainReason[T Number[T]](m Memory[T]) T {
	reach, longest := m.Load(1, ChainAlong), m.Load(2, chainLongest)
	target := loadV(m, 2, ChainTarget)
	distance := target.sub(loadV(m, 5, ChainPlace)).length()
	missed := loadV(m, 1, ChainBest).sub(target).length()
	within := reach.Of(1e-4).Times(reach)
	nearest := longest.Minus(reach.Minus(longest)).Minus(within)
	out := distance.Less(nearest, reach.Of(TooNear), m.Uniform(4))
	out = reach.Less(distance, reach.Of(TooFar), out)
	out = within.Less(missed, out, reach.Of(Reached))
	return reach.Of(0).Less(reach, reach.Less(reach.Of(Far), out, reach.Of(Degenerate)), reach.Of(Degenerate))
}

func storeV[T Number[T]](m Memory[T], argument, row int, v V[T]) {
	m.Store(argument, row, v.X)
	m.Store(argument, row+1, v.Y)
	m.Store(argument, row+2, v.Z)
}

func storeQ[T Number[T]](m Memory[T], argument, row int, q Q[T]) {
	m.Store(argument, row, q.X)
	m.Store(argument, row+1, q.Y)
	m.Store(argument, row+2, q.Z)
	m.Store(argument, row+3, q.W)
}
