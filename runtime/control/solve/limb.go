package solve

import "github.com/sinew-anim/sinew/internal/vec"

// A Limb is two bones, a hinge between them and where their end shall be, in model
// space. The zero values of Twist, Soft and Stretch mean none.
//
//	     mid              Axis: around it a positive turn bends the limb further
//	    ╱   ╲             Pole: the side of root ─ target on which mid comes to lie
//	   ╱     ╲
//	root ┄┄┄► end ┄ ┄ target
//
// Joints may lie between the three: whatever is between root and mid turns with root.
type Limb struct {
	Root, Mid, End vec.V
	Target         vec.V

	// Axis is the axis of the hinge as the limb is now, of any length. It need not be at
	// a right angle to the bones. With Bent, the axis is at a right angle to the bones as
	// they are bent now, and Axis serves the limb that is straight within 0.001 radians;
	// without either, a straight limb bends towards the pole.
	Axis vec.V
	Bent bool

	// Pole is the direction, or with PoleIsPoint the point, that mid turns to. The zero
	// vector, a pole that is root, or one on the line to the target turns nothing.
	Pole        vec.V
	PoleIsPoint bool
	Twist       Angle // around root ─ target, after the pole

	// Soft is the part of the limb's length from which on the limb straightens only
	// gradually, and never wholly: 0.9 to 0.98 takes the snap out of knees. 0 or 1: none.
	Soft float32
	// Stretch is the greatest factor by which both bones get longer to reach the target.
	Stretch float32
	// AtMid brings mid to the target in place of end, such as an elbow in a strike; the
	// bend stays as it is. For the two bones that end at mid, solve them as a limb.
	AtMid bool

	Weight         float32 // of the place, between what is and what reaches the target
	PoleWeight     float32
	RotationWeight float32 // of TargetRotation
	// EndRotation is the end's rotation in model space now, TargetRotation is what it
	// shall be. They are not read where RotationWeight is 0.
	EndRotation, TargetRotation vec.Q
}

// LimbTurns are the rotations of a limb, to be applied in model space after those that
// the joints have: root's new rotation is Root·root, mid's is Mid·mid, end's is End·end.
// Mid includes Root, and End includes Mid.
type LimbTurns struct {
	Root, Mid, End vec.Q
	Stretch        float32 // the factor of both bones
	Residual       float32 // from the target to end, or mid, with these weights
	Reason         Reason  // with weights of 1
}

// bend is a limb's geometry around its hinge: what lies along the axis never changes, and
// what lies in the plane at a right angle to it is a triangle.
//
//	far² = (a+b)² + along²     near² = (a−b)² + along²
type bend struct {
	axis, x, y vec.V   // unit: the hinge, the first bone in its plane, beside both
	a, b       float32 // lengths of the bones in the plane
	along      float32 // from root to end, along the axis
	c, s       float32 // of the angle from the first bone to the second
	ok         bool
}

// Solve turns a limb towards its target.
//
// The end comes within rounding of the target where that can be reached. The turns are
// continuous in all inputs but where none can be: at a target on root, at a pole on the
// line to the target and, for limbs without a pole, at a target opposite to end. A weight
// of 0 gives vec.Identity to the bit. Nothing is ever NaN.
func (l *Limb) Solve() LimbTurns {
	none := LimbTurns{vec.Identity, vec.Identity, vec.Identity, 1, far, Degenerate}
	if !finite(l.Root, l.Mid, l.End, l.Target, l.Axis, l.Pole) {
		return none
	}
	first, second, t := l.Mid.Sub(l.Root), l.End.Sub(l.Mid), l.Target.Sub(l.Root)
	g := l.hinge(first, second)
	d := t.Length()
	reach, nearest, at, bone := l.place(&g, first, second, d)
	stretch := float32(1)
	if reach < d && reach > 0 {
		stretch = max(1, min(l.Stretch, d/reach))
	}
	// The bent limb, before it turns.
	turn := vec.Identity
	if g.ok && !l.AtMid {
		minus := max(0, float32((g.a+g.b-at)*(g.a+g.b+at))/float32(2*float32(g.a*g.b))) // 1 − cos
		plus := max(0, float32((at-vec.Abs(g.a-g.b))*(at+vec.Abs(g.a-g.b)))/float32(2*float32(g.a*g.b)))
		c, s := float32((plus-minus)*0.5), vec.Sqrt(float32(plus*minus))
		turn = halve(float32(g.c*c)+float32(g.s*s), float32(g.c*s)-float32(g.s*c)).around(g.axis)
		bone = g.axis.Times(g.along).AddTimes(g.x, g.a-g.b+float32(g.b*plus)).AddTimes(g.y, float32(g.b*s))
	}
	from := unit(bone, g.y)
	to := unit(l.End.Sub(l.Root), from)
	if l.AtMid {
		to = from
	}
	to = unit(t, to)
	pole := l.Pole
	if l.PoleIsPoint {
		pole = pole.Sub(l.Root)
	}
	wanted, share := poleNormal(pole, to)
	root := part(orient(from, beside(g.axis, from, g.y), to, wanted, float32(share*l.PoleWeight), l.Twist), l.Weight)
	out := LimbTurns{Root: root, Mid: root.Mul(part(turn, l.Weight)), Stretch: 1 + float32((stretch-1)*l.Weight)}
	out.End = out.Mid
	if l.RotationWeight != 0 {
		out.End = out.Mid.Nlerp(unitQ(l.TargetRotation.Mul(l.EndRotation.Conjugate())), l.RotationWeight)
	}
	end := out.Root.Rotate(first)
	if !l.AtMid {
		end = end.Add(out.Mid.Rotate(second))
	}
	out.Residual = end.Times(out.Stretch).Sub(t).Length()
	out.Reason = l.reason(&g, d, float32(reach*stretch), nearest)
	if !finiteQ(out.Root) || !finiteQ(out.Mid) || !finiteQ(out.End) || !(out.Residual <= far) || !(vec.Abs(out.Stretch) <= far) {
		return none
	}
	return out
}

// hinge finds the axis and the triangle in its plane.
func (l *Limb) hinge(first, second vec.V) bend {
	a, b := first.Length(), second.Length()
	pole := l.Pole
	if l.PoleIsPoint {
		pole = pole.Sub(l.Root)
	}
	chord := unit(first.Add(second), unit(first, unit(second, vec.V{1, 0, 0})))
	axis := unit(l.Axis, vec.V{})
	if axis == (vec.V{}) {
		towards, share := poleNormal(pole, chord)
		if axis = towards; share < 1 {
			axis = chord.Beside()
		}
	}
	if l.Bent && a > 0 && b > 0 {
		n := first.Times(1 / a).Cross(second.Times(1 / b))
		straight := max(0, 1e-3-n.Length())
		axis = unit(n.AddTimes(axis, straight), axis)
	}
	g := bend{axis: axis, along: first.Add(second).Dot(axis)}
	p, q := first.AddTimes(axis, -first.Dot(axis)), second.AddTimes(axis, -second.Dot(axis))
	g.a, g.b = p.Length(), q.Length()
	g.x = beside(unit(p, chord), axis, chord)
	g.y = axis.Cross(g.x)
	if g.ok = float32(g.a*g.b) > float32(1e-6*float32(a*b)); g.ok {
		g.c, g.s = q.Dot(g.x)/g.b, q.Dot(g.y)/g.b
		n := vec.Sqrt(float32(g.c*g.c) + float32(g.s*g.s))
		g.c, g.s = g.c/n, g.s/n
	}
	return g
}

// place is the distance from root at which the effector will be, before it stretches, the
// least that it can be, the same distance in the plane of the hinge, and the vector to
// the effector of a limb that cannot bend.
func (l *Limb) place(g *bend, first, second vec.V, d float32) (reach, nearest, at float32, bone vec.V) {
	bone = first.Add(second)
	if l.AtMid {
		bone = first
	}
	if l.AtMid || !g.ok {
		n := bone.Length()
		return n, n, n, bone
	}
	sum, difference, square := g.a+g.b, g.a-g.b, float32(g.along*g.along)
	longest := vec.Sqrt(float32(sum*sum) + square)
	nearest = vec.Sqrt(float32(difference*difference) + square)
	reach = max(nearest, soften(d, longest, l.Soft))
	along := vec.Abs(g.along)
	at = vec.Sqrt(max(0, float32((reach-along)*(reach+along))))
	return reach, nearest, at, bone
}

// soften is a distance up to which a limb of some length reaches for a target at the
// distance d: from the part soft of the length on 1 − 256/(x+4)⁴ of the rest, which
// begins with the slope 1, never passes x, and ends at 1.
func soften(d, length, soft float32) float32 {
	out := min(d, length)
	if start := float32(length * soft); soft > 0 && start < length && d > start {
		rest := length - start
		x := (d-start)/rest + 4
		x *= x
		out = min(out, start+float32(rest*(1-256/float32(x*x))))
	}
	return out
}

func (l *Limb) reason(g *bend, d, reached, nearest float32) Reason {
	within := float32(2e-6 * (reached + nearest))
	switch {
	case !l.AtMid && !g.ok || d == 0 || !(reached > 0):
		return Degenerate
	case d < nearest-within:
		return TooNear
	case d <= reached+within:
		return Reached
	case !l.AtMid && l.Soft > 0 && l.Soft < 1 && d <= float32(max(1, l.Stretch)*(vec.Sqrt(float32((g.a+g.b)*(g.a+g.b))+float32(g.along*g.along)))):
		return Soft
	}
	return TooFar
}
