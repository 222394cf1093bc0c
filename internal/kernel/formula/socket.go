package formula

// Rows of where something stands.
const (
	StandPlace = 0
	StandTurn  = 3
	StandRows  = 7
)

// Rows of the decaying offset after a switch from one stand to another: of the place, and of the
// rotation as modified Rodrigues parameters, with the speeds along them, see kernel.OffsetPose16.
const (
	RestPlace      = 0
	RestTurn       = 3
	RestPlaceSpeed = 6
	RestTurnSpeed  = 7
	RestPart       = 8 // the part of the time that has passed; 1: no offset
	RestRows       = 9
)

// fastest is the greatest speed at which an offset decays without overshoot.
const fastest = 5

type stand[T Number[T]] struct {
	place V[T]
	turn  Q[T]
}

func loadStand[T Number[T]](m Memory[T], argument int) stand[T] {
	return stand[T]{loadV(m, argument, StandPlace), loadQ(m, argument, StandTurn)}
}

// store stores a stand in lanes where a value is not 0, and what was stored there in others.
func (s *stand[T]) store(m Memory[T], argument int, where T) {
	for row, v := range [...]T{s.place.X, s.place.Y, s.place.Z, s.turn.X, s.turn.Y, s.turn.Z, s.turn.W} {
		m.Store(argument, row, where.Same(where.Of(0), m.Load(argument, row), v))
	}
}

// SocketStand computes where a socket is. If it is the one that is wanted, the object is there.
//
//	argument 0   frame of its joint           uniform 0–3   its rotation in the frame
//	         1   its place                            4   its number
//	         2   its stand, written
//	         3   number of the socket that is wanted
//	         4   the object's stand, written
//	         5   weight: 0 where nothing changes
func SocketStand[T Number[T]](m Memory[T]) {
	s, weight := stand[T]{loadV(m, 1, 0), loadTurn(m, 0).mul(uniformQ(m, 0))}, m.Load(5, 0)
	s.store(m, 2, weight)
	s.store(m, 4, m.Load(3, 0).Same(m.Uniform(4), weight, weight.Of(0)))
}

// SocketBegin begins the offset of a switch between sockets.
//
//	argument 0   stand of the socket that the object leaves
//	         1   stand of the socket that it goes to
//	         2   the object's stand before
//	         3   argument 1 before
//	         4   offset, RestRows, written
//	         5   duration in times of this update, 0: no speed; less than 0: no switch
func SocketBegin[T Number[T]](m Memory[T]) {
	rate, left, to, was, stood := m.Load(5, 0), loadRest(m, 4), loadStand(m, 1), loadStand(m, 2), loadStand(m, 3)
	zero, one := rate.Of(0), rate.Of(1)
	from := left.addTo(loadStand(m, 0))
	next := rest[T]{place: from.place.sub(to.place), part: zero}
	next.placeSpeed = speedAlong(next.place, was.place.sub(stood.place), rate)
	now, before := from.turn.mul(to.turn.inverse()), was.turn.mul(stood.turn.inverse())
	now = either(now.W, zero, now.times(one.Negative()), now)
	before = either(before.dot(now), zero, before.times(one.Negative()), before)
	next.turn = now.rodrigues()
	next.turnSpeed = speedAlong(next.turn, before.rodrigues(), rate)
	old, list := left.list(), next.list()
	for row, v := range list {
		m.Store(4, row, rate.Less(zero, old[row], v))
	}
}

// SocketSettle moves the object by the offset that is left.
//
//	argument 0   offset, RestRows
//	         1   the object's stand, written
//	         2   weight: 0 where nothing changes
func SocketSettle[T Number[T]](m Memory[T]) {
	left, weight := loadRest(m, 0), m.Load(2, 0)
	s := left.addTo(loadStand(m, 1))
	s.store(m, 1, weight)
}

// rest is an offset, see RestRows.
type rest[T Number[T]] struct {
	place, turn                 V[T]
	placeSpeed, turnSpeed, part T
}

func loadRest[T Number[T]](m Memory[T], argument int) rest[T] {
	return rest[T]{
		loadV(m, argument, RestPlace), loadV(m, argument, RestTurn),
		m.Load(argument, RestPlaceSpeed), m.Load(argument, RestTurnSpeed), m.Load(argument, RestPart),
	}
}

func (r *rest[T]) list() [RestRows]T {
	return [...]T{r.place.X, r.place.Y, r.place.Z, r.turn.X, r.turn.Y, r.turn.Z, r.placeSpeed, r.turnSpeed, r.part}
}

// addTo returns a stand with what is left of the offset added.
func (r *rest[T]) addTo(to stand[T]) stand[T] {
	s, one := r.part, r.part.Of(1)
	back := one.Minus(s)
	cube, linear := back.Times(back).Times(back), one.Plus(s.Times(one.Of(3)))
	f := cube.Times(linear.Plus(s.Times(s).Times(one.Of(6))))
	g := s.Times(cube).Times(linear)
	v := r.turn.times(f.Plus(r.turnSpeed.Times(g)))
	turn := Q[T]{v.X.Plus(v.X), v.Y.Plus(v.Y), v.Z.Plus(v.Z), one.Minus(v.dot(v))}.near1().mul(to.turn)
	place := to.place.addTimes(r.place, f.Plus(r.placeSpeed.Times(g)))
	return stand[T]{ifLess(s, one, place, to.place), either(s, one, turn, to.turn)}
}

// rodrigues returns tan(angle/4) along the axis of a unit quaternion.
func (q Q[T]) rodrigues() V[T] {
	n := q.W.Plus(q.W.Of(1))
	none := q.vector().constant(0, 0, 0)
	return ifLess(n.Of(1e-6), n, q.vector().times(n.Of(1).Over(n)), none)
}

// speedAlong returns the speed of a vector along itself, as a part of it, given the one before.
func speedAlong[T Number[T]](now, before V[T], rate T) T {
	zero, one := rate.Of(0), rate.Of(1)
	k := one.Minus(now.dot(before).Over(now.dot(now))).Times(rate)
	return k.Less(zero, greatest(k, one.Of(-fastest)), zero)
}

// SocketMoveRig moves a joint to a stand in the rig form.
//
//	argument 0   frame of its parent             uniform 0–3   inverse of its rotation in the bind pose
//	         1   its frame                               4–6   from it to its parent in the bind pose
//	         2   rotation column, written                7   1 / uniform scale of the layout
//	         3   translation column, written
//	         4   stand
//	         5   weight: 0 where nothing changes
func SocketMoveRig[T Number[T]](m Memory[T]) {
	from := loadV(m, 4, StandPlace).sub(loadPlace(m, 0))
	socketMove(m, loadTurn(m, 0).inverse().rotate(from).times(m.Uniform(7)).add(uniformV(m, 4)))
}

// SocketMoveGeneral is SocketMoveRig for the general form. A joint whose parent flattens space
// keeps its translation.
func SocketMoveGeneral[T Number[T]](m Memory[T]) {
	above := loadFrame(m, 0)
	from := loadV(m, 4, StandPlace).sub(above.Place)
	x, y, z := above.Y.cross(above.Z), above.Z.cross(above.X), above.X.cross(above.Y)
	socketMove(m, V[T]{x.dot(from), y.dot(from), z.dot(from)}.times(from.X.Of(1).Over(above.X.dot(x))))
}

// socketMove moves a joint to a translation, and its rotation to that of a stand.
func socketMove[T Number[T]](m Memory[T], place V[T]) {
	weight, now, goal := m.Load(5, 0), loadTurn(m, 1), loadQ(m, 4, StandTurn).mul(uniformQ(m, 0))
	zero, one := weight.Of(0), weight.Of(1)
	goal = either(weight, one, now.nlerp(goal, weight), goal)
	setRotation(m, 2, loadTurn(m, 0).inverse().mul(goal), weight)
	old := loadV(m, 3, 0)
	place = ifSame(place.dot(place).Times(zero), zero, old.addTimes(place.sub(old), weight), old)
	for i, v := range [...]T{place.X, place.Y, place.Z} {
		m.Store(3, i, weight.Same(zero, m.Load(3, i), v))
	}
}
