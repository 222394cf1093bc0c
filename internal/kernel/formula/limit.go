package formula

// Limit is a range of rotations: center · swing · twist, where swings of the axis lie in an ellipse
// and twists around it in a range. Angles are halved.
type Limit[T Number[T]] struct {
	Center            Q[T]
	Axis, Side, Third V[T] // orthonormal
	A, B              T    // half axes of the ellipse, around Side and Third, of its hard part if it is soft
	Rest              T    // how far a swing may go beyond; 0: the ellipse is hard
	Within            T    // the part of the ellipse beyond which a swing is outside: 1 and rounding

	MiddleCos, MiddleSin T
	TwistCos, TwistSin   T // the greatest twist from the middle
	Start                T // sine from which twists are held back; above 1: none
	TwistRest            T // TwistSin − Start
}

// LimitValues is the number of a limit's values, in their order.
const LimitValues = 23

// uniformLimit returns the limit of uniforms.
func uniformLimit[T Number[T]](m Memory[T], i int) Limit[T] {
	return Limit[T]{
		uniformQ(m, i), uniformV(m, i+4), uniformV(m, i+7), uniformV(m, i+10), m.Uniform(i + 13), m.Uniform(i + 14), m.Uniform(i + 15), m.Uniform(i + 16),
		m.Uniform(i + 17), m.Uniform(i + 18), m.Uniform(i + 19), m.Uniform(i + 20), m.Uniform(i + 21), m.Uniform(i + 22),
	}
}

// LimitParts is a rotation as a limit sees it: the swing, around Side and Third, with its W, and the
// twist from the middle.
type LimitParts[T Number[T]] struct{ Y, Z, W, Cos, Sin T }

// Parts splits a rotation.
func (l *Limit[T]) Parts(q Q[T]) LimitParts[T] {
	q = l.Center.inverse().mul(q)
	v, zero, one := q.vector(), q.W.Of(0), q.W.Of(1)
	d := v.dot(l.Axis)
	n := q.W.Times(q.W).Plus(d.Times(d)).Root()
	c, s := zero.Less(n, q.W.Over(n), one), zero.Less(n, d.Over(n), zero)
	swing := v.times(c).addTimes(v.cross(l.Axis), s.Negative())
	twist := angle[T]{c, s}.plus(angle[T]{l.MiddleCos, l.MiddleSin.Negative()})
	twist = ifBelow(twist.cos, zero, angle[T]{twist.cos.Negative(), twist.sin.Negative()}, twist)
	return LimitParts[T]{swing.dot(l.Side), swing.dot(l.Third), n, twist.cos, twist.sin}
}

// holdTwist limits a twist; tangents of half the angles are compared. Beyond the soft part it
// approaches the limit as x/(1+x) of the rest of the sine.
func (l *Limit[T]) holdTwist(a angle[T]) angle[T] {
	zero, one, from := a.sin.Of(0), a.sin.Of(1), a.sin.Absolute()
	held := ifBelow(l.TwistSin.Times(a.cos), from.Times(l.TwistCos), angle[T]{l.TwistCos, l.TwistSin}, angle[T]{a.cos, from})
	x := from.Minus(l.Start)
	sine := l.Start.Plus(l.TwistRest.Times(x.Over(l.TwistRest.Plus(x))))
	soft := angle[T]{greatest(zero, one.Minus(sine).Times(one.Plus(sine))).Root(), sine}
	held = ifBelow(l.Start, from, soft, held)
	return angle[T]{held.cos, a.sin.Less(zero, held.sin.Negative(), held.sin)}
}

// EllipseRadius returns how far a swing is out as a part of the ellipse, and its coordinates on it.
func (l *Limit[T]) EllipseRadius(y, z T) (out, u, v T) {
	u, v = y.Over(l.A), z.Over(l.B)
	return u.Times(u).Plus(v.Times(v)).Root(), u, v
}

// HoldSwing returns the point of the ellipse nearest to a point outside. With a soft part the
// ellipse is that part, and the point moves on by less than the rest of the smaller half axis,
// which stays inside the whole ellipse since both are convex.
func (l *Limit[T]) HoldSwing(y, z T) (T, T) {
	zero := y.Of(0)
	out, u, v := l.EllipseRadius(y, z)
	u, v = l.nearest(y.Absolute(), z.Absolute(), u.Absolute().Over(out), v.Absolute().Over(out))
	u, v = y.Less(zero, u.Negative(), u), z.Less(zero, v.Negative(), v)
	dy, dz := y.Minus(u), z.Minus(v)
	by := l.Rest.Over(l.Rest.Plus(dy.Times(dy).Plus(dz.Times(dz)).Root()))
	u, v = zero.Less(l.Rest, u.Plus(dy.Times(by)), u), zero.Less(l.Rest, v.Plus(dz.Times(by)), v)
	return l.Within.Less(out, u, y), l.Within.Less(out, v, z)
}

// nearest returns the point nearest to (y, z), both ≥ 0 and outside, on the ellipse, starting at
// (A·u, B·v): four times the circle of curvature at the last point gives the next.
func (l *Limit[T]) nearest(y, z, u, v T) (T, T) {
	zero, a, b := y.Of(0), l.A, l.B
	span := a.Minus(b).Times(a.Plus(b))
	for range 4 {
		cx, cy := span.Times(u.Times(u.Times(u))).Over(a), span.Times(v.Times(v.Times(v))).Negative().Over(b)
		rx, ry := a.Times(u).Minus(cx), b.Times(v).Minus(cy)
		qx, qy := y.Minus(cx), z.Minus(cy)
		ratio := rx.Times(rx).Plus(ry.Times(ry)).Over(qx.Times(qx).Plus(qy.Times(qy))).Root()
		u, v = greatest(zero, qx.Times(ratio).Plus(cx).Over(a)), greatest(zero, qy.Times(ratio).Plus(cy).Over(b))
		n := u.Times(u).Plus(v.Times(v)).Root()
		u, v = u.Over(n), v.Over(n)
	}
	return a.Times(u), b.Times(v)
}

// Exceeds returns 0 for rotations that Hold leaves as they are, else 1.
func (l *Limit[T]) Exceeds(p *LimitParts[T]) T {
	zero, one, sine := p.Y.Of(0), p.Y.Of(1), p.Sin.Absolute()
	out, _, _ := l.EllipseRadius(p.Y, p.Z)
	outside := l.Within.Less(out, one, l.Start.Less(sine, one, zero))
	return l.TwistSin.Times(p.Cos).Less(sine.Times(l.TwistCos), one, outside)
}

// Hold returns the rotation within the limit that is nearest in swing and twist to q, whose parts are
// p, and 1 if that is another one than q, or 0.
func (l *Limit[T]) Hold(q Q[T], p *LimitParts[T]) (Q[T], T) {
	y, z := l.HoldSwing(p.Y, p.Z)
	return l.Join(q, p, y, z)
}

// Join is Hold with the swing that HoldSwing returns.
func (l *Limit[T]) Join(q Q[T], p *LimitParts[T], y, z T) (Q[T], T) {
	zero, one := p.Y.Of(0), p.Y.Of(1)
	twist := l.holdTwist(angle[T]{p.Cos, p.Sin})
	swung := y.Same(p.Y, z.Same(p.Z, zero, one), one)
	held := twist.cos.Same(p.Cos, twist.sin.Same(p.Sin, swung, one), one)
	swing := l.Side.times(y).addTimes(l.Third, z)
	w := zero.Less(swung, greatest(zero, one.Minus(swing.dot(swing))).Root(), p.W)
	turn := twist.plus(angle[T]{l.MiddleCos, l.MiddleSin}).rotationAround(l.Axis)
	out := l.Center.mul(Q[T]{swing.X, swing.Y, swing.Z, w}.mul(turn)).near1().finite()
	out = either(out.dot(q), zero, out.times(one.Negative()), out)
	return either(zero, held, out, q), held
}

// Uniforms of LimitCheck and LimitHold: a limit, what the rotation column is at rest and in the
// middle of it, inverted, and what follows it.
const (
	limitRest     = LimitValues
	limitBind     = LimitValues + 4
	LimitUniforms = LimitValues + 8
)

// limited returns the rotation of a joint relative to rest.
func limited[T Number[T]](m Memory[T]) (Limit[T], Q[T]) {
	q := loadQ(m, 0, 0).times(m.Load(0, 4).Root())
	return uniformLimit(m, 0), uniformQ(m, limitRest).mul(q).mul(uniformQ(m, limitBind)).near1()
}

// LimitCheck finds rotations that may be outside a limit.
//
//	argument 0   rotation column            uniform   LimitUniforms
//	         1   weight
//	         2   1 where it may be outside, else 0, written
func LimitCheck[T Number[T]](m Memory[T]) {
	l, q := limited(m)
	p, weight := l.Parts(q), m.Load(1, 0)
	m.Store(2, 0, weight.Of(0).Less(weight, l.Exceeds(&p), weight.Of(0)))
}

// LimitHold brings the rotation of a joint within a limit. Rotations inside keep their bits.
//
//	argument 0   rotation column, written   uniform   LimitUniforms
//	         1   weight
func LimitHold[T Number[T]](m Memory[T]) {
	l, q := limited(m)
	p := l.Parts(q)
	to, held := l.Hold(q, &p)
	goal := uniformQ(m, limitRest).inverse().mul(to).mul(uniformQ(m, limitBind).inverse())
	weight := m.Load(1, 0)
	now := loadQ(m, 0, 0).times(m.Load(0, 4).Root()).nlerp(goal, weight)
	setRotation(m, 0, now, weight.Of(0).Less(held, weight, weight.Of(0)))
}
