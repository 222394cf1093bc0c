package formula

// Rows of a joint of a look-at chain. An extra joint before the first holds the target and the
// identity.
const (
	LookTo   = 0  // from the joint to the target, in a space that has turned with it and the joints before
	LookPole = 3  // the pole in that space, of unit length
	LookOwn  = 6  // rotation of any length in model space, applied after the pose's and before those of the joints before
	LookLast = 10 // LookOwn of the previous pose
	LookRows = 14
)

// Rows shared by the joints of a chain: the last joint's line after the rotations so far, whether
// it has no pole to turn to, whether a cone limits a joint, the residual, and the maximum angle of
// a step.
const (
	LookStart    = 0 // where the line begins
	LookForward  = 3
	LookUp       = 6
	LookShortest = 9
	LookHeld     = 10
	LookResidual = 11
	LookReason   = 12
	LookStep     = 13
	LookHeadRows = 14
)

// Numbers of a joint.
const (
	LookFront    = 0 // its cone's axis, in the frame of the parent
	LookNow      = 3 // the same, in the joint's frame
	LookCone     = 6 // cosine and sine of its angle
	LookWeight   = 8 // and the rest, the sum of their squares and twice their product
	LookUniforms = 12
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
	up := turn.rotate(uniformV(m, 3))
	pole := loadV(m, 3, AimPole)
	storeV(m, 1, LookForward, turn.rotate(uniformV(m, 0)))
	storeV(m, 1, LookUp, up)
	storeV(m, 1, LookStart, turn.rotate(uniformV(m, 6)).add(loadPlace(m, 0)))
	m.Store(1, LookShortest, aimShortest(pole, up))
	storeV(m, 4, LookTo, loadV(m, 3, AimPlace).sub(loadPlace(m, 2)))
	storeV(m, 4, LookPole, pole)
}

// LookShare rotates a joint by its weighted share of the remaining rotation.
//
//	argument 0   the joint before, or the one before all      uniform 0–3   LookWeight
//	         1   the joint
//	         2   frame of the joint before, or its own
//	         3   its frame
//	         4   head
func LookShare[T Number[T]](m Memory[T]) {
	to, pole := lookFrom(m)
	one := to.X.Of(1)
	turn, square := AimAt(m, to, loadV(m, 4, LookStart).sub(loadPlace(m, 3)), loadV(m, 4, LookForward), loadV(m, 4, LookUp), pole,
		m.Load(4, LookShortest), one, one.Of(0))
	own, square := turn.shareOf(square, fraction[T]{m.Uniform(0), m.Uniform(1), m.Uniform(2), m.Uniform(3)})
	lookOn(m, own, square, to, pole)
	storeQ(m, 1, LookOwn, own)
}

// lookFrom returns the target and the pole from a joint, in the space of the joints before.
func lookFrom[T Number[T]](m Memory[T]) (to, pole V[T]) {
	return loadV(m, 0, LookTo).sub(loadPlace(m, 3).sub(loadPlace(m, 2))), loadV(m, 0, LookPole)
}

// lookOn stores the target and the pole of a joint in the space that turns with it. square is of
// the quaternion's length.
func lookOn[T Number[T]](m Memory[T], own Q[T], square T, to, pole V[T]) {
	per := to.X.Of(1).Over(square)
	storeV(m, 1, LookTo, own.turnedBack(to).times(per))
	storeV(m, 1, LookPole, own.turnedBack(pole).times(per))
}

// LookHold rotates a joint back into its cone.
//
//	argument 0   the joint                uniform   LookUniforms
//	         1   its frame
//	         2   frame of its parent
//	         3   head
func LookHold[T Number[T]](m Memory[T]) {
	whole, to, pole := loadQ(m, 0, LookOwn), loadV(m, 0, LookTo), loadV(m, 0, LookPole)
	zero, one, own := whole.X.Of(0), whole.X.Of(1), whole.near1()
	front, now := loadTurn(m, 2).rotate(uniformV(m, LookFront)), own.rotate(loadTurn(m, 1).rotate(uniformV(m, LookNow)))
	ahead, cone := now.dot(front), m.Uniform(LookCone)
	q := m.Seldom(ahead, cone, [6]T{zero, zero, zero, one, zero, zero}, func() [6]T {
		edge := front.times(cone).addTimes(now.perpendicular(front, front.any()), m.Uniform(LookCone+1))
		c := own.inverse().rotate(now.cross(edge))
		by := Q[T]{c.X, c.Y, c.Z, one.Plus(now.dot(edge))}.near1().finite()
		return [6]T{by.X, by.Y, by.Z, by.W, one, zero}
	})
	by := Q[T]{q[0], q[1], q[2], q[3]}
	v := m.Seldom(ahead, cone, [6]T{to.X, to.Y, to.Z, pole.X, pole.Y, pole.Z}, func() [6]T {
		to, pole := by.inverse().rotate(to), by.inverse().rotate(pole)
		return [6]T{to.X, to.Y, to.Z, pole.X, pole.Y, pole.Z}
	})
	m.Store(3, LookHeld, greatest(m.Load(3, LookHeld), q[4]))
	storeQ(m, 0, LookOwn, whole.mul(by))
	storeV(m, 0, LookTo, V[T]{v[0], v[1], v[2]})
	storeV(m, 0, LookPole, V[T]{v[3], v[4], v[5]})
}

// LookMore rotates a joint by the whole remaining rotation if a cone limits another one.
//
//	argument 0   the joint                                      uniform 0   weight
//	         1   a joint with what remains below it, written
//	         2   head
func LookMore[T Number[T]](m Memory[T]) {
	own, held := loadQ(m, 0, LookOwn), m.Load(2, LookHeld)
	zero := held.Of(0)
	storeQ(m, 1, LookOwn, either(zero, zero.Less(m.Uniform(0), held, zero), own.mul(loadQ(m, 1, LookOwn)).near1(), own))
}

// LookLine rotates the last joint's line by a joint.
//
//	argument 0   the joint
//	         1   its frame
//	         2   head
func LookLine[T Number[T]](m Memory[T]) {
	own, place := loadQ(m, 0, LookOwn).near1(), loadPlace(m, 1)
	storeV(m, 2, LookStart, own.rotate(loadV(m, 2, LookStart).sub(place)).add(place))
	storeV(m, 2, LookForward, own.rotate(loadV(m, 2, LookForward)))
	storeV(m, 2, LookUp, own.rotate(loadV(m, 2, LookUp)))
}

// LookWalk computes the target and the pole from a joint.
//
//	argument 0   the joint before, or the one before all
//	         1   the joint
//	         2   frame of the joint before, or its own
//	         3   its frame
func LookWalk[T Number[T]](m Memory[T]) {
	to, pole := lookFrom(m)
	own := loadQ(m, 1, LookOwn)
	lookOn(m, own, own.dot(own), to, pole)
}

// LookMiss computes the distance by which the last joint's line misses the target, and the
// reason.
//
//	argument 0   the last joint          uniform 0   reason where it is not reached
//	         1   its frame
//	         2   target, AimTargetRows
//	         3   head
func LookMiss[T Number[T]](m Memory[T]) {
	place, line := loadPlace(m, 1), loadV(m, 3, LookForward)
	t := loadV(m, 0, LookTo).sub(loadV(m, 3, LookStart).sub(place))
	along := t.dot(line)
	ahead := along.Of(0).Less(along, along, along.Of(0))
	r := t.addTimes(line, ahead.Negative()).length()
	r = r.Less(r.Of(Far), r, r.Of(Far))
	distance := loadV(m, 2, AimPlace).sub(place).length()
	m.Store(3, LookResidual, r)
	m.Store(3, LookReason, distance.Times(r.Of(1e-4)).Less(r, m.Uniform(0), r.Of(Reached)))
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
	own = either(m.Load(2, 0), one, own.part(m.Load(2, 0)).finite(), own)
	to := own.near1()
	near := either(to.dot(from), zero, Q[T]{to.X.Negative(), to.Y.Negative(), to.Z.Negative(), to.W.Negative()}, to)
	d := near.mul(from.inverse())
	s := d.vector().length()
	// Limit the angle, using the tangent of its quarter.
	t := least(m.Load(1, LookStep).Times(one.Of(0.25)), one)
	square := one.Plus(t.Times(t))
	v := d.vector().times(t.Plus(t).Over(square).Over(s))
	slow := Q[T]{v.X, v.Y, v.Z, one.Minus(t.Times(t)).Over(square)}.mul(from).near1()
	slow = either(t.Times(one.Plus(d.W)), s, slow, to)
	out := either(zero, m.Uniform(0), slow, own).finite()
	storeQ(m, 0, LookOwn, out)
	storeQ(m, 0, LookLast, out)
}
