package pose_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/compile"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// jointModels are models of both forms; of some the vertices are in centimetres and mirrored.
func jointModels() map[string]*soa.Model {
	scaled := func(k float32) *soa.Model {
		m := figure.Character(figure.Motion{Name: "walk", Seconds: 0.2, Drive: figure.Captured})
		for _, skin := range m.Skins {
			for i := range skin.InverseBind {
				b := &skin.InverseBind[i]
				for row := range 3 {
					for column := range 3 {
						b[4*row+column] *= k
					}
				}
			}
		}
		return m
	}
	return map[string]*soa.Model{"metres": scaled(1), "centimetres": scaled(0.01), "mirrored": scaled(-0.01),
		"random 3": figure.Random(3, 8), "random 8": figure.Random(8, 10)}
}

// TestJointColumns: local transforms that are written are read back, and put the joints where the
// hierarchy puts them, computed with matrices of float64.
func TestJointColumns(t *testing.T) {
	for name, model := range jointModels() {
		all := pose.LayoutOptions{AllJoints: true}
		static := map[int]bool{}
		for i := range model.Skeleton.Static {
			static[int(model.Skeleton.Static[i].Joint)] = true
		}
		for j := range model.Skeleton.Len() {
			if j%3 != 1 && !static[j] {
				all.Reserve = append(all.Reserve, pose.Reservation{Joint: j, Translation: true})
			}
		}
		bank, err := compile.Bank(context.Background(), model, nil, compile.Options{ErrorBound: 1e-3, LayoutOptions: all})
		must.Do(t, err)
		l := newLayout(t, bank)
		if rig := name[0] != 'r'; (l.Form == soa.Rig) != rig {
			t.Fatalf("%s has the form %v", name, l.Form)
		}
		r := rand.New(rand.NewPCG(5, 6))
		block := simd.AlignedFloat32(l.BlockValues())
		must.Do(t, l.Reset(block))
		lane, local := l.LaneOf(block, 11), restLocals(model)
		for j := range model.Skeleton.Len() {
			if static[j] {
				if _, err := l.JointColumns(j); !errors.Is(err, pose.ErrJoint) {
					t.Errorf("%s: static joint %d: %v", name, j, err)
				}
				continue
			}
			c, err := l.JointColumns(j)
			must.Do(t, err)
			q := randomRotation(r)
			c.SetRotation(lane, q)
			local[j].q = q
			if got := c.Rotation(lane); angle(got, q) > 1e-5 {
				t.Errorf("%s: joint %d turns by %v, want %v", name, j, got, q)
			}
			v := [3]float32{r.Float32() - 0.5, r.Float32(), r.Float32() - 0.5}
			if moves := c.SetTranslation(lane, v); moves != (len(c.Columns(l)) == 2) {
				t.Errorf("%s: joint %d moves: %v", name, j, moves)
			} else if moves {
				local[j].t = v
			}
			if got := c.Translation(lane); far(got, local[j].t) > 2e-6 {
				t.Errorf("%s: joint %d is at %v, want %v", name, j, got, local[j].t)
			}
		}
		checkJoints(t, name, l, block, 11, globals(model, local))
	}
}

// TestJointColumnsRefused: joints that do not exist or have no slot.
func TestJointColumnsRefused(t *testing.T) {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 0.2})
	bank, err := compile.Bank(context.Background(), model, nil, compile.Options{ErrorBound: 1e-3, LayoutOptions: pose.LayoutOptions{Only: []int{1}}})
	must.Do(t, err)
	l := newLayout(t, bank)
	for joint, want := range map[int]error{-1: soa.ErrRange, model.Skeleton.Len(): soa.ErrRange, model.Skeleton.Len() - 1: pose.ErrJoint} {
		if _, err := l.JointColumns(joint); !errors.Is(err, want) {
			t.Errorf("joint %d: %v", joint, err)
		}
	}
}

type local struct {
	t, s [3]float32
	q    [4]float32
	m    *soa.Affine // of a static joint
}

func restLocals(m *soa.Model) []local {
	list := make([]local, m.Skeleton.Len())
	r := &m.Skeleton.Rest
	for j := range list {
		list[j] = local{t: [3]float32{r.TX[j], r.TY[j], r.TZ[j]}, s: [3]float32{r.SX[j], r.SY[j], r.SZ[j]}, q: [4]float32{r.RX[j], r.RY[j], r.RZ[j], r.RW[j]}}
	}
	for i := range m.Skeleton.Static {
		list[m.Skeleton.Static[i].Joint].m = &m.Skeleton.Static[i].Local
	}
	return list
}

func globals(m *soa.Model, locals []local) []oracle.Mat4 {
	out := make([]oracle.Mat4, len(locals))
	for j, l := range locals {
		x, y, z, w := float64(l.q[0]), float64(l.q[1]), float64(l.q[2]), float64(l.q[3])
		n := 2 / (x*x + y*y + z*z + w*w)
		own := oracle.Mat4{1 - n*(y*y+z*z), n * (x*y - z*w), n * (x*z + y*w), 0, n * (x*y + z*w), 1 - n*(x*x+z*z), n * (y*z - x*w), 0,
			n * (x*z - y*w), n * (y*z + x*w), 1 - n*(x*x+y*y), 0, 0, 0, 0, 1}
		own = oracle.Translate(vec3(l.t)).Mul(own).Mul(oracle.Scaling(vec3(l.s)))
		if l.m != nil {
			own = oracle.FromAffine(*l.m)
		}
		if p := m.Skeleton.Parent[j]; p >= 0 {
			own = out[p].Mul(own)
		}
		out[j] = own
	}
	return out
}

func vec3(v [3]float32) oracle.Vec3 { return oracle.Vec3{float64(v[0]), float64(v[1]), float64(v[2])} }

func checkJoints(t *testing.T, name string, l *pose.Layout, block []float32, lane int, want []oracle.Mat4) {
	t.Helper()
	stride := l.PaletteStride()
	palettes, scratch := make([]float32, simd.Lanes*stride), simd.AlignedFloat32(l.ScratchValues())
	must.Do(t, l.ToPalettes(simd.Palettes{Values: palettes, Stride: stride}, block, scratch))
	for j := range want {
		dst := make([]float32, 12*simd.Lanes)
		must.Do(t, l.ToModel(dst, palettes, stride, []int{int(l.Slot[j])}))
		for k := range 12 {
			v := dst[k*simd.Lanes+lane]
			if size := 1 + math.Abs(want[j][k]); math.Abs(float64(v)-want[j][k]) > 3e-5*size {
				t.Fatalf("%s: joint %d, element %d is %v, want %v", name, j, k, v, want[j][k])
			}
		}
	}
}

func randomRotation(r *rand.Rand) [4]float32 {
	var q [4]float64
	n := 0.0
	for i := range q {
		q[i] = r.NormFloat64()
		n += q[i] * q[i]
	}
	var out [4]float32
	for i := range q {
		out[i] = float32(q[i] / math.Sqrt(n))
	}
	return out
}

// angle returns the angle between two rotations in radians.
func angle(a, b [4]float32) float64 {
	d, n := 0.0, 0.0 // of quaternions on the same side
	for i := range a {
		d += float64(a[i]) * float64(b[i])
	}
	for i := range a {
		e := float64(a[i]) - math.Copysign(1, d)*float64(b[i])
		n += e * e
	}
	return 2 * math.Sqrt(n)
}

func far(a, b [3]float32) float64 {
	return math.Sqrt(float64((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2])))
}
