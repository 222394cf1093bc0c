package driver

import (
	"fmt"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/soa"
)

// ShadowMap is a framebuffer with depths only, as a texture that shaders compare with.
type ShadowMap struct {
	canvas  uint32
	texture uint32
	Texels  int32 // of a side
}

// Resize makes the map, unless it has that size. The error wraps soa.ErrOption for a size
// that the driver does not have.
func (m *ShadowMap) Resize(texels int) error {
	if texels == int(m.Texels) {
		return nil
	}
	if most := Integer(gl.MAX_TEXTURE_SIZE); texels < 1 || texels > most {
		return fmt.Errorf("gpu: %w: a shadow map of %d texels a side, the driver has 1 to %d", soa.ErrOption, texels, most)
	}
	if m.texture == 0 {
		gl.GenTextures(1, &m.texture)
		gl.GenFramebuffers(1, &m.canvas)
	}
	m.Texels = int32(texels)
	m.Bind()
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.DEPTH_COMPONENT24, m.Texels, m.Texels, 0, gl.DEPTH_COMPONENT, gl.UNSIGNED_INT, nil)
	Parameters([][2]int32{
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

// Begin makes draws cast shadows, until End.
func (m *ShadowMap) Begin() {
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, m.canvas)
	gl.Viewport(0, 0, m.Texels, m.Texels)
	gl.DepthRange(0, 1)
	gl.DepthMask(true)
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthFunc(gl.LESS)
	gl.ClearBufferfv(gl.DEPTH, 0, &farthest)
	gl.Enable(gl.DEPTH_CLAMP)
	gl.Enable(gl.POLYGON_OFFSET_FILL)
	gl.PolygonOffset(2, 4)
}

// End lets shaders read the map.
func (m *ShadowMap) End() {
	gl.Disable(gl.POLYGON_OFFSET_FILL)
	gl.Disable(gl.DEPTH_CLAMP)
	m.Bind()
}

func (m *ShadowMap) Bind() {
	gl.ActiveTexture(gl.TEXTURE0 + UnitShadow)
	gl.BindTexture(gl.TEXTURE_2D, m.texture)
}

// Close frees the map.
func (m *ShadowMap) Close() {
	if m.texture != 0 {
		gl.DeleteTextures(1, &m.texture)
		gl.DeleteFramebuffers(1, &m.canvas)
	}
	*m = ShadowMap{}
}
