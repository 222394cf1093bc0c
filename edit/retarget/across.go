package retarget

import (
	"context"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/meter"
	"github.com/sinew-anim/sinew/soa"
)

// Bounds of misfits, in radians: distances relative to the length of a bone.
const (
	even = 0.002 // a pose whose bones mirror each other: frames are taken from it as they are
	near = 0.05  // the sides of the model differ by nature: bones are aligned, rolls are not
	fits = 0.02  // what the directions of several bones or of axes explain
)

// across resolves, per joint j with the other side o, the rotation A(j) in
//
//	G'(o) = half · G(j) · A(j),   A(o) = −A(j)⁻¹
//
// which says how the axes of both joints correspond. It is a property of the model and not of the
// pose in which it happens to rest, so a reference pose, the bind pose or the rest pose, is only
// believed as far as its bones mirror each other. Beyond that
//
//	the bones to several children, which no pose turns in a joint's frame, say A themselves;
//	the bone to one child says A up to a roll, which is that of axes if they explain the bone:
//	tools give joints axes that differ by quarter turns between the sides;
//	else the roll is that of the reference pose, and the joint is listed.
type across struct {
	m        *mirror
	local    []exact.Quat // of the reference pose
	children [][]int
	kind     []trust
	axes     []bool // A is a multiple of quarter turns
	budget   int    // of joints that are looked at ahead
	rolled   []int  // joints whose roll nothing tells
	steps    *meter.Meter
}

// trust says what a reference pose is good for at a joint and below.
type trust uint8

const (
	asIs trust = iota
	rolls
	little
)

// turnPair is a bone in the frame of a joint's other side, and where A must bring its direction.
type turnPair struct{ from, to exact.Vec }

// stepsOfJoint is about the nanoseconds that it takes to look at a joint.
const stepsOfJoint = 500

// resolve sets the turns of all joints, and returns those whose roll nothing tells. The error is the
// context's.
func (m *mirror) resolve(ctx context.Context) ([]int, error) {
	n := len(m.own)
	a := &across{m: m, children: make([][]int, n), kind: make([]trust, n), axes: make([]bool, n), budget: 64 * n, steps: meter.New(ctx, 0)}
	for j, p := range m.model.Skeleton.Parent {
		if p >= 0 && !m.sides.kept[j] {
			a.children[p] = append(a.children[p], j)
		}
	}
	a.local = m.locals(m.own)
	if sum, worst := a.measureAll(); worst > even {
		rest := a.local
		if a.local = m.locals(m.bound()); a.local != nil {
			if other, _ := a.measureAll(); other >= sum {
				a.local = nil
			}
		}
		if a.local == nil {
			a.local = rest
		}
	}
	for j := range n {
		if o := m.sides.of[j]; !m.sides.kept[j] && o >= j {
			a.joint(j)
		}
		if err := a.steps.Step(stepsOfJoint); err != nil {
			return nil, err
		}
	}
	return a.rolled, nil
}

// measureAll returns the sum and the largest of the misfits of the reference pose, each relative
// to aligned parents. Of an ended context it returns what it has.
func (a *across) measureAll() (sum, worst float64) {
	for j, o := range a.m.sides.of {
		if a.steps.Step(stepsOfJoint) != nil {
			break
		}
		if a.m.sides.kept[j] || o < j {
			continue
		}
		q := a.candidate(j)
		off, _ := a.misfit(j, q)
		if off > even {
			q = a.align(j, q, rolls)
		}
		a.set(j, q)
		sum, worst = sum+off, max(worst, off)
	}
	return sum, worst
}

// candidate returns A(j) if the reference pose mirrors itself below the joint's parent.
func (a *across) candidate(j int) exact.Quat {
	q := a.local[j].Conjugate().Mul(a.m.turnAbove(j)).Mul(a.local[a.m.sides.of[j]])
	if a.m.sides.of[j] == j { // a half turn, but for rounding
		q[3] = 0
		if q.Length() < 0.5 {
			q = exact.Quat{1, 0, 0, 0}
		}
	}
	return q.Unit()
}

// set sets A of a joint and its other side.
func (a *across) set(j int, q exact.Quat) {
	o := a.m.sides.of[j]
	a.m.turn[j] = q
	if o != j {
		a.m.turn[o] = q.Conjugate().Negate()
	}
}

// bones returns the bones to children that have another side.
func (a *across) bones(j int) (list []turnPair) {
	m := a.m
	o := m.sides.of[j]
	sign := -1.
	if float64(m.sizeAbove(j)*m.sizeAbove(o)) < 0 {
		sign = 1
	}
	for _, c := range a.children[j] {
		to, from := m.offset(c), m.offset(m.sides.of[c])
		if short := 1e-6 * math.Abs(m.reach); to.Length() > short && from.Length() > short {
			list = append(list, turnPair{from, to.Scale(sign * from.Length() / to.Length())})
		}
	}
	return list
}

// misfit returns how far a rotation leaves the bones of a joint from their places, relative to
// the longest, and whether any says more than that it is in the middle.
func (a *across) misfit(j int, q exact.Quat) (off float64, told bool) {
	list := a.bones(j)
	off = misfit(list, q)
	for _, b := range list {
		told = told || a.m.sides.of[j] != j || b.from.Add(b.to).Length() > float64(0.01*b.from.Length())
	}
	return off, told
}

func misfit(list []turnPair, q exact.Quat) (off float64) {
	longest := 0.
	for _, b := range list {
		longest = max(longest, b.from.Length())
		off = max(off, q.Rotate(b.from).Sub(b.to).Length())
	}
	if longest > 0 {
		off /= longest
	}
	return off
}

// joint resolves a joint and its other side.
func (a *across) joint(j int) {
	q := a.candidate(j)
	kind := little
	if p := a.m.model.Skeleton.Parent[j]; p >= 0 {
		kind = a.kind[min(int(p), a.m.sides.of[p])]
	}
	if kind != asIs {
		seen := a.measureSubtree(j, q)
		if p := a.m.model.Skeleton.Parent[j]; seen == rolls && p >= 0 && a.m.sides.of[p] != int(p) {
			seen = kind // one bone within a limb may be near by chance
		}
		kind = min(kind, seen)
	}
	a.kind[j] = kind
	if kind != asIs {
		q = a.align(j, q, kind)
	}
	_, away := nearestAxes(q)
	a.axes[j] = away < 2*fits
	a.set(j, q)
}

// align returns a candidate that brings the bones of a joint to their places.
func (a *across) align(j int, q exact.Quat, kind trust) exact.Quat {
	if a.m.sides.of[j] == j {
		return a.middle(j, q, a.bones(j), kind)
	}
	return a.side(j, q, a.bones(j), kind)
}

// measureSubtree measures the reference pose from a joint down.
func (a *across) measureSubtree(j int, q exact.Quat) trust {
	worst, told := 0., false
	a.set(j, q)
	todo := []int{j}
	for len(todo) > 0 {
		j := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if a.budget--; a.budget < 0 || a.steps.Step(stepsOfJoint) != nil {
			return little
		}
		off, ok := a.misfit(j, a.m.turn[j])
		if worst, told = max(worst, off), told || ok; worst > near {
			return little
		}
		for _, c := range a.children[j] {
			if c <= a.m.sides.of[c] || a.m.sides.of[j] != j {
				a.set(c, a.candidate(c))
				todo = append(todo, c)
			}
		}
	}
	switch {
	case !told:
		return little
	case worst <= even:
		return asIs
	}
	return rolls
}

// side resolves a joint of a side from a candidate.
func (a *across) side(j int, q exact.Quat, list []turnPair, kind trust) exact.Quat {
	if len(list) == 0 {
		p := a.m.model.Skeleton.Parent[j]
		if kind == rolls {
			return q
		}
		if p >= 0 && a.axes[min(int(p), a.m.sides.of[p])] {
			if axes, ok := a.snap(j, q, list); ok {
				return axes
			}
		}
		a.rolled = append(a.rolled, j)
		return q
	}
	long := longest(list)
	swung := swing(q, list[long])
	if turned, ok := rolled(swung, list, long); ok && misfit(list, turned) < fits {
		return turned
	}
	if kind == rolls {
		return swung
	}
	if axes, ok := a.snap(j, swung, list); ok {
		return swing(axes, list[long])
	}
	a.rolled = append(a.rolled, j)
	return swung
}

// snap returns the nearest of the rotations that take axes to axes and explain the bones of a joint
// of a side. Those of the parent come first: tools have one rule for a limb.
func (a *across) snap(j int, q exact.Quat, list []turnPair) (best exact.Quat, ok bool) {
	away := math.Pi / 4
	up := exact.Quat{}
	if p := a.m.model.Skeleton.Parent[j]; p >= 0 && a.m.sides.of[p] != int(p) {
		up = a.m.turn[p]
	}
	for _, axes := range allAxes {
		if misfit(list, axes) > fits {
			continue
		}
		angle := angleBetween(axes, q)
		if angleBetween(axes, up) < 2*fits {
			angle -= math.Pi / 6
		}
		if angle < away {
			best, away, ok = axes, angle, true
		}
	}
	return best, ok
}

// middle resolves a joint in the middle: A is a half turn about the normal of the mirror in the
// joint's frame.
func (a *across) middle(j int, q exact.Quat, list []turnPair, kind trust) exact.Quat {
	normal := exact.Vec{q[0], q[1], q[2]}
	half := func(v exact.Vec) exact.Quat { return exact.Quat{v[0], v[1], v[2]} }
	var apart, along exact.Vec
	size := 0.
	for _, b := range list {
		d := b.from.Add(b.to)
		size = max(size, b.from.Length())
		if d.Dot(normal) < 0 {
			d = d.Scale(-1)
		}
		apart = apart.Add(d)
		if a.isMiddle(b) && b.from.Length() > along.Length() {
			along = b.from
		}
	}
	if apart.Length() > float64(0.05*size) {
		if fit := half(apart.Unit()); misfit(list, fit) < fits {
			return fit
		}
	}
	if kind == rolls || len(list) == 0 && !a.axes[max(0, int(a.m.model.Skeleton.Parent[j]))] {
		return half(level(normal, along))
	}
	for axis := range 3 {
		n := X.normal(axis)
		if n.Dot(normal) < 0 {
			n = n.Scale(-1)
		}
		if n.Dot(normal) > math.Sqrt2/2 && misfit(list, half(n)) < 2*fits {
			return half(level(n, along))
		}
	}
	a.rolled = append(a.rolled, j)
	return half(level(normal, along))
}

// isMiddle reports whether a bone of a joint in the middle is to one in the middle too.
func (a *across) isMiddle(b turnPair) bool {
	return b.from.Add(b.to).Length() < float64(1e-6*b.from.Length())
}

// level returns a unit vector turned to a right angle to another vector.
func level(normal, along exact.Vec) exact.Vec {
	along = along.Unit()
	if flat := normal.Sub(along.Scale(normal.Dot(along))); flat.Length() > 0.5 {
		return flat.Unit()
	}
	return normal
}

// longest returns the index of the longest bone.
func longest(list []turnPair) (at int) {
	for i, b := range list {
		if b.from.Length() > float64(1.001*list[at].from.Length()) {
			at = i
		}
	}
	return at
}

// swing returns a rotation, turned the shortest way so that it brings a bone to its place.
func swing(q exact.Quat, b turnPair) exact.Quat {
	from := q.Rotate(b.from)
	return arc(from, b.to, from.Unit().Perpendicular()).Mul(q).Unit()
}

// rolled returns a rotation, turned about a bone so that it brings the others near their places,
// and whether they are far enough from the bone to say.
func rolled(q exact.Quat, list []turnPair, about int) (exact.Quat, bool) {
	axis := list[about].to.Unit()
	sine, cosine, arm := 0., 0., 0.
	for _, b := range list {
		v := q.Rotate(b.from)
		v, w := v.Sub(axis.Scale(v.Dot(axis))), b.to.Sub(axis.Scale(b.to.Dot(axis)))
		sine, cosine, arm = sine+axis.Dot(v.Cross(w)), cosine+v.Dot(w), max(arm, w.Length())
	}
	if arm < float64(0.1*list[about].to.Length()) {
		return q, false
	}
	s, c := exact.SinCos(exact.Atan2(sine, cosine) / 2)
	turn := axis.Scale(s)
	return exact.Quat{turn[0], turn[1], turn[2], c}.Mul(q).Unit(), true
}

// allAxes are the rotations that take axes to axes.
var allAxes = func() (list []exact.Quat) {
	for i := range 81 {
		var q exact.Quat
		count, first := 0, 0.
		for c, rest := 0, i; c < 4; c, rest = c+1, rest/3 {
			q[c] = float64(rest%3 - 1)
			if q[c] != 0 {
				if count++; first == 0 {
					first = q[c]
				}
			}
		}
		if first > 0 && count != 3 {
			list = append(list, q.Unit())
		}
	}
	return list
}()

// nearestAxes returns the nearest of the rotations that take axes to axes, and its angle.
func nearestAxes(q exact.Quat) (best exact.Quat, away float64) {
	away = math.Inf(1)
	for _, axes := range allAxes {
		if angle := angleBetween(axes, q); angle < away {
			best, away = axes, angle
		}
	}
	return best, away
}

// angleBetween returns the angle in radians between two rotations.
func angleBetween(p, q exact.Quat) float64 {
	return degrees(p.Conjugate().Mul(q)) * (math.Pi / 180)
}

// locals returns the rotations of joints relative to what their parents show them.
func (m *mirror) locals(own []exact.Quat) []exact.Quat {
	if own == nil {
		return nil
	}
	local := make([]exact.Quat, len(own))
	for j := range own {
		local[j] = own[j]
		if p := m.model.Skeleton.Parent[j]; p >= 0 {
			local[j] = own[p].Mul(m.sign[p]).Conjugate().Mul(own[j])
		}
	}
	return local
}

// bound returns the orientations of joints when the skins were bound, relative to the joint at
// rest from which a skin hangs, or nil if there are no skins.
func (m *mirror) bound() []exact.Quat {
	n := len(m.own)
	skin, bind := make([]int, n), make([]exact.Quat, n)
	for i, s := range m.model.Skins {
		for k, j := range s.Joint {
			matrix, ok := exact.FromFloat32(s.InverseBind[k]).Inverse()
			if skin[j] > 0 || !ok || m.size[j] < 0 {
				continue
			}
			if _, q, scale, sheared := matrix.Decompose(); sheared < 1e-3 && scale[0] > 0 {
				skin[j], bind[j] = i+1, q
			}
		}
	}
	own := make([]exact.Quat, n)
	above := make([]int, n) // the nearest joint of a skin, itself included
	some := false
	for j := range n {
		above[j] = soa.NoJoint
		p := int(m.model.Skeleton.Parent[j])
		if p >= 0 {
			above[j] = above[p]
		}
		switch up := above[j]; {
		case skin[j] > 0 && up >= 0 && skin[up] == skin[j]:
			own[j], some = own[up].Mul(bind[up].Conjugate()).Mul(bind[j]), true
		case p >= 0:
			own[j] = own[p].Mul(m.own[p].Conjugate()).Mul(m.own[j])
		default:
			own[j] = m.own[j]
		}
		if skin[j] > 0 {
			above[j] = j
		}
	}
	if !some {
		return nil
	}
	return own
}
