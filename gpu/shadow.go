package gpu

import (
	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
)

// groundDarkness is the alpha of the ground where no key light reaches it.
const groundDarkness = 0.4

// shadows are those of the last picture.
type shadows struct {
	on     bool // meshes receive shadows
	of     driver.ShadowMap
	ground *shader.Program
}

// castShadows draws the map of a scene that has shadows, and leaves its matrix for the
// uniforms of the picture.
func (r *Renderer) castShadows(s *Scene) (err error) {
	m := &r.shadows
	if m.ground == nil {
		if m.ground, err = r.dev.PlainProgram("ground"); err != nil {
			return err
		}
	}
	for i := range r.batch.items {
		if err := r.batch.items[i].Model.on.PrepareReceivers(); err != nil {
			return err
		}
	}
	if err := m.of.Resize(s.Shadow.texels()); err != nil {
		return err
	}
	light := s.keyLight()
	view, place := light.Projections()
	r.uniforms.shadow = place
	r.uniforms.shadowTexel = [4]float32{1 / float32(m.of.Texels), groundDarkness}
	r.setFrame(s, view, s.Camera.Eye)
	m.of.Begin()
	r.facing, r.pending = straight, 0
	m.on = false // what casts does not receive
	r.drawMeshes(r.batch.items, false)
	m.on = true
	m.of.End()
	return nil
}

// drawGround darkens the ground, before one that a host has drawn at the same height.
func (r *Renderer) drawGround(s *Shadow) {
	p := r.shadows.ground
	blending()
	gl.Enable(gl.POLYGON_OFFSET_FILL)
	gl.PolygonOffset(r.facing.forward, r.facing.forward)
	gl.UseProgram(p.ID)
	gl.Uniform4f(p.Grid, s.Center[0], s.Center[1], s.Center[2], s.Radius)
	gl.BindVertexArray(r.empty)
	gl.DrawArrays(gl.TRIANGLE_STRIP, 0, 4)
	gl.Disable(gl.POLYGON_OFFSET_FILL)
	gl.Disable(gl.BLEND)
	gl.DepthMask(true)
}

func (m *shadows) close() {
	m.of.Close()
	if m.ground != nil {
		gl.DeleteProgram(m.ground.ID)
	}
	*m = shadows{}
}
