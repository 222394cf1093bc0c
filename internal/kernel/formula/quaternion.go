package formula

// Q is a quaternion x, y, z, w.
type Q[T Number[T]] struct{ X, Y, Z, W T }

// identity returns the identity; q is ignored.
func (q Q[T]) identity() Q[T] { return Q[T]{q.X.Of(0), q.X.Of(0), q.X.Of(0), q.X.Of(1)} }

func (q Q[T]) vector() V[T]  { return V[T]{q.X, q.Y, q.Z} }
func (q Q[T]) inverse() Q[T] { return Q[T]{q.X.Negative(), q.Y.Negative(), q.Z.Negative(), q.W} }

func (q Q[T]) times(s T) Q[T] { return Q[T]{q.X.Times(s), q.Y.Times(s), q.Z.Times(s), q.W.Times(s)} }

func (p Q[T]) dot(q Q[T]) T {
	return p.X.Times(q.X).Plus(p.Y.Times(q.Y)).Plus(p.Z.Times(q.Z).Plus(p.W.Times(q.W)))
}

// mul returns p·q: q's rotation, then p's.
func (p Q[T]) mul(q Q[T]) Q[T] {
	return Q[T]{
		p.W.Times(q.X).Plus(p.X.Times(q.W)).Plus(p.Y.Times(q.Z).Minus(p.Z.Times(q.Y))),
		p.W.Times(q.Y).Plus(p.Y.Times(q.W)).Plus(p.Z.Times(q.X).Minus(p.X.Times(q.Z))),
		p.W.Times(q.Z).Plus(p.Z.Times(q.W)).Plus(p.X.Times(q.Y).Minus(p.Y.Times(q.X))),
		p.W.Times(q.W).Minus(p.X.Times(q.X)).Minus(p.Y.Times(q.Y).Plus(p.Z.Times(q.Z))),
	}
}

// rotate rotates a vector by a unit quaternion.
func (q Q[T]) rotate(v V[T]) V[T] {
	u := q.vector()
	t := u.cross(v)
	t = t.add(t)
	return v.addTimes(t, q.W).add(u.cross(t))
}

// turned rotates a vector by a quaternion of any length, and multiplies it by the square of that.
func (q Q[T]) turned(v V[T]) V[T] {
	u := q.vector()
	twice := u.add(u)
	return q.turnedWith(v, u.times(twice.dot(v)).add(twice.cross(v).times(q.W)))
}

// turnedBack is turned by the inverse.
func (q Q[T]) turnedBack(v V[T]) V[T] {
	u := q.vector()
	twice := u.add(u)
	return q.turnedWith(v, u.times(twice.dot(v)).add(v.cross(twice).times(q.W)))
}

func (q Q[T]) turnedWith(v, off V[T]) V[T] {
	u := q.vector()
	return v.times(q.W.Times(q.W).Minus(u.dot(u))).add(off)
}

// either returns yes where a is less than b, and no elsewhere.
func either[T Number[T]](a, b T, yes, no Q[T]) Q[T] {
	return Q[T]{a.Less(b, yes.X, no.X), a.Less(b, yes.Y, no.Y), a.Less(b, yes.Z, no.Z), a.Less(b, yes.W, no.W)}
}

// near1 normalizes a quaternion whose length is near 1, or at least neither 0 nor infinite.
func (q Q[T]) near1() Q[T] { return q.times(q.X.Of(1).Over(q.dot(q).Root())) }

// kept renormalizes a quaternion whose length has drifted slightly from 1.
func (q Q[T]) kept() Q[T] { return q.times(q.inverseLength()) }

// inverseLength returns 1 over the length of a quaternion near 1.
func (q Q[T]) inverseLength() T { return q.X.Of(1.5).Minus(q.X.Of(0.5).Times(q.dot(q))) }

// compose returns the product of a parent's rotation and a local one. It renormalizes the parent's
// beside the product and leaves what the product rounds to the children, which wait for less so.
func (p Q[T]) compose(q Q[T]) Q[T] { return p.mul(q).times(p.inverseLength()) }

// part returns the fraction w of a rotation of any length: nlerp from the identity, along the
// shorter arc.
func (q Q[T]) part(w T) Q[T] {
	zero, length := w.Of(0), q.dot(q).Root()
	q = either(q.W, zero, Q[T]{q.X.Negative(), q.Y.Negative(), q.Z.Negative(), q.W.Negative()}, q)
	return Q[T]{q.X.Times(w), q.Y.Times(w), q.Z.Times(w), length.Plus(q.W.Minus(length).Times(w))}.near1()
}

// nlerp returns the unit quaternion on the chord from p to q, along the shorter arc.
func (p Q[T]) nlerp(q Q[T], t T) Q[T] {
	zero := t.Of(0)
	q = either(q.dot(p), zero, Q[T]{q.X.Negative(), q.Y.Negative(), q.Z.Negative(), q.W.Negative()}, q)
	return Q[T]{
		p.X.Plus(q.X.Minus(p.X).Times(t)), p.Y.Plus(q.Y.Minus(p.Y).Times(t)),
		p.Z.Plus(q.Z.Minus(p.Z).Times(t)), p.W.Plus(q.W.Minus(p.W).Times(t)),
	}.near1()
}

// angle is the cosine and sine of half an angle between −π and π, both scaled by the same length.
type angle[T Number[T]] struct{ cos, sin T }

func (a angle[T]) plus(b angle[T]) angle[T] {
	return angle[T]{
		a.cos.Times(b.cos).Minus(a.sin.Times(b.sin)),
		a.sin.Times(b.cos).Plus(a.cos.Times(b.sin)),
	}
}

// share returns the fraction w of an angle, by nlerp.
func (a angle[T]) share(w T) angle[T] {
	length := a.cos.Times(a.cos).Plus(a.sin.Times(a.sin)).Root()
	return angle[T]{length.Plus(a.cos.Minus(length).Times(w)), a.sin.Times(w)}
}

// whole returns the cosine and sine of the full angle; angle 0 if the length is 0.
func (a angle[T]) whole() (c, s T) {
	zero, one := a.cos.Of(0), a.cos.Of(1)
	cc, ss := a.cos.Times(a.cos), a.sin.Times(a.sin)
	square := cc.Plus(ss)
	per := one.Over(square)
	return zero.Less(square, cc.Minus(ss).Times(per), one), zero.Less(square, a.cos.Plus(a.cos).Times(a.sin).Times(per), zero)
}

// rotationAround returns the rotation by an angle around a unit axis, with the length of the angle.
func (a angle[T]) rotationAround(axis V[T]) Q[T] {
	v := axis.times(a.sin)
	return Q[T]{v.X, v.Y, v.Z, a.cos}
}

// halve returns half the angle of a cosine and sine, exact over the whole circle.
func halve[T Number[T]](c, s T) angle[T] {
	zero, one := c.Of(0), c.Of(1)
	far := one.Minus(c)
	return angle[T]{c.Less(zero, s.Absolute(), one.Plus(c)), c.Less(zero, s.Less(zero, far.Negative(), far), s)}
}
