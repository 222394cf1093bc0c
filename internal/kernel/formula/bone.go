package formula

// Rows of a walk along a chain: where the last bone now ends, and the columns of the accumulated
// rotation.
const (
	WalkHead = 0
	WalkTurn = 3
	WalkRows = 12
)

// walk is the state of a walk along a chain.
type walk[T Number[T]] struct{ head, x, y, z V[T] }

func loadWalk[T Number[T]](m Memory[T], argument int) walk[T] {
	return walk[T]{loadV(m, argument, WalkHead), loadV(m, argument, WalkTurn), loadV(m, argument, WalkTurn+3), loadV(m, argument, WalkTurn+6)}
}

func (w *walk[T]) store(m Memory[T], argument int) {
	for i, v := range [...]V[T]{w.head, w.x, w.y, w.z} {
		storeV(m, argument, WalkHead+3*i, v)
	}
}

// ifSame returns yes where a = b, and no elsewhere.
func ifSame[T Number[T]](a, b T, yes, no V[T]) V[T] {
	return V[T]{a.Same(b, yes.X, no.X), a.Same(b, yes.Y, no.Y), a.Same(b, yes.Z, no.Z)}
}

// turned returns a direction rotated by the walk's rotation.
func (w *walk[T]) turned(v V[T]) V[T] { return w.x.times(v.X).addTimes(w.y, v.Y).addTimes(w.z, v.Z) }

// BoneTurn rotates a bone of a chain, and the joint at its head.
//
//	argument 0   bone, BoneRows
//	         1   walk, WalkRows, written
//	         2   frame of the joint
//	         3   frame of its parent
//	         4   rotation column of the joint, written
//	         5   weight
func BoneTurn[T Number[T]](m Memory[T]) {
	own := turnBone(m)
	weight := m.Load(5, 0)
	setRotation(m, 4, loadTurn(m, 3).inverse().mul(own.share(weight).mul(loadTurn(m, 2))), weight)
}

// share returns the fraction w of a rotation by at most 180°, of any length.
func (q Q[T]) share(w T) Q[T] {
	one := w.Of(1)
	return Q[T]{q.X.Times(w), q.Y.Times(w), q.Z.Times(w), one.Plus(q.W.Minus(one).Times(w))}
}

// turnBone advances a walk by a bone, and returns the bone's rotation relative to the previous
// bone: a unit quaternion in the space of the pose.
func turnBone[T Number[T]](m Memory[T]) Q[T] {
	w, u, along := loadWalk(m, 1), loadV(m, 0, BoneTo), loadV(m, 0, BoneAlong)
	w.head = w.head.addTimes(u, m.Load(0, BoneLength))
	v := V[T]{w.x.dot(u), w.y.dot(u), w.z.dot(u)} // as if no earlier bone had rotated
	any, one := along.any(), along.X.Of(1)
	c, k := along.cross(v), along.X.Times(v.X).Plus(along.Y.Times(v.Y)).Plus(along.Z.Times(v.Z).Plus(one))
	small := k.Of(1e-5)
	q := either(k, small, Q[T]{any.X, any.Y, any.Z, k.Of(0)}, Q[T]{c.X, c.Y, c.Z, k})

	// What the rotation adds to vectors, up to the factor, which is there last.
	xx, yy, zz := q.X.Times(q.X), q.Y.Times(q.Y), q.Z.Times(q.Z)
	xy, xz, yz := q.X.Times(q.Y), q.X.Times(q.Z), q.Y.Times(q.Z)
	wx, wy, wz := q.W.Times(q.X), q.W.Times(q.Y), q.W.Times(q.Z)
	square := xx.Plus(yy).Plus(zz.Plus(q.W.Times(q.W)))
	s := k.Of(2).Over(square)
	w.x, w.y, w.z = w.x.addTimes(w.turned(V[T]{yy.Plus(zz).Negative(), xy.Plus(wz), xz.Minus(wy)}), s),
		w.y.addTimes(w.turned(V[T]{xy.Minus(wz), xx.Plus(zz).Negative(), yz.Plus(wx)}), s),
		w.z.addTimes(w.turned(V[T]{xz.Plus(wy), yz.Minus(wx), xx.Plus(yy).Negative()}), s)
	w.store(m, 1)
	return q.times(one.Over(square.Root()))
}
