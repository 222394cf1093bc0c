package formula

// V is a vector or a point.
type V[T Number[T]] struct{ X, Y, Z T }

func (a V[T]) add(b V[T]) V[T] { return V[T]{a.X.Plus(b.X), a.Y.Plus(b.Y), a.Z.Plus(b.Z)} }
func (a V[T]) sub(b V[T]) V[T] { return V[T]{a.X.Minus(b.X), a.Y.Minus(b.Y), a.Z.Minus(b.Z)} }
func (a V[T]) times(s T) V[T]  { return V[T]{a.X.Times(s), a.Y.Times(s), a.Z.Times(s)} }

// addTimes returns a + b·s.
func (a V[T]) addTimes(b V[T], s T) V[T] { return a.add(b.times(s)) }

func (a V[T]) dot(b V[T]) T { return a.X.Times(b.X).Plus(a.Y.Times(b.Y)).Plus(a.Z.Times(b.Z)) }

func (a V[T]) cross(b V[T]) V[T] {
	return V[T]{
		a.Y.Times(b.Z).Minus(a.Z.Times(b.Y)),
		a.Z.Times(b.X).Minus(a.X.Times(b.Z)),
		a.X.Times(b.Y).Minus(a.Y.Times(b.X)),
	}
}

func (a V[T]) length() T { return a.dot(a).Root() }

// constant returns a vector of constants.
func (a V[T]) constant(x, y, z float32) V[T] { return V[T]{a.X.Of(x), a.X.Of(y), a.X.Of(z)} }

// seldom is Memory.Seldom of vectors.
func seldom[T Number[T]](m Memory[T], a, b T, other V[T], f func() V[T]) V[T] {
	zero := a.Of(0)
	v := m.Seldom(a, b, [6]T{other.X, other.Y, other.Z, zero, zero, zero}, func() [6]T {
		v := f()
		return [6]T{v.X, v.Y, v.Z, zero, zero, zero}
	})
	return V[T]{v[0], v[1], v[2]}
}

// ifLess returns yes where a is less than b, and no elsewhere.
func ifLess[T Number[T]](a, b T, yes, no V[T]) V[T] {
	return V[T]{a.Less(b, yes.X, no.X), a.Less(b, yes.Y, no.Y), a.Less(b, yes.Z, no.Z)}
}

// unit normalizes a vector; vectors shorter than 1e-15 or longer than 1e18 get another length.
func (a V[T]) unit(otherwise V[T]) V[T] {
	n := a.dot(a)
	u := a.times(n.Of(1).Over(n.Root()))
	return ifLess(n.Of(1e-30), n, ifLess(n, n.Of(1e36), u, otherwise), otherwise)
}

// perpendicular returns the unit vector perpendicular to a unit direction in the plane of the direction
// and v, or in the plane of the direction and otherwise if v is within 0.001 radians of the
// direction. The rounding error along the direction is removed once more.
func (v V[T]) perpendicular(direction, otherwise V[T]) V[T] {
	out := v.addTimes(direction, v.dot(direction).Negative())
	second := otherwise.addTimes(direction, otherwise.dot(direction).Negative())
	square := out.dot(out)
	out = ifLess(v.X.Of(1e-6), square, out, second)
	out = out.times(v.X.Of(1).Over(out.length()))
	return out.addTimes(direction, out.dot(direction).Negative())
}

// nearBeside makes a vector that is nearly perpendicular to a unit direction, and nearly of unit
// length, exactly so.
func (v V[T]) nearBeside(direction V[T]) V[T] {
	v = v.addTimes(direction, v.dot(direction).Negative())
	return v.times(v.X.Of(1.5).Minus(v.X.Of(0.5).Times(v.dot(v))))
}

// any returns a vector perpendicular to a unit vector, with length at least 0.8, derived from its
// smallest component.
func (a V[T]) any() V[T] {
	zero := a.X.Of(0)
	x, y, z := a.X.Absolute(), a.Y.Absolute(), a.Z.Absolute()
	besideX, besideY, besideZ := V[T]{zero, a.Z, a.Y.Negative()}, V[T]{a.Z.Negative(), zero, a.X}, V[T]{a.Y, a.X.Negative(), zero}
	return ifLess(y, x, ifLess(z, y, besideZ, besideY), ifLess(z, x, besideZ, besideX))
}

// rotation returns the quaternion of three orthonormal columns, by Shepperd's method: of four
// formulas it uses the one with the largest component. The quaternion's length is 2 to 4.
func rotation[T Number[T]](x, y, z V[T]) Q[T] {
	one := x.X.Of(1)
	trace := x.X.Plus(y.Y).Plus(z.Z)
	a, b, c := y.Z.Minus(z.Y), z.X.Minus(x.Z), x.Y.Minus(y.X)
	d, e, f := x.Y.Plus(y.X), y.Z.Plus(z.Y), z.X.Plus(x.Z)
	byW := Q[T]{a, b, c, one.Plus(trace)}
	byX := Q[T]{one.Plus(x.X).Minus(y.Y).Minus(z.Z), d, f, a}
	byY := Q[T]{d, one.Plus(y.Y).Minus(x.X).Minus(z.Z), e, b}
	byZ := Q[T]{f, e, one.Plus(z.Z).Minus(x.X).Minus(y.Y), c}
	yz := either(y.Y, z.Z, byZ, byY)
	xyz := either(x.X, greatest(y.Y, z.Z), yz, byX)
	return either(trace, greatest(x.X, greatest(y.Y, z.Z)), xyz, byW)
}

func least[T Number[T]](a, b T) T    { return a.Less(b, a, b) }
func greatest[T Number[T]](a, b T) T { return b.Less(a, a, b) }
