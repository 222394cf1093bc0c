package formula

// UnitRotation gives a rotation column the length 1; a rotation that has none, and none whose
// 1/|q|² float32 holds, turns nothing.
//
//	argument 0   rotation column, written
func UnitRotation[T Number[T]](m Memory[T]) {
	q := Q[T]{m.Load(0, 0), m.Load(0, 1), m.Load(0, 2), m.Load(0, 3)}
	q = either(q.dot(q), q.X.Of(leastSquare), q.identity(), q.near1())
	for i, v := range [...]T{q.X, q.Y, q.Z, q.W, q.X.Of(1).Over(q.dot(q))} {
		m.Store(0, i, v)
	}
}

// leastSquare is the least normal number.
const leastSquare = 1.0 / (1 << 126)
