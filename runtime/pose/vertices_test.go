package pose_test

import (
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// matrices returns what moves a mesh.
func matrices(p *oracle.Pose, mesh *soa.Mesh) (list []float32) {
	all := []oracle.Mat4{oracle.FromAffine(mesh.Offset)}
	switch {
	case mesh.Skin != soa.None:
		all = p.Palette[mesh.Skin]
	case mesh.Joint != soa.NoJoint:
		all[0] = p.Model[mesh.Joint].Mul(all[0])
	}
	for i := range all {
		list = append(list, narrow(all[i][:12])...)
	}
	return list
}

func narrow(values []float64) (list []float32) {
	for _, v := range values {
		list = append(list, float32(v))
	}
	return list
}

// Meshes with 4, 8 and unlimited influences, carried by a joint and by none,
// all with morph targets.
func TestVerticesAgreeWithOracle(t *testing.T) {
	var scratch pose.SkinScratch
	vertices, morphed := 0, 0
	for seed := range uint64(40) {
		m := figure.Random(seed, 17)
		want := oracle.Evaluate(m, m.Clips[3:], m.Clips[3].Start+0.37)
		weights := narrow(want.Weights)
		for k, mesh := range m.Meshes {
			matrices := matrices(want, mesh)
			position, normal := make([]float32, len(mesh.Position)), make([]float32, len(mesh.Normal))
			if err := pose.SkinVertices(mesh, nil, matrices, weights, &scratch, position, normal); err != nil {
				t.Fatal(err)
			}
			size := 1.0
			for _, v := range want.Meshes[k].Position {
				size = max(size, v.Length())
			}
			for v, w := range want.Meshes[k].Position {
				vertices++
				for c := range w {
					if d := math.Abs(float64(position[3*v+c]) - w[c]); !(d <= 1e-5*size) {
						t.Fatalf("seed %d, mesh %q, vertex %d is at %v, want %v", seed, mesh.Name, v, position[3*v:3*v+3], w)
					}
				}
				n := normal[3*v : 3*v+3]
				length := math.Sqrt(float64(n[0])*float64(n[0]) + float64(n[1])*float64(n[1]) + float64(n[2])*float64(n[2]))
				if math.Abs(length-1) > 1e-6 {
					t.Fatalf("seed %d, mesh %q, vertex %d has a normal of length %v", seed, mesh.Name, v, length)
				}
			}
			rest := make([]float32, len(position))
			if err := pose.SkinVertices(mesh, nil, matrices, nil, nil, rest, nil); err != nil {
				t.Fatal(err)
			}
			for i := range rest {
				if rest[i] != position[i] {
					morphed++
				}
			}
		}
	}
	if vertices < 1000 || morphed < 1000 {
		t.Fatalf("only %d vertices were compared, %d coordinates morphed", vertices, morphed)
	}
}

// square is four vertices that look up, morphed to look along x by weight 1.
func square() *soa.Mesh {
	return &soa.Mesh{
		Name: "square", Skin: soa.None, Joint: soa.NoJoint, Offset: soa.IdentityAffine(),
		Position: []float32{0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1},
		Normal:   []float32{0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0},
		Morphs: []soa.MorphTarget{
			{Name: "lift", Weight: 0, Vertex: []uint32{2}, Position: []float32{0, 3, 0}},
			{Name: "turn", Weight: 1, Vertex: []uint32{0, 1, 2, 3}, Position: make([]float32, 12), Normal: []float32{1, -1, 0, 1, -1, 0, 1, -1, 0, 1, -1, 0}},
		},
	}
}

func TestMorphsBeforeSkin(t *testing.T) {
	mesh := square()
	var scratch pose.SkinScratch
	position, normal := make([]float32, 12), make([]float32, 12)
	// Twice as high, and mirrored along x.
	matrix := []float32{-1, 0, 0, 10, 0, 2, 0, 0, 0, 0, 1, 0}
	if err := pose.SkinVertices(mesh, nil, matrix, []float32{0.5, 1}, &scratch, position, normal); err != nil {
		t.Fatal(err)
	}
	if got := [3]float32(position[6:]); got != [3]float32{9, 3, 1} {
		t.Errorf("the lifted vertex is at %v", got)
	}
	if got := [3]float32(normal[6:]); got != [3]float32{-1, 0, 0} {
		t.Errorf("the turned and mirrored normal is %v", got)
	}
	if mesh.Position[7] != 0 || mesh.Normal[6] != 0 {
		t.Error("morphing changed the mesh")
	}
	// A slope of 45° in a mesh twice as high: the normal leans the other way.
	if err := pose.SkinVertices(mesh, nil, matrix, []float32{0, 0.5}, &scratch, position, normal); err != nil {
		t.Fatal(err)
	}
	want := [3]float64{-2 / math.Sqrt(5), 1 / math.Sqrt(5), 0}
	for c, w := range want {
		if math.Abs(float64(normal[c])-w) > 1e-6 {
			t.Fatalf("the normal is %v, want %v", normal[:3], want)
		}
	}
}

func TestVerticesErrors(t *testing.T) {
	mesh := square()
	m := soa.IdentityAffine()
	bound := &soa.Mesh{
		Name: "bound", Position: make([]float32, 3), Normal: make([]float32, 3), Influences: 4,
		BoneIndex: []uint16{0, 3, 0, 0}, BoneWeight: []float32{1, 0, 0, 0},
	}
	f := func(n int) []float32 { return make([]float32, n) }
	var s pose.SkinScratch
	for name, err := range map[string]error{
		"position":      pose.SkinVertices(mesh, nil, m[:], nil, &s, f(11), nil),
		"normal":        pose.SkinVertices(mesh, nil, m[:], nil, &s, f(12), f(9)),
		"no matrix":     pose.SkinVertices(mesh, nil, m[:11], nil, &s, f(12), nil),
		"weights":       pose.SkinVertices(mesh, nil, m[:], f(1), &s, f(12), nil),
		"no scratch":    pose.SkinVertices(mesh, nil, m[:], f(2), nil, f(12), nil),
		"short palette": pose.SkinVertices(bound, nil, f(36), nil, &s, f(3), nil),
		"exact influence": pose.SkinVertices(&soa.Mesh{
			Position: f(3), Influences: 4, BoneIndex: make([]uint16, 4), BoneWeight: f(4),
			Exact: &soa.Influences{Start: []uint32{0, 1}, Bone: []uint16{1}, Weight: f(1)},
		}, nil, f(12), nil, &s, f(3), nil),
	} {
		wantLength(t, name, err)
	}
	if err := pose.SkinVertices(bound, nil, f(48), nil, &s, f(3), f(3)); err != nil {
		t.Error(err)
	}
}

func wantLength(t *testing.T, name string, err error) {
	t.Helper()
	if !errors.Is(err, pose.ErrLength) {
		t.Errorf("%s: %v, want ErrLength", name, err)
	}
}
