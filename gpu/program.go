package gpu

import (
	"embed"
	"fmt"
	"strings"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/soa"
)

//go:embed glsl
var sources embed.FS

// Texture units and the blocks' binding points, the same in all programs.
const (
	unitRows = iota
	unitDeltas
	unitBaseColor
	unitShadow
	unitEnd // how many there are

	bindingFrame = 0
	bindingRows  = 1               // of uniform and of storage blocks
	bindingEnd   = bindingRows + 5 // storage blocks of evaluate.comp
)

// program is a linked program and the uniform locations the renderer sets; -1
// where the program does not have one.
type program struct {
	id                               uint32
	rows, entry                      int32 // uRows, uEntry
	shaded                           int32 // uShaded
	baseColor, cutoff                int32
	grid, gridLineColor, gridSpacing int32

	// Of a uniformArray: where it is, and the page that it holds.
	array     int32
	arrayPage int
	arrayNow  uint32
}

// variant names a program of the mesh shader.
type variant struct {
	influences int // 0, 1, 4 or 8
	skinning   soa.Skinning
	morphs     bool
	textured   bool
	colored    bool // vertex colours
	alpha      alphaKind
	feedback   bool
	shading    Shading
	shadowed   bool // receives shadows
}

type alphaKind uint8

const (
	alphaOpaque alphaKind = iota
	alphaMask
	alphaBlend
)

// mesh returns the program of a variant, which it builds at first use.
func (r *Renderer) meshProgram(v variant) (*program, error) {
	if p := r.programs[v]; p != nil {
		return p, nil
	}
	p, err := buildMesh(v, r.carrier, r.defines)
	if err != nil {
		return nil, err
	}
	r.programs[v] = p
	return p, nil
}

func buildMesh(v variant, rows carrier, common string) (p *program, err error) {
	version, carrier := rows.source()
	var defines strings.Builder
	defines.WriteString(common)
	fmt.Fprintf(&defines, "#define INFLUENCES %d\n", v.influences)
	for _, d := range []struct {
		on   bool
		name string
	}{{v.skinning == soa.DualQuaternion || v.skinning == soa.Blended, "DUAL"}, {v.skinning == soa.Blended, "BLENDED"},
		{v.morphs, "MORPHS"}, {v.textured, "TEXTURED"}, {v.colored, "COLORED"}, {v.shadowed, "SHADOWED"}} {
		if d.on {
			fmt.Fprintf(&defines, "#define %s\n", d.name)
		}
	}
	if v.shading != ByMaterial {
		fmt.Fprintf(&defines, "#define %s\n", v.shading.define())
	}
	switch v.alpha {
	case alphaMask:
		defines.WriteString("#define MASK\n")
	case alphaBlend:
		defines.WriteString("#define BLEND\n")
	}
	if v.feedback {
		vertex := []string{defines.String(), carrier, source("deform.glsl"), source("feedback.vert")}
		p, err = build(version, vertex, nil, "fPosition", "fNormal")
	} else {
		vertex := []string{defines.String(), carrier, source("frame.glsl"), source("deform.glsl"), source("mesh.vert")}
		fragment := []string{defines.String(), source("frame.glsl"), source("shadow.glsl"), source("light.glsl"), source("encode.glsl"), source("mesh.frag")}
		p, err = build(version, vertex, fragment)
	}
	if err == nil {
		rows.locate(p)
	}
	return p, err
}

// buildPlain builds a program of two files that need no variant.
func buildPlain(name, defines string) (*program, error) {
	vertex := []string{source("frame.glsl"), source(name + ".vert")}
	return build(330, vertex, []string{defines, source("frame.glsl"), source("shadow.glsl"), source("light.glsl"), source("encode.glsl"), source(name + ".frag")})
}

// source returns an embedded file behind a line that names it to the compiler's
// messages. The files are part of the binary, so a missing one cannot happen.
func source(name string) string {
	text, err := sources.ReadFile("glsl/" + name)
	if err != nil {
		return "#error " + err.Error() + "\n"
	}
	return "// " + name + "\n#line 1\n" + string(text)
}

// build compiles and links a program of that version of GLSL, which is in use then. Without a fragment part it captures the
// named outputs, interleaved.
func build(version int, vertex, fragment []string, capture ...string) (*program, error) {
	id := gl.CreateProgram()
	for _, stage := range []struct {
		kind uint32
		text []string
	}{{gl.VERTEX_SHADER, vertex}, {gl.FRAGMENT_SHADER, fragment}} {
		if stage.text == nil {
			continue
		}
		shader, err := compileShader(stage.kind, fmt.Sprintf("#version %d core\n", version)+strings.Join(stage.text, "\n"))
		if err != nil {
			gl.DeleteProgram(id)
			return nil, err
		}
		gl.AttachShader(id, shader)
		gl.DeleteShader(shader)
	}
	if len(capture) > 0 {
		names, free := gl.Strs(terminated(capture)...)
		gl.TransformFeedbackVaryings(id, int32(len(capture)), names, gl.INTERLEAVED_ATTRIBS)
		free()
	}
	if err := link(id); err != nil {
		return nil, err
	}
	return locate(id), nil
}

// buildCompute builds a program of one compute shader.
func buildCompute(text ...string) (*program, error) {
	shader, err := compileShader(gl.COMPUTE_SHADER, "#version 430 core\n"+strings.Join(text, "\n"))
	if err != nil {
		return nil, err
	}
	id := gl.CreateProgram()
	gl.AttachShader(id, shader)
	gl.DeleteShader(shader)
	if err := link(id); err != nil {
		return nil, err
	}
	return &program{id: id}, nil
}

// link links a program, or deletes it.
func link(id uint32) error {
	gl.LinkProgram(id)
	var ok int32
	gl.GetProgramiv(id, gl.LINK_STATUS, &ok)
	if ok == gl.FALSE {
		var n int32
		gl.GetProgramiv(id, gl.INFO_LOG_LENGTH, &n)
		log := make([]byte, n+1)
		gl.GetProgramInfoLog(id, n, nil, &log[0])
		gl.DeleteProgram(id)
		return fmt.Errorf("gpu: linking a program on %s: %s", driver(), text(log))
	}
	return nil
}

// locate looks the uniforms up and gives the samplers their units.
func locate(id uint32) *program {
	p := &program{id: id, array: -1}
	p.rows, p.entry, p.shaded, p.baseColor, p.cutoff = p.at("uRows"), p.at("uEntry"), p.at("uShaded"), p.at("uBaseColor"), p.at("uCutoff")
	p.grid, p.gridLineColor, p.gridSpacing = p.at("uGrid"), p.at("uLineColor"), p.at("uSpacing")
	gl.UseProgram(id)
	p.sampler("uDeltas", unitDeltas)
	p.sampler("uTexture", unitBaseColor)
	p.sampler("uPicture", unitBaseColor)
	p.sampler("uShadow", unitShadow)
	p.block("Frame", bindingFrame)
	return p
}

// at returns the location of a uniform, or -1.
func (p *program) at(name string) int32 { return gl.GetUniformLocation(p.id, gl.Str(name+"\x00")) }

// sampler gives a sampler its unit. The program is in use.
func (p *program) sampler(name string, unit int32) { gl.Uniform1i(p.at(name), unit) }

// block gives a uniform block, where the program has it, its binding point.
func (p *program) block(name string, binding uint32) {
	if i := gl.GetUniformBlockIndex(p.id, gl.Str(name+"\x00")); i != gl.INVALID_INDEX {
		gl.UniformBlockBinding(p.id, i, binding)
	}
}

func compileShader(kind uint32, code string) (uint32, error) {
	shader := gl.CreateShader(kind)
	lines, free := gl.Strs(code + "\x00")
	gl.ShaderSource(shader, 1, lines, nil)
	free()
	gl.CompileShader(shader)
	var ok int32
	gl.GetShaderiv(shader, gl.COMPILE_STATUS, &ok)
	if ok == gl.TRUE {
		return shader, nil
	}
	var n int32
	gl.GetShaderiv(shader, gl.INFO_LOG_LENGTH, &n)
	log := make([]byte, n+1)
	gl.GetShaderInfoLog(shader, n, nil, &log[0])
	gl.DeleteShader(shader)
	return 0, fmt.Errorf("gpu: compiling a shader on %s: %s", driver(), text(log))
}

func terminated(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = n + "\x00"
	}
	return out
}

// text cuts a C string at its end.
func text(b []byte) string {
	s, _, _ := strings.Cut(string(b), "\x00")
	return strings.TrimSpace(s)
}
