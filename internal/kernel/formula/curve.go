package formula

// bezier returns the point at t of a cubic curve, where a, b and c are the points at t between
// consecutive control points.
func bezier[T Number[T]](a, b, c, t T) T {
	ab := a.Plus(b.Minus(a).Times(t))
	bc := b.Plus(c.Minus(b).Times(t))
	return ab.Plus(bc.Minus(ab).Times(t))
}

func bezierAt[T Number[T]](m Memory[T]) Q[T] {
	t := m.Load(3, 0)
	at := func(k int) T { return bezier(m.Load(0, k), m.Load(1, k), m.Load(2, k), t) }
	return Q[T]{at(0), at(1), at(2), at(3)}
}

// BendRotation evaluates cubic curves of a rotation column by de Casteljau's scheme, and
// normalizes the results.
//
//	argument 0, 1, 2   quads between control points 0 and 1, 1 and 2, 2 and 3
//	         3         where between
//	         4         1 in lanes that are written
//	         5         rotation column, written
func BendRotation[T Number[T]](m Memory[T]) {
	q := bezierAt(m).near1()
	inverse := q.X.Of(1).Over(q.dot(q))
	on, one := m.Load(4, 0), q.X.Of(1)
	for i, v := range [...]T{q.X, q.Y, q.Z, q.W, inverse} {
		m.Store(5, i, on.Same(one, v, m.Load(5, i)))
	}
}

// BendOther is BendRotation for other columns, without normalization.
func BendOther[T Number[T]](m Memory[T]) {
	q := bezierAt(m)
	on, one := m.Load(4, 0), q.X.Of(1)
	for i, v := range [...]T{q.X, q.Y, q.Z, q.W} {
		m.Store(5, i, on.Same(one, v, m.Load(5, i)))
	}
}
