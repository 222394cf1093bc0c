package formula

// Sums of poses: see kernel.AccumulatePose16 and kernel.FinishPose16. Weights of rotations are a
// separate argument; weights of other columns are the fourth value.

// weighed returns a rotation times its weight, normalized to first order, in the hemisphere of
// the reference.
func weighed[T Number[T]](q, reference Q[T], u T) Q[T] {
	zero, one, half := u.Of(0), u.Of(1), u.Of(0.5)
	factor := u.Times(one.Plus(u.Same(one, zero, half.Minus(half.Times(q.dot(q))))))
	return q.times(q.dot(reference).Less(zero, factor.Negative(), factor))
}

// AccumulateRotation adds a rotation to a sum.
//
//	argument 0   sum, written       2   weight                         4   reference
//	         1   rotation           3   mask, 0 where nothing changes  5   weight of the sum, written
func AccumulateRotation[T Number[T]](m Memory[T]) {
	mask, sum, weight := m.Load(3, 0), loadQ(m, 0, 0), m.Load(5, 0)
	u := m.Load(2, 0).Times(mask)
	q, zero := weighed(loadQ(m, 1, 0), loadQ(m, 4, 0), u), u.Of(0)
	m.Store(0, 0, mask.Same(zero, sum.X, sum.X.Plus(q.X)))
	m.Store(0, 1, mask.Same(zero, sum.Y, sum.Y.Plus(q.Y)))
	m.Store(0, 2, mask.Same(zero, sum.Z, sum.Z.Plus(q.Z)))
	m.Store(0, 3, mask.Same(zero, sum.W, sum.W.Plus(q.W)))
	m.Store(5, 0, mask.Same(zero, weight, weight.Plus(u)))
}

// AccumulateOther is AccumulateRotation for another column.
func AccumulateOther[T Number[T]](m Memory[T]) {
	mask := m.Load(3, 0)
	u, zero := m.Load(2, 0).Times(mask), mask.Of(0)
	for i := range 4 {
		sum := m.Load(0, i)
		m.Store(0, i, mask.Same(zero, sum, sum.Plus(u.Times(m.Load(1, i)))))
	}
}

// BeginRotation starts a sum with a rotation: it is AccumulateRotation onto 0.
func BeginRotation[T Number[T]](m Memory[T]) {
	mask := m.Load(3, 0)
	u := m.Load(2, 0).Times(mask)
	q, zero := weighed(loadQ(m, 1, 0), loadQ(m, 4, 0), u), u.Of(0)
	for i, v := range [...]T{q.X, q.Y, q.Z, q.W} {
		m.Store(0, i, mask.Same(zero, zero, v))
	}
	m.Store(5, 0, mask.Same(zero, zero, u))
}

// BeginOther is BeginRotation for another column.
func BeginOther[T Number[T]](m Memory[T]) {
	mask := m.Load(3, 0)
	u, zero := m.Load(2, 0).Times(mask), mask.Of(0)
	for i := range 4 {
		m.Store(0, i, mask.Same(zero, zero, u.Times(m.Load(1, i))))
	}
}

// missing returns the amount by which a sum of weights is below a threshold.
func missing[T Number[T]](threshold, u T) T {
	r, zero := threshold.Minus(u), u.Of(0)
	return zero.Less(r, r, zero)
}

// covered returns the greater of a sum of weights and a threshold, or NaN for a NaN sum.
func covered[T Number[T]](threshold, u T) T { return u.Less(threshold, threshold, u) }

// filled returns a + b·s, with −0 replaced by +0.
func (a Q[T]) filled(b Q[T], s T) Q[T] {
	zero := s.Of(0)
	return Q[T]{
		a.X.Plus(s.Times(b.X)).Plus(zero), a.Y.Plus(s.Times(b.Y)).Plus(zero),
		a.Z.Plus(s.Times(b.Z)).Plus(zero), a.W.Plus(s.Times(b.W)).Plus(zero),
	}
}

// storeLasting stores a sum of rotations, normalized if it is short, unless its weight u is 0. A
// short sum of zero length means that the poses cancel: their mean is undefined, so the result is
// no rotation.
func storeLasting[T Number[T]](m Memory[T], q Q[T], u T) {
	n := q.dot(q)
	zero, one, half, least := n.Of(0), n.Of(1), n.Of(0.5), n.Of(1.0/(1<<126))
	v := m.Seldom(n, half, [6]T{q.X, q.Y, q.Z, q.W, n, zero}, func() [6]T {
		f := one.Over(n.Less(least, one, n).Root())
		long := Q[T]{q.X, q.Y, q.Z, n.Less(least, q.W.Plus(one), q.W)}.times(f)
		square := long.dot(long)
		return [6]T{
			u.Same(zero, q.X, long.X), u.Same(zero, q.Y, long.Y), u.Same(zero, q.Z, long.Z),
			u.Same(zero, q.W, long.W), u.Same(zero, n, square), zero,
		}
	})
	storeRotation(m, 0, Q[T]{v[0], v[1], v[2], v[3]}, one.Over(v[4]))
}

// FinishRotation completes a sum of rotations.
//
//	argument 0   sum, written           2   threshold
//	         1   rotation at rest       3   weight of the sum
func FinishRotation[T Number[T]](m Memory[T]) {
	q := loadQ(m, 0, 0).filled(loadQ(m, 1, 0), missing(m.Load(2, 0), m.Load(3, 0)))
	storeLasting(m, q, q.X.Of(1))
}

// FinishOther is FinishRotation for another column.
func FinishOther[T Number[T]](m Memory[T]) {
	u, threshold := m.Load(0, 3), m.Load(2, 0)
	r, total, zero := missing(threshold, u), covered(threshold, u), u.Of(0)
	for i := range 3 {
		m.Store(0, i, m.Load(0, i).Plus(r.Times(m.Load(1, i))).Over(total).Plus(zero))
	}
	m.Store(0, 3, u.Of(1))
}

// complete returns a sum of weight u completed with the rotation below, whose 1/|q|² is inverse, or
// the latter alone where u is 0.
func (below Q[T]) complete(sum, reference Q[T], inverse, threshold, u T) Q[T] {
	zero := u.Of(0)
	r := missing(threshold, u).Times(inverse.Root())
	q := sum.filled(below, below.dot(reference).Less(zero, r.Negative(), r))
	return Q[T]{u.Same(zero, below.X, q.X), u.Same(zero, below.Y, q.Y), u.Same(zero, below.Z, q.Z), u.Same(zero, below.W, q.W)}
}

// OverRotation completes a sum of rotations with an underlying pose: see kernel.OverPose16.
//
//	argument 0   sum, written        2   reference         4   weight of the sum
//	         1   rotation below      3   threshold
func OverRotation[T Number[T]](m Memory[T]) {
	u := m.Load(4, 0)
	storeLasting(m, loadQ(m, 1, 0).complete(loadQ(m, 0, 0), loadQ(m, 2, 0), m.Load(1, 4), m.Load(3, 0), u), u)
}

// OverOther is OverRotation for another column.
func OverOther[T Number[T]](m Memory[T]) {
	u, threshold := m.Load(0, 3), m.Load(3, 0)
	for i := range 3 {
		m.Store(0, i, meanOver(m.Load(0, i), m.Load(1, i), threshold, u))
	}
	m.Store(0, 3, u.Of(1))
}

func meanOver[T Number[T]](sum, below, threshold, u T) T {
	zero := u.Of(0)
	mean := sum.Plus(missing(threshold, u).Times(below)).Over(covered(threshold, u)).Plus(zero)
	return u.Same(zero, below, mean)
}

// CoverRotation blends one rotation over another: see kernel.CoverPose16.
//
//	argument 0   rotation below, written      3   mask, 0 where nothing changes
//	         1   rotation above               4   reference
//	         2   weight                       5   threshold
func CoverRotation[T Number[T]](m Memory[T]) {
	u, reference := m.Load(2, 0).Times(m.Load(3, 0)), loadQ(m, 4, 0)
	sum := weighed(loadQ(m, 1, 0), reference, u)
	storeLasting(m, loadQ(m, 0, 0).complete(sum, reference, m.Load(0, 4), m.Load(5, 0), u), u)
}

// CoverOther is CoverRotation for another column.
func CoverOther[T Number[T]](m Memory[T]) {
	u, threshold := m.Load(2, 0).Times(m.Load(3, 0)), m.Load(5, 0)
	for i := range 3 {
		m.Store(0, i, meanOver(u.Times(m.Load(1, i)), m.Load(0, i), threshold, u))
	}
}
