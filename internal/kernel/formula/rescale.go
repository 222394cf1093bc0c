package formula

import "math"

// RescaleRotation multiplies a rotation column by the power of two that brings its squared length
// between 1/2 and 2. A rotation whose 1/|q|² is not a number becomes the identity.
//
//	argument 0   rotation column, written
func RescaleRotation[T Number[T]](m Memory[T]) {
	q := Q[T]{m.Load(0, 0), m.Load(0, 1), m.Load(0, 2), m.Load(0, 3)}
	power := func(e int) T { return q.X.Of(float32(math.Ldexp(1, e))) }
	q = either(q.dot(q), power(-126), q.identity(), q)
	n, factor := q.dot(q), power(0)
	for e := 64; e >= 2; e /= 2 {
		most, least := power(e-1), power(1-e)
		factor = n.Less(most, factor, factor.Times(power(-e/2)))
		n = n.Less(most, n, n.Times(power(-e)))
		factor = n.Less(least, factor.Times(power(e/2)), factor)
		n = n.Less(least, n.Times(power(e)), n)
	}
	q = q.times(factor)
	for i, v := range [...]T{q.X, q.Y, q.Z, q.W, q.X.Of(1).Over(q.dot(q))} {
		m.Store(0, i, v)
	}
}
