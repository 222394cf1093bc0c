package gpu

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
)

// readState lists the context's state as text, one value a line.
func readState() (list []string) {
	add := func(name string, values ...any) {
		list = append(list, fmt.Sprint(append([]any{name + " "}, values...)...))
	}
	for _, c := range allCapabilities {
		add(fmt.Sprintf("capability 0x%04X", c), gl.IsEnabled(c))
	}
	for _, name := range allValues {
		var v [16]float64
		v[1] = math.Inf(1)
		gl.GetDoublev(name, &v[0])
		add(fmt.Sprintf("value 0x%04X", name), v)
	}
	var active int32
	gl.GetIntegerv(gl.ACTIVE_TEXTURE, &active)
	for unit := range uint32(16) {
		gl.ActiveTexture(gl.TEXTURE0 + unit)
		for _, name := range textureBindings {
			var v int32
			gl.GetIntegerv(name, &v)
			add(fmt.Sprintf("unit %d, 0x%04X", unit, name), v)
		}
	}
	gl.ActiveTexture(uint32(active))
	for i := range uint32(8) {
		var mask [4]bool
		gl.GetBooleani_v(gl.COLOR_WRITEMASK, i, &mask[0])
		add(fmt.Sprintf("draw buffer %d", i), gl.IsEnabledi(gl.BLEND, i), mask)
		for _, name := range []uint32{gl.BLEND_SRC_RGB, gl.BLEND_DST_RGB, gl.BLEND_SRC_ALPHA, gl.BLEND_DST_ALPHA, gl.BLEND_EQUATION_RGB, gl.BLEND_EQUATION_ALPHA} {
			var v int32
			gl.GetIntegeri_v(name, i, &v)
			add(fmt.Sprintf("draw buffer %d, 0x%04X", i, name), v)
		}
	}
	for _, b := range indexedBuffers {
		for i := range uint32(b.count) {
			var v int32
			var start, size int64
			gl.GetIntegeri_v(b.binding, i, &v)
			gl.GetInteger64i_v(b.start, i, &start)
			gl.GetInteger64i_v(b.size, i, &size)
			add(fmt.Sprintf("buffer 0x%04X %d", b.binding, i), v, start, size)
		}
	}
	for i := range uint32(16) {
		var enabled, divisor, buffer int32
		gl.GetVertexAttribiv(i, gl.VERTEX_ATTRIB_ARRAY_ENABLED, &enabled)
		gl.GetVertexAttribiv(i, gl.VERTEX_ATTRIB_ARRAY_DIVISOR, &divisor)
		gl.GetVertexAttribiv(i, gl.VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &buffer)
		add(fmt.Sprintf("attribute %d", i), enabled, divisor, buffer)
	}
	return list
}

var allCapabilities = []uint32{
	gl.BLEND, gl.COLOR_LOGIC_OP, gl.CULL_FACE, gl.DEPTH_CLAMP, gl.DEPTH_TEST, gl.DITHER, gl.FRAMEBUFFER_SRGB, gl.LINE_SMOOTH,
	gl.MULTISAMPLE, gl.POLYGON_OFFSET_FILL, gl.POLYGON_OFFSET_LINE, gl.POLYGON_OFFSET_POINT, gl.POLYGON_SMOOTH, gl.PRIMITIVE_RESTART,
	gl.PROGRAM_POINT_SIZE, gl.RASTERIZER_DISCARD, gl.SAMPLE_ALPHA_TO_COVERAGE, gl.SAMPLE_ALPHA_TO_ONE, gl.SAMPLE_COVERAGE,
	gl.SAMPLE_MASK, gl.SCISSOR_TEST, gl.STENCIL_TEST, gl.TEXTURE_CUBE_MAP_SEAMLESS,
	gl.CLIP_DISTANCE0, gl.CLIP_DISTANCE1, gl.CLIP_DISTANCE2, gl.CLIP_DISTANCE3, gl.CLIP_DISTANCE4, gl.CLIP_DISTANCE5, gl.CLIP_DISTANCE6, gl.CLIP_DISTANCE7,
}

var allValues = []uint32{
	gl.ACTIVE_TEXTURE, gl.ARRAY_BUFFER_BINDING, gl.BLEND_COLOR, gl.COLOR_CLEAR_VALUE, gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER,
	gl.CULL_FACE_MODE, gl.CURRENT_PROGRAM, gl.DEPTH_CLEAR_VALUE, gl.DEPTH_FUNC, gl.DEPTH_RANGE, gl.DEPTH_WRITEMASK,
	gl.DRAW_FRAMEBUFFER_BINDING, gl.ELEMENT_ARRAY_BUFFER_BINDING, gl.FRONT_FACE, gl.LINE_WIDTH, gl.LOGIC_OP_MODE,
	gl.PACK_ALIGNMENT, gl.PACK_IMAGE_HEIGHT, gl.PACK_LSB_FIRST, gl.PACK_ROW_LENGTH, gl.PACK_SKIP_IMAGES, gl.PACK_SKIP_PIXELS,
	gl.PACK_SKIP_ROWS, gl.PACK_SWAP_BYTES, gl.PIXEL_PACK_BUFFER_BINDING, gl.PIXEL_UNPACK_BUFFER_BINDING, gl.POINT_SIZE,
	gl.POLYGON_MODE, gl.POLYGON_OFFSET_FACTOR, gl.POLYGON_OFFSET_UNITS, gl.PRIMITIVE_RESTART_INDEX, gl.PROVOKING_VERTEX,
	gl.READ_FRAMEBUFFER_BINDING, gl.RENDERBUFFER_BINDING, gl.SAMPLE_COVERAGE_INVERT, gl.SAMPLE_COVERAGE_VALUE, gl.SCISSOR_BOX,
	gl.STENCIL_BACK_FUNC, gl.STENCIL_BACK_REF, gl.STENCIL_BACK_WRITEMASK, gl.STENCIL_CLEAR_VALUE, gl.STENCIL_FUNC, gl.STENCIL_REF,
	gl.STENCIL_WRITEMASK, gl.TEXTURE_BUFFER, gl.TRANSFORM_FEEDBACK_BUFFER_BINDING, gl.UNIFORM_BUFFER_BINDING,
	gl.UNPACK_ALIGNMENT, gl.UNPACK_IMAGE_HEIGHT, gl.UNPACK_LSB_FIRST, gl.UNPACK_ROW_LENGTH, gl.UNPACK_SKIP_IMAGES, gl.UNPACK_SKIP_PIXELS,
	gl.UNPACK_SKIP_ROWS, gl.UNPACK_SWAP_BYTES, gl.VERTEX_ARRAY_BINDING, gl.VIEWPORT,
	gl.DRAW_INDIRECT_BUFFER_BINDING, gl.SHADER_STORAGE_BUFFER_BINDING,
}

var textureBindings = []uint32{
	gl.TEXTURE_BINDING_1D, gl.TEXTURE_BINDING_1D_ARRAY, gl.TEXTURE_BINDING_2D, gl.TEXTURE_BINDING_2D_ARRAY, gl.TEXTURE_BINDING_2D_MULTISAMPLE,
	gl.TEXTURE_BINDING_3D, gl.TEXTURE_BINDING_BUFFER, gl.TEXTURE_BINDING_CUBE_MAP, gl.TEXTURE_BINDING_RECTANGLE, gl.SAMPLER_BINDING,
}

var indexedBuffers = []struct {
	target, binding, start, size uint32
	count                        int
}{
	{gl.UNIFORM_BUFFER, gl.UNIFORM_BUFFER_BINDING, gl.UNIFORM_BUFFER_START, gl.UNIFORM_BUFFER_SIZE, 8},
	{gl.TRANSFORM_FEEDBACK_BUFFER, gl.TRANSFORM_FEEDBACK_BUFFER_BINDING, gl.TRANSFORM_FEEDBACK_BUFFER_START, gl.TRANSFORM_FEEDBACK_BUFFER_SIZE, 4},
	{gl.SHADER_STORAGE_BUFFER, gl.SHADER_STORAGE_BUFFER_BINDING, gl.SHADER_STORAGE_BUFFER_START, gl.SHADER_STORAGE_BUFFER_SIZE, 8},
}

// setOdd leaves little of the context as a program finds it, and returns what a
// program does to read its picture again.
func setOdd(t *testing.T) (restore func()) {
	t.Helper()
	var canvas, array, elements, program uint32
	gl.GenFramebuffers(1, &canvas)
	gl.BindFramebuffer(gl.FRAMEBUFFER, canvas)
	var rest uint32
	gl.GenRenderbuffers(1, &rest)
	gl.BindRenderbuffer(gl.RENDERBUFFER, rest)
	gl.GenVertexArrays(1, &array)
	gl.BindVertexArray(array)
	buffer := func(target uint32) (id uint32) {
		gl.GenBuffers(1, &id)
		gl.BindBuffer(target, id)
		gl.BufferData(target, 4096, nil, gl.STATIC_DRAW)
		return id
	}
	elements = buffer(gl.ELEMENT_ARRAY_BUFFER)
	for i := range uint32(16) {
		buffer(gl.ARRAY_BUFFER)
		gl.EnableVertexAttribArray(i)
		gl.VertexAttribDivisor(i, i%3)
		gl.VertexAttribPointerWithOffset(i, 1, gl.FLOAT, false, 20, 4)
	}
	for _, target := range []uint32{
		gl.ARRAY_BUFFER, gl.TEXTURE_BUFFER, gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, gl.PIXEL_PACK_BUFFER,
		gl.PIXEL_UNPACK_BUFFER, gl.DRAW_INDIRECT_BUFFER,
	} {
		buffer(target)
	}
	for _, b := range indexedBuffers {
		for i := range uint32(b.count) {
			id := buffer(b.target)
			if i%2 == 0 {
				gl.BindBufferRange(b.target, i, id, 256, 1024)
			} else {
				gl.BindBufferBase(b.target, i, id)
			}
		}
		buffer(b.target)
	}
	p, err := shader.BuildPlain("bone", "")
	if err != nil {
		t.Fatal(err)
	}
	program = p.ID
	gl.UseProgram(program)
	gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, 0)
	for unit := range uint32(16) {
		gl.ActiveTexture(gl.TEXTURE0 + unit)
		var sampler uint32
		gl.GenSamplers(1, &sampler)
		gl.SamplerParameteri(sampler, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE)
		gl.BindSampler(unit, sampler)
		for _, target := range []uint32{
			gl.TEXTURE_1D, gl.TEXTURE_1D_ARRAY, gl.TEXTURE_2D, gl.TEXTURE_2D_ARRAY, gl.TEXTURE_2D_MULTISAMPLE, gl.TEXTURE_3D,
			gl.TEXTURE_BUFFER, gl.TEXTURE_CUBE_MAP, gl.TEXTURE_RECTANGLE,
		} {
			var id uint32
			gl.GenTextures(1, &id)
			gl.BindTexture(target, id)
		}
	}
	gl.ActiveTexture(gl.TEXTURE5)
	buffer(gl.PIXEL_UNPACK_BUFFER)
	for i, c := range allCapabilities {
		if c == gl.DEPTH_TEST || c == gl.MULTISAMPLE {
			gl.Disable(c)
		} else if c != gl.TEXTURE_CUBE_MAP_SEAMLESS || i%2 == 0 {
			gl.Enable(c)
		}
	}
	for i := range uint32(8) {
		if i%3 == 1 {
			gl.Disablei(gl.BLEND, i)
		}
		gl.ColorMaski(i, i%2 == 1, false, i%3 == 0, true)
		gl.BlendFuncSeparateiARB(i, gl.DST_COLOR, gl.ONE_MINUS_DST_COLOR, gl.SRC_ALPHA+i%2, gl.ZERO)
		gl.BlendEquationSeparateiARB(i, gl.FUNC_REVERSE_SUBTRACT, gl.MIN+i%2)
	}
	gl.BlendColor(0.1, 0.2, 0.3, 0.4)
	gl.ClearColor(0.9, 0.8, 0.7, 0.6)
	gl.ClearDepth(0.125)
	gl.ClearStencil(7)
	gl.CullFace(gl.FRONT)
	gl.DepthFunc(gl.NEVER)
	gl.DepthMask(false)
	gl.FrontFace(gl.CW)
	gl.LineWidth(3)
	gl.LogicOp(gl.INVERT)
	gl.PolygonMode(gl.FRONT_AND_BACK, gl.LINE)
	gl.PolygonOffset(3, -5)
	gl.PrimitiveRestartIndex(1)
	gl.ProvokingVertex(gl.FIRST_VERTEX_CONVENTION)
	gl.SampleCoverage(0.25, true)
	gl.Scissor(3, 4, 1, 1)
	gl.StencilFuncSeparate(gl.FRONT, gl.NEVER, 3, 5)
	gl.StencilMaskSeparate(gl.BACK, 9)
	gl.StencilFuncSeparate(gl.BACK, gl.NEVER, 1, 2)
	gl.Viewport(1, 2, 3, 4)
	for _, store := range [][2]uint32{{gl.PACK_ALIGNMENT, gl.UNPACK_ALIGNMENT}, {gl.PACK_ROW_LENGTH, gl.UNPACK_ROW_LENGTH},
		{gl.PACK_SKIP_PIXELS, gl.UNPACK_SKIP_PIXELS}, {gl.PACK_SKIP_ROWS, gl.UNPACK_SKIP_ROWS}, {gl.PACK_IMAGE_HEIGHT, gl.UNPACK_IMAGE_HEIGHT},
		{gl.PACK_SKIP_IMAGES, gl.UNPACK_SKIP_IMAGES}, {gl.PACK_SWAP_BYTES, gl.UNPACK_SWAP_BYTES}, {gl.PACK_LSB_FIRST, gl.UNPACK_LSB_FIRST}} {
		gl.PixelStorei(store[0], 1)
		gl.PixelStorei(store[1], 1)
	}
	if err := gl.GetError(); err != gl.NO_ERROR {
		t.Fatalf("setting odd state: 0x%04X", err)
	}
	return func() {
		gl.BindBuffer(gl.PIXEL_PACK_BUFFER, 0)
		for _, store := range []uint32{gl.PACK_ROW_LENGTH, gl.PACK_SKIP_PIXELS, gl.PACK_SKIP_ROWS, gl.PACK_IMAGE_HEIGHT, gl.PACK_SKIP_IMAGES, gl.PACK_SWAP_BYTES, gl.PACK_LSB_FIRST} {
			gl.PixelStorei(store, 0)
		}
		gl.Disable(gl.RASTERIZER_DISCARD)
		for i := range uint32(8) {
			gl.ColorMaski(i, true, true, true, true)
		}
		gl.DeleteBuffers(1, &elements)
	}
}
