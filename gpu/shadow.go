package gpu

import "github.com/go-gl/gl/v3.3-core/gl"

// Shadow is a map of what the key light reaches, around a point on the ground. Opaque
// meshes cast shadows on each other and on the ground plane. Without a Radius there is
// none.
type Shadow struct {
	Center [3]float32 // on the ground, whose height is its y
	Radius float32    // metres around it
	Texels int        // of the map's side; 0: 2048
}

// texels returns the map's side.
func (s *Shadow) texels() int {
	if s.Texels == 0 {
		return 2048
	}
	return s.Texels
}

// groundDarkness is the alpha of the ground where no key light reaches it.
const groundDarkness = 0.4

// shadows are those of the last picture.
type shadows struct {
	on     bool // meshes receive shadows
	of     shadowMap
	ground *program
}

// castShadows draws the map of a scene that has shadows, and leaves its matrix for the
// uniforms of the picture.
func (r *Renderer) castShadows(s *Scene) (err error) {
	m := &r.shadows
	if m.ground == nil {
		if m.ground, err = r.dev.plainProgram("ground"); err != nil {
			return err
		}
	}
	for i := range r.batch.items {
		if err := r.batch.items[i].Model.on.prepareReceivers(); err != nil {
			return err
		}
	}
	if err := m.of.resize(s.Shadow.texels()); err != nil {
		return err
	}
	light := s.keyLight()
	view, place := light.projections()
	r.uniforms.shadow = place
	r.uniforms.shadowTexel = [4]float32{1 / float32(m.of.texels), groundDarkness}
	r.setFrame(s, view, s.Camera.Eye)
	m.of.begin()
	r.facing, r.pending = straight, 0
	m.on = false // what casts does not receive
	r.drawMeshes(r.batch.items, false)
	m.on = true
	m.of.end()
	return nil
}

// drawGround darkens the ground, before one that a host has drawn at the same height.
func (r *Renderer) drawGround(s *Shadow) {
	p := r.shadows.ground
	blending()
	gl.Enable(gl.POLYGON_OFFSET_FILL)
	gl.PolygonOffset(r.facing.forward, r.facing.forward)
	gl.UseProgram(p.id)
	gl.Uniform4f(p.grid, s.Center[0], s.Center[1], s.Center[2], s.Radius)
	gl.BindVertexArray(r.empty)
	gl.DrawArrays(gl.TRIANGLE_STRIP, 0, 4)
	gl.Disable(gl.POLYGON_OFFSET_FILL)
	gl.Disable(gl.BLEND)
	gl.DepthMask(true)
}

func (m *shadows) close() {
	m.of.close()
	if m.ground != nil {
		gl.DeleteProgram(m.ground.id)
	}
	*m = shadows{}
}
