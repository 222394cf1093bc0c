//go:build cgo

package runtime_test

import (
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/banks"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// The vertices that a renderer draws with a crowd's palettes are where the oracle
// puts those of the model itself: of files, and of random models with several skins,
// meshes without one, and shear.
func TestBindModelVertices(t *testing.T) {
	files.Animated(t, func(path string, m *soa.Model) {
		t.Run(filepath.Base(path), func(t *testing.T) { holdVertices(t, m) })
	})
	for seed := range uint64(6) {
		m := smooth(figure.Random(seed, 16), seed%2 == 0)
		if seed%2 == 1 {
			banks.Rigid(m, float32(seed)-3.5, seed)
		}
		t.Run(m.Name, func(t *testing.T) { holdVertices(t, m) })
	}
}

// holdVertices compares both ways to the vertices at three moments of the model's
// first clip.
func holdVertices(t *testing.T, m *soa.Model) {
	mirrorCarried(m)
	crowd, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Play: &play.Options{Mode: play.Clamp}})
	must.Do(t, err)
	drawn, err := crowd.Layout().BindModel(m)
	must.Do(t, err)
	clip := m.Clips[0]
	for _, f := range []float64{0.13, 0.5, 0.91} {
		must.Do(t, crowd.Instance(0).Seek(clip.Start+f*clip.Seconds()))
		must.Do(t, crowd.Update(0))
		want := oracle.Evaluate(m, m.Clips[:1], crowd.Instance(0).Time()+1e-9)
		for i, mesh := range drawn.Meshes {
			matrices := crowd.Instance(0).Palette()
			if mesh.Skin == soa.None {
				matrices = mesh.Offset[:]
			}
			position, normal := make([]float32, len(mesh.Position)), make([]float32, len(mesh.Normal))
			must.Do(t, pose.SkinVertices(mesh, drawn.SkinOf(mesh), matrices, crowd.Instance(0).Weights(), new(pose.SkinScratch), position, normal))
			size := 1.0
			for _, v := range want.Meshes[i].Position {
				size = max(size, v.Length())
			}
			for k, v := range want.Meshes[i].Position {
				if d := v.Sub(vertex(position, k)).Length(); !(d <= 4*tolerance*size) {
					t.Fatalf("mesh %q: vertex %d is %g away, of %g", mesh.Name, k, d, size)
				}
			}
			for k, v := range want.Meshes[i].Normal {
				if d := v.Sub(vertex(normal, k)).Length(); !(d <= 1e-2) && v.Length() > 0.9 {
					t.Fatalf("mesh %q: normal %d is %g off", mesh.Name, k, d)
				}
			}
		}
	}
}

func vertex(flat []float32, k int) oracle.Vec3 {
	return oracle.Vec3{float64(flat[3*k]), float64(flat[3*k+1]), float64(flat[3*k+2])}
}

// mirrorCarried turns a mesh that a joint carries inside out in place, which has to
// show in normals and winding and nowhere else.
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
