package gpu

import (
	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/soa"
)

// blending mixes with what is behind and leaves the picture opaque.
func blending() {
	gl.Enable(gl.BLEND)
	gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
	gl.DepthMask(false)
}

// drawMeshes draws the opaque meshes or the transparent ones.
func (r *Renderer) drawMeshes(items []Item, transparent bool) {
	for i := range r.batch.runs {
		ru := &r.batch.runs[i]
		ch := &r.batch.chunks[ru.chunk]
		it := &items[ch.item]
		m := it.Model.on
		if transparent && !m.blended || it.Ghost > 0 || it.Edges == EdgesAlone {
			continue
		}
		for _, k := range m.parts[ru.part].meshes {
			me := &m.meshes[k]
			mat := it.material(me)
			if me.indices > 0 && (mat.alpha == soa.Blend) == transparent {
				p := me.programs[it.look()]
				if r.shadows.on && it.look() == lookMaterial {
					p = me.receiver
				}
				r.drawMesh(p, me, mat, ru, &m.parts[ru.part])
			}
		}
	}
	straighten()
	gl.Disable(gl.BLEND)
	gl.DepthMask(true)
}

// straighten undoes what drawMesh sets of faces.
func straighten() {
	gl.Disable(gl.CULL_FACE)
	gl.FrontFace(gl.CCW)
	gl.CullFace(gl.BACK)
}

// drawMesh draws one mesh for all instances of a run.
func (r *Renderer) drawMesh(p *program, me *mesh, mat *material, ru *run, of *part) {
	gl.UseProgram(p.id)
	r.bindRows(ru, p)
	if p.shaded >= 0 {
		gl.Uniform4i(p.shaded, of.shaded[0], of.shaded[1], of.shaded[2], of.shaded[3])
	}
	gl.Uniform4f(p.baseColor, mat.base[0], mat.base[1], mat.base[2], mat.base[3])
	if mat.alpha == soa.Mask {
		gl.Uniform1f(p.cutoff, mat.cutoff)
	}
	if mat.texture != 0 {
		gl.ActiveTexture(gl.TEXTURE0 + unitBaseColor)
		gl.BindTexture(gl.TEXTURE_2D, mat.texture)
	}
	me.bind()
	r.drawWound(me, mat, ru.first, ru.front, r.facing.front[0])
	r.drawWound(me, mat, ru.first+ru.front, ru.mirrored, r.facing.front[1])
}

// bindRows makes the program, which is in use, read the rows of a run.
func (r *Renderer) bindRows(ru *run, p *program) {
	if page := r.batch.chunks[ru.chunk].page; r.batch.pages[page] > 0 {
		r.dev.carrier.bind(page, p)
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
	if mat.alpha == soa.Blend {
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

// drawInstances draws a mesh, and has the driver begin each time a slice is
// complete.
func (r *Renderer) drawInstances(me *mesh, first, count int) {
	vertices := max(int(me.vertices), 1)
	for count > 0 {
		n := min(count, max(1, (r.batch.slice-r.pending+vertices-1)/vertices))
		r.batch.pointInstances(first)
		gl.DrawElementsInstanced(gl.TRIANGLES, me.indices, gl.UNSIGNED_INT, nil, int32(n))
		first, count = first+n, count-n
		if r.pending += n * vertices; r.pending >= r.batch.slice {
			r.pending = 0
			gl.Flush()
		}
	}
}
