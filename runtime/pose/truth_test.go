package pose_test

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// blendFile is a file of blends that ozz-animation computed.
type blendFile struct {
	Masks map[string][]float32
	Poses map[string]trs
	Cases []struct {
		Name             string
		Rest             string
		Threshold        float32
		Layers, Additive []blendLayer
		Output           trs
	}
}

type trs struct{ T, Q, S []float32 }

type blendLayer struct {
	Pose   string
	Weight float32
	Mask   *string
}

// layoutOf is a layout in the general form of joints that all rotate, move and scale.
// The reference of their rotations is the mean of the given poses.
func layoutOf(t testing.TB, rest trs, poses []trs) *pose.Layout {
	t.Helper()
	joints := len(rest.T) / 3
	slots := (joints + 3) &^ 3
	l := &soa.Layout{
		Form: soa.General, Others: (2*joints + 3) &^ 3, Slot: make([]int16, joints), Joint: make([]int16, slots), Parent: make([]int16, slots),
		Pivot: make([][3]float32, slots), Scale: make([][3]float32, slots), TranslationColumn: make([]int16, slots), ScaleColumn: make([]int16, slots),
		InverseBind: make([]soa.Affine, slots), Bind: make([]soa.Affine, slots), Reference: make([]float32, 4*slots),
		Levels: []soa.LayoutLevel{{Slots: slots, StandIn: make([]uint16, slots)}},
	}
	for s := range slots {
		l.Joint[s], l.Parent[s], l.TranslationColumn[s], l.ScaleColumn[s] = soa.NoJoint, soa.NoJoint, soa.None, soa.None
		l.Scale[s], l.Levels[0].StandIn[s] = [3]float32{1, 1, 1}, uint16(s)
		l.InverseBind[s], l.Bind[s] = soa.IdentityAffine(), soa.IdentityAffine()
		l.Reference[4*s+3] = 1
		if s < joints {
			l.Joint[s], l.Slot[s] = int16(s), int16(s)
			l.TranslationColumn[s], l.ScaleColumn[s] = int16(s), int16(joints+s)
			copy(l.Reference[4*s:], meanRotation(s, poses))
		}
	}
	l.Rest = rowFrom(l, rest)
	p, err := pose.New(l)
	must.Do(t, err)
	return p
}

// meanRotation is the mean of a joint's rotations, each with the sign of the mean so
// far, as Compile makes it of clips.
func meanRotation(joint int, poses []trs) []float32 {
	sum := exact.Quat{}
	for _, p := range poses {
		for k, v := range quat(p.Q[4*joint:]).NearestSign(sum) {
			sum[k] += v
		}
	}
	q := sum.Unit()
	return []float32{float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])}
}

func quat(q []float32) exact.Quat {
	return exact.Quat{float64(q[0]), float64(q[1]), float64(q[2]), float64(q[3])}
}

// rotationError is the greatest difference of a component of two rotations, quaternions
// of any length and sign.
func rotationError(a, b exact.Quat) (d float64) {
	a, b = a.Unit(), b.Unit().NearestSign(a)
	for k := range a {
		d = max(d, math.Abs(a[k]-b[k]))
	}
	return d
}

// signTruth sums up rotations in float64, as a program with the sign of the sum so far
// does and with the sign of a reference.
type signTruth struct {
	l              *pose.Layout
	running, fixed []exact.Quat
	weight         []float64
	differ         []bool // where the two sums are not the same rotation
}

func newSignTruth(l *pose.Layout) *signTruth {
	n := len(l.Slot)
	return &signTruth{l, make([]exact.Quat, n), make([]exact.Quat, n), make([]float64, n), make([]bool, n)}
}

func (s *signTruth) add(j int, q exact.Quat, u float64) {
	if u == 0 {
		return
	}
	a, b := q.NearestSign(s.running[j]), q.NearestSign(quat(s.l.Reference[4*j:]))
	for k := range q {
		s.running[j][k] += u * a[k]
		s.fixed[j][k] += u * b[k]
	}
	s.weight[j] += u
	s.differ[j] = rotationError(s.running[j], s.fixed[j]) > 1e-9
}

func (s *signTruth) layer(row []float32, weight float32, columns []float32) {
	for j := range s.weight {
		u := float64(weight)
		if columns != nil {
			u *= float64(columns[j])
		}
		s.add(j, quat(row[4*j:]), u)
	}
}

func (s *signTruth) finish(threshold float32) {
	for j, u := range s.weight {
		s.add(j, quat(s.l.Rest[4*j:]), max(float64(threshold)-u, 0))
	}
}

// rowFrom is a pose as a row of the layout.
func rowFrom(l *soa.Layout, p trs) []float32 {
	row := make([]float32, l.Stride())
	for c := range l.Columns() {
		row[4*c+3] = 1
	}
	for j := range l.Slot {
		copy(row[4*j:], p.Q[4*j:4*j+4])
		copy(row[4*(l.Rotations()+int(l.TranslationColumn[j])):], p.T[3*j:3*j+3])
		copy(row[4*(l.Rotations()+int(l.ScaleColumn[j])):], p.S[3*j:3*j+3])
	}
	return row
}

// differenceRow is a difference as a row that Add takes: applied to the rest pose.
func differenceRow(l *soa.Layout, d trs) []float32 {
	row := rowFrom(l, d)
	for j := range l.Slot {
		q, o := row[4*j:][:4], l.Rest[4*j:][:4]
		q[0], q[1], q[2], q[3] = o[3]*q[0]+o[0]*q[3]+o[1]*q[2]-o[2]*q[1], o[3]*q[1]+o[1]*q[3]+o[2]*q[0]-o[0]*q[2],
			o[3]*q[2]+o[2]*q[3]+o[0]*q[1]-o[1]*q[0], o[3]*q[3]-o[0]*q[0]-o[1]*q[1]-o[2]*q[2]
		t, s := 4*(l.Rotations()+int(l.TranslationColumn[j])), 4*(l.Rotations()+int(l.ScaleColumn[j]))
		for k := range 3 {
			row[t+k] += l.Rest[t+k]
			row[s+k] *= l.Rest[s+k]
		}
	}
	return row
}

// blockOf has a row in all lanes.
func blockOf(l *pose.Layout, row []float32) []float32 {
	block := make([]float32, l.BlockValues())
	for c := range l.Columns() {
		q := row[4*c:][:4]
		for i := range 4 * simd.Lanes {
			block[l.BlockRow(c)+i] = q[i/simd.Lanes]
		}
		for lane := 0; c < l.Rotations() && lane < simd.Lanes; lane++ {
			block[l.BlockRow(c)+4*simd.Lanes+lane] = 1 / ((float32(q[0]*q[0]) + float32(q[1]*q[1])) + (float32(q[2]*q[2]) + float32(q[3]*q[3])))
		}
	}
	return block
}

// columnsOf are the column weights of a mask of a file, whose negative weights count
// as 0.
func columnsOf(t *testing.T, l *pose.Layout, masks map[string][]float32, name *string) []float32 {
	t.Helper()
	if name == nil {
		return nil
	}
	mask := make(pose.Mask, len(l.Slot))
	for j := range mask {
		mask[j] = max(masks[*name][j], 0)
	}
	columns, err := l.ColumnWeights(mask, 0)
	must.Do(t, err)
	return columns
}

// Blends agree with ozz-animation's BlendingJob. One convention differs: a rotation
// takes the sign that puts it into the hemisphere of a reference, ozz's into that of the
// sum so far, which depends on the order of layers. The two are the same rotation but
// where a joint's poses lie more than 90 degrees apart; there the expected rotation is
// the weighted sum with the signs of the reference, in float64.
func TestBlendTruth(t *testing.T) {
	cases, worst := 0, [3]float64{} // of translations, rotations and scales
	for _, path := range truth.Motion(t, "blend_*.json") {
		var file blendFile
		truth.ReadJSON(t, path, &file)
		if len(file.Cases) == 0 {
			t.Fatalf("%s has no cases", filepath.Base(path))
		}
		joints, differing := 0, 0
		for _, c := range file.Cases {
			what := fmt.Sprintf("%s, %q", filepath.Base(path), c.Name)
			rest := file.Poses[c.Rest]
			poses := []trs{rest}
			for _, layer := range c.Layers {
				poses = append(poses, file.Poses[layer.Pose])
			}
			l := layoutOf(t, rest, poses)
			sum, row := make([]float32, l.BlockValues()), make([]float32, l.SumValues())
			signs := newSignTruth(l)
			must.Do(t, l.Accumulate(sum, blockOf(l, l.Rest), weights(0), nil, true))
			must.Do(t, l.AccumulateRow(row, l.Rest, 0, nil, true))
			for _, layer := range c.Layers {
				if layer.Weight <= 0 {
					continue
				}
				columns, p := columnsOf(t, l, file.Masks, layer.Mask), rowFrom(l.Layout, file.Poses[layer.Pose])
				must.Do(t, l.Accumulate(sum, blockOf(l, p), weights(layer.Weight), columns, false))
				must.Do(t, l.AccumulateRow(row, p, layer.Weight, columns, false))
				signs.layer(p, layer.Weight, columns)
			}
			must.Do(t, l.Finish(sum, c.Threshold))
			must.Do(t, l.FinishRow(row, c.Threshold))
			signs.finish(c.Threshold)
			for _, layer := range c.Additive {
				columns, p := columnsOf(t, l, file.Masks, layer.Mask), differenceRow(l.Layout, file.Poses[layer.Pose])
				must.Do(t, l.Add(sum, blockOf(l, p), weights(layer.Weight), columns))
				must.Do(t, l.AddRow(row[:l.RowValues()], p, layer.Weight, columns))
			}
			sameRows(t, what, l, sum, row)
			want := rowFrom(l.Layout, c.Output)
			for j := range l.Slot {
				joints++
				q := quat(want[4*j:])
				if signs.differ[j] {
					differing++
					q = signs.fixed[j].Unit().Mul(signs.running[j].Unit().Conjugate()).Mul(q) // what was added on the right stays
				}
				d := rotationError(quat(row[4*j:]), q)
				if worst[1] = max(worst[1], d); !(d <= 2e-6) {
					t.Errorf("%s, joint %d: rotation %v, want %v", what, j, quat(row[4*j:]).Unit(), q)
				}
				for i, column := range []int{int(l.TranslationColumn[j]), int(l.ScaleColumn[j])} {
					at := 4 * (l.Rotations() + column)
					for k := range 3 {
						d := math.Abs(float64(row[at+k]-want[at+k])) / max(1, math.Abs(float64(want[at+k])))
						if worst[2*i] = max(worst[2*i], d); !(d <= 2e-6) {
							t.Errorf("%s, joint %d: translation or scale %v, want %v", what, j, row[at:][:3], want[at:][:3])
							break
						}
					}
				}
			}
			cases++
		}
		t.Logf("%s: the signs of a reference give another rotation than ozz's for %d of %d", filepath.Base(path), differing, joints)
	}
	t.Logf("truth: %d cases, worst %.1e (translations %.1e, rotations %.1e, scales %.1e)", cases, slices.Max(worst[:]), worst[0], worst[1], worst[2])
}

// sameRows fails where a lane of a block is not a row to the bit.
func sameRows(t *testing.T, what string, l *pose.Layout, block, row []float32) {
	t.Helper()
	for lane := range simd.Lanes {
		if got := rowOf(l, block, lane); !slices.Equal(bits(got), bits(row[:l.RowValues()])) {
			t.Fatalf("%s: lane %d differs from one instance", what, lane)
		}
	}
}
