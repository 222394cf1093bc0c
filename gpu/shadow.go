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
	if m.ground, err = r.dev.PlainProgram("ground"); err != nil {
		return err
	}
	for i := range r.batch.items {
		if err := r.batch.items[i].Model.on.Prepare(shader.Shadowed); err != nil {
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
	m.on = false // casters receive no shadows
	r.drawMeshes(r.batch.items, false)
	m.on = true
	m.of.End()
	return nil
}

// drawGround darkens the ground, nearer than a ground of the host at the same height.
func (r *Renderer) drawGround(s *Shadow) {
	gl.Enable(gl.POLYGON_OFFSET_FILL)
	gl.PolygonOffset(r.facing.forward, r.facing.forward)
	r.drawSquare(r.shadows.ground, s.Center, s.Radius)
	gl.Disable(gl.POLYGON_OFFSET_FILL)
}
