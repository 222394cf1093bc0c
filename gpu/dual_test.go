package gpu

import (
	"image"
	"image/draw"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/gpu/internal/model"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/testing/pictures"
	"github.com/sinew-anim/sinew/soa"
)

// twisted returns a tube of two joints, skinned in a way, and its palette with the upper
// one turned half round but for ten degrees, and scaled.
func twisted(mode soa.Skinning, scale float64) (*soa.Model, []float32) {
	m := tube(2, 4, 32, 32)
	mesh := m.Meshes[0]
	mesh.Skinning = mode
	for v := range mesh.Vertices() {
		switch w := mesh.BoneWeight[4*v:][:4]; mode {
		case soa.Rigid:
			if w[1] > w[0] {
				mesh.BoneIndex[4*v] = mesh.BoneIndex[4*v+1]
			}
			copy(w, []float32{1, 0, 0, 0})
		case soa.Blended:
			mesh.Blend = append(mesh.Blend, 0.5)
		}
	}
	sin, cos := math.Sincos(170 * math.Pi / 180)
	s, c := float32(scale*sin), float32(scale*cos)
	still, turn := soa.IdentityAffine(), soa.Affine{c, 0, s, 0, 0, 1, 0, 0.8, -s, 0, c, 0}
	turn = turn.Mul(&m.Skins[0].InverseBind[1])
	return m, append(still[:], turn[:]...)
}

// TestSkinningPictures: a twisted tube is pinched by matrices, keeps its width by dual
// quaternions, and does both by half where they are blended; one whose upper half is
// scaled grows. Palettes of every format show the same.
func TestSkinningPictures(t *testing.T) {
	const width, height = 200, 300
	r := newRenderer(t, width, height, 4)
	view := Orbit{}
	view.Fit(Bounds{Min: [3]float32{-0.3, 0, -0.3}, Max: [3]float32{0.3, 1.6, 0.3}}, float64(width)/height)
	sheet, shown := image.NewRGBA(image.Rect(0, 0, 16*width, height)), 0
	widths := func(mode soa.Skinning, scale float64, format PaletteFormat) (row []int) {
		data, matrices := twisted(mode, scale)
		p := Palette{Data: matrices, Format: format}
		switch frames := model.RestFrames(data.Skins[0]); format {
		case DualQuaternions:
			p.Data = make([]float32, 2*kernel.DualValues)
			_ = kernel.DualQuaternions(p.Data, matrices)
		case ScaledDualQuaternions:
			p.Data = make([]float32, 2*kernel.ScaledDualValues)
			_ = kernel.ScaledDualQuaternions(p.Data, matrices, frames)
		}
		m := upload(t, r, data)
		defer m.Close()
		img := picture(t, r, &Scene{Camera: view.Camera(), Items: []Item{{Model: m, World: []soa.Affine{soa.IdentityAffine()}, Palettes: []Palette{p}}}})
		draw.Draw(sheet, img.Rect.Add(image.Pt(shown*width, 0)), img, image.Point{}, draw.Src)
		shown++
		for y := range height {
			first, last := width, -1
			for x := range width {
				if img.RGBAAt(x, y) != img.RGBAAt(0, y) {
					first, last = min(first, x), max(last, x)
				}
			}
			row = append(row, last-first+1)
		}
		return row
	}
	const middle, upper, lower = height / 2, height / 4, 3 * height / 4
	for _, c := range []struct {
		mode        soa.Skinning
		least, most float64 // width at the middle, of that below
	}{{soa.Rigid, 0.9, 1.1}, {soa.LinearBlend, 0, 0.3}, {soa.Blended, 0.4, 0.7}, {soa.DualQuaternion, 0.9, 1.1}} {
		for _, format := range []PaletteFormat{Matrices, DualQuaternions, ScaledDualQuaternions} {
			row := widths(c.mode, 1, format)
			if f := float64(row[middle]) / float64(row[lower]); f < c.least || f > c.most || row[lower] < 30 {
				t.Errorf("%v by %v: %d pixels wide in the middle, %d below", c.mode, format, row[middle], row[lower])
			}
		}
		row := widths(c.mode, 1.5, Matrices)
		if f := float64(row[upper]) / float64(row[lower]); f < 1.35 || f > 1.65 {
			t.Errorf("%v, scaled: %d pixels wide above, %d below", c.mode, row[upper], row[lower])
		}
	}
	pictures.Keep(t, "", sheet)
}

// TestPaletteFormats: what an item cannot be drawn from is refused.
func TestPaletteFormats(t *testing.T) {
	r := newRenderer(t, 16, 16, 1)
	data, matrices := twisted(soa.DualQuaternion, 1)
	m := upload(t, r, data)
	for name, c := range map[string]struct {
		p  Palette
		ok bool
	}{
		"matrices":             {Palette{Data: matrices}, true},
		"dual quaternions":     {Palette{Data: matrices[:16], Format: DualQuaternions}, true},
		"too short":            {Palette{Data: matrices[:15], Format: DualQuaternions}, false},
		"too narrow":           {Palette{Data: matrices, Format: DualQuaternions, Stride: 12}, false},
		"scaled, too short":    {Palette{Data: matrices, Format: ScaledDualQuaternions}, false},
		"of an unknown format": {Palette{Data: matrices, Format: Similarities + 1}, false},
	} {
		_, err := r.Skin(nil, &Item{Model: m, World: make([]soa.Affine, 1), Palettes: []Palette{c.p}}, 0)
		if (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
