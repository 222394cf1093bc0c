package runtime_test

import (
	"errors"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Every skinned vertex of a pose lies in its box, morphed, with any number of influences, and the
// box is no more than twice as large for a model of one joint.
func TestBounds(t *testing.T) {
	for s := range seed.Cases(t, 4) {
		m := figure.Random(s, 9)
		for _, mesh := range m.Meshes {
			mesh.Skinning, mesh.Blend = soa.LinearBlend, nil
		}
		c, err := runtime.NewCrowd(runtime.Keyframes(m), 3, runtime.CrowdOptions{Play: &play.Options{Seed: 1}})
		must.Do(t, err)
		bounds, err := c.Layout().Bounds(m)
		must.Do(t, err)
		joints, err := c.Layout().Bounds(nil)
		must.Do(t, err)
		drawn, err := c.Layout().BindModel(m)
		must.Do(t, err)
		must.Do(t, c.Update(0.37))
		for i := range c.Len() {
			hero := c.Instance(i)
			low, high, err := hero.Bounds(bounds)
			must.Do(t, err)
			inside := func(what string, p []float32) {
				for k := range 3 {
					if !(p[k] >= low[k] && p[k] <= high[k]) {
						t.Fatalf("seed %#x, instance %d: %s at %v is outside %v to %v", s, i, what, p[:3], low, high)
					}
				}
			}
			var scratch pose.SkinScratch
			for _, mesh := range drawn.Meshes {
				position := make([]float32, len(mesh.Position))
				matrices, of := hero.Palette(), drawn.Skins[0]
				if mesh.Skin == soa.None {
					matrices, of = mesh.Offset[:], nil
				}
				must.Do(t, pose.SkinVertices(mesh, of, matrices[:12*max(1, lenOf(of))], hero.Weights(), &scratch, position, nil))
				for v := range mesh.Vertices() {
					inside(mesh.Name, position[3*v:])
				}
			}
			low, high, err = hero.Bounds(joints)
			must.Do(t, err)
			for j, slot := range c.Layout().Slot {
				if slot >= 0 {
					at, err := hero.Joint(j)
					must.Do(t, err)
					x, y, z := at.Translation()
					inside("a joint", []float32{x, y, z})
				}
			}
		}
		other, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Layout: pose.LayoutOptions{AllJoints: true}})
		must.Do(t, err)
		if _, _, err := other.Instance(0).Bounds(bounds); !errors.Is(err, pose.ErrForeignModel) {
			t.Errorf("bounds of another layout: %v", err)
		}
		if _, _, err := (runtime.Instance{}).Bounds(bounds); !errors.Is(err, runtime.ErrStale) {
			t.Errorf("bounds of none: %v", err)
		}
		if a := testing.AllocsPerRun(5, func() { _, _, _ = c.Instance(0).Bounds(bounds) }); a != 0 {
			t.Errorf("%v allocations", a)
		}
	}
}

func lenOf(s *soa.Skin) int {
	if s == nil {
		return 0
	}
	return s.Len()
}
