package gpu

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// paletteMain is a vertex shader's main around a snippet of palette.md.
const paletteMain = `
layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec3 aNormal;
layout(location = 4) in uvec4 aBone0;
layout(location = 5) in vec4 aWeight0;
out vec3 fPosition, fNormal;

void main()
{
	fPosition = skin(vec4(aPosition, 1), uint(gl_InstanceID), aBone0, aWeight0);
	fNormal = skin(vec4(aNormal, 0), uint(gl_InstanceID), aBone0, aWeight0);
	gl_Position = vec4(0);
}
`

// rowsInGLSL declares what a storage buffer is in the other two languages.
const rowsInGLSL = "uniform samplerBuffer texels;\n#define rows(i) texelFetch(texels, int(i))"

// spellings turn a snippet into GLSL by its types and declarations alone, so that
// its arithmetic runs. They say nothing of the grammar of its own language.
var spellings = map[string]*strings.Replacer{
	"glsl": strings.NewReplacer(),
	"wgsl": strings.NewReplacer(
		"@group(0) @binding(0) var<storage, read> rows: array<vec4f>;", rowsInGLSL,
		"@group(0) @binding(1) var<uniform> stride: u32;", "uniform uint stride;",
		"fn affine(instance: u32, slot: u32) -> mat3x4f", "mat3x4 affine(uint instance, uint slot)",
		"fn skin(v: vec4f, instance: u32, slots: vec4u, weights: vec4f) -> vec3f",
		"vec3 skin(vec4 v, uint instance, uvec4 slots, vec4 weights)",
		"let i", "uint i", "let m", "mat3x4 m", "mat3x4f", "mat3x4", "[", "(", "]", ")"),
	"hlsl": strings.NewReplacer(
		"StructuredBuffer<float4> rows : register(t0);", rowsInGLSL,
		"cbuffer Crowd : register(b0) { uint stride; }", "uniform uint stride;",
		"float3x4", "mat3x4", "float3", "vec3", "float4", "vec4", "uint4", "uvec4",
		"mul(m, v)", "v * m", "[", "(", "]", ")"),
}

// TestPaletteSnippets runs the shaders of palette.md on random palettes, with gaps
// of NaN between instances, and compares them with soa.Affine.
func TestPaletteSnippets(t *testing.T) {
	doc, err := os.ReadFile("palette.md")
	if err != nil {
		t.Fatal(err)
	}
	for language, spelling := range spellings {
		_, snippet, _ := strings.Cut(string(doc), "```"+language+"\n")
		snippet, _, _ = strings.Cut(snippet, "```")
		t.Run(language, func(t *testing.T) { runSnippet(t, 330, BufferTexture, spelling.Replace(snippet)) })
		if language == "glsl" {
			everyVersion(t, string(doc), snippet)
		}
	}
}

// everyVersion runs the GLSL snippet with the declarations in palette.md's table. That
// of OpenGL ES is one of GLSL 330 too.
func everyVersion(t *testing.T, doc, snippet string) {
	_, rest, _ := strings.Cut(snippet, "texelFetch(rows, i)\n")
	for name, c := range map[string]Carrier{"330": BufferTexture, "430": StorageBuffer, "300 es": FloatTexture} {
		_, line, found := strings.Cut(doc, "| "+name+" |")
		cells := strings.Split(line, "`")
		if !found || rest == "" || len(cells) < 6 {
			t.Fatalf("palette.md has no line for %s", name)
		}
		version := 330
		if name == "430" {
			version = 430
		}
		code := cells[declaration(cells)] + "\n#define ROW(i) " + cells[declaration(cells)+2] + "\n" + rest
		t.Run(name, func(t *testing.T) { runSnippet(t, version, c, code) })
	}
}

// declaration is the first of the cells that declares something.
func declaration(cells []string) int {
	return slices.IndexFunc(cells, func(c string) bool { return strings.HasSuffix(c, ";") })
}

// runSnippet compares what a snippet makes of random models with soa.Affine.
func runSnippet(t *testing.T, version int, c Carrier, snippet string) {
	r := newRendererWith(t, 16, 16, Options{Samples: 1, Carrier: c, VertexError: -1})
	p, err := shader.Build(version, []string{snippet, paletteMain}, nil, "fPosition", "fNormal")
	if err != nil {
		t.Fatal(err)
	}
	r.dev.Programs[shader.Variant{Influences: 4, Feedback: true}] = p // what Skin then runs
	stride := gl.GetUniformLocation(p.ID, gl.Str("stride\x00"))
	rng := rand.New(rand.NewPCG(7, 11))
	for range 50 {
		bones := 1 + rng.IntN(80)
		data := randomModel(rng, bones, 4, 1+rng.IntN(50), 0)
		palettes := randomPalettes(rng, 1+rng.IntN(20), bones)
		gl.UseProgram(p.ID)
		gl.Uniform1ui(stride, uint32(palettes.Stride/4))
		checkSnippet(t, r, data, palettes)
	}
}

// randomPalettes has the layout of a crowd's palettes.
func randomPalettes(rng *rand.Rand, instances, bones int) Palette {
	m := Palette{Stride: (12*bones/16 + 1) * 16}
	for range instances {
		for range bones {
			a := randomAffine(rng, rng.IntN(2) == 0)
			m.Data = append(m.Data, a[:]...)
		}
		for len(m.Data)%m.Stride != 0 {
			m.Data = append(m.Data, float32(math.NaN()))
		}
	}
	return m
}

// checkSnippet compares positions and normals of all instances with the blend of
// soa.Affine, within the rounding of a blend and a product on either side.
func checkSnippet(t *testing.T, r *Renderer, data *soa.Model, palettes Palette) {
	t.Helper()
	m := upload(t, r, data)
	defer m.Close()
	item := Item{Model: m, World: make([]soa.Affine, len(palettes.Data)/palettes.Stride), Palettes: []Palette{palettes}}
	got, err := r.Skin(nil, &item, 0)
	if err != nil {
		t.Fatal(err)
	}
	mesh := data.Meshes[0]
	for k := range len(item.World) * mesh.Vertices() {
		i, v := k/mesh.Vertices(), k%mesh.Vertices()
		var blend, size soa.Affine
		for e := 4 * v; e < 4*v+4; e++ {
			a := palettes.matrix(i, int(mesh.BoneIndex[e]), data.Skins[0].Len())
			for c := range a {
				term := mesh.BoneWeight[e] * a[c]
				blend[c] += term
				size[c] += max(term, -term)
			}
		}
		position, normal := [3]float32(mesh.Position[3*v:]), [3]float32(mesh.Normal[3*v:])
		nearSum(t, "position", [3]float32(got[6*k:]), blend.Apply(position), size.Apply(absolute(position)))
		nearSum(t, "normal", [3]float32(got[6*k+3:]), blend.ApplyVector(normal), size.ApplyVector(absolute(normal)))
		if t.Failed() {
			t.Fatalf("instance %d, vertex %d", i, v)
		}
	}
}

// nearSum compares sums whose terms have the given sizes in total. Each term is
// rounded up to eight times on either side.
func nearSum(t *testing.T, what string, got, want, size [3]float32) {
	t.Helper()
	for c := range got {
		must.Near(t, what, got[c], want[c], float64(size[c]*16/(1<<24)))
	}
}

func absolute(p [3]float32) [3]float32 {
	for c := range p {
		p[c] = max(p[c], -p[c])
	}
	return p
}
