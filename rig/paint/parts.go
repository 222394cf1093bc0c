package paint

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/soa"
)

// Vertices covers some vertices of a mesh, by their numbers. An export with other seams numbers
// them otherwise; the other masks do not depend on it.
type Vertices struct {
	Mesh string // its name or its node's; "" is the only skinned one
	List []int
}

func (m *Vertices) fields(o *object) {
	o.Type("vertices", "Vertices by their numbers, which another export may change.")
	known(o.At("mesh", "The mesh by its name or its node's; without it all that are skinned."), &m.Mesh, "mesh", false, meshNames)
	jsondoc.List(o.At("list", "The vertices."), &m.List, 1, maxVertices, func(p place, v *int) { p.Integer(v, jsondoc.Positive.Needed()) })
}

func (m *Vertices) cover(s *sheet, values []float64) error {
	for part := range s.meshes {
		mesh := s.meshes[part].mesh
		if !named(mesh, m.Mesh) {
			continue
		}
		for _, v := range m.List {
			if v >= mesh.Vertices() {
				return fmt.Errorf("%w: vertex %d of mesh %q, which has %d", ErrList, v, mesh.Name, mesh.Vertices())
			}
			values[s.Of[part][v]] = 1
		}
	}
	return nil
}

func (m *Vertices) mirrored(*mirror) Shape { return nil }

// named reports whether a mesh or its node has a name; every one has the name "".
func named(m *soa.Mesh, name string) bool { return name == "" || m.Name == name || m.Node == name }

// Mesh covers the meshes of a name.
type Mesh struct{ Name string }

func (m *Mesh) fields(o *object) {
	o.Type("mesh", "The meshes of a name.")
	known(o.At("name", "The name of a mesh or of its node."), &m.Name, "mesh", true, meshNames)
}

func (m *Mesh) cover(s *sheet, values []float64) error {
	s.coverMeshes(values, func(mesh *soa.Mesh) bool { return named(mesh, m.Name) })
	return nil
}

func (m *Mesh) mirrored(*mirror) Shape { return m }

// Material covers the meshes of a material. A point at a seam belongs to the materials of both sides.
type Material struct{ Name string }

func (m *Material) fields(o *object) {
	o.Type("material", "What has a material. A point at a seam belongs to both sides.")
	known(o.At("name", "The name of the material."), &m.Name, "material", true, materialNames)
}

func (m *Material) cover(s *sheet, values []float64) error {
	s.coverMeshes(values, func(mesh *soa.Mesh) bool {
		return mesh.Material != soa.None && s.model.Materials[mesh.Material].Name == m.Name
	})
	return nil
}

func (m *Material) mirrored(*mirror) Shape { return m }

// coverMeshes writes 1 at the points of meshes.
func (s *sheet) coverMeshes(values []float64, which func(m *soa.Mesh) bool) {
	for part := range s.meshes {
		if !which(s.meshes[part].mesh) {
			continue
		}
		for _, p := range s.Of[part] {
			values[p] = 1
		}
	}
}

// Threshold covers what a joint moves: 0 up to the weight From, 1 from the weight To on.
type Threshold struct {
	Joint    string
	From, To float64
}

func (m *Threshold) fields(o *object) {
	o.Type("threshold", "What a joint moves, by its weight before the step.")
	joint(o.At("joint", "The joint."), &m.Joint, true)
	o.At("from", "The weight up to which the value is 0.").Number(&m.From, jsondoc.Part)
	o.At("to", "The weight from which on it is 1.").Number(&m.To, jsondoc.Part.Or(1))
	if o.Checks() && m.From > m.To {
		o.Wrong("from %v is above %v", m.From, m.To)
	}
}

func (m *Threshold) cover(s *sheet, values []float64) error {
	bone, err := s.find(m.Joint)
	if err != nil || bone < 0 {
		return err
	}
	for p, row := range s.rows {
		switch w := row.At(uint16(bone)); {
		case w >= m.To:
			values[p] = 1
		case w > m.From:
			values[p] = (w - m.From) / (m.To - m.From)
		}
	}
	return nil
}

func (m *Threshold) mirrored(by *mirror) Shape {
	out := *m
	out.Joint = by.other(m.Joint)
	return &out
}
