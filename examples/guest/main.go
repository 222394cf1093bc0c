// Guest is a small game with its own OpenGL code that lets Sinew draw characters into the
// same frame; the game's walls and the characters hide each other.
//
//	go run ./examples/guest testdata/warden/warden.md5mesh
//
//	clear ─► game's walls ─► Renderer.DrawInto ─► whatever the game draws next ─► swap
//	                  one framebuffer, one depth buffer, the game's camera
//
// DrawInto restores OpenGL's state.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math"
	"os"
	goruntime "runtime"
	"strings"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/sinew-anim/sinew/examples/internal/stage"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// Window systems want the main thread.
func init() { goruntime.LockOSThread() }

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: guest MODEL")
	}
	model, err := importer.Load(context.Background(), os.Args[1], importer.Options{})
	if err == nil {
		err = playFrames(model, 0)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// playFrames opens the game's window until it is closed or, unless frames is 0, that number
// of frames has been shown.
func playFrames(model *soa.Model, frames int) error {
	if err := glfw.Init(); err != nil {
		return err
	}
	defer glfw.Terminate()
	glfw.WindowHint(glfw.ContextVersionMajor, 3)
	glfw.WindowHint(glfw.ContextVersionMinor, 3)
	glfw.WindowHint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
	glfw.WindowHint(glfw.OpenGLForwardCompatible, glfw.True)
	glfw.WindowHint(glfw.Samples, 4)
	w, err := glfw.CreateWindow(960, 540, "Sinew as a guest", nil, nil)
	if err != nil {
		return err
	}
	w.MakeContextCurrent()
	if err := gl.Init(); err != nil {
		return err
	}
	g, err := newGame(model, glfw.GetProcAddress)
	if err != nil {
		return err
	}
	defer g.close()
	last := glfw.GetTime()
	for n := 0; !w.ShouldClose() && (frames == 0 || n < frames); n++ {
		glfw.PollEvents()
		now := glfw.GetTime()
		width, height := w.GetFramebufferSize()
		if err := g.frame(0, width, height, now-last); err != nil {
			return err
		}
		last = now
		w.SwapBuffers()
	}
	return nil
}

// game is the host: two walls, and a crowd between them.
type game struct {
	program, array, buffer uint32
	viewProjection         int32

	sinew *gpu.Renderer
	scene gpu.Scene
	crowd *runtime.Crowd
	yaw   float64
}

// newGame prepares the walls and three characters, with OpenGL current.
func newGame(model *soa.Model, procAddress func(string) unsafe.Pointer) (*game, error) {
	g := &game{}
	if err := g.build(); err != nil {
		return nil, err
	}
	var err error
	if g.sinew, err = gpu.NewRenderer(gpu.Host(procAddress), gpu.Options{}); err != nil {
		return nil, err
	}
	if g.crowd, err = runtime.NewCrowd(runtime.Keyframes(model), 3, runtime.CrowdOptions{}); err != nil {
		return nil, err
	}
	if err := g.crowd.PlayAll(0, play.Options{Seed: 1}); err != nil {
		return nil, err
	}
	item, err := stage.Item(g.sinew, model, g.crowd)
	if err != nil {
		return nil, err
	}
	if err := g.crowd.Update(0); err != nil {
		return nil, err
	}
	bounds, err := item.Bounds()
	if err != nil {
		return nil, err
	}
	size := 1.8 / (bounds.Max[1] - bounds.Min[1]) // for any unit of the file
	for i := range item.World {
		item.World[i] = soa.Affine{0: size, 5: size, 10: size, 3: 1.5 * float32(i-1)}
	}
	g.scene.Items = []gpu.Item{item}
	g.scene.Shadow = gpu.Shadow{Radius: 5} // on the game's ground
	return g, nil
}

// frame draws the game's next picture into a framebuffer of the game.
func (g *game) frame(framebuffer uint32, width, height int, seconds float64) error {
	if err := g.crowd.Update(seconds); err != nil {
		return err
	}
	g.yaw += 0.3 * seconds
	view := gpu.Orbit{Target: [3]float64{0, 1, 0}, Yaw: g.yaw, Pitch: 0.15, Distance: 7} // or the game's own camera
	camera := view.Camera()
	matrix := camera.ViewProjection(float64(width) / float64(max(height, 1)))

	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.Viewport(0, 0, int32(width), int32(height))
	gl.Enable(gl.DEPTH_TEST)
	gl.ClearColor(0.55, 0.65, 0.75, 1)
	gl.Clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
	gl.UseProgram(g.program)
	gl.UniformMatrix4fv(g.viewProjection, 1, false, &matrix[0])
	gl.BindVertexArray(g.array)
	gl.DrawArrays(gl.TRIANGLES, 0, wallVertices)

	return g.sinew.DrawInto(&gpu.View{
		Framebuffer: framebuffer, Width: width, Height: height,
		ViewProjection: matrix, Eye: camera.Eye,
	}, &g.scene)
}

func (g *game) close() {
	g.crowd.Close()
	g.sinew.Close()
	gl.DeleteProgram(g.program)
	gl.DeleteVertexArrays(1, &g.array)
	gl.DeleteBuffers(1, &g.buffer)
}

const vertexShader = `#version 330 core
layout(location = 0) in vec3 position;
uniform mat4 viewProjection;
out float height;
void main() {
	height = position.y;
	gl_Position = viewProjection * vec4(position, 1);
}
`

const fragmentShader = `#version 330 core
in float height;
out vec4 color;
void main() {
	color = vec4(mix(vec3(0.30, 0.26, 0.24), vec3(0.62, 0.55, 0.48), clamp(0.5 * height, 0.0, 1.0)), 1);
}
`

// A ground and two walls, of two triangles each.
const wallVertices = 18

// walls returns the triangles' corners in metres.
func walls() (v []float32) {
	quad := func(a, b, c, d [3]float32) {
		for _, p := range [][3]float32{a, b, c, a, c, d} {
			v = append(v, p[:]...)
		}
	}
	quad([3]float32{-5, 0, 5}, [3]float32{5, 0, 5}, [3]float32{5, 0, -5}, [3]float32{-5, 0, -5})
	for _, z := range []float32{-1, 1} {
		quad([3]float32{-3, 0, z}, [3]float32{-0.2, 0, z}, [3]float32{-0.2, 1.1, z}, [3]float32{-3, 1.1, z})
	}
	return v
}

// build makes the game's program and vertices.
func (g *game) build() error {
	g.program = gl.CreateProgram()
	for kind, code := range map[uint32]string{gl.VERTEX_SHADER: vertexShader, gl.FRAGMENT_SHADER: fragmentShader} {
		shader := gl.CreateShader(kind)
		text, free := gl.Strs(code + "\x00")
		gl.ShaderSource(shader, 1, text, nil)
		free()
		gl.CompileShader(shader)
		gl.AttachShader(g.program, shader)
		gl.DeleteShader(shader)
	}
	gl.LinkProgram(g.program)
	var linked int32
	if gl.GetProgramiv(g.program, gl.LINK_STATUS, &linked); linked == gl.FALSE {
		log := strings.Repeat("\x00", 1024)
		gl.GetProgramInfoLog(g.program, 1023, nil, gl.Str(log))
		return fmt.Errorf("the game's shaders: %w", errors.New(strings.TrimRight(log, "\x00")))
	}
	g.viewProjection = gl.GetUniformLocation(g.program, gl.Str("viewProjection\x00"))
	corners := walls()
	gl.GenVertexArrays(1, &g.array)
	gl.BindVertexArray(g.array)
	gl.GenBuffers(1, &g.buffer)
	gl.BindBuffer(gl.ARRAY_BUFFER, g.buffer)
	gl.BufferData(gl.ARRAY_BUFFER, 4*len(corners), gl.Ptr(corners), gl.STATIC_DRAW)
	gl.EnableVertexAttribArray(0)
	gl.VertexAttribPointerWithOffset(0, 3, gl.FLOAT, false, 0, 0)
	g.yaw = -math.Pi / 8
	return nil
}
