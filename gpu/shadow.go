package gpu

import (
	"fmt"
	"math"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Shadow is a map of what the key light reaches, around a point on the ground. Opaque
// meshes cast shadows on each other and on the ground plane. Without a Radius there is
// none.
type Shadow struct {
	Center [3]float32 // on the ground, whose height is its y
	Radius float32    // metres around it
	Texels int        // of the map's side; 0: 2048
}

// groundDarkness is the alpha of the ground where no key light reaches it.
const groundDarkness = 0.4

// farthest is the depth of an empty map.
var farthest = float32(1)

// shadows is the map of the last picture.
type shadows struct {
	on      bool // meshes receive shadows
	canvas  uint32
	texture uint32
	texels  int32
	ground  *program
}

// texelsOf returns the map's side.
func (s *Shadow) texelsOf() int {
	if s.Texels == 0 {
		return 2048
	}
	return s.Texels
}

// prepareShadow makes the map and the programs that read it. The error wraps
// soa.ErrOption for a map that the driver does not have.
func (r *Renderer) prepareShadow(s *Scene) (err error) {
	if r.shadows.ground == nil {
		if r.shadows.ground, err = buildPlain("ground", r.defines); err != nil {
			return err
		}
	}
	for i := range r.batch.items {
		if err := r.prepareReceivers(r.batch.items[i].Model); err != nil {
			return err
		}
	}
	if n := s.Shadow.texelsOf(); n != int(r.shadows.texels) {
		return r.shadows.make(n)
	}
	return nil
}

// make makes the map.
func (m *shadows) make(n int) error {
	if most := integer(gl.MAX_TEXTURE_SIZE); n < 1 || n > most {
		return fmt.Errorf("gpu: %w: a shadow map of %d texels a side, the driver has 1 to %d", soa.ErrOption, n, most)
	}
	if m.texture == 0 {
		gl.GenTextures(1, &m.texture)
		gl.GenFramebuffers(1, &m.canvas)
	}
	m.texels = int32(n)
	gl.ActiveTexture(gl.TEXTURE0 + unitShadow)
	gl.BindTexture(gl.TEXTURE_2D, m.texture)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.DEPTH_COMPONENT24, m.texels, m.texels, 0, gl.DEPTH_COMPONENT, gl.UNSIGNED_INT, nil)
	for _, p := range [][2]int32{
		{gl.TEXTURE_MIN_FILTER, gl.LINEAR}, {gl.TEXTURE_MAG_FILTER, gl.LINEAR},
		{gl.TEXTURE_WRAP_S, gl.CLAMP_TO_BORDER}, {gl.TEXTURE_WRAP_T, gl.CLAMP_TO_BORDER},
		{gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE}, {gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL},
	} {
		gl.TexParameteri(gl.TEXTURE_2D, uint32(p[0]), p[1])
	}
	border := [4]float32{1, 1, 1, 1}
	gl.TexParameterfv(gl.TEXTURE_2D, gl.TEXTURE_BORDER_COLOR, &border[0])
	gl.BindFramebuffer(gl.FRAMEBUFFER, m.canvas)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, m.texture, 0)
	gl.DrawBuffer(gl.NONE)
	gl.ReadBuffer(gl.NONE)
	return nil
}

// prepareReceivers builds the programs of a model's meshes that receive shadows.
func (r *Renderer) prepareReceivers(m *Model) (err error) {
	for k := range m.meshes {
		if me := &m.meshes[k]; me.receiver == nil {
			v := me.drawn
			v.shadowed = true
			if me.receiver, err = r.meshProgram(v); err != nil {
				return err
			}
		}
	}
	return nil
}

// lightView returns the map's view-projection and the matrix from the world to the map.
func (s *Shadow) lightView(toward [3]float64) (view, place [16]float32) {
	c := Camera{Eye: toward}
	x, y, z := c.axes()
	radius := float64(s.Radius)
	center := [3]float64{float64(s.Center[0]), float64(s.Center[1]), float64(s.Center[2])}
	for row, axis := range [...]exact.Vec{x, y, z.Scale(-1)} {
		size := radius
		if row == 2 {
			size = 2 * radius // what is nearer to the light is clamped
		}
		for k := range 3 {
			view[4*k+row] = float32(axis[k] / size)
			place[4*k+row] = float32(0.5 * axis[k] / size)
		}
		view[12+row] = float32(-axis.Dot(center) / size)
		place[12+row] = float32(0.5 - 0.5*axis.Dot(center)/size)
	}
	view[15], place[15] = 1, 1
	return view, place
}

// castShadows draws the map, and leaves its matrix for the uniforms of the picture.
func (r *Renderer) castShadows(s *Scene) {
	m := &r.shadows
	view, place := s.Shadow.lightView(s.Light.toward())
	r.uniforms.shadow = place
	r.uniforms.shadowTexel = [4]float32{1 / float32(m.texels), groundDarkness}
	r.setFrame(s, view, s.Camera.Eye)
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
	r.facing, r.pending = straight, 0
	m.on = false // what casts does not receive
	r.drawMeshes(r.batch.items, false)
	m.on = true
	gl.Disable(gl.POLYGON_OFFSET_FILL)
	gl.Disable(gl.DEPTH_CLAMP)
	gl.ActiveTexture(gl.TEXTURE0 + unitShadow)
	gl.BindTexture(gl.TEXTURE_2D, m.texture)
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

// cast returns how far a shadow goes at most, as a vector: from a sphere at that height
// down to the ground.
func (s *Shadow) cast(toward [3]float64, height float32) (v [3]float32) {
	down := float64(height - s.Center[1])
	if !(down > 0) {
		return v
	}
	length := math.Min(down/math.Max(toward[1], 1e-3), 4*float64(s.Radius))
	for k := range v {
		v[k] = float32(-length * toward[k])
	}
	return v
}

func (m *shadows) close() {
	if m.texture != 0 {
		gl.DeleteTextures(1, &m.texture)
		gl.DeleteFramebuffers(1, &m.canvas)
	}
	if m.ground != nil {
		gl.DeleteProgram(m.ground.id)
	}
	*m = shadows{}
}
