package paint

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/jsondoc"
)

// Sphere covers what lies within a radius of a place, through the body too.
type Sphere struct {
	Center  [3]float64 // in the model at rest, in metres
	Radius  float64
	Falloff Falloff
}

func (m *Sphere) fields(o *object) {
	o.Type("sphere", "What lies within a radius of a place, through the body too.")
	round(o, &m.Center, &m.Radius, &m.Falloff)
}

// round visits a place, a radius and a falloff.
func round(o *object, center *[3]float64, radius *float64, f *Falloff) {
	placeField(o.At("center", "The place, in the model at rest."), center)
	o.At("radius", "Where the value is 0.").Number(radius, length)
	falloff(o, f)
}

func falloff(o *object, f *Falloff) {
	jsondoc.Choice(o.At("falloff", "How the value falls from the middle to the radius."), f, falloffNames, false)
}

func (m *Sphere) cover(s *sheet, values []float64) error {
	low, high := ballBox(m.Center, m.Radius)
	s.tree.visitBox(low, high, func(p int32, at *exact.Vec) {
		d := at.Sub(m.Center)
		values[p] = m.Falloff.at(d.Dot(d), m.Radius)
	})
	return nil
}

func (m *Sphere) mirrored(by *mirror) Shape {
	out := *m
	out.Center = by.Image(m.Center)
	return &out
}

// Ball covers what lies within a distance along the surface, by its edges, of the point that is
// nearest to a place.
type Ball struct {
	Center  [3]float64 // in the model at rest, in metres
	Radius  float64
	Falloff Falloff
}

func (m *Ball) fields(o *object) {
	o.Type("ball", "What lies within a distance along the edges of the surface from the point that is nearest to a place.")
	round(o, &m.Center, &m.Radius, &m.Falloff)
}

func (m *Ball) cover(s *sheet, values []float64) error {
	from, ok := s.closest(m.Center)
	if !ok {
		return nil
	}
	for p, d := range s.Geodesic([]int{int(from)}, nil, m.Radius) {
		if d <= m.Radius {
			values[p] = m.Falloff.at(float64(d*d), m.Radius)
		}
	}
	return nil
}

func (m *Ball) mirrored(by *mirror) Shape {
	out := *m
	out.Center = by.Image(m.Center)
	return &out
}

// Side covers one side of a plane that is normal to an axis.
type Side struct {
	Axis  Axis
	At    float64 // where the plane crosses the axis
	Width float64 // of the ramp from 0 to 1, around the plane
}

// Axis is a direction of the model.
type Axis uint8

const (
	PositiveX Axis = iota
	NegativeX
	PositiveY
	NegativeY
	PositiveZ
	NegativeZ
)

var axisNames = []string{"x", "-x", "y", "-y", "z", "-z"}

func (m *Side) fields(o *object) {
	o.Type("side", "The side of a plane to which an axis points.")
	jsondoc.Choice(o.At("axis", "The axis: x points to the left of a character that faces z."), &m.Axis, axisNames, false)
	o.At("at", "Where the plane crosses the axis.").Number(&m.At, jsondoc.Any.WithUnit(jsondoc.Metres))
	o.At("width", "Of the ramp from 0 to 1, with the plane in its middle.").Number(&m.Width, jsondoc.Positive.WithUnit(jsondoc.Metres))
}

func (m *Side) cover(s *sheet, values []float64) error {
	for p := range values {
		d := s.Position[p][m.Axis/2] - m.At
		if m.Axis%2 == 1 {
			d = -d
		}
		switch half := float64(m.Width / 2); {
		case d >= half:
			values[p] = 1
		case d > -half:
			values[p] = (d + half) / m.Width
		}
	}
	return nil
}

func (m *Side) mirrored(by *mirror) Shape {
	out := by.reflectSide(*m)
	return &out
}
