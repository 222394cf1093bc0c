package gltf

import (
	"cmp"
	"fmt"
	"unsafe"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// primitive is a primitive of the file while it becomes a mesh.
type primitive struct {
	*gltf.Primitive
	of    int      // its mesh in the file
	from  []uint32 // the file's vertex of each vertex; nil: the same
	rows  *weights // joints and weights of the file's vertices, once they are read
	shown bool     // by some node
	fits  int      // the number of joints of a skin that its weights fit, or 0
}

// listPrimitives lists the primitives of all meshes, each of which is a mesh of the scene.
func (g *Format) listPrimitives() error {
	total := 0
	for m := range g.Doc.Meshes {
		total += len(g.Doc.Meshes[m].Primitives)
	}
	if err := g.Meter.Take("meshes", total, unsafe.Sizeof(scene.Mesh{})+unsafe.Sizeof(primitive{})+bytesOfName); err != nil {
		return err
	}
	g.number = make(map[*scene.Mesh]int, total)
	for m := range g.Doc.Meshes {
		g.first = append(g.first, len(g.primitives))
		for k := range g.Doc.Meshes[m].Primitives {
			g.primitives = append(g.primitives, &primitive{Primitive: &g.Doc.Meshes[m].Primitives[k], of: m})
			name := g.Doc.Meshes[m].Name
			if name != "" && len(g.Doc.Meshes[m].Primitives) > 1 {
				name = fmt.Sprintf("%s-%d", name, k)
			}
			if own := g.Doc.Meshes[m].Primitives[k].Own.Name; own != "" {
				name = own
			}
			mesh := &scene.Mesh{Name: name, Material: soa.None}
			g.number[mesh] = len(g.Scene.Meshes)
			g.Scene.Meshes = append(g.Scene.Meshes, mesh)
			if err := g.Meter.Step(500); err != nil {
				return err
			}
		}
	}
	return nil
}

// bytesOfName is about the memory of a name that is made and of its place in a map.
const bytesOfName = 100

// primitiveOf returns the primitive that became a mesh of the scene.
func (g *Format) primitiveOf(m *scene.Mesh) *primitive { return g.primitives[g.number[m]] }

// meshesOf returns the meshes of the scene that a mesh of the file became.
func (g *Format) meshesOf(mesh int) (list []uint32) {
	if g.Meter.Take("meshes of nodes", len(g.Doc.Meshes[mesh].Primitives), 4) != nil {
		return nil
	}
	for k := range g.Doc.Meshes[mesh].Primitives {
		list = append(list, uint32(g.first[mesh]+k))
		g.primitives[g.first[mesh]+k].shown = true
	}
	return list
}

// readMeshes reads the vertices and triangles of all primitives that are shown.
func (g *Format) readMeshes() error {
	if g.Settings.SkipMeshes {
		return nil
	}
	most := maxCorners * g.Settings.Bounds.Vertices
	vertices := 0
	for k, p := range g.primitives {
		if err := g.Meter.Step(100); err != nil {
			return err
		}
		if !p.shown {
			continue
		}
		if a := p.Attribute("POSITION"); a >= 0 {
			vertices += g.Doc.Accessors[a].Count
		}
		if vertices > most {
			return p.WrapError(fmt.Errorf("%w: more than %d vertices before equal ones are joined, %d for each of Bounds.Vertices", soa.ErrTooLarge, most, maxCorners))
		}
		if err := g.Doc.Expand(p.Primitive, g.Settings.Bounds.Triangles, most); err != nil {
			return err
		}
		if err := g.readMesh(g.Scene.Meshes[k], p); err != nil {
			return unread(err)
		}
	}
	return nil
}

// maxCorners is how many vertices of a file may on average become one.
const maxCorners = 8

// readMesh reads a primitive.
func (g *Format) readMesh(m *scene.Mesh, p *primitive) error {
	if p.Material >= 0 {
		m.Material = p.Material
	}
	if v := g.variant(p); v >= 0 {
		m.Material = v
	}
	at := p.Attribute("POSITION")
	if at < 0 || p.Mode < gltf.Triangles {
		m.Triangles = at < 0 // without places there is nothing to show, nor to report
		return nil
	}
	var err error
	if m.Positions, err = g.vectors(at, true); err != nil {
		return err
	}
	if m.Index, err = g.Doc.Corners(p.Primitive, len(m.Positions)); err != nil {
		return err
	}
	m.Triangles, m.Faces = true, len(m.Index)/3
	if err := g.readDirections(m, p); err != nil {
		return err
	}
	if err := g.readCoordinates(m, p); err != nil {
		return err
	}
	if m.Colors, err = g.colors(p, len(m.Positions)); err != nil {
		return err
	}
	if len(m.Normals) == 0 {
		if err := g.take(p, len(m.Index), bytesOfFlat+12*uintptr(len(m.UV))); err != nil {
			return err
		}
		return g.flatten(m, p)
	}
	return nil
}

// take counts the memory of arrays with an element per vertex, and the time that filling them takes.
func (g *Format) take(p *primitive, vertices int, size uintptr) error {
	err := g.Meter.Take("vertices", vertices, size)
	if err == nil {
		err = g.Meter.Step(5 * vertices)
	}
	if err != nil {
		return p.WrapError(err)
	}
	return nil
}

// bytesOfFlat is the memory of a vertex that flatten makes, besides its texture coordinates.
const bytesOfFlat = 12 + 16 + 4 + 12

// vectors returns an accessor of three numbers, perhaps where they lie in the file.
func (g *Format) vectors(accessor int, finite bool) ([][3]float32, error) {
	list, err := g.Doc.Floats(accessor)
	if err != nil {
		return nil, err
	}
	if err := g.Doc.Want(accessor, "VEC3"); err != nil {
		return nil, err
	}
	if finite {
		if err := g.Doc.Finite(accessor, list); err != nil {
			return nil, err
		}
	}
	if len(list) == 0 {
		return nil, nil
	}
	return unsafe.Slice((*[3]float32)(list), len(list)/3), nil
}

// attribute returns the numbers of an accessor of a type, with an element per vertex.
func (g *Format) attribute(accessor int, kind string, vertices int) ([]float32, error) {
	list, err := g.Doc.Floats(accessor)
	return list, cmp.Or(err, g.Doc.Want(accessor, kind), g.Doc.WantCount(accessor, vertices))
}

// readDirections reads normals and tangents. Those of another number than the vertices are
// an error.
func (g *Format) readDirections(m *scene.Mesh, p *primitive) error {
	at := p.Attribute("NORMAL")
	if at < 0 {
		return nil
	}
	var err error
	if m.Normals, err = g.vectors(at, false); err != nil {
		return err
	}
	if err := g.Doc.WantCount(at, len(m.Positions)); err != nil {
		return err
	}
	if at = p.Attribute("TANGENT"); at < 0 {
		return nil
	}
	list, err := g.attribute(at, "VEC4", len(m.Positions))
	if err != nil {
		return err
	}
	if err := g.take(p, len(m.Positions), 16); err != nil {
		return err
	}
	m.Tangents, m.Sides = make([][3]float32, len(m.Positions)), make([]float32, len(m.Positions))
	for v := range m.Tangents {
		copy(m.Tangents[v][:], list[4*v:])
		m.Sides[v] = 1
		if list[4*v+3] < 0 {
			m.Sides[v] = -1
		}
	}
	return nil
}

// readCoordinates reads the sets of texture coordinates that the material's maps lie by, or
// else the first.
func (g *Format) readCoordinates(m *scene.Mesh, p *primitive) error {
	maps := []scene.MapSource{{}}
	if m.Material >= 0 && len(g.Scene.Materials[m.Material].Sources) > 0 {
		maps = g.Scene.Materials[m.Material].Sources
	}
	m.UV = make(map[int][][3]float32)
	for _, by := range maps {
		at := p.Attribute(fmt.Sprintf("TEXCOORD_%d", by.Set))
		if _, known := m.UV[by.Set]; known || at < 0 {
			continue
		}
		list, err := g.attribute(at, "VEC2", len(m.Positions))
		if err != nil {
			return err
		}
		if err := g.take(p, len(m.Positions), 12); err != nil {
			return err
		}
		uv := make([][3]float32, len(m.Positions))
		for v := range uv {
			uv[v] = [3]float32{list[2*v], list[2*v+1]}
		}
		m.UV[by.Set] = uv
	}
	return nil
}

// colors reads the first set of colours, from 0 to 1.
func (g *Format) colors(p *primitive, vertices int) ([][4]float32, error) {
	at := p.Attribute("COLOR_0")
	if at < 0 {
		return nil, nil
	}
	list, err := g.Doc.Floats(at)
	if err != nil {
		return nil, err
	}
	width := g.Doc.Accessors[at].Width()
	if width != 4 {
		if err := g.Doc.Want(at, "VEC3"); err != nil {
			return nil, err
		}
	}
	if err := g.Doc.WantCount(at, vertices); err != nil {
		return nil, err
	}
	if err := g.take(p, vertices, 16); err != nil {
		return nil, err
	}
	out := make([][4]float32, vertices)
	for v := range out {
		out[v][3] = 1
		for c := range width {
			out[v][c] = min(max(list[width*v+c], 0), 1)
		}
	}
	return out, nil
}

// flatten splits vertices by triangle and gives them the triangle's normal, as the
// specification requires of meshes without normals.
func (g *Format) flatten(m *scene.Mesh, p *primitive) error {
	n := len(m.Index)
	p.from = m.Index
	gather3 := func(list [][3]float32) [][3]float32 {
		if len(list) == 0 {
			return nil
		}
		out := make([][3]float32, n)
		for k, v := range p.from {
			out[k] = list[v]
		}
		return out
	}
	m.Positions = gather3(m.Positions)
	for set := range m.UV {
		m.UV[set] = gather3(m.UV[set])
	}
	if len(m.Colors) > 0 {
		colors := make([][4]float32, n)
		for k, v := range p.from {
			colors[k] = m.Colors[v]
		}
		m.Colors = colors
	}
	m.Index = make([]uint32, n)
	m.Normals = make([][3]float32, n)
	wide := func(v [3]float32) exact.Vec { return exact.Vec{float64(v[0]), float64(v[1]), float64(v[2])} }
	for k := range m.Index {
		m.Index[k] = uint32(k)
	}
	for k := 0; k+3 <= n; k += 3 {
		if err := g.Meter.Step(60); err != nil {
			return err
		}
		a, b, c := wide(m.Positions[k]), wide(m.Positions[k+1]), wide(m.Positions[k+2])
		normal := [3]float32{1: 1} // of a triangle without area
		if d := b.Sub(a).Cross(c.Sub(a)); d.Length() > 0 {
			d = d.Scale(1 / d.Length())
			normal = [3]float32{float32(d[0]), float32(d[1]), float32(d[2])}
		}
		m.Normals[k], m.Normals[k+1], m.Normals[k+2] = normal, normal, normal
	}
	return nil
}

// fileVertex returns the file's vertex of a vertex.
func (p *primitive) fileVertex(v uint32) uint32 {
	if p.from == nil {
		return v
	}
	return p.from[v]
}
