package formula

// Rows of a joint of a look-at chain. An extra joint before the first holds the identity.
const (
	LookPlace = 0  // its new position
	LookTurn  = 3  // rotation in model space, applied after the pose's
	LookOwn   = 7  // its part relative to the joint before
	LookLast  = 11 // LookOwn of the previous pose
	LookRows  = 15
)

// Rows shared by the joints of a chain: the last joint's line after the rotations so far, whether
// a cone limits a joint, the residual, and the maximum angle of a step.
const (
	LookOffset   = 0
	LookForward  = 3
	LookUp       = 6
	LookHeld     = 9
	LookResidual = 10
	LookReason   = 11
	LookStep     = 12
	LookHeadRows = 13
)

// Rows of a joint's cone.
const (
	LookFront    = 0 // the cone's axis, in the frame of the parent
	LookNow      = 3 // the same, in the joint's frame
	LookCone     = 6 // cosine and sine of its angle
	LookWeight   = 8
	LookUniforms = 9
)

// LookBegin computes the line of the last joint.
//
//	argument 0   frame of the last joint    uniform 0–2   forward in its frame
//	         1   head                               3–5   up
//	                                                6–8   offset
func LookBegin[T Number[T]](m Memory[T]) {
	turn := loadTurn(m, 0)
	storeV(m, 1, LookForward, turn.rotate(uniformV(m, 0)))
	storeV(m, 1, LookUp, turn.rotate(uniformV(m, 3)))
	storeV(m, 1, LookOffset, turn.rotate(uniformV(m, 6)))
}

// LookShare rotates a joint by its weighted share of the remaining rotation, limited by its cone.
//
//	argument 0   the joint before, or the one before all      uniform   LookUniforms
//	         1   the joint
//	         2   frame of the joint before, or its own
//	         3   its frame
//	         4   frame of its parent
//	         5   frame of the last joint
//	         6   target, AimTargetRows
//	         7   head
func LookShare[T Number[T]](m Memory[T]) {
	parent, at := loadQ(m, 0, LookTurn), loadPlace(m, 3)
	before := loadPlace(m, 2)
	place := parent.rotate(at.sub(before)).add(loadV(m, 0, LookPlace))
	tip := loadPlace(m, 5).add(loadV(m, 7, LookOffset))
	own := lookAim(m, parent, loadV(m, 6, AimPlace).sub(place), tip.sub(at), loadV(m, 7, LookForward), loadV(m, 7, LookUp), 6)
	own = own.part(m.Uniform(LookWeight))
	own, held := lookHold(m, own, loadTurn(m, 3), loadTurn(m, 4))
	m.Store(7, LookHeld, greatest(m.Load(7, LookHeld), held))
	storeV(m, 1, LookPlace, place)
	storeQ(m, 1, LookTurn, parent.mul(own).near1())
	storeQ(m, 1, LookOwn, own)
}

// lookAim returns a rotation in the space to which the parent's rotation applies.
func lookAim[T Number[T]](m Memory[T], parent Q[T], t, offset, forward, up V[T], target int) Q[T] {
	back := parent.inverse()
	one := parent.X.Of(1)
	q := AimAt(back.rotate(t), offset, forward, up, back.rotate(loadV(m, target, AimPole)), one, one.Of(0))
	return q.near1().finite()
}

// lookHold rotates a joint back into its cone.
func lookHold[T Number[T]](m Memory[T], own, turn, above Q[T]) (to Q[T], held T) {
	zero, one := own.X.Of(0), own.X.Of(1)
	front, now := above.rotate(uniformV(m, LookFront)), own.rotate(turn.rotate(uniformV(m, LookNow)))
	v := m.Seldom(now.dot(front), m.Uniform(LookCone), [5]T{own.X, own.Y, own.Z, own.W, zero}, func() [5]T {
		edge := front.times(m.Uniform(LookCone)).addTimes(now.beside(front, front.any()), m.Uniform(LookCone+1))
		w, c := one.Plus(now.dot(edge)), now.cross(edge)
		back := Q[T]{c.X, c.Y, c.Z, w}.near1().mul(own).near1().finite()
		return [5]T{back.X, back.Y, back.Z, back.W, one}
	})
	return Q[T]{v[0], v[1], v[2], v[3]}, v[4]
}

// LookHand rotates a joint by the whole remaining rotation if a cone limits another one. It is
// applied from the last joint to the first.
//
//	argument 0   the joint before, or the one before all      uniform   LookUniforms
//	         1   the joint
//	         2   frame of the joint before, or its own
//	         3   its frame
//	         4   frame of its parent
//	         5   head, whose line goes on to the joint before
//	         6   target, AimTargetRows
func LookHand[T Number[T]](m Memory[T]) {
	zero, held := m.Load(5, LookHeld).Of(0), m.Load(5, LookHeld)
	offset, forward, up := loadV(m, 5, LookOffset), loadV(m, 5, LookForward), loadV(m, 5, LookUp)
	own := loadQ(m, 1, LookOwn)
	t := loadV(m, 6, AimPlace).sub(loadV(m, 1, LookPlace))
	more := lookAim(m, loadQ(m, 0, LookTurn), t, own.rotate(offset), own.rotate(forward), own.rotate(up), 6)
	next, _ := lookHold(m, more.mul(own).near1(), loadTurn(m, 3), loadTurn(m, 4))
	turns := zero.Less(m.Uniform(LookWeight), held, zero)
	own = either(zero, turns, next, own)
	storeQ(m, 1, LookOwn, own)
	storeV(m, 5, LookOffset, own.rotate(offset).add(loadPlace(m, 3).sub(loadPlace(m, 2))))
	storeV(m, 5, LookForward, own.rotate(forward))
	storeV(m, 5, LookUp, own.rotate(up))
}

// LookWalk computes a joint's rotation and position from LookOwn.
//
//	argument 0   the joint before, or the one before all
//	         1   the joint
//	         2   frame of the joint before, or its own
//	         3   its frame
func LookWalk[T Number[T]](m Memory[T]) {
	parent := loadQ(m, 0, LookTurn)
	storeV(m, 1, LookPlace, parent.rotate(loadPlace(m, 3).sub(loadPlace(m, 2))).add(loadV(m, 0, LookPlace)))
	storeQ(m, 1, LookTurn, parent.mul(loadQ(m, 1, LookOwn)).near1())
}

// LookMiss computes the distance by which the last joint's line misses the target, and the
// reason.
//
//	argument 0   the last joint                     uniform 0–2   forward in its frame
//	         1   its frame                                  3–5   up
//	         2   target, AimTargetRows                      6–8   offset
//	         3   head                                         9   reason where it is not reached
func LookMiss[T Number[T]](m Memory[T]) {
	turn, frame := loadQ(m, 0, LookTurn), loadTurn(m, 1)
	target := loadV(m, 2, AimPlace)
	t := target.sub(loadV(m, 0, LookPlace)).sub(turn.rotate(frame.rotate(uniformV(m, 6))))
	line := turn.rotate(frame.rotate(uniformV(m, 0)))
	along := t.dot(line)
	ahead := along.Of(0).Less(along, along, along.Of(0))
	r := t.addTimes(line, ahead.Negative()).length()
	r = r.Less(r.Of(Far), r, r.Of(Far))
	distance := target.sub(loadPlace(m, 1)).length()
	m.Store(3, LookResidual, r)
	m.Store(3, LookReason, distance.Times(r.Of(1e-4)).Less(r, m.Uniform(9), r.Of(Reached)))
}

// LookTake limits a joint's LookOwn by its weight and its speed.
//
//	argument 0   the joint
//	         1   head
//	         2   weight         uniform 0   1: the speed counts
func LookTake[T Number[T]](m Memory[T]) {
	zero, one := m.Load(2, 0).Of(0), m.Load(2, 0).Of(1)
	to, from := loadQ(m, 0, LookOwn).part(m.Load(2, 0)).finite(), loadQ(m, 0, LookLast)
	near := either(to.dot(from), zero, Q[T]{to.X.Negative(), to.Y.Negative(), to.Z.Negative(), to.W.Negative()}, to)
	d := near.mul(from.inverse())
	s := d.vector().length()
	// Limit the angle, using the tangent of its quarter.
	t := least(m.Load(1, LookStep).Times(one.Of(0.25)), one)
	square := one.Plus(t.Times(t))
	v := d.vector().times(t.Plus(t).Over(square).Over(s))
	slow := Q[T]{v.X, v.Y, v.Z, one.Minus(t.Times(t)).Over(square)}.mul(from).near1()
	slow = either(t.Times(one.Plus(d.W)), s, slow, to)
	out := either(zero, m.Uniform(0), slow, to).finite()
	storeQ(m, 0, LookOwn, out)
	storeQ(m, 0, LookLast, out)
}
