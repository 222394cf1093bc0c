package paint

import (
	"github.com/sinew-anim/sinew/internal/jsondoc"
)

// Mask limits a step to a part of the surface: it has a value from 0 to 1 at each point. Masks of
// a step are multiplied.
type Mask struct {
	Shape
	Inverse bool // 1 − the value
}

// Shape is what a mask covers: a pointer to one of Stroke, Sphere, Ball, Side, Vertices, Mesh,
// Material and Threshold.
type Shape interface {
	fields(o *object)
	// cover writes the values at the points of a sheet, which are 0 before.
	cover(s *sheet, values []float64) error
	// mirrored returns the same on the other side, or nil where that has no meaning.
	mirrored(m *mirror) Shape
}

// shapes lists the shapes of documents, by the names of their fields.
var shapes = []struct {
	name string
	make func() Shape
	is   func(v any) bool
}{
	{"stroke", func() Shape { return new(Stroke) }, is[*Stroke]},
	{"sphere", func() Shape { return new(Sphere) }, is[*Sphere]},
	{"ball", func() Shape { return new(Ball) }, is[*Ball]},
	{"side", func() Shape { return new(Side) }, is[*Side]},
	{"vertices", func() Shape { return new(Vertices) }, is[*Vertices]},
	{"mesh", func() Shape { return new(Mesh) }, is[*Mesh]},
	{"material", func() Shape { return new(Material) }, is[*Material]},
	{"threshold", func() Shape { return new(Threshold) }, is[*Threshold]},
}

// is reports whether a shape or an operation is a pointer to one of a type, and not nil.
func is[T comparable](v any) bool {
	var none T
	t, ok := v.(T)
	return ok && t != none
}

// Shapes lists the names of shapes in documents.
func Shapes() (names []string) {
	for k := range shapes {
		names = append(names, shapes[k].name)
	}
	return names
}

func (m *Mask) fields(o *object) {
	o.Type("mask", "A part of the surface, named by its field.")
	k := -1
	for i := range shapes {
		if shapes[i].is(m.Shape) {
			k = i
		}
	}
	if k < 0 && !o.Describes() && o.W.Task != jsondoc.Reading {
		o.Wrong("%T is no mask", m.Shape)
		return
	}
	o.One(k, Shapes(), func(k int) {
		if o.Describes() || o.W.Task == jsondoc.Reading {
			m.Shape = shapes[k].make()
		}
		o.At(shapes[k].name, "").Empty(m.Shape.fields)
	})
	o.At("inverse", "1 less the value: what the shape leaves out.").Flag(&m.Inverse)
}

// masks visits the masks of a step.
func masks(p place, list *[]Mask) {
	jsondoc.Objects(p, list, 0, maxMasks, func(o *object, m *Mask) { m.fields(o) })
}

// values writes the values of a mask, which are 0 before.
func (m *Mask) values(s *sheet, values []float64) error {
	if err := m.cover(s, values); err != nil || !m.Inverse {
		return err
	}
	for p, v := range values {
		values[p] = 1 - v
	}
	return nil
}

// amounts returns the product of masks and a strength at each point.
func amounts(s *sheet, list []Mask, strength float64) ([]float64, error) {
	all := make([]float64, len(s.Position))
	for p := range all {
		all[p] = 1
	}
	values := make([]float64, len(all))
	for k := range list {
		clear(values)
		if err := list[k].values(s, values); err != nil {
			return nil, err
		}
		for p, v := range values {
			all[p] = float64(all[p] * v)
		}
	}
	for p := range all {
		all[p] = float64(all[p] * strength)
	}
	return all, nil
}
