package formula

// Rows of a twist that joints share.
const (
	TwistAxis  = 0 // in model space
	TwistAngle = 3 // cosine and sine of half of it, from −π to π
	TwistTurn  = 5 // the last share, a rotation in model space of any length
	TwistRows  = 9
)

// TwistMeasure measures the twist of a joint from its rest.
//
//	argument 0   frame of the joint         uniform 0–3   what, before its rotation column, undoes its rest
//	         1   its rotation column                4–6   axis of the twist, in the frame
//	         2   twist, TwistRows, written
func TwistMeasure[T Number[T]](m Memory[T]) {
	axis := uniformV(m, 4)
	q := uniformQ(m, 0).mul(loadQ(m, 1, 0))
	zero, one, s := q.W.Of(0), q.W.Of(1), q.vector().dot(axis)
	square := q.W.Times(q.W).Plus(s.Times(s))
	per := one.Over(square.Root())
	s = q.W.Less(zero, s.Negative(), s).Times(per)
	storeV(m, 2, TwistAxis, loadTurn(m, 0).rotate(axis))
	m.Store(2, TwistAngle, zero.Less(square, q.W.Absolute().Times(per), one))
	m.Store(2, TwistAngle+1, zero.Less(square, s, zero))
}

// TwistShare computes TwistTurn, a share of a twist.
//
//	argument 0   twist, TwistRows      uniform 0   share, −1 to 1
//	         1   weight
func TwistShare[T Number[T]](m Memory[T]) {
	part := m.Uniform(0).Times(m.Load(1, 0))
	whole := angle[T]{m.Load(0, TwistAngle), m.Load(0, TwistAngle+1)}
	storeQ(m, 0, TwistTurn, whole.onChord(part).rotationAround(loadV(m, 0, TwistAxis)))
}

// onChord returns the fraction w, from −1 to 1, of an angle of unit length. It lies on the chord
// between the two nearest eighths, within 0.02 degrees, and its length is at most 1.
func (a angle[T]) onChord(w T) angle[T] {
	zero, one := w.Of(0), w.Of(1)
	part, low, from, to := w.Absolute(), zero, angle[T]{one, zero}, a
	for _, size := range [...]float32{0.5, 0.25, 0.125} {
		mid := angle[T]{from.cos.Plus(to.cos), from.sin.Plus(to.sin)}
		per := one.Over(mid.cos.Times(mid.cos).Plus(mid.sin.Times(mid.sin)).Root())
		mid = angle[T]{mid.cos.Times(per), mid.sin.Times(per)}
		half := low.Plus(w.Of(size))
		from, to = ifBelow(part, half, from, mid), ifBelow(part, half, mid, to)
		low = part.Less(half, low, half)
	}
	part = part.Minus(low).Times(w.Of(8))
	s := from.sin.Plus(to.sin.Minus(from.sin).Times(part))
	return angle[T]{from.cos.Plus(to.cos.Minus(from.cos).Times(part)), w.Less(zero, s.Negative(), s)}
}

// ifBelow returns yes where a is less than b, and no elsewhere.
func ifBelow[T Number[T]](a, b T, yes, no angle[T]) angle[T] {
	return angle[T]{a.Less(b, yes.cos, no.cos), a.Less(b, yes.sin, no.sin)}
}

// TwistBack keeps a joint's rotation in the model after TwistTurn has been applied to an ancestor.
//
//	argument 0   frame of its parent, before that turn
//	         1   twist, TwistRows
//	         2   rotation column, written
//	         3   weight: 0 where nothing changes
func TwistBack[T Number[T]](m Memory[T]) {
	parent := loadTurn(m, 0)
	back := parent.inverse().mul(loadQ(m, 1, TwistTurn).inverse()).mul(parent)
	setRotation(m, 2, back.mul(loadQ(m, 2, 0)), m.Load(3, 0))
}
