package gpu

import (
	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/model"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
	"github.com/sinew-anim/sinew/soa"
)

// edgeColor is the colour of edges without a Tint.
var edgeColor = SRGB(0x20, 0x28, 0x34)

// drawEdges draws the triangle edges of items with Edges.
func (r *Renderer) drawEdges(items []Item) {
	for i := range r.batch.runs {
		ru := &r.batch.runs[i]
		it := &items[r.batch.chunks[ru.chunk].item]
		if it.Edges == NoEdges || it.Ghost > 0 {
			continue
		}
		gl.PolygonMode(gl.FRONT_AND_BACK, gl.LINE)
		gl.Enable(gl.POLYGON_OFFSET_LINE)
		gl.PolygonOffset(r.facing.forward, r.facing.forward)
		c := it.Tint
		if c == (Color{}) {
			c = edgeColor
		}
		r.brush = model.Material{Base: [4]float32{c[0], c[1], c[2], 1}, DoubleSided: true}
		r.drawRun(it, ru, shader.Plain)
		gl.Disable(gl.POLYGON_OFFSET_LINE)
		gl.PolygonMode(gl.FRONT_AND_BACK, gl.FILL)
	}
}

// drawGhosts draws items with a Ghost alpha: only the surface nearest to the camera, so that
// an item's own back does not show through.
func (r *Renderer) drawGhosts(items []Item) {
	for i := range items {
		it := &items[i]
		if !(it.Ghost > 0) {
			continue
		}
		c := it.Tint
		r.brush = model.Material{Base: [4]float32{c[0], c[1], c[2], it.Ghost}}
		for _, colours := range [2]bool{false, true} {
			gl.ColorMaski(0, colours, colours, colours, colours)
			if colours {
				gl.DepthFunc(r.facing.asNear)
				r.brush.Alpha = soa.Blend
			}
			for k := range r.batch.runs {
				ru := &r.batch.runs[k]
				if r.batch.chunks[ru.chunk].item == i {
					r.drawRun(it, ru, shader.Matcap)
				}
			}
		}
		gl.DepthFunc(r.facing.nearer)
		opaque()
	}
}

// drawRun draws the meshes of a run in a look, with the renderer's brush as material.
func (r *Renderer) drawRun(it *Item, ru *run, l shader.Look) {
	m := it.Model.on
	for _, k := range m.Parts[ru.part].Meshes {
		if me := &m.Meshes[k]; me.Indices > 0 {
			r.drawMesh(me.Programs[l], me, &r.brush, ru, &m.Parts[ru.part])
		}
	}
	straighten()
}
