package rig_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/internal/testing/solid"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/soa"
)

// mirrored is a mesh and its image at the plane x = 0: vertex v and v + the number of its vertices.
func mirrored(m solid.Mesh) solid.Mesh {
	image := solid.Mesh{Position: append([]float32(nil), m.Position...)}
	for i := 0; i < len(image.Position); i += 3 {
		image.Position[i] = -image.Position[i]
	}
	for i := 0; i < len(m.Index); i += 3 {
		image.Index = append(image.Index, m.Index[i], m.Index[i+2], m.Index[i+1])
	}
	return solid.Join(m, image)
}

// twoSided is a skeleton with bones on the plane x = 0 and pairs of bones beside it: joint 2k+1 is the
// image of joint 2k+2.
func twoSided(r *rand.Rand, mesh solid.Mesh) (m *soa.Model, o rig.Options) {
	pairs := 1 + r.IntN(3)
	m = chain(mesh, make([]float32, 1+2*pairs)...)
	place := func() [3]float64 { return [3]float64{0.1 + r.Float64(), r.Float64() - 0.5, r.Float64() - 0.5} }
	radius := func() float64 { return 0.05 + 0.2*r.Float64() }
	o.Segments = []rig.Segment{{Head: [3]float64{0, -0.1, 0}, Tail: [3]float64{0, 0.1, 0.02}, HeadRadius: radius(), Reach: radius()}}
	for k := range pairs {
		right := rig.Segment{Joint: 2*k + 1, Head: place(), Tail: place(), HeadRadius: radius(), TailRadius: radius(), Reach: radius()}
		left := right
		left.Joint++
		left.Head[0], left.Tail[0] = -left.Head[0], -left.Tail[0]
		o.Segments = append(o.Segments, right, left)
		for side := range 2 {
			m.Skeleton.Parent[2*k+1+side] = int16(max(0, 2*k-1+side)) // of the pair before
		}
	}
	m.Skeleton.Parent[1], m.Skeleton.Parent[2] = 0, 0
	m.Skeleton.ComputeDepth()
	return m, o
}

// A symmetric mesh with a symmetric skeleton gets symmetric weights. Heat decides in float32 which bones
// a vertex sees, as Blender does: of one mesh in a thousand a ray through an edge passes on one side alone.
func TestSymmetry(t *testing.T) {
	uneven := map[uint64]bool{}
	for k := range seed.Cases(t, 30) {
		r := rand.New(rand.NewPCG(k, 11))
		half := solid.Tube(1, 0.1+0.2*r.Float64(), 2+r.IntN(5), 4+r.IntN(5))
		for i := 0; i < len(half.Position); i += 3 { // not round, for what is equally near
			x := half.Position[i]
			half.Position[i+1] += 0.1*x*x + 0.3*half.Position[i+2]*half.Position[i+2]
			half.Position[i+2] += 0.2*half.Position[i+1] - 0.4*x*half.Position[i+2]
		}
		half.Index = withoutCap(half)
		m, o := twoSided(r, mirrored(half))
		for _, o.Method = range rig.Methods() {
			if o.Method == rig.Voxel {
				continue // symmetric but for the size of a voxel
			}
			out, _, err := rig.Bind(context.Background(), m, o)
			must.Do(t, err)
			weights := rows(t, out, 0)
			for v := range half.Vertices() {
				if half.Position[3*v] == 0 {
					continue // of two bones equally near, the first counts
				}
				image := map[int]float64{}
				for j, w := range weights[v+half.Vertices()] {
					if j > 0 {
						j = (j - 1) ^ 1 + 1
					}
					image[j] = w
				}
				if d := apart(weights[v], image); o.Method == rig.Heat && d > 1e-6 {
					uneven[k] = true
				} else if d > 1e-6 {
					t.Fatalf("%v: vertex %d at %v has the weights %v, its image %v", o.Method, v, half.Position[3*v:3*v+3], weights[v], image)
				}
			}
		}
	}
	if len(uneven) > 2 {
		t.Errorf("%d meshes get uneven weights by heat", len(uneven))
	}
}

// withoutCap returns the triangles without those around the vertex in the plane x = 0.
func withoutCap(m solid.Mesh) (index []uint32) {
	first := uint32(m.Vertices() - 2)
	for i := 0; i < len(m.Index); i += 3 {
		if m.Index[i] != first {
			index = append(index, m.Index[i:i+3]...)
		}
	}
	return index
}

// On two fingers beside each other heat gives neither finger anything of the other's bones.
func TestFingers(t *testing.T) {
	finger := solid.Tube(1, 0.1, 12, 10)
	for _, gap := range []float32{0.1, 1e-2, 1e-4} {
		m := chain(solid.Join(finger, finger.Move(0, 0.2+gap, 0)), 0, 0.5, 0, 0.5)
		m.Skeleton.Parent[2], m.Skeleton.Rest.TX[2], m.Skeleton.Rest.TY[2] = soa.NoJoint, 0, 0.2+gap
		m.Skeleton.ComputeDepth()
		out, report, err := rig.Bind(context.Background(), m, rig.Options{Method: rig.Heat, Smooth: 2})
		must.Do(t, err)
		if report.Filled > 0 {
			t.Errorf("%d points are filled", report.Filled)
		}
		for v, r := range rows(t, out, 0) {
			for j := range r {
				if side := v / finger.Vertices(); j/2 != side {
					t.Fatalf("with a gap of %v vertex %d of finger %d has joint %d", gap, v%finger.Vertices(), side, j)
				}
			}
		}
	}
}

// As many joints as there can be are bound to by every method; more are refused.
func TestManyJoints(t *testing.T) {
	at := make([]float32, soa.MaxJoints)
	for j := range at {
		at[j] = 2 * float32(j) / soa.MaxJoints
	}
	m := chain(solid.Tube(2, 0.2, 1, 4), at...)
	for _, method := range rig.Methods() {
		out, _, err := rig.Bind(context.Background(), m, rig.Options{Method: method, MaxInfluences: 8, Resolution: 4})
		if err != nil {
			t.Fatal(method, err)
		}
		checkSums(t, out)
	}
	s := m.Skeleton
	for j := len(at); j < 65535; j++ {
		s.Name, s.Unit, s.Depth = append(s.Name, fmt.Sprint(j)), append(s.Unit, 1), append(s.Depth, 0)
		s.Parent = append(s.Parent, soa.NoJoint)
		rest := &s.Rest
		for _, list := range []*[]float32{&rest.TX, &rest.TY, &rest.TZ, &rest.RX, &rest.RY, &rest.RZ, &rest.RW, &rest.SX, &rest.SY, &rest.SZ} {
			*list = append(*list, 1)
		}
	}
	if _, _, err := rig.Bind(context.Background(), m, rig.Options{Method: rig.Rigid}); !errors.Is(err, soa.ErrInvalid) {
		t.Error(err)
	}
}
