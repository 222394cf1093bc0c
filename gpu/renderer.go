package gpu

import (
	"cmp"
	"fmt"
	"image"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/device"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/model"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
	"github.com/sinew-anim/sinew/gpu/internal/skeleton"
	encoded "github.com/sinew-anim/sinew/internal/picture"
	"github.com/sinew-anim/sinew/soa"
)

// Options are the settings of a renderer. The zero Options draw with 4 samples
// per pixel.
type Options struct {
	// Samples per pixel for multisample anti-aliasing: 0 means 4, 1 none. Samples
	// above the driver's maximum are reduced to it.
	Samples int
	// Smooth draws one sample per pixel and smooths the edges of the finished
	// picture instead. A software driver draws the many small triangles of a crowd
	// more than twice as fast; edges look a little softer, and thin lines break up at a
	// shorter distance.
	Smooth bool
	// Texels limits the decoded texels of the textures of all models together; texels of
	// 16 bits per channel count twice. Textures beyond it are drawn plain, and so is a
	// texture of more than 2^26. 0 means 2^27.
	Texels int64
	// Memory limits the bytes of vertices, triangles, morph targets and textures of all
	// models together. A model whose meshes exceed it is not uploaded; textures beyond it
	// are drawn plain. 0 means 2 GiB.
	Memory int64
	// Pixels limits the size of a picture, width × height × samples. 0 means 2^28: 8,192
	// × 8,192 with 4 samples, about 2.5 GiB.
	Pixels int64
	// Carrier brings palettes to the shaders. AnyCarrier, the zero value, is the best
	// one of the driver; others are for tests and comparisons.
	Carrier Carrier
	// VertexError is the largest displacement of a vertex by integer weights in any pose,
	// in metres: see package vertex. 0 means vertex.DefaultError, 0.05 mm. Below 0
	// vertices have the widest formats: float32, and 16 bits per joint.
	VertexError float64
	// Linear stores linear colours, for a host that encodes them itself: with a
	// framebuffer of floats, or an sRGB one and FRAMEBUFFER_SRGB enabled. Only DrawInto
	// draws so.
	Linear bool
}

// Renderer draws scenes with one context. Like the context it belongs to one
// thread; it makes the context current itself, so several renderers may share
// a thread. Without a Host it expects OpenGL's defaults for state that it never sets,
// such as the scissor test; as a guest in a Host's context every method leaves OpenGL's
// state as it was.
type Renderer struct {
	context Context
	dev     *device.Device
	kind    Carrier        // of dev.carrier
	samples int32          // per pixel
	pixels  int64          // the greatest size of a picture
	target  *driver.Target // nil before the first picture
	batch   batch
	shadows shadows
	bones   skeleton.Bones
	brush   model.Material // of edges and ghosts
	facing  facing
	pending int // vertices drawn since the last gl.Flush

	background, grid, bone *shader.Program
	smooth                 *shader.Program // nil where multisampling replaces it

	empty    uint32         // a vertex array without attributes
	frame    uint32         // uniform buffer
	uniforms *frameUniforms // separate: cgo wants memory without Go pointers
}

// facing is a view's winding and its direction of depth.
type facing struct {
	front          [2]uint32 // winding of front faces, and of those of mirrored instances
	nearer, asNear uint32    // depth comparisons: strictly nearer, and at least as near
	forward        float32   // sign of a depth offset toward the eye
}

// straight is the facing of a Camera.
var straight = facing{front: [2]uint32{gl.CCW, gl.CW}, nearer: gl.LESS, asNear: gl.LEQUAL, forward: -1}

// frameUniforms is the Frame block of frame.glsl in std140 layout.
type frameUniforms struct {
	viewProjection                                          [16]float32
	eye, keyToward, key, sky, ground, topColor, bottomColor [4]float32
	shadow                                                  [16]float32
	shadowTexel                                             [4]float32
}

// The defaults of Options.Memory, in bytes, and Options.Pixels.
const (
	defaultMemory = 2 << 30
	defaultPixels = 1 << 28
)

// NewRenderer prepares a context for drawing. The error wraps ErrOpenGL for a driver below
// OpenGL 3.3, soa.ErrOption for a picture size or a carrier that the driver does not have,
// and soa.ErrTooLarge for a size beyond Options.Pixels.
func NewRenderer(ctx Context, o Options) (*Renderer, error) {
	version, err := driver.Load(ctx)
	if err != nil {
		return nil, fmt.Errorf("gpu: %w", err)
	}
	rows, kind, err := newCarrier(o.Carrier, version)
	if err != nil {
		return nil, err
	}
	samples := cmp.Or(max(o.Samples, 0), 4)
	if o.Smooth {
		samples = 1
	}
	_, guest := ctx.(host)
	r := &Renderer{
		context: ctx, kind: kind, pixels: cmp.Or(max(o.Pixels, 0), defaultPixels),
		samples: int32(max(1, min(samples, driver.Integer(gl.MAX_SAMPLES)))),
		dev: &device.Device{
			Context: ctx, Version: version, Guest: guest, Linear: o.Linear, VertexError: o.VertexError, Carrier: rows, Called: kind.String(),
			Memory: device.Budget{Most: cmp.Or(max(o.Memory, 0), defaultMemory)},
			Texels: device.Budget{Most: cmp.Or(max(o.Texels, 0), encoded.MaxAllTexels)},
		},
		batch: batch{stream: driver.Ring{Target: gl.ARRAY_BUFFER}}, uniforms: new(frameUniforms),
	}
	r.dev.Begin()
	r.dev.Enter()
	defer r.dev.Leave()
	if err := r.prepare(o.Smooth); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// prepare makes what every scene needs.
func (r *Renderer) prepare(smooth bool) (err error) {
	if smooth {
		if r.smooth, err = r.dev.PlainProgram("smooth"); err != nil {
			return err
		}
	}
	for _, p := range []struct {
		to   **shader.Program
		name string
	}{{&r.background, "background"}, {&r.grid, "grid"}, {&r.bone, "bone"}} {
		if *p.to, err = r.dev.PlainProgram(p.name); err != nil {
			return err
		}
	}
	gl.GenVertexArrays(1, &r.empty)
	gl.GenBuffers(1, &r.frame)
	r.bones.Make()
	if !r.dev.Guest && !r.dev.Linear {
		gl.Disable(gl.FRAMEBUFFER_SRGB)
		gl.Enable(gl.MULTISAMPLE)
		if err := r.resize(); err != nil {
			return err
		}
	}
	return driver.Check("preparing a renderer")
}

// Driver returns the name of the OpenGL implementation.
func (r *Renderer) Driver() string { return driver.Name() }

// Carrier returns the carrier of the palettes.
func (r *Renderer) Carrier() Carrier { return r.kind }

// Size returns the size in pixels of the last picture of Draw, or zeros before the first.
func (r *Renderer) Size() (width, height int) {
	if r.target == nil || r.dev.Guest {
		return 0, 0
	}
	return r.target.Width, r.target.Height
}

// resize gives the target the size of the context.
func (r *Renderer) resize() error {
	if r.dev.Guest || r.dev.Linear {
		return fmt.Errorf("gpu: %w: a renderer in a host's context, or one of linear colours, draws by DrawInto", soa.ErrOption)
	}
	w, h := r.context.Size()
	if r.target != nil && r.target.Width == w && r.target.Height == h {
		return nil
	}
	if n := int64(w) * int64(h) * int64(r.samples); n > r.pixels {
		return fmt.Errorf("gpu: %w: a picture of %d×%d with %d samples has %d, Options.Pixels allows %d", soa.ErrTooLarge, w, h, r.samples, n, r.pixels)
	}
	t, err := driver.NewTarget(w, h, r.samples, r.smooth != nil)
	if err != nil {
		return err
	}
	if r.target != nil {
		r.target.Close()
	}
	r.target = t
	return nil
}

// Close frees everything on the GPU, uploaded models too. The context stays
// open. A second Close does nothing.
func (r *Renderer) Close() {
	if r.dev.Closed {
		return
	}
	r.dev.Closed = true
	if r.context.MakeCurrent() != nil {
		return // the context is gone and took everything along
	}
	r.dev.Enter()
	defer r.dev.Leave()
	r.dev.Free()
	r.bones.Close()
	r.shadows.of.Close()
	gl.DeleteVertexArrays(1, &r.empty)
	r.batch.stream.Close()
	gl.DeleteBuffers(1, &r.frame)
	if r.target != nil {
		r.target.Close()
		r.target = nil
	}
}

// Capture copies the last picture of Draw into dst, top row first, and returns dst, or a
// new image where dst is nil or has another size. It waits for the GPU. The error wraps
// soa.ErrOption before the first picture and for a guest.
func (r *Renderer) Capture(dst *image.RGBA) (*image.RGBA, error) {
	if err := r.dev.Ready(); err != nil {
		return nil, err
	}
	if r.target == nil || r.dev.Guest {
		return nil, fmt.Errorf("gpu: %w: Capture reads what Draw has drawn, and it has drawn nothing", soa.ErrOption)
	}
	w, h := r.target.Width, r.target.Height
	if dst == nil || dst.Rect.Dx() != w || dst.Rect.Dy() != h || dst.Stride%4 != 0 {
		dst = image.NewRGBA(image.Rect(0, 0, w, h))
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, r.target.Resolved)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 4)
	gl.PixelStorei(gl.PACK_ROW_LENGTH, int32(dst.Stride/4))
	gl.ReadPixels(0, 0, int32(w), int32(h), gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&dst.Pix[0]))
	gl.PixelStorei(gl.PACK_ROW_LENGTH, 0)
	flip(dst)
	return dst, driver.Check("reading the picture back")
}

// flip reverses the order of rows: OpenGL's first row is the lowest.
func flip(img *image.RGBA) {
	n := 4 * img.Rect.Dx()
	for top, low := 0, img.Rect.Dy()-1; top < low; top, low = top+1, low-1 {
		a := img.Pix[top*img.Stride : top*img.Stride+n]
		b := img.Pix[low*img.Stride : low*img.Stride+n]
		for i := range a {
			a[i], b[i] = b[i], a[i]
		}
	}
}

// setFrame uploads the uniforms that the whole picture shares.
func (r *Renderer) setFrame(s *Scene, viewProjection [16]float32, eye [3]float64) {
	light, sky := s.Light, s.Background
	if light == (Light{}) {
		light = DefaultLight()
	}
	if sky == (Background{}) {
		sky = DefaultBackground()
	}
	u := r.uniforms
	u.viewProjection = viewProjection
	toward := light.direction()
	for k := range 3 {
		u.eye[k] = float32(eye[k])
		u.keyToward[k] = float32(toward[k])
		u.key[k], u.sky[k], u.ground[k] = light.Key[k], light.Sky[k], light.Ground[k]
		u.topColor[k], u.bottomColor[k] = display(sky.Top[k]), display(sky.Bottom[k])
	}
	const size = int(unsafe.Sizeof(frameUniforms{}))
	gl.BindBuffer(gl.UNIFORM_BUFFER, r.frame)
	gl.BufferData(gl.UNIFORM_BUFFER, size, unsafe.Pointer(u), gl.STREAM_DRAW)
	gl.BindBufferBase(gl.UNIFORM_BUFFER, driver.BindingFrame, r.frame)
}
