package gpu

import (
	"fmt"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/soa"
)

// shadowMap is a framebuffer of depths alone, which shaders compare with.
type shadowMap struct {
	canvas  uint32
	texture uint32
	texels  int32 // of a side
}

// resize makes the map, unless it has that size. The error wraps soa.ErrOption for one that
// the driver does not have.
func (m *shadowMap) resize(texels int) error {
	if texels == int(m.texels) {
		return nil
	}
	if most := integer(gl.MAX_TEXTURE_SIZE); texels < 1 || texels > most {
		return fmt.Errorf("gpu: %w: a shadow map of %d texels a side, the driver has 1 to %d", soa.ErrOption, texels, most)
	}
	if m.texture == 0 {
		gl.GenTextures(1, &m.texture)
		gl.GenFramebuffers(1, &m.canvas)
	}
	m.texels = int32(texels)
	m.bind()
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.DEPTH_COMPONENT24, m.texels, m.texels, 0, gl.DEPTH_COMPONENT, gl.UNSIGNED_INT, nil)
	parameters([][2]int32{
		{gl.TEXTURE_MIN_FILTER, gl.LINEAR}, {gl.TEXTURE_MAG_FILTER, gl.LINEAR},
		{gl.TEXTURE_WRAP_S, gl.CLAMP_TO_BORDER}, {gl.TEXTURE_WRAP_T, gl.CLAMP_TO_BORDER},
		{gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE}, {gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL},
	})
	border := [4]float32{1, 1, 1, 1}
	gl.TexParameterfv(gl.TEXTURE_2D, gl.TEXTURE_BORDER_COLOR, &border[0])
	gl.BindFramebuffer(gl.FRAMEBUFFER, m.canvas)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, m.texture, 0)
	gl.DrawBuffer(gl.NONE)
	gl.ReadBuffer(gl.NONE)
	return nil
}

// farthest is the depth of an empty map.
var farthest = float32(1)

// begin has what is drawn cast shadows, until end.
func (m *shadowMap) begin() {
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, m.canvas)
	gl.Viewport(0, 0, m.texels, m.texels)
	gl.DepthRange(0, 1)
	gl.DepthMask(true)
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthFunc(gl.LESS)
	gl.ClearBufferfv(gl.DEPTH, 0, &farthest)
	gl.Enable(gl.DEPTH_CLAMP)
	gl.Enable(gl.POLYGON_OFFSET_FILL)
	gl.PolygonOffset(2, 4)
}

// end lets shaders read the map.
func (m *shadowMap) end() {
	gl.Disable(gl.POLYGON_OFFSET_FILL)
	gl.Disable(gl.DEPTH_CLAMP)
	m.bind()
}

func (m *shadowMap) bind() {
	gl.ActiveTexture(gl.TEXTURE0 + unitShadow)
	gl.BindTexture(gl.TEXTURE_2D, m.texture)
}

func (m *shadowMap) close() {
	if m.texture != 0 {
		gl.DeleteTextures(1, &m.texture)
		gl.DeleteFramebuffers(1, &m.canvas)
	}
	*m = shadowMap{}
}
