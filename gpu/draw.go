package gpu

import (
	"image"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// Draw draws the scene in the context's size and, on a surface, copies it there
// for Swap. After the first pictures of a scene it allocates nothing. Errors
// wrap ErrItem, soa.ErrOption or soa.ErrClosed.
func (r *Renderer) Draw(s *Scene) error {
	if err := r.ready(); err != nil {
		return err
	}
	if err := r.resize(); err != nil {
		return err
	}
	r.batch.inModelSpace = false
	viewProjection := s.Camera.ViewProjection(float64(r.target.width) / float64(r.target.height))
	see := newSight(&viewProjection, s.Camera.Eye, r.target.height)
	see.castBy(s)
	if err := r.batch.plan(s.Items, r, &see); err != nil {
		return err
	}
	if err := r.shade(r.batch.items); err != nil {
		return err
	}
	r.batch.upload(r)
	if r.shadows.on = s.Shadow.Radius > 0; r.shadows.on {
		if err := r.prepareShadow(s); err != nil {
			return err
		}
		r.castShadows(s)
	}
	r.setFrame(s, viewProjection, s.Camera.Eye)
	r.facing = straight

	gl.BindFramebuffer(gl.FRAMEBUFFER, r.target.draw)
	gl.Viewport(0, 0, int32(r.target.width), int32(r.target.height))
	r.uncover(s.Uncovered)
	r.drawBackground()
	r.drawScene(s)
	if r.bones.any(s.Items) {
		gl.Clear(gl.DEPTH_BUFFER_BIT)
		r.drawSkeletons(s.Items)
	}
	if r.smooth != nil {
		r.drawSmooth()
	} else {
		r.target.resolve()
	}
	gl.BindVertexArray(0)
	gl.Disable(gl.SCISSOR_TEST)
	if s.Overlay != nil {
		gl.BindFramebuffer(gl.FRAMEBUFFER, r.target.resolved)
		if err := s.Overlay.Paint(r.target.width, r.target.height); err != nil {
			return err
		}
	}
	if r.context.Surface() {
		r.target.present()
	}
	return nil
}

// uncover limits what is drawn to a part of the picture, where that is not empty.
func (r *Renderer) uncover(part image.Rectangle) {
	if part.Empty() {
		return
	}
	gl.Enable(gl.SCISSOR_TEST)
	gl.Scissor(int32(part.Min.X), int32(r.target.height-part.Max.Y), int32(part.Dx()), int32(part.Dy()))
}

// drawScene draws the meshes and the grid.
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

// drawSmooth smooths what was drawn into the plain framebuffer.
func (r *Renderer) drawSmooth() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, r.target.resolved)
	gl.Disable(gl.DEPTH_TEST)
	gl.Disable(gl.CULL_FACE)
	gl.Disable(gl.BLEND)
	gl.UseProgram(r.smooth.id)
	gl.ActiveTexture(gl.TEXTURE0 + unitBaseColor)
	gl.BindTexture(gl.TEXTURE_2D, r.target.picture)
	gl.BindVertexArray(r.empty)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
	gl.BindTexture(gl.TEXTURE_2D, 0)
	gl.Enable(gl.DEPTH_TEST)
}

// drawBackground clears the depth and fills the picture.
func (r *Renderer) drawBackground() {
	gl.DepthMask(true)
	gl.Clear(gl.DEPTH_BUFFER_BIT)
	gl.Disable(gl.DEPTH_TEST)
	gl.Disable(gl.CULL_FACE)
	gl.Disable(gl.BLEND)
	gl.UseProgram(r.background.id)
	gl.BindVertexArray(r.empty)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
	gl.Enable(gl.DEPTH_TEST)
}

// blending mixes with what is behind and leaves the picture opaque.
func blending() {
	gl.Enable(gl.BLEND)
	gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
	gl.DepthMask(false)
}

func (r *Renderer) drawGrid(g Grid) {
	blending()
	gl.UseProgram(r.grid.id)
	gl.Uniform4f(r.grid.grid, g.Center[0], g.Center[1], g.Center[2], g.Radius)
	gl.Uniform4f(r.grid.gridLineColor, display(g.Color[0]), display(g.Color[1]), display(g.Color[2]), 0.5)
	gl.Uniform1f(r.grid.gridSpacing, g.Spacing)
	gl.BindVertexArray(r.empty)
	gl.DrawArrays(gl.TRIANGLE_STRIP, 0, 4)
	gl.Disable(gl.BLEND)
	gl.DepthMask(true)
}

// drawMeshes draws the opaque meshes or the transparent ones.
func (r *Renderer) drawMeshes(items []Item, transparent bool) {
	for i := range r.batch.runs {
		ru := &r.batch.runs[i]
		ch := &r.batch.chunks[ru.chunk]
		it := &items[ch.item]
		m := it.Model
		if transparent && !m.blended || it.Ghost > 0 || it.Edges == EdgesAlone {
			continue
		}
		for _, k := range m.parts[ru.part].meshes {
			me := &m.meshes[k]
			mat := it.material(me)
			if me.indices > 0 && (mat.alpha == alphaBlend) == transparent {
				p := it.program(me)
				if r.shadows.on && p == me.draw {
					p = me.receiver
				}
				r.drawMesh(p, me, mat, ru, &m.parts[ru.part])
			}
		}
	}
	gl.Disable(gl.CULL_FACE)
	gl.Disable(gl.BLEND)
	gl.FrontFace(gl.CCW)
	gl.CullFace(gl.BACK)
	gl.DepthMask(true)
}

// drawMesh draws one mesh for all instances of a run.
func (r *Renderer) drawMesh(p *program, me *mesh, mat *material, ru *run, of *part) {
	gl.UseProgram(p.id)
	r.bindRows(ru, p)
	if p.shaded >= 0 {
		gl.Uniform4i(p.shaded, of.shaded[0], of.shaded[1], of.shaded[2], of.shaded[3])
	}
	gl.Uniform4f(p.baseColor, mat.base[0], mat.base[1], mat.base[2], mat.base[3])
	if mat.alpha == alphaMask {
		gl.Uniform1f(p.cutoff, mat.cutoff)
	}
	if mat.texture != 0 {
		gl.ActiveTexture(gl.TEXTURE0 + unitBaseColor)
		gl.BindTexture(gl.TEXTURE_2D, mat.texture)
	}
	if me.deltas != 0 {
		gl.ActiveTexture(gl.TEXTURE0 + unitDeltas)
		gl.BindTexture(gl.TEXTURE_BUFFER, me.deltas)
	}
	gl.BindVertexArray(me.array)
	r.drawWound(me, mat, ru.first, ru.front, r.facing.front[0])
	r.drawWound(me, mat, ru.first+ru.front, ru.mirrored, r.facing.front[1])
}

// bindRows makes the program, which is in use, read the rows of a run.
func (r *Renderer) bindRows(ru *run, p *program) {
	if page := r.batch.chunks[ru.chunk].page; r.batch.pages[page] > 0 {
		r.carrier.bind(page, p)
	}
	gl.Uniform4i(p.rows, ru.rows[0], ru.rows[1], ru.rows[2], ru.rows[3])
	if p.entry >= 0 {
		gl.Uniform1i(p.entry, ru.entry)
	}
}

// drawWound draws count instances whose front faces turn the given way. A
// transparent surface that is seen from both sides is drawn back faces first.
func (r *Renderer) drawWound(me *mesh, mat *material, first, count int, front uint32) {
	if count == 0 {
		return
	}
	gl.FrontFace(front)
	if mat.alpha == alphaBlend {
		blending()
		gl.Enable(gl.CULL_FACE)
		if mat.doubleSided {
			gl.CullFace(gl.FRONT)
			r.drawInstances(me, first, count)
		}
		gl.CullFace(gl.BACK)
	} else if mat.doubleSided {
		gl.Disable(gl.CULL_FACE)
	} else {
		gl.Enable(gl.CULL_FACE)
	}
	r.drawInstances(me, first, count)
}

// sliceCount is how many parts a picture's vertices are handed to the driver in. A
// software driver shades vertices on the calling thread and pixels on others:
// with parts both work at the same time.
const sliceCount = 4

// drawInstances draws a mesh, and has the driver begin each time a slice is
// complete.
func (r *Renderer) drawInstances(me *mesh, first, count int) {
	vertices := max(int(me.vertices), 1)
	for count > 0 {
		n := min(count, max(1, (r.batch.slice-r.pending+vertices-1)/vertices))
		r.pointInstances(first)
		gl.DrawElementsInstanced(gl.TRIANGLES, me.indices, gl.UNSIGNED_INT, nil, int32(n))
		first, count = first+n, count-n
		if r.pending += n * vertices; r.pending >= r.batch.slice {
			r.pending = 0
			gl.Flush()
		}
	}
}
