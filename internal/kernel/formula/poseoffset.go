package formula

// displacement returns the remainder of an offset, argument 1, at the time of its fade given by
// f, g and h: see kernel.OffsetPose16.
func displacement[T Number[T]](m Memory[T], f, g, h T) V[T] {
	speed, zero := m.Load(1, 3), f.Of(0)
	curve := speed.Times(f.Of(-8)).Minus(f.Of(20))
	return loadV(m, 1, 0).times(f.Plus(speed.Times(g)).Plus(zero.Less(curve, curve, zero).Times(h)))
}

// displaced returns a rotation displaced by v.
func (q Q[T]) displaced(v V[T]) Q[T] {
	zero, one := v.X.Of(0), v.X.Of(1)
	q = Q[T]{v.X.Plus(v.X), v.Y.Plus(v.Y), v.Z.Plus(v.Z), one.Minus(v.dot(v))}.mul(q)
	return Q[T]{q.X.Plus(zero), q.Y.Plus(zero), q.Z.Plus(zero), q.W.Plus(zero)}
}

// OffsetRotation displaces a rotation.
//
//	argument 0   rotation, written     2–4   F, G and H
//	         1   offset
func OffsetRotation[T Number[T]](m Memory[T]) {
	q := loadQ(m, 0, 0).displaced(displacement(m, m.Load(2, 0), m.Load(3, 0), m.Load(4, 0)))
	storeRotation(m, 0, q, q.X.Of(1).Over(q.dot(q)))
}

// OffsetOther is OffsetRotation for another column.
func OffsetOther[T Number[T]](m Memory[T]) {
	v := loadV(m, 0, 0).add(displacement(m, m.Load(2, 0), m.Load(3, 0), m.Load(4, 0)))
	zero := v.X.Of(0)
	for i, x := range [...]T{v.X, v.Y, v.Z} {
		m.Store(0, i, x.Plus(zero))
	}
	m.Store(0, 3, m.Load(0, 3))
}

// OffsetFrom is OffsetRotation with a separate source rotation, which is copied where F is 0.
//
//	argument 0   rotation, written     2   rows F, G and H
//	         1   offset                3   rotation column
func OffsetFrom[T Number[T]](m Memory[T]) {
	f, old, inverse := m.Load(2, 0), loadQ(m, 3, 0), m.Load(3, 4)
	q, zero := old.displaced(displacement(m, f, m.Load(2, 1), m.Load(2, 2))), f.Of(0)
	inverse = f.Same(zero, inverse, f.Of(1).Over(q.dot(q)))
	storeRotation(m, 0, Q[T]{f.Same(zero, old.X, q.X), f.Same(zero, old.Y, q.Y), f.Same(zero, old.Z, q.Z), f.Same(zero, old.W, q.W)}, inverse)
}

// OffsetOtherFrom is OffsetFrom for another column.
func OffsetOtherFrom[T Number[T]](m Memory[T]) {
	f, old := m.Load(2, 0), loadV(m, 3, 0)
	zero, v := f.Of(0), old.add(displacement(m, f, m.Load(2, 1), m.Load(2, 2)))
	v = ifSame(f, zero, old, V[T]{v.X.Plus(zero), v.Y.Plus(zero), v.Z.Plus(zero)})
	for i, x := range [...]T{v.X, v.Y, v.Z, m.Load(3, 3)} {
		m.Store(0, i, x)
	}
}
