package control

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/vec"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// frames are where the joints that modifiers read are in model space: a slot of the layout
// each, with all that are above it.
//
//	Rig       turn = R(p)·q(s)     matrix = palette(s)      bind-relative, see soa.Layout
//	General   turn = R(p)·q(s)     matrix = M(s)            local
type frames struct {
	layout *pose.Layout
	slot   []int   // ascending, so that parents come first
	parent []int   // index in slot, or −1
	bind   []vec.Q // of the rig form: the joint's rotation in the bind pose
	static []*soa.Affine

	turn   []vec.Q
	matrix []soa.Affine

	owner    constraint.Joint // of the constraints at hand
	targets  []constraint.Target
	links    []solve.AimLink // of the joints that look
	dt       float64         // seconds since the pose was changed last
	settling settling        // of feet, over that time
	scratch  scratch
}

// newFrames prepares the frames of some slots and of those above them.
func newFrames(l *pose.Layout, slots []int) *frames {
	needed := make([]bool, l.Rotations())
	for _, s := range slots {
		for ; s != soa.NoJoint && !needed[s]; s = int(l.Parent[s]) {
			needed[s] = true
		}
	}
	f := &frames{layout: l}
	index := make([]int, len(needed))
	for s, needed := range needed {
		if !needed {
			continue
		}
		index[s] = len(f.slot)
		parent := -1
		if p := l.Parent[s]; p != soa.NoJoint {
			parent = index[p]
		}
		f.slot, f.parent = append(f.slot, s), append(f.parent, parent)
		f.bind, f.static = append(f.bind, bindRotation(l, s)), append(f.static, staticOf(l, s))
	}
	f.links = make([]solve.AimLink, 0, maxLinks)
	f.targets = make([]constraint.Target, 0, maxTargets)
	f.turn, f.matrix = make([]vec.Q, len(f.slot)), make([]soa.Affine, len(f.slot))
	return f
}

// bindRotation is the rotation of a slot's joint in the bind pose, in the rig form.
func bindRotation(l *pose.Layout, s int) vec.Q {
	if l.Form != soa.Rig {
		return vec.Identity
	}
	x, y, z := vec.Columns(&l.Bind[s])
	x, y = x.Unit(vec.V{1, 0, 0}), y.Unit(vec.V{0, 1, 0})
	if x.Cross(y).Dot(z) < 0 { // the palette mirrors
		x, y = x.Neg(), y.Neg()
	}
	z = x.Cross(y).Unit(vec.V{0, 0, 1})
	return vec.Rotation(x, z.Cross(x), z)
}

func staticOf(l *pose.Layout, s int) *soa.Affine {
	for k := range l.Static {
		if int(l.Static[k].Joint) == s {
			return &l.Static[k].Local
		}
	}
	return nil
}

// find is the index of a slot.
func (f *frames) find(slot int) int {
	for k, s := range f.slot {
		if s == slot {
			return k
		}
	}
	return -1
}

// below lists the indices from first on that are first or lie below it: what changes with
// it.
func (f *frames) below(first int) (list []int) {
	under := make([]bool, len(f.slot))
	for k := range f.slot {
		if under[k] = k == first || f.parent[k] >= 0 && under[f.parent[k]]; under[k] {
			list = append(list, k)
		}
	}
	return list
}

// between lists the indices below first that lead to last, which is below it.
func (f *frames) between(first, last int) (list []int) {
	for k := last; k != first; k = f.parent[k] {
		list = append(list, k)
	}
	slices.Reverse(list)
	return list
}

// read computes the frames of some indices, ascending, whose parents are up to date.
func (f *frames) read(p *pose.Lane, list []int) {
	for _, k := range list {
		f.readOne(p, k)
	}
}

func (f *frames) readOne(p *pose.Lane, k int) {
	l, s := f.layout, f.slot[k]
	turn, above := f.turnAbove(k), f.above(k)
	q := p.Rotation(s)
	moved := vec.V{}
	if c := l.TranslationColumn[s]; c != soa.None {
		moved = p.Other(int(c))
	}
	f.turn[k] = turn.Mul(q)
	if l.Form == soa.Rig {
		pivot := vec.V(l.Pivot[s])
		place := point(&above, pivot.Add(moved))
		m := f.turn[k].Matrix(vec.V{})
		for i := range m {
			m[i] = float32(m[i] * l.K)
		}
		place = place.Sub(direction(&m, pivot))
		m[3], m[7], m[11] = place[0], place[1], place[2]
		f.matrix[k] = m
		return
	}
	if f.static[k] != nil {
		f.matrix[k] = above.Mul(f.static[k])
		x, y, _ := vec.Columns(&f.matrix[k])
		x = x.Unit(vec.V{1, 0, 0})
		z := x.Cross(y).Unit(x.Beside())
		f.turn[k] = vec.Rotation(x, z.Cross(x), z)
		return
	}
	if l.TranslationColumn[s] == soa.None {
		moved = vec.V(l.Pivot[s])
	}
	scale := vec.V(l.Scale[s])
	if c := l.ScaleColumn[s]; c != soa.None {
		scale = p.Other(int(c))
	}
	local := q.Matrix(moved)
	for r := 0; r < 12; r += 4 {
		for i := range 3 {
			local[r+i] = float32(local[r+i] * scale[i])
		}
	}
	f.matrix[k] = above.Mul(&local)
}

// turnAbove and above are the turn and the matrix of what a joint is below.
func (f *frames) turnAbove(k int) vec.Q {
	if p := f.parent[k]; p >= 0 {
		return f.turn[p]
	}
	return vec.Identity
}

func (f *frames) above(k int) soa.Affine {
	if p := f.parent[k]; p >= 0 {
		return f.matrix[p]
	}
	m := soa.IdentityAffine()
	if f.layout.Form == soa.Rig {
		m[0], m[5], m[10] = f.layout.K, f.layout.K, f.layout.K
	}
	return m
}

// pivot is the place in above at which a joint is without its translation column,
// pivotAbove that of its parent.
func (f *frames) pivot(k int) vec.V {
	if f.layout.Form == soa.Rig {
		return vec.V(f.layout.Pivot[f.slot[k]])
	}
	return vec.V{}
}

func (f *frames) pivotAbove(k int) vec.V {
	if p := f.parent[k]; p >= 0 {
		return f.pivot(p)
	}
	return vec.V{}
}

// inColumn is a vector in the frame of a joint's parent as the joint's translation column
// holds it.
func (f *frames) inColumn(k int, v vec.V) vec.V {
	if f.layout.Form != soa.Rig {
		return v
	}
	return f.bindAbove(k).Rotate(v.Times(1 / f.layout.K))
}

// place is where a joint is in model space.
func (f *frames) place(k int) vec.V {
	if f.layout.Form == soa.Rig {
		return point(&f.matrix[k], vec.V(f.layout.Pivot[f.slot[k]]))
	}
	return vec.Place(&f.matrix[k])
}

// joint is a joint's matrix in model space.
func (f *frames) joint(k int) soa.Affine {
	if f.layout.Form == soa.Rig {
		return f.matrix[k].Mul(&f.layout.Bind[f.slot[k]])
	}
	return f.matrix[k]
}

// rotation is that of a joint in model space.
func (f *frames) rotation(k int) vec.Q { return f.turn[k].Mul(f.bind[k]) }

// rotate turns a joint, and what is below it, around its place by a rotation in model
// space.
func (f *frames) rotate(p *pose.Lane, k int, by vec.Q) {
	turn := by.Mul(f.turn[k])
	p.SetRotation(f.slot[k], f.turnAbove(k).Conjugate().Mul(turn).Unit())
	f.readOne(p, k)
}

// rotationAbove is that of a joint's parent.
func (f *frames) rotationAbove(k int) vec.Q {
	if p := f.parent[k]; p >= 0 {
		return f.rotation(p)
	}
	return vec.Identity
}

// stretch moves a joint away from its parent by a factor.
func (f *frames) stretch(p *pose.Lane, k int, factor float32) {
	column := int(f.layout.TranslationColumn[f.slot[k]])
	by := f.pivot(k).Sub(f.pivotAbove(k))
	now := p.Other(column)
	p.SetOther(column, now.AddTimes(by.Add(now), factor-1))
}

// localRotation is a joint's rotation in its parent's frame, and setLocalRotation gives it
// another one.
func (f *frames) localRotation(p *pose.Lane, k int) vec.Q {
	q := p.Rotation(f.slot[k])
	return f.bindAbove(k).Conjugate().Mul(q).Mul(f.bind[k])
}

func (f *frames) setLocalRotation(p *pose.Lane, k int, q vec.Q) {
	p.SetRotation(f.slot[k], f.bindAbove(k).Mul(q).Mul(f.bind[k].Conjugate()).Unit())
}

func (f *frames) bindAbove(k int) vec.Q {
	if f.parent[k] >= 0 {
		return f.bind[f.parent[k]]
	}
	return vec.Identity
}

// point is where a matrix puts a point, direction what it makes of a direction.
func point(m *soa.Affine, v vec.V) vec.V { return direction(m, v).Add(vec.Place(m)) }

func direction(m *soa.Affine, v vec.V) vec.V {
	x, y, z := vec.Columns(m)
	return x.Times(v[0]).AddTimes(y, v[1]).AddTimes(z, v[2])
}
