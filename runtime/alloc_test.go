package runtime_test

import (
	"testing"

	"github.com/sinew-anim/sinew/benchmarks/rig"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/skin"
	"github.com/sinew-anim/sinew/soa"
)

// Nothing that runs every frame allocates, on models of every kind.
func TestNothingAllocates(t *testing.T) {
	for name, m := range map[string]*soa.Model{
		"character": rig.Character(rig.Motion{Name: "sway", Seconds: 1.3}),
		"random":    rig.Random(2, 67),
	} {
		p := newPlayers(t, m, 16)
		clip := m.Clips[len(m.Clips)-1]
		for i := range p.Len() {
			must(t, p.Play(i, runtime.PlayOptions{Mode: runtime.LoopMode(i % 3)}, clip))
		}
		sampler := newSampler(t, m, clip)
		cursors, pose := make([]uint32, sampler.Cursors()), runtime.NewPose(m)
		matrices := make([]float32, 12*m.Skeleton.Len())
		palette := make([]float32, 12*m.Skins[0].Len())
		mesh := m.Meshes[0]
		position, normal := make([]float32, len(mesh.Position)), make([]float32, len(mesh.Normal))
		var scratch skin.Scratch
		tick := 0.0
		for job, f := range map[string]func() error{
			"Update":       func() error { p.Update(1. / 60); return nil },
			"Seek":         func() error { tick += 7.3; return p.Seek(3, tick) },
			"Play":         func() error { return p.Play(3, runtime.PlayOptions{}, clip) },
			"Evaluate":     func() error { p.Evaluate(); return nil },
			"Sample":       func() error { tick += 0.7; return sampler.Sample(tick, cursors, &pose) },
			"Reset":        func() error { pose.Reset(m); return nil },
			"Locals":       func() error { return runtime.Locals(m.Skeleton, &pose, matrices) },
			"LocalToModel": func() error { return runtime.LocalToModel(m.Skeleton, &pose, matrices) },
			"Palettes":     func() error { return runtime.Palettes(m.Skins[0], matrices, palette) },
			"MeshMatrix":   func() error { return runtime.MeshMatrix(m.Meshes[len(m.Meshes)-1], matrices, palette[:12]) },
			"Vertices": func() error {
				return skin.Vertices(mesh, p.Palette(0, mesh.Skin), pose.Weight, &scratch, position, normal)
			},
		} {
			var err error
			if n := testing.AllocsPerRun(50, func() { err = f() }); n != 0 || err != nil {
				t.Errorf("%s, %s: %v allocations, error %v", name, job, n, err)
			}
		}
	}
}
