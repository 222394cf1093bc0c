package gpu

import (
	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/model"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
	"github.com/sinew-anim/sinew/soa"
)

// blending begins to mix with what is behind; the picture stays opaque.
func blending() {
	gl.Enable(gl.BLEND)
	gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
	gl.DepthMask(false)
}

// opaque ends blending.
func opaque() {
	gl.Disable(gl.BLEND)
	gl.DepthMask(true)
}

// drawSquare draws a square on the ground by a blended program that has uGrid.
func (r *Renderer) drawSquare(p *shader.Program, center [3]float32, radius float32) {
	blending()
	gl.UseProgram(p.ID)
	gl.Uniform4f(p.Grid, center[0], center[1], center[2], radius)
	gl.BindVertexArray(r.empty)
	gl.DrawArrays(gl.TRIANGLE_STRIP, 0, 4)
	opaque()
}

// drawMeshes draws the opaque meshes or the transparent ones.
func (r *Renderer) drawMeshes(items []Item, transparent bool) {
	for i := range r.batch.runs {
		ru := &r.batch.runs[i]
		ch := &r.batch.chunks[ru.chunk]
		it := &items[ch.item]
		m := it.Model.on
		if transparent && !m.Blended || it.Ghost > 0 || it.Edges == EdgesAlone {
			continue
		}
		for _, k := range m.Parts[ru.part].Meshes {
			me := &m.Meshes[k]
			mat := it.material(me)
			if me.Indices > 0 && (mat.Alpha == soa.Blend) == transparent {
				look := it.look()
				if r.shadows.on && look == shader.Material {
					look = shader.Shadowed
				}
				r.drawMesh(me.Programs[look], me, mat, ru, &m.Parts[ru.part])
			}
		}
	}
	straighten()
	opaque()
}

// straighten resets the faces that drawMesh has set.
func straighten() {
	gl.Disable(gl.CULL_FACE)
	gl.FrontFace(gl.CCW)
	gl.CullFace(gl.BACK)
}

// drawMesh draws one mesh for all instances of a run.
func (r *Renderer) drawMesh(p *shader.Program, me *model.Mesh, mat *model.Material, ru *run, of *model.Part) {
	gl.UseProgram(p.ID)
	r.bindRows(ru, p)
	if p.Shaded >= 0 {
		gl.Uniform4i(p.Shaded, of.Shaded[0], of.Shaded[1], of.Shaded[2], of.Shaded[3])
	}
	mat.Bind(p)
	me.Bind()
	r.drawWound(me, mat, ru.first, ru.front, r.facing.front[0])
	r.drawWound(me, mat, ru.first+ru.front, ru.mirrored, r.facing.front[1])
}

// bindRows makes the current program read the rows of a run.
func (r *Renderer) bindRows(ru *run, p *shader.Program) {
	if page := r.batch.chunks[ru.chunk].page; r.batch.pages[page] > 0 {
		r.dev.Carrier.Bind(page, p)
	}
	gl.Uniform4i(p.Rows, ru.rows[0], ru.rows[1], ru.rows[2], ru.rows[3])
	if p.Entry >= 0 {
		gl.Uniform1i(p.Entry, ru.entry)
	}
}

// drawWound draws count instances whose front faces have the given winding. Of a
// transparent double-sided surface the back faces come first.
func (r *Renderer) drawWound(me *model.Mesh, mat *model.Material, first, count int, front uint32) {
	if count == 0 {
		return
	}
	gl.FrontFace(front)
	if mat.Alpha == soa.Blend {
		blending()
		gl.Enable(gl.CULL_FACE)
		if mat.DoubleSided {
			gl.CullFace(gl.FRONT)
			r.drawInstances(me, first, count)
		}
		gl.CullFace(gl.BACK)
	} else if mat.DoubleSided {
		gl.Disable(gl.CULL_FACE)
	} else {
		gl.Enable(gl.CULL_FACE)
	}
	r.drawInstances(me, first, count)
}

// drawInstances draws a mesh, and flushes each time a slice is complete.
func (r *Renderer) drawInstances(me *model.Mesh, first, count int) {
	vertices := max(int(me.Vertices), 1)
	for count > 0 {
		n := min(count, max(1, (r.batch.slice-r.pending+vertices-1)/vertices))
		r.batch.pointInstances(first)
		me.Draw(n)
		first, count = first+n, count-n
		if r.pending += n * vertices; r.pending >= r.batch.slice {
			r.pending = 0
			gl.Flush()
		}
	}
}
