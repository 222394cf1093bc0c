package control

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// frames are the model-space transforms of the joints that modifiers read and of their
// ancestors, in 16 poses at once, one per slot of the layout. Modifiers of one pose see its lane.
//
//	Rig       turn = R(p)·q(s)     matrix = palette(s)      bind-relative, see soa.Layout
//	General   turn = B(p)·q(s)     matrix = M(s)            local; B: reflection.go
type frames struct {
	layout *pose.Layout
	slot   []int       // ascending, so that parents come first
	parent []int       // index in slot, or −1
	bind   []geom.Quat // of the rig form: the joint's rotation in the bind pose
	static []*soa.Affine
	out    []geom.Quat // of the rig form: bind after the joint's half turn
	half   []half      // see reflection.go
	signs  []geom.Vec  // of directions in the joint's frame
	whole  []float32   // of the joint's matrix
	twin   []int       // index of the rows with B, or −1
	twins  int
	read16 []reading // per slot

	values []float32 // see formula.FrameRows, per slot; the last is that of no joint
	args   *kernel.Lanewise
	one    *kernel.RigFrames // frames of one instance, or nil
	block  []float32         // the poses
	lane   int
	lanes  [2][maxTargetRows * simd.Lanes]float32 // targets and results of scattered instances
	beside *beside

	dt      float64 // seconds since the last change of the pose
	scratch *scratch
}

// maxTargetRows is the greatest number of rows of a target or result.
const maxTargetRows = formula.LimbTargetRows

// reading is the input of the kernels that compute a frame.
type reading struct {
	uniforms                     []float32
	rotation, translation, scale int       // first values of columns in a block; soa.None: constant
	moved, scaled                []float32 // the constant translation and scale, in 16 lanes
}

// newFrames prepares the frames of slots and their ancestors.
func newFrames(l *pose.Layout, skeleton *soa.Skeleton, slots []int) *frames {
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
		f.bind, f.static = append(f.bind, geom.QuatOf(l.BindRotation(s))), append(f.static, staticOf(l, s))
		f.reflect(skeleton, s)
	}
	f.values, f.args = simd.AlignedFloat32((len(f.slot)+1+f.twins)*kernel.FrameValues), kernel.NewLanewise()
	f.beside = newBeside(f.values)
	origin := f.frame(-1)
	for _, row := range [...]int{3, formula.FrameMatrix, formula.FrameMatrix + 5, formula.FrameMatrix + 10} {
		fill(origin[row*simd.Lanes:], 1)
	}
	for k := range f.slot {
		f.read16 = append(f.read16, f.reading(k))
	}
	return f
}

func (f *frames) reading(k int) reading {
	l, s := f.layout, f.slot[k]
	r := reading{rotation: l.BlockRow(s), translation: soa.None, scale: soa.None}
	column := func(c int16) int {
		if c == soa.None {
			return soa.None
		}
		return l.BlockRow(l.Rotations() + int(c))
	}
	r.translation = column(l.TranslationColumn[s])
	if l.Form == soa.Rig {
		from := geom.VecOf(l.Pivot[s]).Sub(f.pivotAbove(k))
		r.uniforms, r.moved = []float32{from.X, from.Y, from.Z, l.K}, constant(geom.Vec{})
		return r
	}
	if f.static[k] != nil {
		turn, _ := parts(f.static[k])
		r.uniforms = append(append(r.uniforms, f.static[k][:]...), turn.X, turn.Y, turn.Z, turn.W)
		return r
	}
	r.scale, r.moved, r.scaled = column(l.ScaleColumn[s]), constant(geom.VecOf(l.Pivot[s])), constant(geom.VecOf(l.Scale[s]))
	return r
}

// constant spreads a vector over 16 lanes.
func constant(v geom.Vec) []float32 {
	rows := simd.AlignedFloat32(3 * simd.Lanes)
	for i, x := range v.Array() {
		fill(rows[i*simd.Lanes:], x)
	}
	return rows
}

func fill(lanes []float32, x float32) {
	for i := range lanes[:simd.Lanes] {
		lanes[i] = x
	}
}

func staticOf(l *pose.Layout, s int) *soa.Affine {
	for k := range l.Static {
		if int(l.Static[k].Joint) == s {
			return &l.Static[k].Local
		}
	}
	return nil
}

// find returns the index of a slot, or −1.
func (f *frames) find(slot int) int {
	for k, s := range f.slot {
		if s == slot {
			return k
		}
	}
	return -1
}

// subtree lists the index first and its descendants, which change with it.
func (f *frames) subtree(first int) (list []int) {
	under := make([]bool, len(f.slot))
	for k := range f.slot {
		if under[k] = k == first || f.parent[k] >= 0 && under[f.parent[k]]; under[k] {
			list = append(list, k)
		}
	}
	return list
}

// path lists the indices on the way from first, exclusive, down to last.
func (f *frames) path(first, last int) (list []int) {
	for k := last; k != first; k = f.parent[k] {
		list = append(list, k)
	}
	slices.Reverse(list)
	return list
}

// readAll computes the frames of ascending indices.
func (f *frames) readAll(list []int) {
	if f.one == nil || f.args.Len > 1 {
		for _, k := range list {
			f.readOne(k)
		}
		return
	}
	for n := 0; len(list) > 0; list, n = list[n:], 0 {
		first := list[0]
		for n < len(list) && list[n] == first+n {
			n++
		}
		_ = f.one.Read1(f.values, f.block, first, first+n, f.args)
	}
}

// readPose computes all frames.
func (f *frames) readPose() {
	if f.one != nil && f.args.Len == 1 {
		_ = f.one.Read1(f.values, f.block, 0, len(f.slot), f.args)
		return
	}
	for k := range f.slot {
		f.readOne(k)
	}
}

// ofOne prepares frames of one instance: nil where the layout is not that of a rig.
func (f *frames) ofOne() *kernel.RigFrames {
	if f.layout.Form != soa.Rig {
		return nil
	}
	var joints []kernel.RigFrame
	for k, parent := range f.parent {
		if parent < 0 {
			parent = len(f.slot)
		}
		r := &f.read16[k]
		joints = append(joints, kernel.RigFrame{Frame: k, Above: parent, Rotation: r.rotation, Translation: r.translation, From: [3]float32(r.uniforms)})
	}
	return kernel.NewRigFrames(joints, f.layout.K)
}

// readOne computes a frame whose parent is current. Kernels fail for lengths alone, which are
// fixed here.
func (f *frames) readOne(k int) {
	r, rows := &f.read16[k], &f.args.Rows
	f.args.Uniforms = r.uniforms
	rows[0] = f.ofAbove(k)
	if f.static[k] != nil {
		rows[1] = f.frame(k)
		_ = kernel.FrameStatic16(f.args)
		if f.twin[k] >= 0 {
			f.readTwin(k)
		}
		return
	}
	rows[1], rows[2] = f.block[r.rotation:], r.moved
	if r.translation != soa.None {
		rows[2] = f.block[r.translation:]
	}
	if f.layout.Form == soa.Rig {
		rows[3] = f.frame(k)
		_ = kernel.FrameRig16(f.args)
		return
	}
	rows[3], rows[4] = r.scaled, f.frame(k)
	if r.scale != soa.None {
		rows[3] = f.block[r.scale:]
	}
	_ = kernel.FrameGeneral16(f.args)
	if f.twin[k] >= 0 {
		f.readTwin(k)
	}
}

// begins is where the rows of an index begin, or for −1 those of the parent of roots.
func (f *frames) begins(k int) int {
	if k < 0 {
		k = len(f.slot)
	}
	return k * kernel.FrameValues
}

func (f *frames) frame(k int) []float32 { return f.values[f.begins(k):][:kernel.FrameValues] }

// value returns a row of an index in the current lane.
func (f *frames) value(k, row int) float32 { return f.frame(k)[row*simd.Lanes+f.lane] }

// turned is the rotation of a joint in the layout's form.
func (f *frames) turned(k int) geom.Quat {
	v := f.frame(k)[f.lane:][:3*simd.Lanes+1]
	return geom.XYZW(v[0], v[simd.Lanes], v[2*simd.Lanes], v[3*simd.Lanes])
}

// place is the place of a joint in model space.
func (f *frames) place(k int) geom.Vec { return geom.XYZ(f.value(k, 4), f.value(k, 5), f.value(k, 6)) }

// matrix is the matrix of a joint in the layout's form.
func (f *frames) matrix(k int) (m soa.Affine) {
	if f.layout.Form != soa.Rig {
		for i := range m {
			m[i] = f.value(k, formula.FrameMatrix+i)
		}
		return m
	}
	m = f.turned(k).Matrix(geom.Vec{})
	for i := range m {
		m[i] = float32(m[i] * f.layout.K)
	}
	at := f.place(k).Sub(geom.Direction(&m, f.pivot(k)))
	m[3], m[7], m[11] = at.X, at.Y, at.Z
	return m
}

// parentMatrix is the matrix of a joint's parent in the layout's form.
func (f *frames) parentMatrix(k int) soa.Affine {
	if p := f.parent[k]; p >= 0 {
		return f.matrix(p)
	}
	m := soa.IdentityAffine()
	if f.layout.Form == soa.Rig {
		m[0], m[5], m[10] = f.layout.K, f.layout.K, f.layout.K
	}
	return m
}

// pivot is the place of a joint without its translation, relative to above, pivotAbove that of
// its parent.
func (f *frames) pivot(k int) geom.Vec {
	if f.layout.Form == soa.Rig {
		return geom.VecOf(f.layout.Pivot[f.slot[k]])
	}
	return geom.Vec{}
}

func (f *frames) pivotAbove(k int) geom.Vec {
	if p := f.parent[k]; p >= 0 {
		return f.pivot(p)
	}
	return geom.Vec{}
}

// translation and scale are the columns of a joint's translation and scale, or soa.None.
func (f *frames) translation(k int) int { return int(f.layout.TranslationColumn[f.slot[k]]) }

func (f *frames) scale(k int) int {
	if f.layout.Form != soa.General {
		return soa.None
	}
	return int(f.layout.ScaleColumn[f.slot[k]])
}

// inColumn converts a vector in the frame of a joint's parent to the joint's translation column.
func (f *frames) inColumn(k int, v geom.Vec) geom.Vec {
	if f.layout.Form != soa.Rig {
		return v
	}
	return f.bindAbove(k).Rotate(v.Times(1 / f.layout.K))
}

// joint is the model-space matrix of a joint.
func (f *frames) joint(k int) soa.Affine {
	if f.layout.Form == soa.Rig {
		m := f.matrix(k)
		return m.Mul(&f.layout.Bind[f.slot[k]])
	}
	return f.matrix(k)
}

// rotation is the model-space rotation of a joint.
func (f *frames) rotation(k int) geom.Quat { return f.turned(k).Mul(f.bind[k]) }

// rotate rotates a joint by a rotation in model space.
func (f *frames) rotate(p *pose.Lane, k int, by geom.Quat) {
	turn := by.Mul(f.turned(k))
	p.SetRotation(f.slot[k], f.turnedAbove(k).Conjugate().Mul(turn).Unit().Array())
	f.readOne(k)
}

func (f *frames) rotationAbove(k int) geom.Quat {
	return f.turnedAbove(k).Mul(f.bindAbove(k))
}

// stretch multiplies the distance of a joint from its parent.
func (f *frames) stretch(p *pose.Lane, k int, factor float32) {
	column := f.translation(k)
	by := f.pivot(k).Sub(f.pivotAbove(k))
	now := p.Other(column)
	p.SetOther(column, geom.VecOf(now).AddTimes(by.Add(geom.VecOf(now)), factor-1).Array())
}

// localRotation is a joint's rotation relative to its parent; setLocalRotation sets it.
func (f *frames) localRotation(p *pose.Lane, k int) geom.Quat {
	q := geom.QuatOf(p.Rotation(f.slot[k]))
	return f.bindAbove(k).Conjugate().Mul(q).Mul(f.bind[k])
}

func (f *frames) setLocalRotation(p *pose.Lane, k int, q geom.Quat) {
	bind := f.bind[k]
	p.SetRotation(f.slot[k], f.bindAbove(k).Mul(q).Mul(bind.Conjugate()).Unit().Array())
}

func (f *frames) bindAbove(k int) geom.Quat {
	if f.parent[k] >= 0 {
		return f.out[f.parent[k]]
	}
	return geom.Identity
}
