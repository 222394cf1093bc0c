package paint

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/jsondoc"
)

// Stroke covers what lies within a radius of a line through some places on the surface: a brush
// that is drawn along it. Where the line passes twice, the greater value counts, so a stroke does
// not depend on how many places it has.
type Stroke struct {
	Points  [][3]float64 // in the model at rest, in metres
	Radius  float64
	Falloff Falloff
	// Through paints what edges within the radius do not connect to the line, too: the back of a
	// hand through the palm, or another finger.
	Through bool
}

func (m *Stroke) fields(o *object) {
	o.Type("stroke", "What lies within a radius of a line through places on the surface. Where it passes twice, the greater value counts.")
	jsondoc.List(o.At("points", "The places, in the model at rest, in metres."), &m.Points, 1, maxPoints, placeField)
	o.At("radius", "Where the value is 0.").Number(&m.Radius, length)
	falloff(o, &m.Falloff)
	o.At("through", "Paints what edges within the radius do not connect to the line, too.").Flag(&m.Through)
}

func (m *Stroke) cover(s *sheet, values []float64) error {
	var b brush
	for k := range m.Points {
		b.extend(s, m, k, values, nil)
	}
	return nil
}

func (m *Stroke) mirrored(by *mirror) Shape {
	out := *m
	out.Points = make([][3]float64, len(m.Points))
	for k, p := range m.Points {
		out.Points[k] = by.Image(p)
	}
	return &out
}

// brush finds the points below a stroke, part by part.
type brush struct {
	found  []int32   // points within the radius of a part
	square []float64 // of their distances
	ends   [2]int32  // indices in found: the points nearest to both ends of the part, or −1
	least  [2]float64
	place  []int32 // per point of the sheet: 1 + its index in found, or 0
	open   []int32
	joined []bool // of found: connected to the line
}

// extend raises the values below the part of a stroke that ends in its point k, and appends the
// points whose values it raises.
func (b *brush) extend(s *sheet, m *Stroke, k int, values []float64, raised []int32) []int32 {
	from, to := m.Points[max(k-1, 0)], m.Points[k]
	b.collect(s, from, to, m.Radius)
	if !m.Through {
		b.connect(s)
	}
	for i, p := range b.found {
		if !m.Through && !b.joined[i] {
			continue
		}
		if v := m.Falloff.at(b.square[i], m.Radius); v > values[p] {
			values[p] = v
			raised = append(raised, p)
		}
	}
	return raised
}

// collect finds the points within a radius of a line.
func (b *brush) collect(s *sheet, from, to exact.Vec, radius float64) {
	b.found, b.square = b.found[:0], b.square[:0]
	low, high := ballBox(from, radius)
	low2, high2 := ballBox(to, radius)
	for k := range low {
		low[k], high[k] = min(low[k], low2[k]), max(high[k], high2[k])
	}
	along := to.Sub(from)
	size := along.Dot(along)
	most := float64(radius * radius)
	b.ends, b.least = [2]int32{-1, -1}, [2]float64{}
	s.tree.visitBox(low, high, func(p int32, at *exact.Vec) {
		d := at.Sub(from)
		e := d.Dot(d)
		distances := [2]float64{e, e}
		if size > 0 {
			by := d.Dot(along)
			t := min(max(by/size, 0), 1)
			d = d.Sub(along.Scale(t))
			e = d.Dot(d)
			d = at.Sub(to)
			distances[1] = d.Dot(d)
		}
		if e > most {
			return
		}
		for k, square := range distances {
			if b.ends[k] < 0 || square < b.least[k] {
				b.ends[k], b.least[k] = int32(len(b.found)), square
			}
		}
		b.found, b.square = append(b.found, p), append(b.square, e)
	})
}

// connect marks what edges between the points that were found connect to those nearest to the ends.
func (b *brush) connect(s *sheet) {
	if len(b.place) < len(s.Position) {
		b.place = make([]int32, len(s.Position))
	}
	b.joined = append(b.joined[:0], make([]bool, len(b.found))...)
	for i, p := range b.found {
		b.place[p] = int32(i) + 1
	}
	for _, nearest := range b.ends {
		if nearest >= 0 && !b.joined[nearest] {
			b.joined[nearest] = true
			b.open = append(b.open, nearest)
		}
	}
	for len(b.open) > 0 {
		i := b.open[len(b.open)-1]
		b.open = b.open[:len(b.open)-1]
		for _, q := range s.Neighbours(int(b.found[i])) {
			if at := b.place[q] - 1; at >= 0 && !b.joined[at] {
				b.joined[at] = true
				b.open = append(b.open, at)
			}
		}
	}
	for _, p := range b.found {
		b.place[p] = 0
	}
}
