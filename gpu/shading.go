package gpu

import (
	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/soa"
)

// edgeColor is that of edges where an item has no Tint.
var edgeColor = SRGB(0x20, 0x28, 0x34)

// look is how the item's meshes are drawn.
func (it *Item) look() look {
	switch {
	case it.Ghost > 0:
		return lookMatcap
	case it.Shading > ByInfluence:
		return lookMaterial
	}
	return look(it.Shading)
}

// prepare builds the programs that the item's looks need and finds the palette entries of
// its joint.
func (it *Item) prepare() error {
	m := it.Model.on
	if it.Shading == ByInfluence {
		m.influence(it.Shaded)
	}
	if it.Edges != NoEdges {
		if err := m.prepare(lookPlain); err != nil {
			return err
		}
	}
	return m.prepare(it.look())
}

// material is what a mesh of an item is drawn as: in its own shading, or opaque in
// one colour.
func (it *Item) material(me *mesh) *material {
	if it.look() == lookMaterial {
		return &it.Model.on.materials[me.material]
	}
	return &it.Model.on.plain[me.material]
}

// drawEdges draws the edges of items that show theirs.
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
		r.brush = material{base: [4]float32{c[0], c[1], c[2], 1}, doubleSided: true}
		r.drawRun(it, ru, lookPlain)
		gl.Disable(gl.POLYGON_OFFSET_LINE)
		gl.PolygonMode(gl.FRONT_AND_BACK, gl.FILL)
	}
}

// drawGhosts draws the items that are ghosts: only the surface nearest to the
// camera, so that what lies behind within the same item does not show through.
func (r *Renderer) drawGhosts(items []Item) {
	for i := range items {
		it := &items[i]
		if !(it.Ghost > 0) {
			continue
		}
		c := it.Tint
		r.brush = material{base: [4]float32{c[0], c[1], c[2], it.Ghost}}
		for _, colours := range [2]bool{false, true} {
			gl.ColorMaski(0, colours, colours, colours, colours)
			if colours {
				gl.DepthFunc(r.facing.asNear)
				r.brush.alpha = soa.Blend
			}
			for k := range r.batch.runs {
				ru := &r.batch.runs[k]
				if r.batch.chunks[ru.chunk].item == i {
					r.drawRun(it, ru, lookMatcap)
				}
			}
		}
		gl.DepthFunc(r.facing.nearer)
		gl.Disable(gl.BLEND)
		gl.DepthMask(true)
	}
}

// drawRun draws the meshes of a run in a look, with the renderer's brush.
func (r *Renderer) drawRun(it *Item, ru *run, l look) {
	m := it.Model.on
	for _, k := range m.parts[ru.part].meshes {
		if me := &m.meshes[k]; me.indices > 0 {
			r.drawMesh(me.programs[l], me, &r.brush, ru, &m.parts[ru.part])
		}
	}
	straighten()
}
