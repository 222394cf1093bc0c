package formula

// AddRotation adds the difference between a rotation and an origin to another rotation: see
// kernel.AddPose16.
//
//	argument 0   rotation column, written
//	         1   the other pose's
//	         2   weight
//	         3   mask, 0 where nothing changes
//	         4   origin
func AddRotation[T Number[T]](m Memory[T]) {
	mask := m.Load(3, 0)
	u := m.Load(2, 0).Times(mask)
	zero, one := u.Of(0), u.Of(1)
	d := loadQ(m, 4, 0).mul(loadQ(m, 1, 0))
	gain := u.Times(m.Load(1, 4).Root())
	turn := d.W.Less(zero, gain.Negative(), gain)
	q := loadQ(m, 0, 0)
	sum := q.mul(Q[T]{turn.Times(d.X), turn.Times(d.Y), turn.Times(d.Z), one.Minus(u.Absolute()).Plus(gain.Times(d.W).Absolute())})
	sum = Q[T]{sum.X.Plus(zero), sum.Y.Plus(zero), sum.Z.Plus(zero), sum.W.Plus(zero)}
	q = Q[T]{mask.Same(zero, q.X, sum.X), mask.Same(zero, q.Y, sum.Y), mask.Same(zero, q.Z, sum.Z), mask.Same(zero, q.W, sum.W)}
	storeRotation(m, 0, q, one.Over(q.dot(q)))
}

func storeRotation[T Number[T]](m Memory[T], column int, q Q[T], inverse T) {
	for i, v := range [...]T{q.X, q.Y, q.Z, q.W, inverse} {
		m.Store(column, i, v)
	}
}

// AddOther is AddRotation for another column. It holds scales where the origin's fourth value is
// not 0.
func AddOther[T Number[T]](m Memory[T]) {
	mask := m.Load(3, 0)
	u := m.Load(2, 0).Times(mask)
	zero, one := u.Of(0), u.Of(1)
	v, p, o := loadV(m, 0, 0), loadV(m, 1, 0), loadV(m, 4, 0)
	sum := v.add(V[T]{u.Times(p.X.Minus(o.X)), u.Times(p.Y.Minus(o.Y)), u.Times(p.Z.Minus(o.Z))})
	moved := m.Seldom(zero, m.Load(4, 3), [6]T{sum.X, sum.Y, sum.Z, zero, zero, zero}, func() [6]T {
		size := u.Absolute()
		scaled := func(v, p, o T) T {
			f := o.Same(zero, one, one.Minus(size).Plus(size.Times(p.Times(o))))
			return u.Less(zero, v.Over(f), v.Times(f))
		}
		return [6]T{scaled(v.X, p.X, o.X), scaled(v.Y, p.Y, o.Y), scaled(v.Z, p.Z, o.Z), zero, zero, zero}
	})
	for i, old := range [...]T{v.X, v.Y, v.Z} {
		m.Store(0, i, mask.Same(zero, old, moved[i].Plus(zero)))
	}
	m.Store(0, 3, m.Load(0, 3))
}
