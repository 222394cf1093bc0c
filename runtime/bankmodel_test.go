//go:build cgo

package runtime_test

import (
	"errors"
	"math"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/truth"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/skin"
	"github.com/sinew-anim/sinew/soa"
)

// TestBankModel holds that the vertices a renderer draws with a crowd's
// palettes are where the exact path puts those of the model itself.
func TestBankModel(t *testing.T) {
	animatedFiles(t, func(path string, m *soa.Model) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			mirrorCarried(m)
			size := extent(m)
			bank, err := runtime.Compile(m, nil, runtime.CompileOptions{ErrorBound: 1e-4 * size, ErrorDistance: size / 2})
			if errors.Is(err, runtime.ErrBound) {
				t.Skip(err) // no bank follows its tracks that closely
			}
			if err != nil {
				t.Fatal(err)
			}
			drawn, err := runtime.BankModel(m, bank)
			if err != nil {
				t.Fatal(err)
			}
			holdVertices(t, m, drawn, bank, 2e-4*size)
		})
	})
}

// mirrorCarried turns the meshes that joints carry inside out in place, which
// has to show in normals and winding and nowhere else.
func mirrorCarried(m *soa.Model) {
	for _, mesh := range m.Meshes {
		if mesh.Skin == soa.None && mesh.Joint != soa.NoJoint {
			for k := range 3 {
				mesh.Offset[4*k] = -mesh.Offset[4*k]
			}
			break
		}
	}
}

// extent is a size of the model at rest that is not 0.
func extent(m *soa.Model) float64 {
	size := 1e-2
	for _, mesh := range m.Meshes {
		for _, p := range mesh.Position {
			size = max(size, math.Abs(float64(p)))
		}
	}
	for j := range m.Skeleton.Len() {
		for _, v := range []float32{m.Skeleton.Rest.TX[j], m.Skeleton.Rest.TY[j], m.Skeleton.Rest.TZ[j]} {
			size = max(size, math.Abs(float64(v)))
		}
	}
	return size
}

// holdVertices compares both ways to the vertices at three moments of the
// model's first clip.
func holdVertices(t *testing.T, m, drawn *soa.Model, bank *soa.Bank, tolerance float64) {
	t.Helper()
	players, err := runtime.NewPlayers(m, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := players.Play(0, runtime.PlayOptions{Mode: runtime.Clamp}, m.Clips[0]); err != nil {
		t.Fatal(err)
	}
	crowd, err := runtime.NewCrowd(bank, 1, runtime.CrowdOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer crowd.Close()
	if err := crowd.Play(0, 0, runtime.PlayOptions{Mode: runtime.Clamp}); err != nil {
		t.Fatal(err)
	}
	clip := m.Clips[0]
	for _, f := range []float64{0.13, 0.5, 0.91} {
		at := clip.Start + f*clip.Seconds()
		if inGap(&bank.Clips[0], at-clip.Start) {
			continue
		}
		if err := errors.Join(players.Seek(0, at), crowd.Seek(0, at)); err != nil {
			t.Fatal(err)
		}
		players.Evaluate()
		crowd.Update(0)
		for i, mesh := range m.Meshes {
			matrices := players.MeshMatrices(i)
			if mesh.Skin != soa.None {
				matrices = players.Palette(0, mesh.Skin)
			}
			want, wantNormal := vertices(t, mesh, matrices, players.Pose(0).Weight)
			mesh := drawn.Meshes[i]
			matrices = crowd.Palette(0)[:12*drawn.Skins[0].Len()]
			if mesh.Skin == soa.None {
				matrices = make([]float32, 12)
				if err := runtime.MeshMatrix(mesh, nil, matrices); err != nil {
					t.Fatal(err)
				}
			}
			got, gotNormal := vertices(t, mesh, matrices, players.Pose(0).Weight)
			compareVertices(t, mesh, got, want, gotNormal, wantNormal, tolerance)
		}
	}
}

func vertices(t *testing.T, mesh *soa.Mesh, matrices, weights []float32) (position, normal []float32) {
	t.Helper()
	position, normal = make([]float32, len(mesh.Position)), make([]float32, len(mesh.Normal))
	if err := skin.Vertices(mesh, matrices, weights, new(skin.Scratch), position, normal); err != nil {
		t.Fatal(err)
	}
	return position, normal
}

func compareVertices(t *testing.T, mesh *soa.Mesh, got, want, gotNormal, wantNormal []float32, tolerance float64) {
	t.Helper()
	var worst, worstNormal float64
	for v := 0; v < len(got); v += 3 {
		worst = max(worst, between(got[v:], want[v:]))
		worstNormal = max(worstNormal, between(gotNormal[v:], wantNormal[v:]))
	}
	if !(worst <= tolerance) {
		t.Errorf("mesh %q: a vertex is %g away, more than %g", mesh.Name, worst, tolerance)
	}
	if !(worstNormal <= 2e-2) {
		t.Errorf("mesh %q: a normal is %g off", mesh.Name, worstNormal)
	}
}

func between(a, b []float32) float64 {
	x, y, z := float64(a[0]-b[0]), float64(a[1]-b[1]), float64(a[2]-b[2])
	return math.Sqrt(x*x + y*y + z*z)
}

// TestBankModelWinding holds that a mirrored offset turns triangles over once
// it is part of the vertices.
func TestBankModelWinding(t *testing.T) {
	m := character(t)
	mesh := carried(m)
	mirrorCarried(m)
	bank, err := runtime.Compile(m, nil, runtime.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := runtime.BankModel(m, bank)
	if err != nil {
		t.Fatal(err)
	}
	bound := drawn.Meshes[mesh]
	if bound.Skin != 0 || bound.Influences != 4 {
		t.Fatalf("the carried mesh has skin %d and %d influences", bound.Skin, bound.Influences)
	}
	was := m.Meshes[mesh].Index
	if bound.Index[1] != was[2] || bound.Index[2] != was[1] {
		t.Errorf("triangle %v became %v", was[:3], bound.Index[:3])
	}
}

func TestBankModelRefuses(t *testing.T) {
	m := character(t)
	bank, err := runtime.Compile(m, nil, runtime.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	other := *m
	other.Meshes = m.Meshes[1:]
	if _, err := runtime.BankModel(&other, bank); !errors.Is(err, runtime.ErrForeignBank) {
		t.Errorf("a model with fewer meshes: %v", err)
	}
	if _, err := runtime.BankModel(nil, bank); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("no model: %v", err)
	}
	broken := *bank
	broken.Parent = broken.Parent[1:]
	if _, err := runtime.BankModel(m, &broken); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("a broken bank: %v", err)
	}
}

// character is strider, who has a skin, a carried mesh and morph targets.
func character(t *testing.T) *soa.Model {
	t.Helper()
	m, err := importer.Load(t.Context(), filepath.Join(truth.Root(t), "testdata", "strider", "strider.glb"), importer.WithoutTextures())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func carried(m *soa.Model) int {
	for i, mesh := range m.Meshes {
		if mesh.Skin == soa.None && mesh.Joint != soa.NoJoint {
			return i
		}
	}
	return -1
}
