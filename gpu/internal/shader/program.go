// Package shader builds programs from GLSL files.
package shader

import (
	"embed"
	"fmt"
	"strings"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
)

//go:embed glsl
var sources embed.FS

// Program is a linked program with the locations of the uniforms that the renderer sets,
// −1 for those that it does not have.
type Program struct {
	ID                               uint32
	Rows, Entry                      int32 // uRows, uEntry
	Shaded                           int32 // uShaded
	BaseColor, Cutoff                int32
	Surface, Emissive, Place         int32
	Grid, GridLineColor, GridSpacing int32

	// The location of a uniform array that carries rows, and the page that it holds.
	Array     int32
	ArrayPage int
	ArrayNow  uint32
}

// BuildPlain builds a program of two files that have no variants.
func BuildPlain(name, defines string) (*Program, error) {
	return Build(330, []string{Source("frame.glsl"), Source(name + ".vert")}, fragment(defines, name+".frag"))
}

// fragment returns the text of a fragment shader with what lights it.
func fragment(defines, name string) []string {
	return []string{defines, Source("frame.glsl"), Source("shadow.glsl"), Source("light.glsl"), Source("encode.glsl"), Source(name)}
}

// Source returns an embedded file after a line that names it in the compiler's messages.
// The files are part of the binary, so none is missing.
func Source(name string) string {
	text, err := sources.ReadFile("glsl/" + name)
	if err != nil {
		return "#error " + err.Error() + "\n"
	}
	return "// " + name + "\n#line 1\n" + string(text)
}

// Build compiles, links and uses a program of that version of GLSL. Without a fragment
// part it captures the named outputs, interleaved.
func Build(version int, vertex, fragment []string, capture ...string) (*Program, error) {
	stages := []stage{{gl.VERTEX_SHADER, vertex}}
	if fragment != nil {
		stages = append(stages, stage{gl.FRAGMENT_SHADER, fragment})
	}
	id, err := link(version, stages, capture)
	if err != nil {
		return nil, err
	}
	return locate(id), nil
}

// BuildCompute builds a program of one compute shader.
func BuildCompute(text ...string) (*Program, error) {
	id, err := link(430, []stage{{gl.COMPUTE_SHADER, text}}, nil)
	return &Program{ID: id}, err
}

// stage is one shader of a program.
type stage struct {
	kind uint32
	text []string
}

// link compiles and links a program.
func link(version int, stages []stage, capture []string) (_ uint32, err error) {
	id := gl.CreateProgram()
	defer func() {
		if err != nil {
			gl.DeleteProgram(id)
		}
	}()
	for _, s := range stages {
		shader, err := compile(s.kind, fmt.Sprintf("#version %d core\n%s\x00", version, strings.Join(s.text, "\n")))
		if err != nil {
			return 0, err
		}
		gl.AttachShader(id, shader)
		gl.DeleteShader(shader)
	}
	if len(capture) > 0 {
		for i := range capture {
			capture[i] += "\x00"
		}
		names, free := gl.Strs(capture...)
		gl.TransformFeedbackVaryings(id, int32(len(capture)), names, gl.INTERLEAVED_ATTRIBS)
		free()
	}
	gl.LinkProgram(id)
	var ok int32
	gl.GetProgramiv(id, gl.LINK_STATUS, &ok)
	if ok == gl.FALSE {
		return 0, fmt.Errorf("gpu: linking a program on %s: %s", driver.Name(), text(id, gl.GetProgramiv, gl.GetProgramInfoLog))
	}
	return id, nil
}

// locate looks the uniforms up and gives the samplers their units.
func locate(id uint32) *Program {
	p := &Program{ID: id, Array: -1}
	p.Rows, p.Entry, p.Shaded = p.At("uRows"), p.At("uEntry"), p.At("uShaded")
	p.BaseColor, p.Cutoff = p.At("uBaseColor"), p.At("uCutoff")
	p.Surface, p.Emissive, p.Place = p.At("uSurface"), p.At("uEmissive"), p.At("uPlace")
	p.Grid, p.GridLineColor, p.GridSpacing = p.At("uGrid"), p.At("uLineColor"), p.At("uSpacing")
	gl.UseProgram(id)
	p.Sampler("uDeltas", driver.UnitDeltas)
	for role, name := range samplers {
		p.Sampler(name, int32(driver.UnitMaps+role))
	}
	p.Sampler("uPicture", driver.UnitMaps)
	p.Sampler("uShadow", driver.UnitShadow)
	p.Block("Frame", driver.BindingFrame)
	return p
}

// At returns the location of a uniform, or -1.
func (p *Program) At(name string) int32 { return gl.GetUniformLocation(p.ID, gl.Str(name+"\x00")) }

// Sampler gives a sampler its unit. The program is in use.
func (p *Program) Sampler(name string, unit int32) { gl.Uniform1i(p.At(name), unit) }

// Block gives a uniform block, where the program has it, its binding point.
func (p *Program) Block(name string, binding uint32) {
	if i := gl.GetUniformBlockIndex(p.ID, gl.Str(name+"\x00")); i != gl.INVALID_INDEX {
		gl.UniformBlockBinding(p.ID, i, binding)
	}
}

// compile compiles a shader from a string that ends in a zero byte.
func compile(kind uint32, code string) (uint32, error) {
	shader := gl.CreateShader(kind)
	lines, free := gl.Strs(code)
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
	return 0, fmt.Errorf("gpu: compiling a shader on %s: %s", driver.Name(), message)
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
