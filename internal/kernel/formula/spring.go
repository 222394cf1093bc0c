package formula

// Rows of the tail of a spring joint: its offset from the goal, the velocity of that, and the
// goal, all in world space.
const (
	SpringOffset   = 0
	SpringVelocity = 3
	SpringGoal     = 6
	SpringRows     = 9
)

// Rows of a model's placement in the world, and of the wind.
const (
	WorldMatrix  = 0 // rows of the matrix
	WorldPlace   = 9
	WorldBack    = 12 // rows of its inverse
	WorldGravity = 21
	WorldWind    = 24
	WorldScale   = 27
	WorldRows    = 28
)

// Rows of a spring's time step: the coefficients a, b, c and d of the closed form in package
// runtime/control/spring, and 1/dt, or 0 if time does not advance.
const (
	StepPer  = 4
	StepRows = 5
)

// Rows of a bone of a chain: its direction and length in the pose, and its new direction.
const (
	BoneAlong  = 0
	BoneLength = 3
	BoneTo     = 4
	BoneRows   = 7
)

// Rows of a collider in model space.
const (
	ColliderA      = 0
	ColliderB      = 3
	ColliderRadius = 6
	ColliderRows   = 7
)

// SpringAdvance advances the tail of a joint by one step, and rotates its bone to it.
//
//	argument 0   frame of the joint                             uniform 0   drag by stiffness
//	         1   place of the tail in the pose                          1   gravity by stiffness
//	         2   tail, SpringRows, written                              2   wind by stiffness
//	         3   world, WorldRows
//	         4   step, StepRows
//	         5   1 where the chain has begun, and 1 while all tails rest, written
//	         6   walk, WalkRows
//	         7   bone, BoneRows, written
//	         8   weight
func SpringAdvance[T Number[T]](m Memory[T]) {
	goal := loadV(m, 1, 0)
	tail := advance(m, goal)
	back := V[T]{loadV(m, 3, WorldBack).dot(tail), loadV(m, 3, WorldBack+3).dot(tail), loadV(m, 3, WorldBack+6).dot(tail)}

	bone := goal.sub(loadPlace(m, 0))
	square := bone.dot(bone)
	zero, one := square.Of(0), square.Of(1)
	length := square.Root()
	along := bone.times(one.Over(length))
	none := along.constant(0, 0, 0)
	small, large := square.Of(1e-30), square.Of(1e24)
	along = ifLess(small, square, ifLess(square, large, along, none), none)
	length = small.Less(square, square.Less(large, length, zero), zero)
	w := loadWalk(m, 6)
	storeV(m, 7, BoneAlong, along)
	m.Store(7, BoneLength, length)
	storeV(m, 7, BoneTo, goal.add(back).sub(w.head).unit(w.turned(along)))
}

// advance returns the tail's offset from its goal after a step, in world space.
func advance[T Number[T]](m Memory[T], place V[T]) V[T] {
	offset, velocity, goal := loadV(m, 2, SpringOffset), loadV(m, 2, SpringVelocity), loadV(m, 2, SpringGoal)
	a, b, c, d, per := m.Load(4, 0), m.Load(4, 1), m.Load(4, 2), m.Load(4, 3), m.Load(4, StepPer)
	zero, one, begun := per.Of(0), per.Of(1), m.Load(5, 0)
	none := offset.constant(0, 0, 0)
	sag := loadV(m, 3, WorldGravity).times(m.Uniform(1)).addTimes(loadV(m, 3, WorldWind), m.Uniform(2))
	now := V[T]{loadV(m, 3, WorldMatrix).dot(place), loadV(m, 3, WorldMatrix+3).dot(place), loadV(m, 3, WorldMatrix+6).dot(place)}.add(loadV(m, 3, WorldPlace))

	moved := now.sub(goal)
	speed := moved.times(per)
	lie := sag.addTimes(speed, m.Uniform(0).Negative())
	y, w := offset.sub(lie), velocity.sub(speed)
	y, w = y.times(a).addTimes(w, b), y.times(c).addTimes(w, d)
	far, fast := y.dot(y), w.dot(w)
	goes := far.Plus(fast).Less(one.Of(1e30), one, zero) // otherwise the step exceeds the range of float32
	rests := far.Less(one.Of(1e-12), one, zero).Times(fast.Less(one.Of(1e-10), one, zero))
	rests = moved.X.Absolute().Plus(moved.Y.Absolute()).Plus(moved.Z.Absolute()).Same(zero, rests, zero)
	moves := goes.Times(one.Minus(rests))
	newOffset, newVelocity := ifLess(zero, moves, y.add(lie), sag), ifLess(zero, moves, w.add(speed), none)

	// If time does not advance the tail keeps its state; a new one starts at rest.
	newOffset, newVelocity = ifSame(per, zero, offset.sub(moved), newOffset), ifSame(per, zero, velocity, newVelocity)
	newOffset, newVelocity = ifSame(begun, zero, sag, newOffset), ifSame(begun, zero, none, newVelocity)
	rests = begun.Same(zero, zero, per.Same(zero, zero, rests))

	weight := m.Load(8, 0)
	storeV(m, 2, SpringOffset, ifSame(weight, zero, offset, newOffset))
	storeV(m, 2, SpringVelocity, ifSame(weight, zero, velocity, newVelocity))
	storeV(m, 2, SpringGoal, ifSame(weight, zero, goal, now))
	m.Store(5, 1, m.Load(5, 1).Times(rests))
	return newOffset
}

// SpringHit detects tails inside a sphere or capsule, or outside one that contains them.
//
//	argument 0   bone, BoneRows                        uniform 0   radius of the tail
//	         1   walk, WalkRows                                1   1: tails stay inside
//	         2   collider, ColliderRows
//	         3   1 where a collider is hit, written
func SpringHit[T Number[T]](m Memory[T]) {
	tail := tailOf(m)
	zero, one := tail.X.Of(0), tail.X.Of(1)
	a := loadV(m, 2, ColliderA)
	axis := loadV(m, 2, ColliderB).sub(a)
	l := axis.dot(axis)
	t := greatest(zero, least(tail.sub(a).dot(axis).Over(l), one))
	from := tail.sub(a.addTimes(axis, zero.Less(l, t, zero)))
	square := from.dot(from)
	room, reach := greatest(zero, m.Load(2, ColliderRadius).Minus(m.Uniform(0))), m.Load(2, ColliderRadius).Plus(m.Uniform(0))
	hit := zero.Less(m.Uniform(1), room.Times(room).Less(square, one, zero), square.Less(reach.Times(reach), one, zero))
	m.Store(3, 0, greatest(m.Load(3, 0), hit))
}

// SpringHitPlane is SpringHit for a plane through A with normal B.
func SpringHitPlane[T Number[T]](m Memory[T]) {
	tail := tailOf(m)
	zero, one := tail.X.Of(0), tail.X.Of(1)
	normal := loadV(m, 2, ColliderB).unit(tail.constant(0, 1, 0))
	hit := tail.sub(loadV(m, 2, ColliderA)).dot(normal).Less(m.Uniform(0), one, zero)
	m.Store(3, 0, greatest(m.Load(3, 0), hit))
}

// SpringPush rotates the bones of colliding tails to the edge of the cone of directions that the
// sphere excludes, by the shortest arc. See package runtime/control/spring.
//
//	argument 0   bone, BoneRows, written               uniform 0   radius of the tail
//	         1   walk, WalkRows                                1   1: tails stay inside
//	         2   collider, ColliderRows
//	         3   1 where the collider is hit
func SpringPush[T Number[T]](m Memory[T]) {
	to, length := loadV(m, 2, ColliderA).sub(loadV(m, 1, WalkHead)), m.Load(0, BoneLength)
	zero, one := length.Of(0), length.Of(1)
	inside := m.Uniform(1)
	radius := m.Load(2, ColliderRadius)
	r := zero.Less(inside, greatest(zero, radius.Minus(m.Uniform(0))), radius.Plus(m.Uniform(0)))
	d := to.length()
	axis := to.times(one.Over(d))
	edge := length.Times(length).Plus(d.Minus(r).Times(d.Plus(r))).Over(one.Of(2).Times(length.Times(d)))
	axis = ifLess(zero, inside, axis.times(one.Negative()), axis)
	edge = zero.Less(inside, edge.Negative(), edge)
	push(m, axis, edge, one.Of(1e-12).Less(d, one, zero))
}

// SpringPushPlane is SpringPush for a plane through A with normal B.
func SpringPushPlane[T Number[T]](m Memory[T]) {
	head := loadV(m, 1, WalkHead)
	zero, one := head.X.Of(0), head.X.Of(1)
	normal := loadV(m, 2, ColliderB).unit(head.constant(0, 1, 0))
	edge := head.sub(loadV(m, 2, ColliderA)).dot(normal).Minus(m.Uniform(0)).Over(m.Load(0, BoneLength))
	push(m, normal.times(one.Negative()), edge, zero.Less(one, one, zero))
}

// push rotates directions out of the cap around an axis in which u·axis exceeds edge.
func push[T Number[T]](m Memory[T], axis V[T], edge, is T) {
	zero, one := edge.Of(0), edge.Of(1)
	u := loadV(m, 0, BoneTo)
	at := u.dot(axis)
	beside := axis.any()
	side := u.addTimes(axis, at.Negative())
	near := side.dot(side)
	side = side.unit(beside)
	again := side.addTimes(axis, side.dot(axis).Negative()).unit(beside) // restores the right angle to the axis, which the difference has lost
	side = ifLess(near, one.Of(1e-3), again, side)
	out := axis.times(edge).addTimes(side, greatest(zero, one.Minus(edge.Times(edge))).Root())
	out = ifLess(one.Negative(), edge, out, axis.times(one.Negative()))
	out = ifLess(edge, at, ifLess(edge, one, out, u), u)
	storeV(m, 0, BoneTo, ifLess(zero, m.Load(3, 0).Times(is), out, u))
}

func tailOf[T Number[T]](m Memory[T]) V[T] {
	return loadV(m, 1, WalkHead).addTimes(loadV(m, 0, BoneTo), m.Load(0, BoneLength))
}

// SpringWorld transforms a position or direction from the world to the model.
//
//	argument 0   world, WorldRows     uniform 0–2   place or direction
//	         1   place, written               3     1: a place, 0: a direction
func SpringWorld[T Number[T]](m Memory[T]) {
	v := uniformV(m, 0).addTimes(loadV(m, 0, WorldPlace), m.Uniform(3).Negative())
	storeV(m, 1, 0, V[T]{loadV(m, 0, WorldBack).dot(v), loadV(m, 0, WorldBack+3).dot(v), loadV(m, 0, WorldBack+6).dot(v)})
}

// FixedRig transforms a position or direction fixed to a joint, in the rig form.
//
//	argument 0   frame of the joint      uniform 0–2   place from the joint, as the frame's rotation takes it
//	         1   place, written                  3     1: a place, 0: a direction
func FixedRig[T Number[T]](m Memory[T]) {
	storeV(m, 1, 0, loadTurn(m, 0).rotate(uniformV(m, 0)).addTimes(loadPlace(m, 0), m.Uniform(3)))
}

// FixedGeneral is FixedRig for the general form, with a position in the joint's frame.
func FixedGeneral[T Number[T]](m Memory[T]) {
	f, v := loadFrame(m, 0), uniformV(m, 0)
	storeV(m, 1, 0, f.direction(v).addTimes(f.Place, m.Uniform(3)))
}
