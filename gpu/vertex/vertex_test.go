package vertex

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// TestQuantize: packed weights sum to 1, are nearest but for the sum, and leave those of a file
// as they are.
func TestQuantize(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n, most := 4+4*r.IntN(2), []int{unorm8, unorm16}[r.IntN(2)]
		w := weights(r, n)
		parts, sum := quantize(w, most), 0
		var again []float32
		for i := range w {
			sum += parts[i]
			if math.Abs(float64(parts[i])-float64(w[i])*float64(most)) >= 1.01 || w[i] == 0 && parts[i] != 0 {
				t.Fatalf("%v of %d: %v", w, most, parts)
			}
			again = append(again, float32(float64(parts[i])/float64(most)))
		}
		if sum != most || quantize(again, most) != parts {
			t.Fatalf("%v of %d: %v, sum %d", w, most, parts, sum)
		}
	}
	if got := quantize([]float32{0.4, 0.3, 0.3, 0}, unorm8); got != [8]int{102, 77, 76, 0} {
		t.Errorf("of equal remainders the earlier is rounded up: %v", got)
	}
}

// TestNormals: packed normals keep their direction within 1e-4, those along the axes exactly.
func TestNormals(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	worst := 0.
	for i := range 20000 {
		n := [3]float32{float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())}
		if i < 6 {
			n = [3]float32{}
			n[i/2] = float32(1 - 2*(i%2))
		}
		var b [4]byte
		putNormal(b[:], Octahedral, n)
		got := unfold(b[:])
		length := math.Sqrt(float64(n[0])*float64(n[0]) + float64(n[1])*float64(n[1]) + float64(n[2])*float64(n[2]))
		for c := range n {
			d := math.Abs(got[c] - float64(n[c])/length)
			worst = max(worst, d)
			if i < 6 && d != 0 {
				t.Errorf("%v becomes %v", n, got)
			}
		}
	}
	t.Logf("worst difference %.2g", worst)
	if worst > 1e-4 {
		t.Errorf("components differ by %g", worst)
	}
}

// unfold is the decoding that Octahedral documents.
func unfold(b []byte) (n [3]float64) {
	decode := func(u uint16) float64 { return float64(u)/unorm16*(65535./32767) - 1 }
	x, y := decode(binary.LittleEndian.Uint16(b)), decode(binary.LittleEndian.Uint16(b[2:]))
	z := 1 - math.Abs(x) - math.Abs(y)
	if z < 0 {
		x, y = x-math.Copysign(z, x), y-math.Copysign(z, y)
	}
	length := math.Sqrt(x*x + y*y + z*z)
	return [3]float64{x / length, y / length, z / length}
}

// TestLayouts: formats follow from the values of a mesh.
func TestLayouts(t *testing.T) {
	maps := []soa.TextureMap{{Strength: 1}, {Role: soa.NormalMap, UVSet: 1, Strength: 1}}
	plain := func() *soa.Model {
		return &soa.Model{
			Skeleton:  &soa.Skeleton{Name: []string{"a"}, Parent: []int16{soa.NoJoint}, Unit: []float32{1}, Rest: soa.MakeTransforms(1)},
			Skins:     []*soa.Skin{{Joint: make([]uint16, 300), InverseBind: make([]soa.Affine, 300)}},
			Materials: []soa.Material{{}, {Maps: maps}}, Textures: []soa.Texture{{Name: "t"}},
			Meshes: []*soa.Mesh{{
				Joint: soa.NoJoint, Material: 1, Position: make([]float32, 6), Normal: []float32{0, 1, 0, 0, 0, -1},
				UV: []float32{0, 1, 1. / 65535, 200. / 255}, Color: []float32{0, 1, 0.2, 1, 7. / 255, 0, 0, 1},
				Influences: 8, BoneIndex: make([]uint16, 16), BoneWeight: []float32{0.8, 0.2, 15: 0, 8: 1},
			}},
		}
	}
	for name, c := range map[string]struct {
		change func(m *soa.Mesh)
		error  float64
		want   string
	}{
		"as small as can be": {func(*soa.Mesh) {}, 0,
			"32 bytes: position 3 float32, normal 2 octahedral, uv 2 unorm16, color 4 unorm8, joints 4 uint8, weights 4 unorm8 within 0 mm"},
		"a second set and tangents": {func(m *soa.Mesh) { m.UV2, m.Tangent = []float32{0, 1, 2, 3}, []float32{1, 0, 0, 1, 0, 3, 0, -1} }, 0,
			"48 bytes: position 3 float32, normal 2 octahedral, uv 2 unorm16, uv 2 float32, tangent 3 octahedral, color 4 unorm8, joints 4 uint8, weights 4 unorm8 within 0 mm"},
		"tangents without direction": {func(m *soa.Mesh) { m.Tangent = []float32{1, 0, 0, 1, 0, 0, 0, -1} }, 0,
			"48 bytes: position 3 float32, normal 2 octahedral, uv 2 unorm16, tangent 4 float32, color 4 unorm8, joints 4 uint8, weights 4 unorm8 within 0 mm"},
		"widest": {func(*soa.Mesh) {}, -1,
			"96 bytes: position 3 float32, normal 3 float32, uv 2 float32, color 4 float32, joints 4 uint16, weights 4 float32, joints 4 uint16, weights 4 float32"},
		"other values": {func(m *soa.Mesh) { m.UV[0], m.Color[0], m.Normal[1], m.BoneIndex[3] = -1, 0.3, 0, 256 }, 0,
			"52 bytes: position 3 float32, normal 3 float32, uv 2 float32, color 4 unorm16, joints 4 uint16, weights 4 unorm8 within 0 mm"},
		"no texture":         {func(m *soa.Mesh) { m.Material, m.Color = 0, nil }, 0, "24 bytes: position 3 float32, normal 2 octahedral, joints 4 uint8, weights 4 unorm8 within 0 mm"},
		"colours beyond 1":   {func(m *soa.Mesh) { m.Material, m.Color[0] = 0, 2 }, 0, "40 bytes: position 3 float32, normal 2 octahedral, color 4 float32, joints 4 uint8, weights 4 unorm8 within 0 mm"},
		"weights of sum 0.9": {func(m *soa.Mesh) { m.Material, m.Color, m.BoneWeight[1] = 0, nil, 0.1 }, 0, "36 bytes: position 3 float32, normal 2 octahedral, joints 4 uint8, weights 4 float32"},
		"rigid":              {func(m *soa.Mesh) { m.Material, m.Color, m.Skinning = 0, nil, soa.Rigid }, 0, "20 bytes: position 3 float32, normal 2 octahedral, joints 1 uint8"},
	} {
		m := plain()
		c.change(m.Meshes[0])
		mesh := &Mesh{Mesh: m.Meshes[0]}
		l := NewPacker(m, Options{Error: c.error}).Layout(mesh)
		if got := l.String(); got != c.want {
			t.Errorf("%s: %s\nwant %s", name, got, c.want)
		}
		if n := len(l.Pack(mesh)); n != 2*l.Stride {
			t.Errorf("%s: %d bytes", name, n)
		}
	}
}
