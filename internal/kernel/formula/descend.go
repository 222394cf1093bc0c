package formula

// Rows of a joint of a chain that cyclic coordinate descent solves: in each pass every joint, from
// the one before the last to the first, rotates the end into the target's direction. They share
// memory with rows that are written at the end.
const (
	DescendRotation = ChainTurned     // in model space, applied after the pose's
	DescendStep     = ChainOwn        // rotation of the pass by the joint, then by it and those before it
	DescendBest     = ChainTurned + 4 // DescendRotation after the best pass

	// Of a chain, during passes.
	DescendSway = chainArc    // rotation that bends a straight chain
	descendEnd  = chainToward // where the joints that have rotated leave the end
)

// DescendBegin sets a joint's rotations to the identity.
//
//	argument 0   the joint
func DescendBegin[T Number[T]](m Memory[T]) {
	none := loadQ(m, 0, ChainPlace).identity()
	storeQ(m, 0, DescendRotation, none)
	storeQ(m, 0, DescendBest, none)
}

// DescendBend begins a pass. DescendSway bends a straight or straight-folded chain, as ChainBend does, but
// more, since passes straighten the chain again. Where the target is out of reach it is the
// identity.
//
//	argument 0   first joint
//	         1   last joint
//	         2   head
func DescendBend[T Number[T]](m Memory[T]) {
	root, end, target, line := loadV(m, 0, ChainPlace), loadV(m, 1, ChainNow), loadV(m, 2, ChainTarget), loadV(m, 2, chainLine)
	reach := m.Load(1, ChainAlong)
	zero, one := reach.Of(0), reach.Of(1)
	per := one.Over(reach)
	by := greatest(zero, one.Of(0.02).Minus(m.Load(2, chainOff).Times(per)))
	by = least(by, end.sub(target).length().Times(per))
	by = target.sub(root).length().Less(reach, by, zero)
	side := loadV(m, 2, chainSide).perpendicular(line, line.any())
	axis := side.cross(line).times(by.Times(one.Of(8)))
	sway := Q[T]{axis.X, axis.Y, axis.Z, one}.near1()
	storeQ(m, 2, DescendSway, either(zero, by, sway, sway.identity()))
	storeV(m, 2, descendEnd, end)
}

// DescendAim computes the rotation by which a joint brings the end into the direction of the target.
//
//	argument 0   the joint
//	         1   head
func DescendAim[T Number[T]](m Memory[T]) {
	step, ok := descendAim(m)
	descendStep(m, either(ok.Of(0), ok, step.mul(loadQ(m, 1, DescendSway)), step.identity()))
}

// descendAim returns the shortest rotation of the end into the target's direction, and whether there
// are both directions.
func descendAim[T Number[T]](m Memory[T]) (Q[T], T) {
	at := loadV(m, 0, ChainNow)
	from, to := loadV(m, 1, descendEnd).sub(at), loadV(m, 1, ChainTarget).sub(at)
	zero, one := at.X.Of(0), at.X.Of(1)
	lengths := from.dot(from).Times(to.dot(to)).Root()
	w, c, beside := lengths.Plus(from.dot(to)), from.cross(to), from.any()
	step := either(w, lengths.Times(one.Of(1e-6)), Q[T]{beside.X, beside.Y, beside.Z, zero}, Q[T]{c.X, c.Y, c.Z, w}).near1()
	return step, one.Of(1e-15).Less(lengths, lengths.Less(one.Of(1e17), one, zero), zero)
}

// descendStep stores the rotation of a pass by a joint.
func descendStep[T Number[T]](m Memory[T], step Q[T]) {
	at := loadV(m, 0, ChainNow)
	storeQ(m, 0, DescendStep, step)
	storeV(m, 1, descendEnd, at.add(step.rotate(loadV(m, 1, descendEnd).sub(at))))
}

// DescendRoot rotates the first joint at the end of a pass.
//
//	argument 0   first joint
//	         1   second joint
//	         2   head
func DescendRoot[T Number[T]](m Memory[T]) {
	root := loadV(m, 0, ChainPlace)
	turn := loadQ(m, 0, DescendStep).mul(loadQ(m, 0, DescendRotation)).kept()
	bone := turn.rotate(loadV(m, 1, ChainPlace).sub(root))
	storeQ(m, 0, DescendRotation, turn)
	storeV(m, 1, ChainNow, root.add(bone))
	storeV(m, 2, chainLine, bone.unit(loadV(m, 2, chainLine)))
	m.Store(2, chainOff, root.X.Of(0))
}

// DescendCarry rotates another joint but the last by its step and those of the joints before it.
//
//	argument 0   the joint before
//	         1   the joint
//	         2   the next
//	         3   head
//	         4   first joint
func DescendCarry[T Number[T]](m Memory[T]) {
	step := loadQ(m, 0, DescendStep).mul(loadQ(m, 1, DescendStep)).kept()
	turn := step.mul(loadQ(m, 1, DescendRotation)).kept()
	next := loadV(m, 1, ChainNow).add(turn.rotate(loadV(m, 2, ChainPlace).sub(loadV(m, 1, ChainPlace))))
	storeQ(m, 1, DescendStep, step)
	storeQ(m, 1, DescendRotation, turn)
	storeV(m, 2, ChainNow, next)
	line, from := loadV(m, 3, chainLine), next.sub(loadV(m, 4, ChainPlace))
	m.Store(3, chainOff, m.Load(3, chainOff).Plus(from.addTimes(line, from.dot(line).Negative()).length()))
}

// DescendTake stores the current place and rotation of a joint as the best, if ChainKeep found the pass
// to be the best.
//
//	argument 0   the joint
//	         1   head
func DescendTake[T Number[T]](m Memory[T]) {
	ChainTake(m)
	zero, better := m.Load(1, chainBetter).Of(0), m.Load(1, chainBetter)
	storeQ(m, 0, DescendBest, either(zero, better, loadQ(m, 0, DescendRotation), loadQ(m, 0, DescendBest)))
}

// DescendTurn is ChainTurn after the best rotation of the joint.
func DescendTurn[T Number[T]](m Memory[T]) {
	above := loadQ(m, 0, ChainWhole)
	chainTurn(m, above, above.mul(loadQ(m, 0, DescendBest).inverse().mul(loadQ(m, 1, DescendBest))))
}
