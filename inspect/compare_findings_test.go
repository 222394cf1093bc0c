package inspect_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/internal/testing/must"
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
		kind   inspect.ChangeKind
		size   float64
		unit   inspect.Unit
		also   []inspect.ChangeKind // that follow from it
	}{
		"nothing":       {func(*soa.Model) {}, "", 0, "", nil},
		"a joint moved": {func(m *soa.Model) { m.Skeleton.Rest.TX[1] = 0.002; m.Skins[0].InverseBind[1][3] = -0.002 }, inspect.Rest, 0.002, inspect.Metres, nil},
		"a joint turned": { // with all that it moves
			func(m *soa.Model) { quarter(m, 1) }, inspect.Rest, 90, inspect.Degrees, []inspect.ChangeKind{inspect.Rest, inspect.Surfaces, inspect.Shapes},
		},
		"a joint grown":  {func(m *soa.Model) { m.Skeleton.Rest.SZ[1] = 1.25 }, inspect.Rest, 0.2, inspect.Fraction, []inspect.ChangeKind{inspect.Shapes}},
		"a weight":       {func(m *soa.Model) { mesh(m).BoneWeight[0], mesh(m).BoneWeight[1] = 0.5, 0.5 }, inspect.Weights, 0.25, inspect.Fraction, nil},
		"another joint":  {func(m *soa.Model) { mesh(m).BoneIndex[8] = 0 }, inspect.Weights, 1, inspect.Fraction, nil},
		"a vertex":       {func(m *soa.Model) { mesh(m).Position[2] = 0.01 }, inspect.Rest, 0.01, inspect.Metres, nil},
		"a normal":       {func(m *soa.Model) { copy(mesh(m).Normal, []float32{0, 0.6, 0.8}) }, inspect.Surfaces, math.Asin(0.6) * 180 / math.Pi, inspect.Degrees, nil},
		"a coordinate":   {func(m *soa.Model) { mesh(m).UV[3] = 0.125 }, inspect.Surfaces, 0.125, inspect.Fraction, nil},
		"coordinates":    {func(m *soa.Model) { mesh(m).UV = nil }, inspect.Surfaces, 1, inspect.Number, nil},
		"a colour":       {func(m *soa.Model) { m.Materials[0].BaseColor[1] = 0.25 }, inspect.Materials, 0.75, inspect.Fraction, nil},
		"roughness":      {func(m *soa.Model) { m.Materials[0].Roughness = 0.75 }, inspect.Materials, 0.25, inspect.Fraction, nil},
		"both sides":     {func(m *soa.Model) { m.Materials[0].DoubleSided = true }, inspect.Materials, 1, inspect.Number, nil},
		"no map":         {func(m *soa.Model) { m.Materials[0].Maps = nil }, inspect.Materials, 1, inspect.Number, nil},
		"a picture":      {func(m *soa.Model) { m.Textures[0].Data = picture(204) }, inspect.Materials, 0.2 / 4, inspect.Fraction, nil},
		"no material":    {func(m *soa.Model) { mesh(m).Material = soa.None }, inspect.Materials, 1, inspect.Number, nil},
		"a shape":        {func(m *soa.Model) { mesh(m).Morphs[0].Position[2] = 0.375 }, inspect.Shapes, 0.125, inspect.Metres, nil},
		"a shape's rest": {func(m *soa.Model) { m.Weights[0].Rest = 0.5 }, inspect.Shapes, 0.5, inspect.Fraction, []inspect.ChangeKind{inspect.Rest}},
		"a shape's name": {func(m *soa.Model) { mesh(m).Morphs[0].Name = "smile" }, inspect.Shapes, 1, inspect.Number, []inspect.ChangeKind{inspect.Shapes}},
		"a material":     {func(m *soa.Model) { m.Materials[0].Name = "silk" }, inspect.Names, 1, inspect.Number, nil},
		"a nameless one": {func(m *soa.Model) { m.Skeleton.Name[1] = "" }, inspect.Names, 1, inspect.Number, nil},
		"another mesh":   {func(m *soa.Model) { mesh(m).Name = "other" }, inspect.Parts, 1, inspect.Number, []inspect.ChangeKind{inspect.Parts}},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := flag(), flag()
			c.change(b)
			for i, pair := range [][2]*soa.Model{{a, b}, {b, a}} {
				d, err := inspect.Compare(t.Context(), pair[0], pair[1], inspect.CompareOptions{})
				must.Do(t, err)
				checkFindings(t, d, c.kind, c.size, c.unit, c.also, i)
			}
		})
	}
}

func checkFindings(t *testing.T, d *inspect.Difference, kind inspect.ChangeKind, size float64, unit inspect.Unit, also []inspect.ChangeKind, round int) {
	t.Helper()
	found := false
	rest := append([]inspect.ChangeKind(nil), also...)
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
	d, err := inspect.Compare(t.Context(), a, b, inspect.CompareOptions{})
	must.Do(t, err)
	far := math.Inf(1)
	for _, c := range []struct {
		name   string
		limits inspect.CompareLimits
		want   []inspect.ChangeKind
	}{
		{"all", inspect.CompareLimits{}, []inspect.ChangeKind{inspect.Motion, inspect.Motion, inspect.Motion, inspect.Names, inspect.Lengths}},
		{"vertices alone", inspect.CompareLimits{Distance: 0.1, Angle: far, Time: far}, []inspect.ChangeKind{inspect.Motion, inspect.Names}},
		{"turns alone", inspect.CompareLimits{Distance: far, Angle: 5.7, Time: 1}, []inspect.ChangeKind{inspect.Motion, inspect.Names}},
		{"little of all", inspect.CompareLimits{Distance: 0.2, Angle: 5.8, Time: 0.5}, []inspect.ChangeKind{inspect.Names}},
		{"not names", inspect.CompareLimits{Distance: 0.2, Angle: 5.8, Time: 0.4, Kinds: []inspect.ChangeKind{inspect.Motion, inspect.Lengths}}, []inspect.ChangeKind{inspect.Lengths}},
	} {
		over := d.Exceeds(c.limits)
		var kinds []inspect.ChangeKind
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
	d, err := inspect.Compare(t.Context(), a, b, inspect.CompareOptions{})
	must.Do(t, err)
	names := a.Skeleton.Name
	for _, f := range d.Findings {
		if f.Kind != inspect.Weights {
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
