package collada

// Morph is a morph of a node's meshes.
type Morph struct {
	ID      string
	Base    *Geometry // nil if the file lacks it
	Targets []Target
}

// Target is one target of a morph.
type Target struct {
	Name   string
	Weight float64   // at rest
	Shape  *Geometry // nil if the file lacks it
	// Relative reports that the shape is added to the base; otherwise its difference from the
	// base is.
	Relative bool
}

// Morphs returns the morphs of a node's meshes, in the order of the file.
func (f *File) Morphs(node int) (list []*Morph) {
	seen := make(map[*controller]bool)
	for _, id := range f.Nodes[node].controllers {
		for range maxControllers {
			c := f.controllers[id]
			if c == nil {
				break
			}
			if c.morph && !seen[c] {
				seen[c] = true
				if c.built == nil {
					c.built = f.morph(c)
				}
				list = append(list, c.built)
			}
			id = c.source
		}
	}
	return list
}

// maxControllers bounds a chain of controllers, such as a skin of a morph of a mesh.
const maxControllers = 8

// base returns the geometry at the end of a chain of controllers.
func (f *File) base(c *controller) string {
	id := c.source
	for range maxControllers {
		next := f.controllers[id]
		if next == nil {
			break
		}
		id = next.source
	}
	return id
}

func (f *File) morph(c *controller) *Morph {
	m := &Morph{ID: c.id, Base: f.geometries[f.base(c)], Targets: make([]Target, max(len(c.targets), len(c.weights)))}
	for i := range m.Targets {
		t := &m.Targets[i]
		t.Relative = c.relative
		if i < len(c.weights) {
			t.Weight = c.weights[i]
		}
		if i < len(c.targets) {
			t.Name = c.targets[i]
			if t.Shape = f.geometries[c.targets[i]]; t.Shape != nil {
				t.Name = t.Shape.Name
			}
		}
	}
	return m
}

// Fits reports whether a target has the points of its morph's base.
func (m *Morph) Fits(target int) bool {
	shape := m.Targets[target].Shape
	return shape != nil && m.Base != nil && len(shape.Points) >= len(m.Base.Points)
}

// Offsets returns the displacements of the corners of a part of the base by a target that fits,
// and of their normals, three numbers each: no normals if the base or the target lacks them.
func (m *Morph) Offsets(target, part int) (position, normal []float32) {
	t, of := &m.Targets[target], &m.Base.Parts[part]
	position = gather(t.Shape.Points, of.Points)
	normal = t.Shape.normalsOf(part, of.Points)
	if len(normal) != len(of.Normals) {
		normal = nil
	}
	if !t.Relative {
		subtract(position, gather(m.Base.Points, of.Points))
		subtract(normal, of.Normals)
	}
	return position, normal
}

func subtract(from, by []float32) {
	for i := range from {
		from[i] -= by[i]
	}
}
