package gpu

import (
	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/soa"
)

// Shading is what the colours of an item's meshes say.
type Shading uint8

const (
	ByMaterial  Shading = iota
	ByMatcap            // one grey lit from the camera: the form alone
	ByNormal            // x, y, z of the normal in world space as red, green, blue
	ByInfluence         // how much Item.Shaded, a joint, moves a vertex: blue 0, red 1
	byEdge              // one colour, not lit

	shadings
)

func (s Shading) String() string {
	return [...]string{"material", "matcap", "normals", "influence", "edges"}[min(s, byEdge)]
}

// Edges says whether the edges of triangles are drawn.
type Edges uint8

const (
	NoEdges    Edges = iota
	WithEdges        // over the meshes
	EdgesAlone       // in place of the meshes
)

// edgeColor is that of edges where an item has no Tint.
var edgeColor = SRGB(0x20, 0x28, 0x34)

// define is the preprocessor's name of a shading.
func (s Shading) define() string {
	return [...]string{"", "MATCAP", "NORMALS", "INFLUENCE", "PLAIN"}[s]
}

// shade builds the programs that the items' shadings need and finds the palette
// entries of their joints.
func (r *Renderer) shade(items []Item) error {
	for i := range items {
		it := &items[i]
		if it.Model == nil {
			continue
		}
		kinds := [2]Shading{it.Shading, ByMaterial}
		if it.Edges != NoEdges {
			kinds[1] = byEdge
		}
		if it.Ghost > 0 {
			kinds[0] = ByMatcap
		}
		for _, s := range kinds {
			if err := r.shadeModel(it.Model, s); err != nil {
				return err
			}
		}
		if it.Shading == ByInfluence {
			it.Model.influence(it.Shaded)
		}
	}
	return nil
}

func (r *Renderer) shadeModel(m *Model, s Shading) error {
	if s == ByMaterial || s >= shadings || m.closed {
		return nil
	}
	for k := range m.meshes {
		me := &m.meshes[k]
		if me.shaded[s] != nil {
			continue
		}
		v := me.variant()
		v.shading = s
		p, err := r.meshProgram(v)
		if err != nil {
			return err
		}
		me.shaded[s] = p
	}
	return nil
}

// influence finds the palette entries of a joint, for ByInfluence.
func (m *Model) influence(joint int) {
	for p := range m.parts {
		part := &m.parts[p]
		part.shaded = [4]int32{-1, -1, -1, -1}
		if part.skin == soa.None {
			if int(m.data.Meshes[part.meshes[0]].Joint) == joint {
				part.shaded[0] = 0 // all of it
			}
			continue
		}
		n := 0
		for k, j := range m.data.Skins[part.skin].Joint {
			if int(j) == joint && n < len(part.shaded) {
				part.shaded[n] = int32(k)
				n++
			}
		}
	}
}

// program is what draws a mesh of an item.
func (it *Item) program(me *mesh) *program {
	if it.Ghost > 0 {
		return me.shaded[ByMatcap]
	}
	if s := it.Shading; s != ByMaterial && s < shadings {
		return me.shaded[s]
	}
	return me.draw
}

// material is what a mesh of an item is drawn as: in its own shading, or opaque in
// one colour.
func (it *Item) material(me *mesh) *material {
	if it.Shading == ByMaterial && !(it.Ghost > 0) {
		return &it.Model.materials[me.material]
	}
	return &it.Model.plain[me.material]
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
		r.drawRun(it, ru, byEdge)
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
				r.brush.alpha = alphaBlend
			}
			for k := range r.batch.runs {
				ru := &r.batch.runs[k]
				if r.batch.chunks[ru.chunk].item == i {
					r.drawRun(it, ru, ByMatcap)
				}
			}
		}
		gl.DepthFunc(r.facing.nearer)
		gl.Disable(gl.BLEND)
		gl.DepthMask(true)
	}
}

// drawRun draws the meshes of a run in a shading, with the renderer's brush.
func (r *Renderer) drawRun(it *Item, ru *run, s Shading) {
	for _, k := range it.Model.parts[ru.part].meshes {
		me := &it.Model.meshes[k]
		if me.indices > 0 {
			r.drawMesh(me.shaded[s], me, &r.brush, ru, &it.Model.parts[ru.part])
		}
	}
	gl.Disable(gl.CULL_FACE)
	gl.FrontFace(gl.CCW)
	gl.CullFace(gl.BACK)
}
