package gpu

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
	"github.com/sinew-anim/sinew/soa"
)

// embedded builds a feedback program in GLSL ES 3.00, which WebGL 2 has too.
func embedded(t *testing.T, r *Renderer, defines string) *shader.Program {
	t.Helper()
	_, rows := r.dev.Carrier.Source()
	const header = "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n"
	id := gl.CreateProgram()
	t.Cleanup(func() { gl.DeleteProgram(id) })
	for kind, text := range map[uint32]string{
		gl.VERTEX_SHADER:   header + defines + rows + shader.Source("deform.glsl") + shader.Source("feedback.vert"),
		gl.FRAGMENT_SHADER: header + "void main() {}\n",
	} {
		s := gl.CreateShader(kind)
		lines, free := gl.Strs(text + "\x00")
		gl.ShaderSource(s, 1, lines, nil)
		free()
		gl.CompileShader(s)
		gl.AttachShader(id, s)
		gl.DeleteShader(s)
		log := strings.Repeat("\x00", 2000)
		gl.GetShaderInfoLog(s, 2000, nil, gl.Str(log))
		if log = strings.TrimRight(log, "\x00"); strings.Contains(log, "error") {
			t.Fatal(log)
		}
	}
	names, free := gl.Strs("fPosition\x00", "fNormal\x00")
	gl.TransformFeedbackVaryings(id, 2, names, gl.INTERLEAVED_ATTRIBS)
	free()
	gl.LinkProgram(id)
	var ok int32
	if gl.GetProgramiv(id, gl.LINK_STATUS, &ok); ok == gl.FALSE {
		t.Fatal("a program of GLSL ES does not link")
	}
	p := &shader.Program{ID: id, Array: -1}
	p.Rows, p.Entry, p.Shaded = p.At("uRows"), p.At("uEntry"), -1
	gl.UseProgram(id)
	p.Sampler("uRowTexture", driver.UnitRows)
	return p
}

// TestEmbedded: in GLSL ES 3.00 packed vertices and every format of palettes move as in GLSL 3.30.
func TestEmbedded(t *testing.T) {
	r := newRendererWith(t, 16, 16, Options{Samples: 1, Carrier: FloatTexture})
	rng := rand.New(rand.NewPCG(7, 8))
	for _, mode := range []soa.Skinning{soa.Rigid, soa.LinearBlend, soa.DualQuaternion, soa.Blended} {
		for _, format := range []PaletteFormat{Matrices, Similarities, ScaledDualQuaternions} {
			for _, r.dev.VertexError = range vertexErrors {
				data := randomModel(rng, 30, 4, 40, 0)
				skinBy(rng, data, mode, format)
				m := upload(t, r, data)
				item := Item{Model: m, World: make([]soa.Affine, 3), Palettes: []Palette{randomPalette(rng, data.Skins[0], 3, format)}}
				want, err := r.Skin(nil, &item, 0)
				if err != nil {
					t.Fatal(err)
				}
				v := m.on.Meshes[0].Variant()
				v.Feedback = true
				usual := r.dev.Programs[v]
				r.dev.Programs[v] = embedded(t, r, v.Defines())
				got, err := r.Skin(nil, &item, 0)
				r.dev.Programs[v] = usual
				if err != nil {
					t.Fatal(err)
				}
				for i := range want {
					if d := got[i] - want[i]; !(max(d, -d) < 1e-5) {
						t.Fatalf("%v, %v, bound %g: value %d is %v, want %v", mode, format, r.dev.VertexError, i, got[i], want[i])
					}
				}
				m.Close()
			}
		}
	}
}
