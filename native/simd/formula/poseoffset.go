package formula

// displacement is what is left of an offset: see simd.OffsetPose16.
//
//	argument 1   offset          2–4   F, G and H
func displacement[T Number[T]](m Memory[T]) V[T] {
	speed := m.Load(1, 3)
	curve, zero := speed.Times(speed.Of(-8)).Minus(speed.Of(20)), speed.Of(0)
	left := m.Load(2, 0).Plus(speed.Times(m.Load(3, 0))).Plus(zero.Less(curve, curve, zero).Times(m.Load(4, 0)))
	return loadV(m, 1, 0).times(left)
}

// OffsetRotation displaces a rotation, argument 0.
func OffsetRotation[T Number[T]](m Memory[T]) {
	v := displacement(m)
	zero, one := v.X.Of(0), v.X.Of(1)
	q := Q[T]{v.X.Plus(v.X), v.Y.Plus(v.Y), v.Z.Plus(v.Z), one.Minus(v.dot(v))}.mul(loadQ(m, 0, 0))
	q = Q[T]{q.X.Plus(zero), q.Y.Plus(zero), q.Z.Plus(zero), q.W.Plus(zero)}
	storeRotation(m, 0, q, one.Over(q.dot(q)))
}

// OffsetOther is OffsetRotation of another column.
func OffsetOther[T Number[T]](m Memory[T]) {
	v := displacement(m)
	zero := v.X.Of(0)
	v = loadV(m, 0, 0).add(v)
	for i, x := range [...]T{v.X, v.Y, v.Z} {
		m.Store(0, i, x.Plus(zero))
	}
	m.Store(0, 3, m.Load(0, 3))
}
