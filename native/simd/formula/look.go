package formula

// Rows of a joint of a look-at chain. An extra joint before the first holds the target and the
// identity.
const (
	LookTo   = 0  // from the joint to the target, in a space that has turned with the joints before
	LookPole = 3  // the pole in that space
	LookOwn  = 6  // rotation in model space, applied after the pose's and before those of the joints before
	LookLast = 10 // LookOwn of the previous pose
	LookRows = 14
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

// LookBegin computes the line of the last joint, and where the target is from the first.
//
//	argument 0   frame of the last joint    uniform 0–2   forward in its frame
//	         1   head                               3–5   up
//	         2   frame of the first joint           6–8   offset
//	         3   target, AimTargetRows
//	         4   the joint before all
func LookBegin[T Number[T]](m Memory[T]) {
	turn := loadTurn(m, 0)
	storeV(m, 1, LookForward, turn.rotate(uniformV(m, 0)))
	storeV(m, 1, LookUp, turn.rotate(uniformV(m, 3)))
	storeV(m, 1, LookOffset, turn.rotate(uniformV(m, 6)))
	storeV(m, 4, LookTo, loadV(m, 3, AimPlace).sub(loadPlace(m, 2)))
	storeV(m, 4, LookPole, loadV(m, 3, AimPole))
}

// LookShare rotates a joint by its weighted share of the remaining rotation, limited by its cone.
//
//	argument 0   the joint before, or the one before all      uniform   LookUniforms
//	         1   the joint
//	         2   frame of the joint before, or its own
//	         3   its frame
//	         4   frame of its parent
//	         5   frame of the last joint
//	         6   head
func LookShare[T Number[T]](m Memory[T]) {
	to, pole := lookFrom(m)
	offset := loadPlace(m, 5).add(loadV(m, 6, LookOffset)).sub(loadPlace(m, 3))
	own := lookAim(m, to, pole, offset, loadV(m, 6, LookForward), loadV(m, 6, LookUp)).soundPart(m.Uniform(LookWeight))
	own, held := lookHold(m, own, loadTurn(m, 3), loadTurn(m, 4))
	m.Store(6, LookHeld, greatest(m.Load(6, LookHeld), held))
	storeV(m, 1, LookTo, to)
	storeV(m, 1, LookPole, pole)
	storeQ(m, 1, LookOwn, own)
}

// lookFrom returns the target and the pole from a joint, in the space of the joints before.
func lookFrom[T Number[T]](m Memory[T]) (to, pole V[T]) {
	back := loadQ(m, 0, LookOwn).inverse()
	return back.rotate(loadV(m, 0, LookTo)).sub(loadPlace(m, 3).sub(loadPlace(m, 2))), back.rotate(loadV(m, 0, LookPole))
}

// lookAim is AimAt without a twist.
func lookAim[T Number[T]](m Memory[T], t, pole, offset, forward, up V[T]) Q[T] {
	one := t.X.Of(1)
	return AimAt(m, t, offset, forward, up, pole, one, one.Of(0))
}

// lookHold rotates a joint back into its cone.
func lookHold[T Number[T]](m Memory[T], own, turn, above Q[T]) (to Q[T], held T) {
	zero, one := own.X.Of(0), own.X.Of(1)
	front, now := above.rotate(uniformV(m, LookFront)), own.rotate(turn.rotate(uniformV(m, LookNow)))
	v := m.Seldom(now.dot(front), m.Uniform(LookCone), [6]T{own.X, own.Y, own.Z, own.W, zero, zero}, func() [6]T {
		edge := front.times(m.Uniform(LookCone)).addTimes(now.beside(front, front.any()), m.Uniform(LookCone+1))
		w, c := one.Plus(now.dot(edge)), now.cross(edge)
		back := Q[T]{c.X, c.Y, c.Z, w}.near1().mul(own).near1().finite()
		return [6]T{back.X, back.Y, back.Z, back.W, one, zero}
	})
	return Q[T]{v[0], v[1], v[2], v[3]}, v[4]
}

// LookHand rotates a joint by the whole remaining rotation if a cone limits another one. It is
// applied from the last joint to the first.
//
//	argument 0   the joint                                    uniform   LookUniforms
//	         1   frame of the joint before, or its own
//	         2   its frame
//	         3   frame of its parent
//	         4   head, whose line goes on to the joint before
func LookHand[T Number[T]](m Memory[T]) {
	zero, held := m.Load(4, LookHeld).Of(0), m.Load(4, LookHeld)
	offset, forward, up := loadV(m, 4, LookOffset), loadV(m, 4, LookForward), loadV(m, 4, LookUp)
	own := loadQ(m, 0, LookOwn)
	more := lookAim(m, loadV(m, 0, LookTo), loadV(m, 0, LookPole), own.rotate(offset), own.rotate(forward), own.rotate(up)).soundPart(zero.Of(1))
	next, _ := lookHold(m, more.mul(own).near1(), loadTurn(m, 2), loadTurn(m, 3))
	turns := zero.Less(m.Uniform(LookWeight), held, zero)
	own = either(zero, turns, next, own)
	storeQ(m, 0, LookOwn, own)
	storeV(m, 4, LookOffset, own.rotate(offset).add(loadPlace(m, 2).sub(loadPlace(m, 1))))
	storeV(m, 4, LookForward, own.rotate(forward))
	storeV(m, 4, LookUp, own.rotate(up))
}

// LookWalk computes the target and the pole from a joint.
//
//	argument 0   the joint before, or the one before all
//	         1   the joint
//	         2   frame of the joint before, or its own
//	         3   its frame
func LookWalk[T Number[T]](m Memory[T]) {
	to, pole := lookFrom(m)
	storeV(m, 1, LookTo, to)
	storeV(m, 1, LookPole, pole)
}

// LookMiss computes the distance by which the last joint's line misses the target, and the
// reason.
//
//	argument 0   the last joint                     uniform 0–2   forward in its frame
//	         1   its frame                                  3–5   up
//	         2   target, AimTargetRows                      6–8   offset
//	         3   head                                         9   reason where it is not reached
func LookMiss[T Number[T]](m Memory[T]) {
	own, frame := loadQ(m, 0, LookOwn), loadTurn(m, 1)
	t := loadV(m, 0, LookTo).sub(own.rotate(frame.rotate(uniformV(m, 6))))
	line := own.rotate(frame.rotate(uniformV(m, 0)))
	along := t.dot(line)
	ahead := along.Of(0).Less(along, along, along.Of(0))
	r := t.addTimes(line, ahead.Negative()).length()
	r = r.Less(r.Of(Far), r, r.Of(Far))
	distance := loadV(m, 2, AimPlace).sub(loadPlace(m, 1)).length()
	m.Store(3, LookResidual, r)
	m.Store(3, LookReason, distance.Times(r.Of(1e-4)).Less(r, m.Uniform(9), r.Of(Reached)))
}

// LookTake limits a joint's LookOwn by its weight and its speed. Weight 1 without a limit leaves it
// as it is.
//
//	argument 0   the joint
//	         1   head
//	         2   weight         uniform 0   1: the speed counts
func LookTake[T Number[T]](m Memory[T]) {
	zero, one := m.Load(2, 0).Of(0), m.Load(2, 0).Of(1)
	own, from := loadQ(m, 0, LookOwn), loadQ(m, 0, LookLast)
	to := either(m.Load(2, 0), one, own.part(m.Load(2, 0)).finite(), own)
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
