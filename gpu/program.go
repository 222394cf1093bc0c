package gpu

import (
	"embed"
	"fmt"
	"strings"

	"github.com/go-gl/gl/v3.3-core/gl"
)

//go:embed glsl
var sources embed.FS

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

// buildPlain builds a program of two files that have no variants.
func buildPlain(name, defines string) (*program, error) {
	return build(330, []string{source("frame.glsl"), source(name + ".vert")}, fragment(defines, name+".frag"))
}

// fragment is the text of a fragment shader that lights.
func fragment(defines, name string) []string {
	return []string{defines, source("frame.glsl"), source("shadow.glsl"), source("light.glsl"), source("encode.glsl"), source(name)}
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

// build compiles, links and uses a program of that version of GLSL. Without a fragment
// part it captures the named outputs, interleaved.
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
	if ok == gl.TRUE {
		return nil
	}
	message := text(id, gl.GetProgramiv, gl.GetProgramInfoLog)
	gl.DeleteProgram(id)
	return fmt.Errorf("gpu: linking a program on %s: %s", driver(), message)
}

// locate looks the uniforms up and gives the samplers their units.
func locate(id uint32) *program {
	p := &program{id: id, array: -1}
	p.rows, p.entry, p.shaded = p.at("uRows"), p.at("uEntry"), p.at("uShaded")
	p.baseColor, p.cutoff = p.at("uBaseColor"), p.at("uCutoff")
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
	message := text(shader, gl.GetShaderiv, gl.GetShaderInfoLog)
	gl.DeleteShader(shader)
	return 0, fmt.Errorf("gpu: compiling a shader on %s: %s", driver(), message)
}

func terminated(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = n + "\x00"
	}
	return out
}

// text returns the driver's messages about a shader or a program.
func text(id uint32, get func(id, name uint32, value *int32), read func(id uint32, room int32, length *int32, to *uint8)) string {
	var n int32
	get(id, gl.INFO_LOG_LENGTH, &n)
	log := make([]byte, n+1)
	read(id, n, nil, &log[0])
	s, _, _ := strings.Cut(string(log), "\x00")
	return strings.TrimSpace(s)
}
