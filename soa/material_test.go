package soa_test

import (
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// TestMaterialRanges: Validate accepts a material's numbers to the ends of their ranges, and no
// further.
func TestMaterialRanges(t *testing.T) {
	nan, huge := float32(math.NaN()), float32(soa.MaxMagnitude)
	material := func() *soa.Material {
		m := soa.DefaultMaterial()
		for role := range soa.MapRoles {
			m.Maps = append(m.Maps, soa.TextureMap{Role: soa.MapRole(role), Texture: role % 2, Strength: 1, Transform: &soa.TextureTransform{}})
		}
		return &m
	}
	for name, c := range map[string]struct {
		change func(m *soa.Material, v float32)
		good   []float32
		bad    []float32
	}{
		"base colour":        {func(m *soa.Material, v float32) { m.BaseColor[3] = v }, []float32{0, 1, 2}, []float32{-0.1, nan, huge}},
		"emissive":           {func(m *soa.Material, v float32) { m.Emissive[1] = v }, []float32{0, 100}, []float32{-0.1, nan, huge}},
		"metallic":           {func(m *soa.Material, v float32) { m.Metallic = v }, []float32{0, 1}, []float32{-0.1, 1.1, nan}},
		"roughness":          {func(m *soa.Material, v float32) { m.Roughness = v }, []float32{0, 1}, []float32{-0.1, 1.1, nan}},
		"cutoff":             {func(m *soa.Material, v float32) { m.AlphaCutoff = v }, []float32{0, 2}, []float32{-0.1, nan, huge}},
		"normal scale":       {func(m *soa.Material, v float32) { m.Map(soa.NormalMap).Strength = v }, []float32{-3, 0, 3}, []float32{nan, huge, -huge}},
		"occlusion strength": {func(m *soa.Material, v float32) { m.Map(soa.OcclusionMap).Strength = v }, []float32{0, 1}, []float32{-0.1, 1.1, nan}},
		"other strength":     {func(m *soa.Material, v float32) { m.Map(soa.EmissiveMap).Strength = v }, []float32{1}, []float32{0, nan}},
		"rotation":           {func(m *soa.Material, v float32) { m.Maps[0].Transform.Rotation = v }, []float32{-7, 0, 7}, []float32{nan, huge}},
		"offset":             {func(m *soa.Material, v float32) { m.Maps[0].Transform.Offset[1] = v }, []float32{-7, 0}, []float32{nan, huge}},
		"scale":              {func(m *soa.Material, v float32) { m.Maps[0].Transform.Scale[0] = v }, []float32{-7, 0}, []float32{nan, huge}},
		"texture":            {func(m *soa.Material, v float32) { m.Maps[1].Texture = int(v) }, []float32{0, 1}, []float32{-1, 2}},
		"coordinates":        {func(m *soa.Material, v float32) { m.Maps[1].UVSet = uint8(v) }, []float32{0, 1}, []float32{2}},
		"role":               {func(m *soa.Material, v float32) { m.Maps[2].Role = soa.MapRole(v) }, []float32{2}, []float32{1, 3, soa.MapRoles}},
		"last role":          {func(m *soa.Material, v float32) { m.Maps[4].Role = soa.MapRole(v) }, []float32{4}, []float32{soa.MapRoles}},
		"alpha mode":         {func(m *soa.Material, v float32) { m.Alpha = soa.AlphaMode(v) }, []float32{0, 1, 2}, []float32{3}},
		"wrap":               {func(m *soa.Material, v float32) { m.Maps[0].Sampler.WrapV = soa.Wrap(v) }, []float32{0, 1, 2}, []float32{3}},
		"filter":             {func(m *soa.Material, v float32) { m.Maps[0].Sampler.Min = soa.Filter(v) }, []float32{0, 1}, []float32{2}},
		"mipmap":             {func(m *soa.Material, v float32) { m.Maps[0].Sampler.Mipmap = soa.Mipmap(v) }, []float32{0, 1, 2}, []float32{3}},
	} {
		for _, v := range c.good {
			m := material()
			if c.change(m, v); m.Validate(2) != nil {
				t.Errorf("%s %v: %v", name, v, m.Validate(2))
			}
		}
		for _, v := range c.bad {
			m := material()
			if c.change(m, v); !errors.Is(m.Validate(2), soa.ErrInvalid) {
				t.Errorf("%s %v: %v", name, v, m.Validate(2))
			}
		}
	}
}
