package compare_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/compare"
	"github.com/sinew-anim/sinew/soa"
)

// flag is a model of two joints, one above the other, with a skinned square that has a material, a picture
// and a morph target.
func flag() *soa.Model {
	k := &soa.Skeleton{Name: []string{"pole", "tip"}, Parent: []int16{-1, 0}, Unit: []float32{1, 1}, Rest: soa.MakeTransforms(2)}
	k.Rest.TY[1] = 1
	k.ComputeDepth()
	up := soa.IdentityAffine()
	up[7] = -1
	material := soa.DefaultMaterial()
	material.Name, material.Roughness = "cloth", 0.5
	material.Maps = []soa.TextureMap{{Role: soa.BaseColorMap, Texture: 0, Strength: 1}}
	return &soa.Model{
		Name: "flag", Skeleton: k,
		Skins:     []*soa.Skin{{Joint: []uint16{0, 1}, InverseBind: []soa.Affine{soa.IdentityAffine(), up}}},
		Weights:   []soa.MorphWeight{{Mesh: "square", Target: "wave"}},
		Materials: []soa.Material{material}, Textures: []soa.Texture{{Name: "red", Data: picture(255)}},
		Meshes: []*soa.Mesh{{
			Name: "square", Position: []float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, Normal: []float32{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1},
			UV: []float32{0, 0, 1, 0, 1, 1, 0, 1}, Index: []uint32{0, 1, 2, 0, 2, 3}, Joint: soa.NoJoint, Influences: 4,
			BoneIndex:  []uint16{0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
			BoneWeight: []float32{0.75, 0.25, 0, 0, 0.75, 0.25, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
			Morphs:     []soa.MorphTarget{{Name: "wave", Vertex: []uint32{2}, Position: []float32{0, 0, 0.5}}},
		}},
	}
}

// picture is a PNG file of 2×2 pixels of some red.
func picture(red uint8) []byte {
	img := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	for i := range 4 {
		img.SetNRGBA(i%2, i/2, color.NRGBA{red, 0, 0, 255})
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// TestFindings: each change of a model is found, with its size, and nothing else is.
func TestFindings(t *testing.T) {
	mesh := func(m *soa.Model) *soa.Mesh { return m.Meshes[0] }
	for name, c := range map[string]struct {
		change func(m *soa.Model)
		kind   compare.Kind
		size   float64
		unit   compare.Unit
		also   []compare.Kind // that follow from it
	}{
		"nothing":       {func(*soa.Model) {}, "", 0, "", nil},
		"a joint moved": {func(m *soa.Model) { m.Skeleton.Rest.TX[1] = 0.002; m.Skins[0].InverseBind[1][3] = -0.002 }, compare.Rest, 0.002, compare.Metres, nil},
		"a joint turned": { // with all that it moves
			func(m *soa.Model) { quarter(m, 1) }, compare.Rest, 90, compare.Degrees, []compare.Kind{compare.Rest, compare.Surfaces, compare.Shapes},
		},
		"a joint grown":  {func(m *soa.Model) { m.Skeleton.Rest.SZ[1] = 1.25 }, compare.Rest, 0.2, compare.Fraction, []compare.Kind{compare.Shapes}},
		"a weight":       {func(m *soa.Model) { mesh(m).BoneWeight[0], mesh(m).BoneWeight[1] = 0.5, 0.5 }, compare.Weights, 0.25, compare.Fraction, nil},
		"another joint":  {func(m *soa.Model) { mesh(m).BoneIndex[8] = 0 }, compare.Weights, 1, compare.Fraction, nil},
		"a vertex":       {func(m *soa.Model) { mesh(m).Position[2] = 0.01 }, compare.Rest, 0.01, compare.Metres, nil},
		"a normal":       {func(m *soa.Model) { copy(mesh(m).Normal, []float32{0, 0.6, 0.8}) }, compare.Surfaces, math.Asin(0.6) * 180 / math.Pi, compare.Degrees, nil},
		"a coordinate":   {func(m *soa.Model) { mesh(m).UV[3] = 0.125 }, compare.Surfaces, 0.125, compare.Fraction, nil},
		"coordinates":    {func(m *soa.Model) { mesh(m).UV = nil }, compare.Surfaces, 1, compare.Number, nil},
		"a colour":       {func(m *soa.Model) { m.Materials[0].BaseColor[1] = 0.25 }, compare.Materials, 0.75, compare.Fraction, nil},
		"roughness":      {func(m *soa.Model) { m.Materials[0].Roughness = 0.75 }, compare.Materials, 0.25, compare.Fraction, nil},
		"both sides":     {func(m *soa.Model) { m.Materials[0].DoubleSided = true }, compare.Materials, 1, compare.Number, nil},
		"no map":         {func(m *soa.Model) { m.Materials[0].Maps = nil }, compare.Materials, 1, compare.Number, nil},
		"a picture":      {func(m *soa.Model) { m.Textures[0].Data = picture(204) }, compare.Materials, 0.2 / 4, compare.Fraction, nil},
		"no material":    {func(m *soa.Model) { mesh(m).Material = soa.None }, compare.Materials, 1, compare.Number, nil},
		"a shape":        {func(m *soa.Model) { mesh(m).Morphs[0].Position[2] = 0.375 }, compare.Shapes, 0.125, compare.Metres, nil},
		"a shape's rest": {func(m *soa.Model) { m.Weights[0].Rest = 0.5 }, compare.Shapes, 0.5, compare.Fraction, []compare.Kind{compare.Rest}},
		"a shape's name": {func(m *soa.Model) { mesh(m).Morphs[0].Name = "smile" }, compare.Shapes, 1, compare.Number, []compare.Kind{compare.Shapes}},
		"a material":     {func(m *soa.Model) { m.Materials[0].Name = "silk" }, compare.Names, 1, compare.Number, nil},
		"a nameless one": {func(m *soa.Model) { m.Skeleton.Name[1] = "" }, compare.Names, 1, compare.Number, nil},
		"another mesh":   {func(m *soa.Model) { mesh(m).Name = "other" }, compare.Parts, 1, compare.Number, []compare.Kind{compare.Parts}},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := flag(), flag()
			c.change(b)
			for i, pair := range [][2]*soa.Model{{a, b}, {b, a}} {
				d, err := compare.Models(t.Context(), pair[0], pair[1], compare.Options{})
				must.Do(t, err)
				checkFindings(t, d, c.kind, c.size, c.unit, c.also, i)
			}
		})
	}
}

func checkFindings(t *testing.T, d *compare.Difference, kind compare.Kind, size float64, unit compare.Unit, also []compare.Kind, round int) {
	t.Helper()
	found := false
	rest := append([]compare.Kind(nil), also...)
	for _, f := range d.Findings {
		if f.Kind == kind && f.Unit == unit && !found {
			found = true
			must.Near(t, string(kind), f.Size, size, 1e-5*max(1, size))
			continue
		}
		if len(rest) > 0 && rest[0] == f.Kind {
			rest = rest[1:]
			continue
		}
		t.Errorf("round %d: also %+v", round, f)
	}
	if kind != "" && !found {
		t.Errorf("round %d: not found: %+v", round, d.Findings)
	}
}

// quarter turns a joint at rest by a right angle.
func quarter(m *soa.Model, joint int) {
	r := &m.Skeleton.Rest
	r.RX[joint], r.RW[joint] = math.Sqrt2/2, math.Sqrt2/2
}

// TestLimits: differences count from a limit on, and of chosen kinds.
func TestLimits(t *testing.T) {
	a, b := beam(math.Pi/2), beam(math.Pi/2-0.1)
	a.Clips[0].Name, b.Clips[0].Name, b.Clips[0].Duration = "swing", "turn", 2.5
	d, err := compare.Models(t.Context(), a, b, compare.Options{})
	must.Do(t, err)
	far := math.Inf(1)
	for _, c := range []struct {
		name   string
		limits compare.Limits
		want   []compare.Kind
	}{
		{"all", compare.Limits{}, []compare.Kind{compare.Motion, compare.Motion, compare.Motion, compare.Names, compare.Lengths}},
		{"vertices alone", compare.Limits{Distance: 0.1, Angle: far, Time: far}, []compare.Kind{compare.Motion, compare.Names}},
		{"turns alone", compare.Limits{Distance: far, Angle: 5.7, Time: 1}, []compare.Kind{compare.Motion, compare.Names}},
		{"little of all", compare.Limits{Distance: 0.2, Angle: 5.8, Time: 0.5}, []compare.Kind{compare.Names}},
		{"not names", compare.Limits{Distance: 0.2, Angle: 5.8, Time: 0.4, Kinds: []compare.Kind{compare.Motion, compare.Lengths}}, []compare.Kind{compare.Lengths}},
	} {
		over := d.Exceeds(c.limits)
		var kinds []compare.Kind
		for _, f := range over {
			kinds = append(kinds, f.Kind)
		}
		if len(kinds) != len(c.want) {
			t.Errorf("%s: %v, want %v", c.name, over, c.want)
			continue
		}
		for i := range kinds {
			if kinds[i] != c.want[i] {
				t.Errorf("%s: %v, want %v", c.name, over, c.want)
			}
		}
	}
}

// A difference of weights names the vertex and the joint where it is largest.
func TestWeightsNameTheVertex(t *testing.T) {
	a, b := flag(), flag()
	mesh := b.Meshes[0]
	v := mesh.Vertices() - 1
	n := mesh.Influences
	was := mesh.BoneIndex[n*v]
	mesh.BoneIndex[n*v] = 1 - was
	d, err := compare.Models(t.Context(), a, b, compare.Options{})
	must.Do(t, err)
	names := a.Skeleton.Name
	for _, f := range d.Findings {
		if f.Kind != compare.Weights {
			continue
		}
		one, other := fmt.Sprintf("vertex %d for %s ", v, names[was]), fmt.Sprintf("vertex %d for %s ", v, names[1-was])
		if !strings.Contains(f.Message, one) && !strings.Contains(f.Message, other) {
			t.Errorf("%q, want %q or %q", f.Message, one, other)
		}
		return
	}
	t.Errorf("no finding of weights in %+v", d.Findings)
}
