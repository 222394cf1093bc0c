package pose

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// OverModel lays a pose over another one as FinishOver does, but blends rotations in model space: a
// covered joint has the direction of the upper pose, even below joints that are not covered, and a
// joint that is not covered keeps the direction of the lower pose. Both are blocks of Finish,
// FinishOver or Add; the upper one becomes the result. Lane i is covered weight[i] times a column's
// weight in columns, from 0 to 1; nil stands for 1 in all.
//
//	U(s) = U(p)·u(s)    L(s) = L(p)·l(s)                the joint s in both poses, p its parent
//	B(s) = (1−w)·L(s) ± w·U(s), of unit length          w = weight·column
//	q(s) = B(p)⁻¹·B(s)
//
// Other columns become (1−w)·lower + w·upper. A joint keeps the bits of the lower pose where
// neither it nor a joint above is covered, and those of the upper one where all are. Rotations of
// static matrices of the layout do not count. The error wraps simd.ErrLength.
func (l *Layout) OverModel(upper, lower []float32, weight *[simd.Lanes]float32, columns []float32, scratch *ModelScratch) error {
	const stage = "over model"
	if err := l.checkOverModel(stage, upper, lower, columns, scratch, l.BlockValues()); err != nil {
		return err
	}
	for lane := range simd.Lanes {
		m := modelBlend{l.data.Parent, scratch.joints, weight[lane], columns}
		for s := range l.Rotations() {
			at := l.BlockRow(s) + lane
			a, b := (*[4*simd.Lanes + 1]float32)(upper[at:]), (*[4*simd.Lanes + 1]float32)(lower[at:])
			q := m.joint(s, geom.XYZW(a[0], a[simd.Lanes], a[2*simd.Lanes], a[3*simd.Lanes]), geom.XYZW(b[0], b[simd.Lanes], b[2*simd.Lanes], b[3*simd.Lanes]))
			a[0], a[simd.Lanes], a[2*simd.Lanes], a[3*simd.Lanes], a[4*simd.Lanes] = q.X, q.Y, q.Z, q.W, 1/q.Dot(q)
		}
		for c := l.Rotations(); c < l.Columns(); c++ {
			w := m.covered(c)
			for k := range 3 {
				i := l.BlockRow(c) + k*simd.Lanes + lane
				upper[i] = lerp(lower[i], upper[i], w)
			}
		}
	}
	return nil
}

// OverModelRow is OverModel for one instance, whose poses are rows. The error wraps simd.ErrLength.
func (l *Layout) OverModelRow(upper, lower []float32, weight float32, columns []float32, scratch *ModelScratch) error {
	if err := l.checkOverModel("over model row", upper, lower, columns, scratch, l.RowValues()); err != nil {
		return err
	}
	m := modelBlend{l.data.Parent, scratch.joints, weight, columns}
	for c := range l.Columns() {
		a, b := quad(upper, 4*c), quad(lower, 4*c)
		if c < l.Rotations() {
			*a = m.joint(c, geom.QuatOf(*a), geom.QuatOf(*b)).Array()
			continue
		}
		w := m.covered(c)
		for k := range 3 {
			a[k] = lerp(b[k], a[k], w)
		}
	}
	return nil
}

// ModelScratch is memory for OverModel, for one goroutine at a time; it holds nothing
// between calls.
type ModelScratch struct{ joints []modelPoses }

// NewModelScratch returns scratch for OverModel and OverModelRow.
func (l *Layout) NewModelScratch() *ModelScratch {
	return &ModelScratch{make([]modelPoses, l.Rotations())}
}

func (l *Layout) checkOverModel(stage string, upper, lower, columns []float32, scratch *ModelScratch, values int) error {
	if columns != nil {
		if err := checkLen(stage, "columns", len(columns), l.Columns()); err != nil {
			return err
		}
	}
	if err := checkLen(stage, "a pose", min(len(upper), len(lower)), values); err != nil {
		return err
	}
	return checkLen(stage, "scratch", len(scratch.joints), l.Rotations())
}

// modelBlend is the blend of two poses of one instance in model space.
type modelBlend struct {
	parent  []int16
	scratch []modelPoses // per slot
	weight  float32
	columns []float32
}

// covered is the weight of a column, from 0 to 1.
func (m *modelBlend) covered(column int) float32 {
	w := m.weight
	if m.columns != nil {
		w = float32(w * m.columns[column])
	}
	if w > 0 {
		return min(w, 1)
	}
	return 0
}

// modelPoses are the rotations of a joint in model space: in the upper pose, in the
// lower one and between them.
type modelPoses struct{ upper, lower, between geom.Quat }

// aboveRoots is what roots are relative to.
var aboveRoots = modelPoses{geom.Identity, geom.Identity, geom.Identity}

// joint returns the rotation of a slot between the upper one and the lower one.
func (m *modelBlend) joint(s int, upper, lower geom.Quat) geom.Quat {
	mine, parent := &m.scratch[s], &aboveRoots
	if p := m.parent[s]; p != soa.NoJoint {
		parent = &m.scratch[p]
	}
	mine.upper, mine.lower = parent.upper.Mul(unit(upper)), parent.lower.Mul(unit(lower))
	w := m.covered(s)
	switch w {
	case 0:
		mine.between = mine.lower
	case 1:
		mine.between = mine.upper
	default:
		mine.between = unit(mine.lower.Times(1-w).AddTimes(mine.upper.NearestSign(mine.lower), w))
	}
	switch {
	case w == 0 && parent.between == parent.lower:
		return lower
	case w == 1 && parent.between == parent.upper:
		return upper
	}
	q := parent.between.Conjugate().Mul(mine.between)
	return geom.XYZW(q.X+0, q.Y+0, q.Z+0, q.W+0)
}

// unit is a quaternion of length one.
func unit(q geom.Quat) geom.Quat { return q.Times(geom.Sqrt(1 / q.Dot(q))) }

// lerp is a·(1−w) + b·w.
func lerp(a, b, w float32) float32 { return (float32(a*(1-w)) + float32(b*w)) + 0 }
