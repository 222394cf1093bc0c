package gpu

import (
	"image"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
	"github.com/sinew-anim/sinew/gpu/internal/view"
)

// Draw draws the scene in the context's size and, on a surface, copies it there
// for Swap. After the first pictures of a scene it allocates nothing. Errors
// wrap ErrItem, soa.ErrOption or soa.ErrClosed.
func (r *Renderer) Draw(s *Scene) error {
	if err := r.dev.Ready(); err != nil {
		return err
	}
	if err := r.resize(); err != nil {
		return err
	}
	t := r.target
	viewProjection := s.Camera.ViewProjection(float64(t.Width) / float64(t.Height))
	if err := r.plan(s, &viewProjection, s.Camera.Eye, t.Height); err != nil {
		return err
	}
	if err := r.send(s); err != nil {
		return err
	}
	r.setFrame(s, viewProjection, s.Camera.Eye)
	r.facing = straight

	gl.BindFramebuffer(gl.FRAMEBUFFER, t.Draw)
	gl.Viewport(0, 0, int32(t.Width), int32(t.Height))
	r.uncover(s.Uncovered)
	r.drawBackground()
	r.drawScene(s)
	if hasSkeletons(s.Items) {
		gl.Clear(gl.DEPTH_BUFFER_BIT)
		r.drawSkeletons(s.Items)
	}
	if r.smooth != nil {
		r.drawSmooth()
	} else {
		t.Resolve()
	}
	gl.BindVertexArray(0)
	gl.Disable(gl.SCISSOR_TEST)
	if s.Overlay != nil {
		gl.BindFramebuffer(gl.FRAMEBUFFER, t.Resolved)
		if err := s.Overlay.Paint(t.Width, t.Height); err != nil {
			return err
		}
	}
	if r.context.Surface() {
		t.Present()
	}
	return nil
}

// plan chooses and orders the instances that a view shows.
func (r *Renderer) plan(s *Scene, viewProjection *[16]float32, eye [3]float64, height int) error {
	r.batch.inModelSpace = false
	see := view.NewSight(viewProjection, eye, height, s.keyLight())
	return r.batch.plan(s.Items, r.dev, &see)
}

// send builds the programs that the planned items need, uploads the items' data and draws
// the shadow map.
func (r *Renderer) send(s *Scene) error {
	for i := range r.batch.items {
		if err := r.batch.items[i].prepare(); err != nil {
			return err
		}
	}
	r.batch.upload(r.dev.Carrier)
	r.shadows.on = s.Shadow.Radius > 0
	if !r.shadows.on {
		return nil
	}
	return r.castShadows(s)
}

// uncover limits drawing to a part of the picture, unless it is empty.
func (r *Renderer) uncover(part image.Rectangle) {
	if part.Empty() {
		return
	}
	gl.Enable(gl.SCISSOR_TEST)
	gl.Scissor(int32(part.Min.X), int32(r.target.Height-part.Max.Y), int32(part.Dx()), int32(part.Dy()))
}

// drawScene draws meshes, edges, the ground's shadow, the grid and ghosts, transparent meshes
// last.
func (r *Renderer) drawScene(s *Scene) {
	r.pending = 0
	r.drawMeshes(r.batch.items, false)
	r.drawEdges(r.batch.items)
	if r.shadows.on {
		r.drawGround(&s.Shadow)
	}
	if s.Grid.Spacing > 0 {
		r.drawGrid(s.Grid.withDefaults())
	}
	r.drawGhosts(r.batch.items)
	r.drawMeshes(r.batch.items, true)
}

// fill draws a triangle that covers the picture.
func (r *Renderer) fill(p *shader.Program) {
	gl.Disable(gl.DEPTH_TEST)
	gl.Disable(gl.CULL_FACE)
	gl.Disable(gl.BLEND)
	gl.UseProgram(p.ID)
	gl.BindVertexArray(r.empty)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
	gl.Enable(gl.DEPTH_TEST)
}

// drawBackground clears the depth and fills the picture.
func (r *Renderer) drawBackground() {
	gl.DepthMask(true)
	gl.Clear(gl.DEPTH_BUFFER_BIT)
	r.fill(r.background)
}

// drawSmooth smooths what was drawn into the plain framebuffer.
func (r *Renderer) drawSmooth() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, r.target.Resolved)
	gl.ActiveTexture(gl.TEXTURE0 + driver.UnitMaps)
	gl.BindTexture(gl.TEXTURE_2D, r.target.Picture)
	r.fill(r.smooth)
	gl.BindTexture(gl.TEXTURE_2D, 0)
}

func (r *Renderer) drawGrid(g Grid) {
	gl.UseProgram(r.grid.ID)
	gl.Uniform4f(r.grid.GridLineColor, display(g.Color[0]), display(g.Color[1]), display(g.Color[2]), 0.5)
	gl.Uniform1f(r.grid.GridSpacing, g.Spacing)
	r.drawSquare(r.grid, g.Center, g.Radius)
}
