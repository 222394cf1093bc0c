package driver

import (
	"strings"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// State is the OpenGL state of a host, a program that shares its context with the
// renderer, as far as the renderer sets it or relies on it. Save reads it and sets what
// the renderer relies on, Restore puts it back. It holds no Go pointers, so that cgo
// accepts addresses in it.
type State struct {
	capability [len(capabilities)]bool
	buffers    [maxDrawBuffers]bufferState
	units      [savedUnits]unitState
	uniform    [savedBlocks]rangeState
	storage    [savedBlocks]rangeState
	storages   int32 // bound as a whole
	feedback   rangeState
	value      [len(values)]int32
	object     [len(objects)]int32
	binding    [len(bindings)]int32
	depthMask  bool
	active     int32
	polygon    [2]int32 // some drivers write two
	viewport   [4]int32
	Depth      [2]float64
	line       float32    // width
	offset     [2]float32 // of polygons: factor, units
	encoding   bool
	stores     bool // there are storage buffers
	separate   bool // each draw buffer has its own blend function
	count      int  // of draw buffers
}

// bufferState is the state of one draw buffer.
type bufferState struct {
	blends bool
	mask   [4]bool
	blend  blendState
}

// blendState has the values of blendNames.
type blendState [len(blendNames)]int32

var blendNames = [...]uint32{
	gl.BLEND_SRC_RGB, gl.BLEND_DST_RGB, gl.BLEND_SRC_ALPHA, gl.BLEND_DST_ALPHA,
	gl.BLEND_EQUATION_RGB, gl.BLEND_EQUATION_ALPHA,
}

type unitState struct {
	buffer, picture, sampler int32
}

// rangeState is an indexed binding of a part of a buffer, or of all if size is 0.
type rangeState struct {
	buffer      int32
	start, size int64
}

const (
	maxDrawBuffers = 8
	savedUnits     = unitEnd
	savedBlocks    = bindingEnd
)

// capabilities are those that the renderer sets or that change what it draws; on is the
// state in which it starts.
var capabilities = [...]struct {
	name uint32
	on   bool
}{
	{gl.DEPTH_TEST, true}, {gl.MULTISAMPLE, true},
	{gl.CULL_FACE, false}, {gl.SCISSOR_TEST, false}, {gl.STENCIL_TEST, false}, {gl.COLOR_LOGIC_OP, false},
	{gl.POLYGON_OFFSET_FILL, false}, {gl.POLYGON_OFFSET_LINE, false}, {gl.POLYGON_OFFSET_POINT, false}, {gl.LINE_SMOOTH, false}, {gl.POLYGON_SMOOTH, false}, {gl.PRIMITIVE_RESTART, false},
	{gl.RASTERIZER_DISCARD, false}, {gl.DEPTH_CLAMP, false},
	{gl.SAMPLE_ALPHA_TO_COVERAGE, false}, {gl.SAMPLE_ALPHA_TO_ONE, false}, {gl.SAMPLE_COVERAGE, false}, {gl.SAMPLE_MASK, false},
	{gl.CLIP_DISTANCE0, false}, {gl.CLIP_DISTANCE1, false}, {gl.CLIP_DISTANCE2, false}, {gl.CLIP_DISTANCE3, false},
	{gl.CLIP_DISTANCE4, false}, {gl.CLIP_DISTANCE5, false}, {gl.CLIP_DISTANCE6, false}, {gl.CLIP_DISTANCE7, false},
}

// values are integers that one function with the same name sets. start is what the
// renderer relies on.
var values = [...]struct {
	name  uint32
	start int32
	set   func(name uint32, value int32)
}{
	{gl.DEPTH_FUNC, gl.LESS, func(_ uint32, v int32) { gl.DepthFunc(uint32(v)) }},
	{gl.CULL_FACE_MODE, gl.BACK, func(_ uint32, v int32) { gl.CullFace(uint32(v)) }},
	{gl.FRONT_FACE, gl.CCW, func(_ uint32, v int32) { gl.FrontFace(uint32(v)) }},
	{gl.PROVOKING_VERTEX, gl.LAST_VERTEX_CONVENTION, func(_ uint32, v int32) { gl.ProvokingVertex(uint32(v)) }}, // rounds otherwise
	{gl.UNPACK_ALIGNMENT, 4, gl.PixelStorei}, {gl.UNPACK_ROW_LENGTH, 0, gl.PixelStorei},
	{gl.UNPACK_SKIP_PIXELS, 0, gl.PixelStorei}, {gl.UNPACK_SKIP_ROWS, 0, gl.PixelStorei},
	{gl.UNPACK_SWAP_BYTES, 0, gl.PixelStorei}, {gl.UNPACK_LSB_FIRST, 0, gl.PixelStorei},
	{gl.UNPACK_IMAGE_HEIGHT, 0, gl.PixelStorei}, {gl.UNPACK_SKIP_IMAGES, 0, gl.PixelStorei},
}

// objects are bound ones other than buffers and textures.
var objects = [...]struct {
	name uint32
	bind func(id uint32)
}{
	{gl.DRAW_FRAMEBUFFER_BINDING, func(id uint32) { gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, id) }},
	{gl.READ_FRAMEBUFFER_BINDING, func(id uint32) { gl.BindFramebuffer(gl.READ_FRAMEBUFFER, id) }},
	{gl.RENDERBUFFER_BINDING, func(id uint32) { gl.BindRenderbuffer(gl.RENDERBUFFER, id) }},
	{gl.CURRENT_PROGRAM, func(id uint32) { gl.UseProgram(id) }},
	{gl.VERTEX_ARRAY_BINDING, func(id uint32) { gl.BindVertexArray(id) }},
}

// bindings are buffers bound to a target as a whole. TEXTURE_BUFFER is its own name
// for a query.
var bindings = [...]struct{ name, target uint32 }{
	{gl.ARRAY_BUFFER_BINDING, gl.ARRAY_BUFFER}, {gl.TEXTURE_BUFFER, gl.TEXTURE_BUFFER},
	{gl.PIXEL_UNPACK_BUFFER_BINDING, gl.PIXEL_UNPACK_BUFFER},
	{gl.UNIFORM_BUFFER_BINDING, gl.UNIFORM_BUFFER}, {gl.TRANSFORM_FEEDBACK_BUFFER_BINDING, gl.TRANSFORM_FEEDBACK_BUFFER},
}

// Begin reads what never changes: the number of draw buffers, and whether each has its
// own blend function.
func (s *State) Begin(version int) {
	s.stores = version >= StorageVersion
	s.count = min(Integer(gl.MAX_DRAW_BUFFERS), maxDrawBuffers)
	for i := range Integer(gl.NUM_EXTENSIONS) {
		name := gl.GoStr(gl.GetStringi(gl.EXTENSIONS, uint32(i)))
		s.separate = s.separate || strings.EqualFold(name, "GL_ARB_draw_buffers_blend")
	}
}

// Save reads the state and sets the renderer's. With linear colours the host decides
// whether the framebuffer encodes them.
func (s *State) Save(linear bool) {
	s.encoding = gl.IsEnabled(gl.FRAMEBUFFER_SRGB)
	if !linear {
		gl.Disable(gl.FRAMEBUFFER_SRGB)
	}
	for i := range capabilities {
		c := &capabilities[i]
		s.capability[i] = gl.IsEnabled(c.name)
		if s.capability[i] != c.on {
			Enable(c.name, c.on)
		}
	}
	for i := range values {
		v := &values[i]
		gl.GetIntegerv(v.name, &s.value[i])
		if s.value[i] != v.start {
			v.set(v.name, v.start)
		}
	}
	s.saveBindings()
	s.saveBuffers()
	gl.GetBooleanv(gl.DEPTH_WRITEMASK, &s.depthMask)
	gl.DepthMask(true)
	gl.GetIntegerv(gl.POLYGON_MODE, &s.polygon[0])
	if s.polygon[0] != gl.FILL {
		gl.PolygonMode(gl.FRONT_AND_BACK, gl.FILL)
	}
	gl.GetIntegerv(gl.VIEWPORT, &s.viewport[0])
	gl.GetDoublev(gl.DEPTH_RANGE, &s.Depth[0])
	gl.GetFloatv(gl.LINE_WIDTH, &s.line)
	gl.LineWidth(1)
	gl.GetFloatv(gl.POLYGON_OFFSET_FACTOR, &s.offset[0])
	gl.GetFloatv(gl.POLYGON_OFFSET_UNITS, &s.offset[1])
}

// Restore puts back what Save has read.
func (s *State) Restore() {
	Enable(gl.FRAMEBUFFER_SRGB, s.encoding)
	for i := range capabilities {
		Enable(capabilities[i].name, s.capability[i])
	}
	for i := range values {
		values[i].set(values[i].name, s.value[i])
	}
	s.restoreBindings()
	s.restoreBuffers()
	gl.DepthMask(s.depthMask)
	gl.PolygonMode(gl.FRONT_AND_BACK, uint32(s.polygon[0]))
	gl.Viewport(s.viewport[0], s.viewport[1], s.viewport[2], s.viewport[3])
	gl.DepthRange(s.Depth[0], s.Depth[1])
	gl.LineWidth(s.line)
	gl.PolygonOffset(s.offset[0], s.offset[1])
}

func (s *State) saveBindings() {
	for i := range objects {
		gl.GetIntegerv(objects[i].name, &s.object[i])
	}
	for i := range bindings {
		gl.GetIntegerv(bindings[i].name, &s.binding[i])
	}
	gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, 0)
	for i := range s.uniform {
		s.uniform[i].save(uint32(i), gl.UNIFORM_BUFFER_BINDING, gl.UNIFORM_BUFFER_START, gl.UNIFORM_BUFFER_SIZE)
	}
	if s.stores {
		gl.GetIntegerv(gl.SHADER_STORAGE_BUFFER_BINDING, &s.storages)
		for i := range s.storage {
			s.storage[i].save(uint32(i), gl.SHADER_STORAGE_BUFFER_BINDING, gl.SHADER_STORAGE_BUFFER_START, gl.SHADER_STORAGE_BUFFER_SIZE)
		}
	}
	s.feedback.save(0, gl.TRANSFORM_FEEDBACK_BUFFER_BINDING, gl.TRANSFORM_FEEDBACK_BUFFER_START, gl.TRANSFORM_FEEDBACK_BUFFER_SIZE)
	gl.GetIntegerv(gl.ACTIVE_TEXTURE, &s.active)
	for i := range s.units {
		u := &s.units[i]
		gl.ActiveTexture(gl.TEXTURE0 + uint32(i))
		gl.GetIntegerv(gl.TEXTURE_BINDING_BUFFER, &u.buffer)
		gl.GetIntegerv(gl.TEXTURE_BINDING_2D, &u.picture)
		gl.GetIntegerv(gl.SAMPLER_BINDING, &u.sampler)
		if u.sampler != 0 {
			gl.BindSampler(uint32(i), 0)
		}
	}
}

func (s *State) restoreBindings() {
	for i := range objects {
		objects[i].bind(uint32(s.object[i]))
	}
	for i := range s.uniform {
		s.uniform[i].restore(gl.UNIFORM_BUFFER, uint32(i))
	}
	if s.stores {
		for i := range s.storage {
			s.storage[i].restore(gl.SHADER_STORAGE_BUFFER, uint32(i))
		}
		gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, uint32(s.storages))
	}
	s.feedback.restore(gl.TRANSFORM_FEEDBACK_BUFFER, 0)
	for i := range bindings { // after indexed ones, which bind here too
		gl.BindBuffer(bindings[i].target, uint32(s.binding[i]))
	}
	for i := range s.units {
		u := &s.units[i]
		gl.ActiveTexture(gl.TEXTURE0 + uint32(i))
		gl.BindTexture(gl.TEXTURE_BUFFER, uint32(u.buffer))
		gl.BindTexture(gl.TEXTURE_2D, uint32(u.picture))
		gl.BindSampler(uint32(i), uint32(u.sampler))
	}
	gl.ActiveTexture(uint32(s.active))
}

// saveBuffers leaves only the first draw buffer writable: the shaders write no other.
func (s *State) saveBuffers() {
	for i := range s.count {
		b := &s.buffers[i]
		b.blends = gl.IsEnabledi(gl.BLEND, uint32(i))
		gl.GetBooleani_v(gl.COLOR_WRITEMASK, uint32(i), &b.mask[0])
		gl.ColorMaski(uint32(i), i == 0, i == 0, i == 0, i == 0)
		switch {
		case i == 0:
			b.blend.save(gl.GetIntegerv)
		case s.separate:
			b.blend.save(func(name uint32, to *int32) { gl.GetIntegeri_v(name, uint32(i), to) })
		}
	}
	gl.Disable(gl.BLEND)
	gl.BlendEquation(gl.FUNC_ADD)
}

func (s *State) restoreBuffers() {
	for i := range uint32(s.count) {
		own := &s.buffers[i]
		if own.blends {
			gl.Enablei(gl.BLEND, i)
		} else {
			gl.Disablei(gl.BLEND, i)
		}
		gl.ColorMaski(i, own.mask[0], own.mask[1], own.mask[2], own.mask[3])
		b := &own.blend
		switch {
		case s.separate:
			gl.BlendFuncSeparateiARB(i, uint32(b[0]), uint32(b[1]), uint32(b[2]), uint32(b[3]))
			gl.BlendEquationSeparateiARB(i, uint32(b[4]), uint32(b[5]))
		case i == 0:
			gl.BlendFuncSeparate(uint32(b[0]), uint32(b[1]), uint32(b[2]), uint32(b[3]))
			gl.BlendEquationSeparate(uint32(b[4]), uint32(b[5]))
		}
	}
}

func (b *blendState) save(get func(name uint32, to *int32)) {
	for k, name := range blendNames {
		get(name, &b[k])
	}
}

func (r *rangeState) save(index, binding, start, size uint32) {
	gl.GetIntegeri_v(binding, index, &r.buffer)
	if r.buffer != 0 {
		gl.GetInteger64i_v(start, index, &r.start)
		gl.GetInteger64i_v(size, index, &r.size)
	}
}

func (r *rangeState) restore(target, index uint32) {
	if r.buffer == 0 || r.size == 0 {
		gl.BindBufferBase(target, index, uint32(r.buffer))
		return
	}
	gl.BindBufferRange(target, index, uint32(r.buffer), int(r.start), int(r.size))
}

// Enable enables or disables a capability.
func Enable(capability uint32, on bool) {
	if on {
		gl.Enable(capability)
	} else {
		gl.Disable(capability)
	}
}
