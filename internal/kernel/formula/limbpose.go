package formula

// Rows of a limb's target.
const (
	LimbPlace          = 0
	LimbPole           = 3
	LimbPoleWeight     = 6
	LimbRotation       = 7
	LimbRotationWeight = 11
	LimbTwist          = 12 // cosine and sine of half the angle
	LimbTargetRows     = 14
)

// LimbPose rotates a limb of a pose toward its target.
//
//	argument 0, 1   frame of the parent of root, of root      uniform 0–2   axis in the frame of mid
//	         2, 3   the same of mid                                   3–6   rotation of end in the bind pose
//	         4, 5   the same of end                                   7–11  bent, pole is point, at mid, soft, stretch
//	         6–8    rotation columns of root, mid and end, written
//	         9      target, LimbTargetRows
//	         10     weight
//	         11     residual, reason and stretch, written
func LimbPose[T Number[T]](m Memory[T]) {
	root, mid, end := loadTurn(m, 1), loadTurn(m, 3), loadTurn(m, 5)
	weight := m.Load(10, 0)
	turned := m.Load(9, LimbRotationWeight).Times(weight)
	l := Limb[T]{
		Root: loadPlace(m, 1), Mid: loadPlace(m, 3), End: loadPlace(m, 5), Target: loadV(m, 9, LimbPlace),
		Axis: mid.rotate(uniformV(m, 0)), Pole: loadV(m, 9, LimbPole),
		Bent: m.Uniform(7), PoleIsPoint: m.Uniform(8), AtMid: m.Uniform(9), Soft: m.Uniform(10), Stretch: m.Uniform(11),
		TwistCos: m.Load(9, LimbTwist), TwistSin: m.Load(9, LimbTwist+1),
		Weight: weight, PoleWeight: m.Load(9, LimbPoleWeight), RotationWeight: turned,
	}
	turns := l.reach(m)
	// Joints below have rotated with root: mid needs only the difference.
	setRotation(m, 6, loadTurn(m, 0).inverse().mul(turns.Root.mul(root)), weight)
	setRotation(m, 7, loadTurn(m, 2).inverse().mul(turns.Fold.mul(mid)), weight)
	zero, q := weight.Of(0), loadQ(m, 8, 0)
	v := m.Seldom(zero, turned, [6]T{q.X, q.Y, q.Z, q.W, m.Load(8, 4), zero}, func() [6]T {
		l.EndTurn = loadQ(m, 9, LimbRotation).mul(end.mul(uniformQ(m, 3)).inverse())
		mid, all := l.turnBeyond(&turns)
		ends := mid.inverse().mul(all)
		q := loadTurn(m, 4).inverse().mul(ends.mul(end))
		return [6]T{q.X, q.Y, q.Z, q.W, zero.Of(1).Over(q.dot(q)), zero}
	})
	for i := range 5 {
		m.Store(8, i, v[i])
	}
	m.Store(11, 0, turns.Residual)
	m.Store(11, 1, turns.Reason)
	m.Store(11, 2, turns.Stretch)
}
