package prints_test

import (
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/prints"
	"github.com/sinew-anim/sinew/soa"
)

// A print changes with each part of what it is of, and with nothing else.
func TestPrints(t *testing.T) {
	model := func() *soa.Model {
		return &soa.Model{
			Skeleton:  &soa.Skeleton{Name: []string{"a"}, Parent: []int16{-1}, Depth: []uint16{0}, Unit: []float32{1}, Rest: soa.MakeTransforms(1)},
			Materials: []soa.Material{{Name: "skin"}},
			Skins:     []*soa.Skin{{Joint: []uint16{0}, InverseBind: []soa.Affine{soa.IdentityAffine()}}},
			Meshes: []*soa.Mesh{{
				Name: "body", Position: make([]float32, 9), Normal: make([]float32, 9), Index: []uint32{0, 1, 2}, Influences: 4,
				BoneIndex: make([]uint16, 12), BoneWeight: slices.Repeat([]float32{1, 0, 0, 0}, 3),
			}},
			Clips: []*soa.Clip{{Name: "walk", TicksPerSecond: 25, Duration: 5, Time: []float32{0, 5}, X: []float32{1, 2}, Events: []soa.Event{{Name: "step"}}}},
		}
	}
	prints := func(m *soa.Model) [5]uint64 {
		o := prints.NewOrigin(m)
		return [...]uint64{o.Looks, o.Face, o.Meshes[0].Shape ^ o.Clips[0].Keys, o.Meshes[0].Influences, o.Clips[0].Rest}
	}
	was := prints(model())
	if again := prints(model()); again != was {
		t.Errorf("%x and %x of the same model", was, again)
	}
	for name, c := range map[string]struct {
		which int
		edit  func(m *soa.Model)
	}{
		"material":     {0, func(m *soa.Model) { m.Materials[0].Metallic = 0.5 }},
		"morph weight": {1, func(m *soa.Model) { m.Weights = []soa.MorphWeight{{Mesh: "body"}} }},
		"last vertex":  {2, func(m *soa.Model) { m.Meshes[0].Position[8] = 1e-30 }},
		"key":          {2, func(m *soa.Model) { m.Clips[0].X[1] = 3 }},
		"weight":       {3, func(m *soa.Model) { m.Meshes[0].BoneWeight[0] = 0.5 }},
		"skin":         {3, func(m *soa.Model) { m.Skins[0].InverseBind[0][3] = 1 }},
		"event":        {4, func(m *soa.Model) { m.Clips[0].Events[0].Name = "stop" }},
	} {
		m := model()
		c.edit(m)
		is := prints(m)
		for i := range is {
			if (is[i] != was[i]) != (i == c.which) {
				t.Errorf("%s: print %d: %x and %x", name, i, was[i], is[i])
			}
		}
	}
}
