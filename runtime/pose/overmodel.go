package pose

import (
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// OverModel lays a pose over another one as Over does, but blends rotations in model
// space: a joint that is covered points where it points in the upper pose, whatever
// the joints above it do that are not covered, and a joint that is not covered keeps
// the direction that it has in the lower pose. Both are blocks that Finish, Over or Add
// made; the upper one becomes the result. Lane i is covered weight[i] times a column's
// weight in columns, from 0 to 1; nil stands for 1 in all.
//
//	U(s) = U(p)·u(s)    L(s) = L(p)·l(s)                the joint s in both poses, p its parent
//	B(s) = (1−w)·L(s) ± w·U(s), of unit length          w = weight·column
//	q(s) = B(p)⁻¹·B(s)
//
// Other columns become (1−w)·lower + w·upper. A joint keeps the bits of the lower pose
// where neither it nor a joint above is covered, and those of the upper one where all
// are. What a static matrix of the layout rotates does not count. The error
// wraps simd.ErrLength.
func (l *Layout) OverModel(upper, lower []float32, weight *[Lanes]float32, columns []float32, scratch *ModelScratch) error {
	const stage = "over model"
	if err := l.checkOverModel(stage, upper, lower, columns, scratch, l.BlockValues()); err != nil {
		return err
	}
	for lane := range Lanes {
		m := modelBlend{l.data.Parent, scratch.joints, weight[lane], columns}
		for s := range l.Rotations() {
			at := l.BlockRow(s) + lane
			a, b := (*[4*Lanes + 1]float32)(upper[at:]), (*[4*Lanes + 1]float32)(lower[at:])
			q, p := [4]float32{a[0], a[Lanes], a[2*Lanes], a[3*Lanes]}, [4]float32{b[0], b[Lanes], b[2*Lanes], b[3*Lanes]}
			m.joint(s, &q, &p)
			a[0], a[Lanes], a[2*Lanes], a[3*Lanes] = q[0], q[1], q[2], q[3]
			a[4*Lanes] = 1 / square(q[0], q[1], q[2], q[3])
		}
		for c := l.Rotations(); c < l.Columns(); c++ {
			w := m.covered(c)
			for k := range 3 {
				i := l.BlockRow(c) + k*Lanes + lane
				upper[i] = between(lower[i], upper[i], w)
			}
		}
	}
	return nil
}

// OverModelRow is OverModel for one instance, whose poses are rows. The error wraps
// simd.ErrLength.
func (l *Layout) OverModelRow(upper, lower []float32, weight float32, columns []float32, scratch *ModelScratch) error {
	if err := l.checkOverModel("over model row", upper, lower, columns, scratch, l.RowValues()); err != nil {
		return err
	}
	m := modelBlend{l.data.Parent, scratch.joints, weight, columns}
	for c := range l.Columns() {
		a, b := quad(upper, 4*c), quad(lower, 4*c)
		if c < l.Rotations() {
			m.joint(c, a, b)
			continue
		}
		w := m.covered(c)
		for k := range 3 {
			a[k] = between(b[k], a[k], w)
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
type modelPoses struct{ upper, lower, between [4]float32 }

// aboveRoots is what roots are relative to.
var aboveRoots = modelPoses{[4]float32{3: 1}, [4]float32{3: 1}, [4]float32{3: 1}}

// joint makes the rotation of a slot of the upper one, in place, and the lower one.
func (m *modelBlend) joint(s int, upper, lower *[4]float32) {
	mine, parent := &m.scratch[s], &aboveRoots
	if p := m.parent[s]; p != soa.NoJoint {
		parent = &m.scratch[p]
	}
	modelRotation(&mine.upper, &parent.upper, upper)
	modelRotation(&mine.lower, &parent.lower, lower)
	w := m.covered(s)
	switch w {
	case 0:
		mine.between = mine.lower
	case 1:
		mine.between = mine.upper
	default:
		meet(mine, w)
	}
	switch {
	case w == 0 && parent.between == parent.lower:
		*upper = *lower
	case w == 1 && parent.between == parent.upper:
	default:
		p, q := &parent.between, &mine.between
		x, y, z, w := product(-p[0], -p[1], -p[2], p[3], q[0], q[1], q[2], q[3])
		upper[0], upper[1], upper[2], upper[3] = x+0, y+0, z+0, w+0
	}
}

// modelRotation is a rotation below another one, of unit length.
func modelRotation(out, above, q *[4]float32) {
	f := perLength(q)
	out[0], out[1], out[2], out[3] = product(above[0], above[1], above[2], above[3],
		float32(q[0]*f), float32(q[1]*f), float32(q[2]*f), float32(q[3]*f))
}

// meet puts a joint between its two poses, the shorter way round.
func meet(m *modelPoses, w float32) {
	a, b, c := &m.upper, &m.lower, &m.between
	v := w
	if (float32(a[0]*b[0])+float32(a[1]*b[1]))+(float32(a[2]*b[2])+float32(a[3]*b[3])) < 0 {
		v = -w
	}
	for k := range c {
		c[k] = float32((1-w)*b[k]) + float32(v*a[k])
	}
	f := perLength(c)
	for k := range c {
		c[k] *= f
	}
}

// perLength is what brings a quaternion to length one.
func perLength(q *[4]float32) float32 {
	return float32(math.Sqrt(float64(1 / square(q[0], q[1], q[2], q[3]))))
}

// between is a·(1−w) + b·w.
func between(a, b, w float32) float32 { return (float32(a*(1-w)) + float32(b*w)) + 0 }

func square(x, y, z, w float32) float32 {
	return (float32(x*x) + float32(y*y)) + (float32(z*z) + float32(w*w))
}

// product is the quaternion a·b: b first, then a.
func product(ax, ay, az, aw, bx, by, bz, bw float32) (x, y, z, w float32) {
	return (float32(aw*bx) + float32(ax*bw)) + (float32(ay*bz) - float32(az*by)),
		(float32(aw*by) + float32(ay*bw)) + (float32(az*bx) - float32(ax*bz)),
		(float32(aw*bz) + float32(az*bw)) + (float32(ax*by) - float32(ay*bx)),
		(float32(aw*bw) - float32(ax*bx)) - (float32(ay*by) + float32(az*bz))
}
