package gpu

import (
	"fmt"
	"image"
	"math"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
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
	// more than twice as fast; single edges look a little softer, and thin lines
	// break up at a shorter distance.
	Smooth bool
	// Texels is the greatest number of texels that the textures of all models have
	// together, as they are decoded; those of 16 bits a channel count twice. Textures
	// beyond it are drawn plain, and so is one of more than 2^26. 0 means 2^27.
	Texels int64
	// Memory is the greatest number of bytes that the vertices, triangles, morph targets
	// and textures of all models take together. A model whose meshes are beyond it is not
	// uploaded; textures beyond it are drawn plain. 0 means 2 GiB.
	Memory int64
	// Pixels is the greatest size of a picture, width × height × samples; 0 means 2^28,
	// which is 8,192 × 8,192 with 4 samples and takes about 2.5 GiB.
	Pixels int64
	// Carrier is what palettes reach the shaders by. AnyCarrier, which is the zero value,
	// is the best that the driver has; others are for tests and comparisons.
	Carrier Carrier
	// Linear stores linear colours, for a host that encodes them itself: with a
	// framebuffer of floats, or an sRGB one and FRAMEBUFFER_SRGB enabled. It is for
	// DrawInto alone.
	Linear bool
}

// Renderer draws scenes with one context. Like the context it belongs to one
// thread; it makes the context current itself, so several renderers may share
// a thread. In a context of its own it expects OpenGL's defaults for state that it
// never sets, such as the scissor test; as a guest in a Host's context every method
// leaves OpenGL's state as it was.
type Renderer struct {
	context Context
	guest   bool       // the context is a Host's
	state   *hostState // on its own: cgo wants memory without Go pointers
	defines string     // of all programs
	linear  bool
	closed  bool
	samples int32
	target  *target
	carrier carrier
	batch   batch
	shadows shadows
	models  map[*Model]struct{}
	version int // 33 is OpenGL 3.3

	evaluators map[*Evaluator]struct{}
	brush      material // of edges and ghosts
	pending    int      // vertices drawn since the driver was told to begin
	facing     facing

	maxTexels, texels int64 // at most, and those of models
	maxMemory, memory int64 // bytes, likewise
	maxPixels         int64

	programs   map[variant]*program
	background *program
	grid       *program
	bone       *program
	smooth     *program // nil where samples do its work

	empty    uint32 // a vertex array without attributes
	records  ring
	frame    uint32         // uniform buffer
	uniforms *frameUniforms // on its own: cgo wants memory without Go pointers
	bones    bones
}

// facing is how a view turns what it shows.
type facing struct {
	front          [2]uint32 // winding of front faces, and of those of mirrored instances
	nearer, asNear uint32    // comparisons of depths
	forward        float32   // towards the eye, in depth
}

// straight is the facing of a camera's view.
var straight = facing{front: [2]uint32{gl.CCW, gl.CW}, nearer: gl.LESS, asNear: gl.LEQUAL, forward: -1}

// frameUniforms is the Frame block of glsl/frame.glsl in std140 layout.
type frameUniforms struct {
	viewProjection                                          [16]float32
	eye, keyToward, key, sky, ground, topColor, bottomColor [4]float32
	shadow                                                  [16]float32
	shadowTexel                                             [4]float32
}

// NewRenderer prepares a context for drawing. The error wraps ErrOpenGL for a
// driver below OpenGL 3.3, soa.ErrOption for a context that is too large for the driver or
// a carrier that it does not have, and soa.ErrTooLarge for one beyond Options.Pixels.
func NewRenderer(ctx Context, o Options) (*Renderer, error) {
	version, err := load(ctx)
	if err != nil {
		return nil, fmt.Errorf("gpu: %w", err)
	}
	rows, err := newCarrier(o.Carrier, version)
	if err != nil {
		return nil, err
	}
	var most int32
	gl.GetIntegerv(gl.MAX_SAMPLES, &most)
	want := o.Samples
	if want <= 0 {
		want = 4
	}
	if o.Smooth {
		want = 1
	}
	r := &Renderer{
		context: ctx, guest: isHost(ctx), samples: max(1, int32(min(want, int(most)))), carrier: rows,
		maxTexels: o.Texels, maxMemory: o.Memory, maxPixels: o.Pixels, models: map[*Model]struct{}{}, evaluators: map[*Evaluator]struct{}{}, version: version, programs: map[variant]*program{}, uniforms: new(frameUniforms),
		records: ring{target: gl.ARRAY_BUFFER},
	}
	if r.maxTexels <= 0 {
		r.maxTexels = encoded.MaxAllTexels
	}
	if r.maxMemory <= 0 {
		r.maxMemory = defaultMemory
	}
	if r.maxPixels <= 0 {
		r.maxPixels = defaultPixels
	}
	if r.linear = o.Linear; r.linear {
		r.defines = "#define LINEAR\n"
	}
	r.state = new(hostState)
	r.state.begin(version)
	defer r.visit()()
	if err := r.prepare(o.Smooth); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// prepare makes what every scene needs.
func (r *Renderer) prepare(smooth bool) error {
	var err error
	if smooth {
		if r.smooth, err = buildPlain("smooth", r.defines); err != nil {
			return err
		}
	}
	for _, p := range []struct {
		to   **program
		name string
	}{{&r.background, "background"}, {&r.grid, "grid"}, {&r.bone, "bone"}} {
		if *p.to, err = buildPlain(p.name, r.defines); err != nil {
			return err
		}
	}
	gl.GenVertexArrays(1, &r.empty)
	gl.GenBuffers(1, &r.frame)
	r.bones.make()
	if !r.guest && !r.linear {
		gl.Disable(gl.FRAMEBUFFER_SRGB)
		gl.Enable(gl.MULTISAMPLE)
		if err := r.resize(); err != nil {
			return err
		}
	}
	return checkError("preparing a renderer")
}

// ready makes the context current.
func (r *Renderer) ready() error {
	if r.closed {
		return fmt.Errorf("gpu: the renderer is %w", soa.ErrClosed)
	}
	return r.context.MakeCurrent()
}

// Driver returns the name of the OpenGL implementation.
func (r *Renderer) Driver() string { return driver() }

// Carrier returns the carrier that palettes reach the shaders by.
func (r *Renderer) Carrier() Carrier { return r.carrier.kind() }

// Size returns the size of the last picture that Draw made in pixels, or zeros
// where it has made none.
func (r *Renderer) Size() (width, height int) {
	if r.target == nil || r.guest {
		return 0, 0
	}
	return r.target.width, r.target.height
}

// resize makes the target as large as the context is.
func (r *Renderer) resize() error {
	if r.guest || r.linear {
		return fmt.Errorf("gpu: %w: a renderer in a host's context, or one of linear colours, draws by DrawInto", soa.ErrOption)
	}
	w, h := r.context.Size()
	if r.target != nil && r.target.width == w && r.target.height == h {
		return nil
	}
	if n := int64(w) * int64(h) * int64(r.samples); n > r.maxPixels {
		return fmt.Errorf("gpu: %w: a picture of %d×%d with %d samples has %d, Options.Pixels allows %d", soa.ErrTooLarge, w, h, r.samples, n, r.maxPixels)
	}
	t, err := newTarget(w, h, r.samples, r.smooth != nil)
	if err != nil {
		return err
	}
	if r.target != nil {
		r.target.close()
	}
	r.target = t
	return nil
}

// Close frees everything on the GPU, uploaded models too. The context stays
// open. A second Close does nothing.
func (r *Renderer) Close() {
	if r.closed {
		return
	}
	r.closed = true
	if r.context.MakeCurrent() != nil {
		return // the context is gone and took everything along
	}
	defer r.visit()()
	for m := range r.models {
		m.Close()
	}
	for e := range r.evaluators {
		e.Close()
	}
	for _, p := range r.programs {
		gl.DeleteProgram(p.id)
	}
	for _, p := range []*program{r.background, r.grid, r.bone, r.smooth} {
		if p != nil {
			gl.DeleteProgram(p.id)
		}
	}
	r.programs, r.background, r.grid, r.bone, r.smooth = nil, nil, nil, nil, nil
	r.carrier.close()
	r.bones.close()
	r.shadows.close()
	gl.DeleteVertexArrays(1, &r.empty)
	r.records.close()
	gl.DeleteBuffers(1, &r.frame)
	if r.target != nil {
		r.target.close()
		r.target = nil
	}
}

// Capture copies the last picture drawn into dst, top row first, and returns
// it. If dst is nil, or has another size, it returns a new image. It waits for
// the GPU.
func (r *Renderer) Capture(dst *image.RGBA) (*image.RGBA, error) {
	if err := r.ready(); err != nil {
		return nil, err
	}
	if r.target == nil || r.guest {
		return nil, fmt.Errorf("gpu: %w: Capture reads what Draw has drawn, and it has drawn nothing", soa.ErrOption)
	}
	w, h := r.target.width, r.target.height
	if dst == nil || dst.Rect.Dx() != w || dst.Rect.Dy() != h || dst.Stride%4 != 0 {
		dst = image.NewRGBA(image.Rect(0, 0, w, h))
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, r.target.resolved)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 4)
	gl.PixelStorei(gl.PACK_ROW_LENGTH, int32(dst.Stride/4))
	gl.ReadPixels(0, 0, int32(w), int32(h), gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&dst.Pix[0]))
	gl.PixelStorei(gl.PACK_ROW_LENGTH, 0)
	flip(dst)
	return dst, checkError("reading the picture back")
}

// flip reverses the order of rows: OpenGL's first is the lowest.
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
	toward := light.toward()
	for k := range 3 {
		u.eye[k] = float32(eye[k])
		u.keyToward[k] = float32(toward[k])
		u.key[k], u.sky[k], u.ground[k] = light.Key[k], light.Sky[k], light.Ground[k]
		u.topColor[k], u.bottomColor[k] = display(sky.Top[k]), display(sky.Bottom[k])
	}
	const size = int(unsafe.Sizeof(frameUniforms{}))
	gl.BindBuffer(gl.UNIFORM_BUFFER, r.frame)
	gl.BufferData(gl.UNIFORM_BUFFER, size, unsafe.Pointer(u), gl.STREAM_DRAW)
	gl.BindBufferBase(gl.UNIFORM_BUFFER, bindingFrame, r.frame)
}

// withDefaults fills what a grid leaves open.
func (g Grid) withDefaults() Grid {
	if !(g.Radius > 0) || math.IsInf(float64(g.Radius), 0) {
		g.Radius = 40 * g.Spacing
	}
	if g.Color == (Color{}) {
		g.Color = SRGB(0x4a, 0x52, 0x5c)
	}
	return g
}
