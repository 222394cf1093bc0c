package formula

// Rows of a joint of a chain: FABRIK (Aristidou and Lasenby, 2011) of places, of which turns
// are made in the end. Before the first joint there is one that has a turn alone, none.
const (
	ChainPlace  = 0 // before all
	ChainLength = 3 // from the joint before
	ChainAlong  = 4 // the sum of lengths up to here
	ChainNow    = 5 // the place that a pass has found
	ChainBest   = 8
	ChainWhole  = 11 // the turn of the solution in model space, after the rotation of the pose
	ChainOwn    = 15 // the part of it, by the weight, that the joint before does not do
	ChainTurned = 19 // the turn by the weight
	ChainRows   = 23
)

// Rows of what a chain does: those that are given, then those that it finds.
const (
	ChainTarget         = 0
	ChainRotation       = 3
	ChainRotationWeight = 7
	ChainPull           = 8 // 0: the chain stays, else 1
	ChainTargetRows     = 9

	chainResidual = 9  // of the best
	chainBetter   = 10 // 1: that is the last
	chainLongest  = 11 // length
	chainLine     = 12 // the direction of the first bone
	chainSide     = 15 // to which a straight chain bends
	chainOff      = 18 // the sum of the distances of joints from the line
	ChainWeight   = 19 // with that of the target
	ChainHeadRows = 20
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

// ChainMeasure prepares a joint of a chain after the first.
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

// ChainBend moves a joint of a chain that is straight, or folded straight, off its line. Else
// such a chain would never bend towards a target on the line.
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

// ChainBack puts a joint a bone's length from the next.
//
//	argument 0   the joint
//	         1   the next
func ChainBack[T Number[T]](m Memory[T]) {
	next := loadV(m, 1, ChainNow)
	away := loadV(m, 0, ChainNow).sub(next)
	storeV(m, 0, ChainNow, next.addTimes(away.unit(away.constant(0, 1, 0)), m.Load(1, ChainLength)))
}

// ChainForth puts a joint a bone's length from the one before.
//
//	argument 0   the joint before
//	         1   the joint
func ChainForth[T Number[T]](m Memory[T]) {
	before := loadV(m, 0, ChainNow)
	away := loadV(m, 1, ChainNow).sub(before)
	storeV(m, 1, ChainNow, before.addTimes(away.unit(away.constant(0, 1, 0)), m.Load(1, ChainLength)))
}

// ChainKeep finds out whether a pass has come nearer to the target.
//
//	argument 0   last joint
//	         1   head
func ChainKeep[T Number[T]](m Memory[T]) {
	best := m.Load(1, chainResidual)
	now := loadV(m, 0, ChainNow).sub(loadV(m, 1, ChainTarget)).length()
	m.Store(1, chainBetter, now.Less(best, now.Of(1), now.Of(0)))
	m.Store(1, chainResidual, least(now, best))
}

// ChainTake makes the present place of a joint the best, if the pass was that.
//
//	argument 0   the joint
//	         1   head
func ChainTake[T Number[T]](m Memory[T]) {
	better := m.Load(1, chainBetter)
	storeV(m, 0, ChainBest, ifLess(better.Of(0), better, loadV(m, 0, ChainNow), loadV(m, 0, ChainBest)))
}

// ChainStretch puts a joint on the line to a target that is out of reach.
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

// ChainTurn makes a turn of a joint's solution, so that its bone goes where it shall. The
// present place of the next joint becomes where it goes with the weight.
//
//	argument 0   the joint before, or the one before all
//	         1   the joint
//	         2   the next
//	         3   head
func ChainTurn[T Number[T]](m Memory[T]) {
	zero, one := m.Load(3, ChainWeight).Of(0), m.Load(3, ChainWeight).Of(1)
	bone := loadV(m, 2, ChainPlace).sub(loadV(m, 1, ChainPlace))
	above, turned := loadQ(m, 0, ChainWhole), loadQ(m, 0, ChainTurned)
	from := above.rotate(bone)
	to := loadV(m, 2, ChainBest).sub(loadV(m, 1, ChainBest))
	from, to = from.unit(from.constant(0, 1, 0)), to.unit(from.unit(from.constant(0, 1, 0)))
	w, c, beside := one.Plus(from.dot(to)), from.cross(to), from.any()
	arc := either(w, one.Of(1e-6), Q[T]{beside.X, beside.Y, beside.Z, zero}, Q[T]{c.X, c.Y, c.Z, w}).near1()
	whole := arc.mul(above).near1()
	own := above.inverse().mul(whole).part(m.Load(3, ChainWeight)).finite()
	by := turned.mul(own).near1()
	storeQ(m, 1, ChainWhole, whole)
	storeQ(m, 1, ChainOwn, own)
	storeQ(m, 1, ChainTurned, by)
	storeV(m, 2, ChainNow, loadV(m, 1, ChainNow).add(by.rotate(bone)))
}

// ChainEnd makes a turn of the last joint, and says how far it has come.
//
//	argument 0   the joint before
//	         1   the last joint
//	         2   head
//	         3   frame of the last joint     uniform 0–3   its rotation in the bind pose
//	         4   residual and reason, written
//	         5   first joint
func ChainEnd[T Number[T]](m Memory[T]) {
	weight := m.Load(2, ChainWeight)
	zero := weight.Of(0)
	turned, now := loadQ(m, 0, ChainTurned), loadTurn(m, 3).mul(uniformQ(m, 0))
	part := m.Load(2, ChainRotationWeight).Times(weight)
	goal := turned.mul(now).near1().toward(loadQ(m, 2, ChainRotation), part)
	own := turned.inverse().mul(goal).mul(now.inverse()).near1()
	own = Q[T]{zero.Less(part, own.X, zero), zero.Less(part, own.Y, zero), zero.Less(part, own.Z, zero), zero.Less(part, own.W, zero.Of(1))}
	storeQ(m, 1, ChainOwn, own.finite())
	target := loadV(m, 2, ChainTarget)
	residual := loadV(m, 1, ChainNow).sub(target).length()
	m.Store(4, 0, zero.Less(m.Load(2, ChainPull), residual.Less(residual.Of(Far), residual, residual.Of(Far)), zero))
	m.Store(4, 1, zero.Less(m.Load(2, ChainPull), chainReason(m), zero.Of(Reached)))
}

// chainReason is why a chain is as it is, with a weight of 1.
func chainReason[T Number[T]](m Memory[T]) T {
	reach, longest := m.Load(1, ChainAlong), m.Load(2, chainLongest)
	target := loadV(m, 2, ChainTarget)
	distance := target.sub(loadV(m, 5, ChainPlace)).length()
	missed := loadV(m, 1, ChainBest).sub(target).length()
	within := reach.Of(1e-4).Times(reach)
	nearest := longest.Minus(reach.Minus(longest)).Minus(within)
	out := distance.Less(nearest, reach.Of(TooNear), reach.Of(Unsettled))
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
