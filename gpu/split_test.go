package gpu

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/gpu/internal/carrier"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/pictures"
	"github.com/sinew-anim/sinew/soa"
)

// The fewest rows that OpenGL requires of the two carriers that are small: 1,024 components of
// uniforms, and 16 KiB of a block.
const (
	leastUniforms = 240
	leastBlock    = 1024
)

// manyJoints is a tube of 300 joints, three times, each bent in another way.
func manyJoints(t *testing.T, r *Renderer, mode soa.Skinning) *Scene {
	t.Helper()
	data := tube(300, 4, 12, 400)
	data.Meshes[0].Skinning = mode
	item := Item{Model: upload(t, r, data), Palettes: make([]Palette, 1)}
	for i := range 3 {
		_, palette := bend(data, 0.004*float64(i-1))
		item.Palettes[0].Data = append(item.Palettes[0].Data, palette...)
		item.World = append(item.World, at(2*float32(i-1), 0, 0)) // apart: where two cross, either may win
	}
	view := Orbit{Yaw: 0.2, Pitch: 0.1, Distance: 5, Target: [3]float64{0, 0.8, 0}}
	return &Scene{Camera: view.Camera(), Items: []Item{item}}
}

// TestManyJoints: a mesh of 300 joints is drawn by carriers that hold 80 or 341 matrices, and
// looks as it does by a buffer texture.
func TestManyJoints(t *testing.T) {
	for _, mode := range []soa.Skinning{soa.LinearBlend, soa.DualQuaternion} {
		r := newRendererWith(t, 160, 120, Options{Carrier: BufferTexture})
		s := manyJoints(t, r, mode)
		want := picture(t, r, s)
		if n := len(s.Items[0].Model.Meshes()); n != 1 {
			t.Errorf("a buffer texture has %d parts", n)
		}
		for _, c := range []struct {
			carrier Carrier
			rows    int
		}{{UniformArray, leastUniforms}, {UniformBlock, leastBlock}} {
			r := newRendererWith(t, 160, 120, Options{Carrier: c.carrier})
			full := r.dev.Carrier
			r.dev.Carrier = limited{full, c.rows}
			s := manyJoints(t, r, mode)
			parts := s.Items[0].Model.Meshes()
			triangles := 0
			for _, m := range parts {
				if m.Joints > c.rows/3 {
					t.Errorf("%v: a part of %d joints", c.carrier, m.Joints)
				}
				triangles += m.Triangles
			}
			if triangles != 12*400*2 || (len(parts) > 1) != (c.rows == leastUniforms || mode == soa.DualQuaternion) {
				t.Errorf("%v: %d parts, %d triangles", c.carrier, len(parts), triangles)
			}
			got := picture(t, r, s)
			pictures.Keep(t, "", got)
			for i := range got.Pix {
				if d := int(got.Pix[i]) - int(want.Pix[i]); d < -1 || d > 1 {
					t.Fatalf("%v, %v: value %d differs by %d", mode, c.carrier, i, d)
				}
			}
			if n := testing.AllocsPerRun(3, func() { must.Do(t, r.Draw(s)) }); n != 0 {
				t.Errorf("%v: a picture makes %v allocations", c.carrier, n)
			}
			r.dev.Carrier = full
		}
	}
}

// TestSplitSkinning holds divided meshes against the oracle: every way of skinning and format of
// palettes, with morph targets, by pages that hold a few entries.
func TestSplitSkinning(t *testing.T) {
	r := newRendererWith(t, 16, 16, Options{Samples: 1, Carrier: BufferTexture, VertexError: -1})
	full := r.dev.Carrier
	defer func() { r.dev.Carrier = full }()
	rng := rand.New(rand.NewPCG(5, 6))
	s := skinningTest{rng: rng, r: r}
	divided := 0
	for _, mode := range []soa.Skinning{soa.Rigid, soa.LinearBlend, soa.DualQuaternion, soa.Blended} {
		for _, format := range []PaletteFormat{Matrices, DualQuaternions, ScaledDualQuaternions, Similarities} {
			data := randomModel(rng, 150, 4, 60, 6)
			skinBy(rng, data, mode, format)
			data.Meshes = append(data.Meshes, data.Meshes[0])
			r.dev.Carrier = limited{full, 2 + 5*(24+rng.IntN(20))}
			m := upload(t, r, data)
			divided += len(m.on.Meshes) - len(data.Meshes)
			item := Item{Model: m, World: make([]soa.Affine, 3), Palettes: []Palette{randomPalette(rng, data.Skins[0], 3, format)}}
			for range 3 * data.Skeleton.Len() {
				item.Joints = append(item.Joints, soa.IdentityAffine())
			}
			for range 3 * len(data.Weights) {
				item.Weights = append(item.Weights, rng.Float32())
			}
			got, err := r.Skin(nil, &item, 1)
			must.Do(t, err)
			s.hold(t, &item, got, fmt.Sprintf("%v, %v", mode, format))
			m.Close()
		}
	}
	t.Logf("worst difference %.2g, %d parts more than meshes", s.worst, divided)
	if divided < 24 {
		t.Errorf("%d parts more than meshes", divided)
	}
}

// limitedBuffer is a limited carrier whose rows are in a buffer of the driver.
type limitedBuffer struct {
	limited
	carrier.Buffered
}

// TestSplitEvaluated: palettes computed on the GPU reach a divided model too.
func TestSplitEvaluated(t *testing.T) {
	var pictures [2][]byte
	for i := range pictures {
		r := newRendererWith(t, 96, 96, Options{Carrier: BufferTexture})
		full := r.dev.Carrier
		model := figure.Character(figure.Motion{Name: "sway", Seconds: 1.3}, figure.Motion{Name: "wave", Seconds: 0.9})
		e := newEvaluated(t, r, model, 4)
		drawn, err := e.crowd.Layout().BindModel(model)
		must.Do(t, err)
		if i == 1 {
			r.dev.Carrier = limitedBuffer{limited{full, 3 * 12}, full.(carrier.Buffered)}
		}
		item := Item{Model: upload(t, r, drawn), World: []soa.Affine{at(-2, 0, 0), at(0, 0, 0), at(2, 0, 0), at(4, 0, 0)}}
		if n := len(item.Model.on.Parts); (n > 1) != (i == 1) {
			t.Errorf("%d parts", n)
		}
		must.Do(t, e.crowd.Frames(e.frames, 0, 4))
		must.Do(t, e.evaluator.Evaluate(e.frames))
		item.Palettes, item.Weights = []Palette{e.evaluator.Palette()}, e.crowd.AllWeights()
		view := Orbit{Yaw: 0.2, Pitch: 0.1, Distance: 9, Target: [3]float64{1, 1, 0}}
		pictures[i] = picture(t, r, &Scene{Camera: view.Camera(), Items: []Item{item}}).Pix
		r.dev.Carrier = full
	}
	if !bytes.Equal(pictures[0], pictures[1]) {
		t.Error("the pictures differ")
	}
}
