package formula

// FrameRows is the number of rows of a joint's frame in model space:
//
//	0–3    rotation; in the rig form relative to the joint's rotation in the bind pose
//	4–6    position
//	7–18   matrix, local to model; general form only
const FrameRows = FrameMatrix + 12

// FrameMatrix is the row where the matrix begins.
const FrameMatrix = 7

// Frame is a joint's frame in model space, in the general form.
type Frame[T Number[T]] struct {
	Turn    Q[T]
	Place   V[T]
	X, Y, Z V[T] // columns of the matrix, before the position
}

func loadV[T Number[T]](m Memory[T], argument, row int) V[T] {
	return V[T]{m.Load(argument, row), m.Load(argument, row+1), m.Load(argument, row+2)}
}

func loadQ[T Number[T]](m Memory[T], argument, row int) Q[T] {
	return Q[T]{m.Load(argument, row), m.Load(argument, row+1), m.Load(argument, row+2), m.Load(argument, row+3)}
}

func uniformV[T Number[T]](m Memory[T], i int) V[T] {
	return V[T]{m.Uniform(i), m.Uniform(i + 1), m.Uniform(i + 2)}
}

func uniformQ[T Number[T]](m Memory[T], i int) Q[T] {
	return Q[T]{m.Uniform(i), m.Uniform(i + 1), m.Uniform(i + 2), m.Uniform(i + 3)}
}

func loadTurn[T Number[T]](m Memory[T], argument int) Q[T]  { return loadQ(m, argument, 0) }
func loadPlace[T Number[T]](m Memory[T], argument int) V[T] { return loadV(m, argument, 4) }

func loadFrame[T Number[T]](m Memory[T], argument int) Frame[T] {
	column := func(i int) V[T] {
		return V[T]{m.Load(argument, FrameMatrix+i), m.Load(argument, FrameMatrix+4+i), m.Load(argument, FrameMatrix+8+i)}
	}
	return Frame[T]{loadTurn(m, argument), column(3), column(0), column(1), column(2)}
}

func storeTurn[T Number[T]](m Memory[T], argument int, turn Q[T], place V[T]) {
	for i, v := range [...]T{turn.X, turn.Y, turn.Z, turn.W, place.X, place.Y, place.Z} {
		m.Store(argument, i, v)
	}
}

func (f *Frame[T]) store(m Memory[T], argument int) {
	storeTurn(m, argument, f.Turn, f.Place)
	for i, v := range [...]V[T]{f.X, f.Y, f.Z, f.Place} {
		m.Store(argument, FrameMatrix+i, v.X)
		m.Store(argument, FrameMatrix+4+i, v.Y)
		m.Store(argument, FrameMatrix+8+i, v.Z)
	}
}

// direction transforms a direction by the matrix.
func (f *Frame[T]) direction(v V[T]) V[T] {
	return f.X.times(v.X).addTimes(f.Y, v.Y).addTimes(f.Z, v.Z)
}

// columns returns the images of the axes under a unit quaternion.
func (q Q[T]) columns() (x, y, z V[T]) {
	two, one := q.X.Plus(q.X), q.X.Of(1)
	yy, zz := q.Y.Plus(q.Y), q.Z.Plus(q.Z)
	xx2, yy2, zz2 := q.X.Times(two), q.Y.Times(yy), q.Z.Times(zz)
	xy, xz, yz := q.X.Times(yy), q.X.Times(zz), q.Y.Times(zz)
	wx, wy, wz := q.W.Times(two), q.W.Times(yy), q.W.Times(zz)
	return V[T]{one.Minus(yy2.Plus(zz2)), xy.Plus(wz), xz.Minus(wy)},
		V[T]{xy.Minus(wz), one.Minus(xx2.Plus(zz2)), yz.Plus(wx)},
		V[T]{xz.Plus(wy), yz.Minus(wx), one.Minus(xx2.Plus(yy2))}
}

// FrameRig computes the frame of a joint in the rig form.
//
//	argument 0   frame of the parent      uniform 0–2   from the parent to the joint in the bind pose
//	         1   rotation column                  3     the uniform scale of the layout
//	         2   translation column
//	         3   frame, written
func FrameRig[T Number[T]](m Memory[T]) {
	above := loadTurn(m, 0)
	q := loadQ(m, 1, 0).times(m.Load(1, 4).Root())
	from := uniformV(m, 0).add(loadV(m, 2, 0)).times(m.Uniform(3))
	storeTurn(m, 3, above.compose(q), above.rotate(from).add(loadPlace(m, 0)))
}

// FrameGeneral computes the frame of a joint in the general form.
//
//	argument 0   frame of the parent
//	         1   rotation column
//	         2   translation column
//	         3   scale column
//	         4   frame, written
func FrameGeneral[T Number[T]](m Memory[T]) {
	above := loadFrame(m, 0)
	q := loadQ(m, 1, 0).times(m.Load(1, 4).Root())
	scale := loadV(m, 3, 0)
	x, y, z := q.columns()
	f := Frame[T]{Turn: above.Turn.mul(q).kept()}
	f.X, f.Y, f.Z = above.direction(x.times(scale.X)), above.direction(y.times(scale.Y)), above.direction(z.times(scale.Z))
	f.Place = above.direction(loadV(m, 2, 0)).add(above.Place)
	f.store(m, 4)
}

// FrameStatic computes the frame of a joint that is constant relative to its parent.
//
//	argument 0   frame of the parent       uniform 0–11    matrix
//	         1   frame, written                    12–15   its rotation
func FrameStatic[T Number[T]](m Memory[T]) {
	above := loadFrame(m, 0)
	column := func(i int) V[T] { return V[T]{m.Uniform(i), m.Uniform(4 + i), m.Uniform(8 + i)} }
	f := Frame[T]{Turn: above.Turn.mul(uniformQ(m, 12)).kept()}
	f.X, f.Y, f.Z = above.direction(column(0)), above.direction(column(1)), above.direction(column(2))
	f.Place = above.direction(column(3)).add(above.Place)
	f.store(m, 1)
}

// setRotation stores a rotation in a column, in lanes where weight is not 0.
func setRotation[T Number[T]](m Memory[T], column int, q Q[T], weight T) {
	zero := weight.Of(0)
	for i, v := range [...]T{q.X, q.Y, q.Z, q.W, zero.Of(1).Over(q.dot(q))} {
		m.Store(column, i, weight.Same(zero, m.Load(column, i), v))
	}
}

// TurnBeside rotates a joint by a rotation relative to its parent's: in model space, before the
// joint's own rotation, for the pose of the frames.
//
//	argument 0   frame of its parent
//	         1   its frame
//	         2   the turn, four rows
//	         3   rotation column, written
//	         4   weight: 0 where nothing changes
func TurnBeside[T Number[T]](m Memory[T]) {
	setRotation(m, 3, loadTurn(m, 0).inverse().mul(loadQ(m, 2, 0).mul(loadTurn(m, 1))), m.Load(4, 0))
}
