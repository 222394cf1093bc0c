package pose_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// preserved is a file of Blender's Armature modifier, see its "what".
type preserved struct {
	Bones    []struct{ Rest soa.Affine }
	Vertices []float32
	Weights  [][]float64 // per vertex: bone, weight, …
	Frames   []struct {
		Clip        string
		Frame       float64
		Pose        []float64
		Rigid       bool
		Linear, Dqs []float64
	}
}

// mesh returns the vertices bound to the bones, with a skin of them.
func (p *preserved) mesh() (*soa.Skin, *soa.Mesh) {
	s := &soa.Skin{}
	for i := range p.Bones {
		inverse, _ := p.Bones[i].Rest.Inverse()
		s.Joint, s.InverseBind = append(s.Joint, uint16(i)), append(s.InverseBind, inverse)
	}
	m := &soa.Mesh{Name: "strider", Position: p.Vertices, Exact: &soa.Influences{Start: []uint32{0}}}
	for _, list := range p.Weights {
		for k := 0; k < len(list); k += 2 {
			m.Exact.Bone, m.Exact.Weight = append(m.Exact.Bone, uint16(list[k])), append(m.Exact.Weight, float32(list[k+1]))
		}
		m.Exact.Start = append(m.Exact.Start, uint32(len(m.Exact.Bone)))
	}
	return s, m
}

// TestDualQuaternionsAgreeWithBlender: vertices where Blender has them, linear and with
// preserved volume, with bones that scale unevenly and without; and so does the oracle.
func TestDualQuaternionsAgreeWithBlender(t *testing.T) {
	for _, file := range truth.Motion(t, "dqs_*.json") {
		var p preserved
		truth.ReadJSON(t, file, &p)
		s, mesh := p.mesh()
		model := &soa.Model{Skins: []*soa.Skin{s}}
		var scratch pose.SkinScratch
		scaled := 0
		for i := range p.Frames {
			f := &p.Frames[i]
			if !f.Rigid {
				scaled++
			}
			var palette []float32
			posed := &oracle.Pose{Palette: make([][]oracle.Mat4, 1)}
			for b := range p.Bones {
				at := oracle.Mat4{15: 1}
				copy(at[:12], f.Pose[12*b:12*b+12])
				m := at.Mul(oracle.FromAffine(s.InverseBind[b]))
				posed.Palette[0] = append(posed.Palette[0], m)
				palette = append(palette, narrow(m[:12])...)
			}
			for skinning, want := range map[soa.Skinning][]float64{soa.LinearBlend: f.Linear, soa.DualQuaternion: f.Dqs} {
				mesh.Skinning = skinning
				got := make([]float32, len(mesh.Position))
				if err := pose.SkinVertices(mesh, s, palette, nil, &scratch, got, nil); err != nil {
					t.Fatal(err)
				}
				exact := oracle.Deform(model, mesh, posed)
				for k, w := range want {
					if d := math.Abs(float64(got[k]) - w); !(d <= 1e-5) {
						t.Fatalf("%s frame %v, %v: coordinate %d is %v, Blender's %v", f.Clip, f.Frame, skinning, k, got[k], w)
					}
					if d := math.Abs(exact.Position[k/3][k%3] - w); !(d <= 1e-5) {
						t.Fatalf("%s frame %v, %v: the oracle's coordinate %d is %v, Blender's %v", f.Clip, f.Frame, skinning, k, exact.Position[k/3][k%3], w)
					}
				}
			}
		}
		if scaled == 0 || scaled == len(p.Frames) || len(mesh.Position) < 300 {
			t.Errorf("%s: %d of %d frames have scale", file, scaled, len(p.Frames))
		}
	}
}

// TestDualQuaternionsAgreeWithOracle: random models with scale and shear
// in meshes of 4, 8 and any number of influences, morphed, by dual quaternions and blended.
func TestDualQuaternionsAgreeWithOracle(t *testing.T) {
	var scratch pose.SkinScratch
	rng := rand.New(rand.NewPCG(5, 6))
	vertices, worst := 0, 0.0
	for seed := range uint64(40) {
		m := figure.Random(seed, 17)
		for _, mesh := range m.Meshes {
			if mesh.Skin == soa.None {
				continue
			}
			mesh.Skinning = soa.DualQuaternion
			if seed%2 == 1 {
				mesh.Skinning = soa.Blended
				for range mesh.Vertices() {
					mesh.Blend = append(mesh.Blend, float32(rng.IntN(5))/4)
				}
			}
		}
		want := oracle.Evaluate(m, m.Clips[3:], m.Clips[3].Start+0.37)
		weights := narrow(want.Weights)
		for k, mesh := range m.Meshes {
			position, normal := make([]float32, len(mesh.Position)), make([]float32, len(mesh.Normal))
			if err := pose.SkinVertices(mesh, m.SkinOf(mesh), matrices(want, mesh), weights, &scratch, position, normal); err != nil {
				t.Fatal(err)
			}
			size := 1.0
			for _, v := range want.Meshes[k].Position {
				size = max(size, v.Length())
			}
			for v, w := range want.Meshes[k].Position {
				vertices++
				for c := range w {
					d := math.Abs(float64(position[3*v+c])-w[c]) / size
					if worst = max(worst, d); !(d <= 2e-5) {
						t.Fatalf("seed %d, mesh %q, %v, vertex %d is at %v, want %v", seed, mesh.Name, mesh.Skinning, v, position[3*v:3*v+3], w)
					}
				}
			}
		}
	}
	t.Logf("worst difference %.2g of the size over %d vertices", worst, vertices)
	if vertices < 1000 {
		t.Fatalf("only %d vertices were compared", vertices)
	}
}

// TestDualQuaternionErrors: what linear skins do without.
func TestDualQuaternionErrors(t *testing.T) {
	mesh := &soa.Mesh{Position: make([]float32, 3), Influences: 4, BoneIndex: []uint16{1, 0, 0, 0}, BoneWeight: []float32{1, 0, 0, 0}, Skinning: soa.DualQuaternion}
	of := func(n int) *soa.Skin {
		return &soa.Skin{Joint: make([]uint16, n), InverseBind: make([]soa.Affine, n)}
	}
	var s pose.SkinScratch
	out := make([]float32, 3)
	for name, err := range map[string]error{
		"no skin":       pose.SkinVertices(mesh, nil, make([]float32, 24), nil, &s, out, nil),
		"no scratch":    pose.SkinVertices(mesh, of(2), make([]float32, 24), nil, nil, out, nil),
		"short palette": pose.SkinVertices(mesh, of(3), make([]float32, 24), nil, &s, out, nil),
		"foreign skin":  pose.SkinVertices(mesh, of(1), make([]float32, 24), nil, &s, out, nil),
	} {
		wantLength(t, name, err)
	}
	if err := pose.SkinVertices(mesh, of(2), make([]float32, 24), nil, &s, out, nil); err != nil {
		t.Error(err)
	}
}
