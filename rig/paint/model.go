package paint

import (
	"context"
	"fmt"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// Report is what a list did.
type Report struct {
	Steps  []StepReport `json:"steps"`
	Points int          `json:"points"` // whose weights are other ones than before all steps
	// Unweighted is the number of points that no joint moves.
	Unweighted int `json:"unweighted"`
}

// StepReport describes a step.
type StepReport struct {
	Step   string `json:"step"`
	Joint  string `json:"joint,omitempty"`
	Points int    `json:"points"` // whose weights it changed
}

// Apply returns the model with the list's weights; the model itself stays as it is. The error is that
// of Open or of Painter.Model.
func (d *Document) Apply(ctx context.Context, m *soa.Model) (*soa.Model, *Report, error) {
	p, err := Open(ctx, m, d)
	if err != nil {
		return nil, nil, err
	}
	return p.Model()
}

// Model returns the model with the painted weights. Meshes without a changed point stay as they are;
// weights of the others are scaled to a sum of 1. The error wraps soa.ErrInvalid or those of package
// weights.
func (p *Painter) Model() (*soa.Model, *Report, error) {
	r := new(Report)
	for k, step := range p.doc.Steps {
		r.Steps = append(r.Steps, StepReport{KindOf(step.Operation), step.joint(), len(p.done[k])})
	}
	out := p.model
	for _, s := range p.sheets {
		for point := range s.rows {
			if !same(s.rows[point], s.first[point]) {
				r.Points++
			}
			if len(s.rows[point]) == 0 {
				r.Unweighted++
			}
		}
		for part := range s.meshes {
			if !s.changed(part) {
				continue
			}
			var err error
			if out, err = s.written(part).Set(out, s.meshes[part].index); err != nil {
				return nil, nil, fmt.Errorf("painted weights: %w", err)
			}
		}
	}
	return out, r, nil
}

// changed reports whether some point of a mesh has another row than the model.
func (s *sheet) changed(part int) bool {
	for _, p := range s.Of[part] {
		if !same(s.rows[p], s.first[p]) {
			return true
		}
	}
	return false
}

// written returns the groups of a changed mesh, with a sum of 1 at each vertex that has weights.
func (s *sheet) written(part int) *weights.Groups {
	out := *s.groups
	var row weights.Row
	out.Influences = influences(len(s.Of[part]), func(v int) weights.Row {
		row = out.Normal(s.vertex(part, v, row[:0]))
		return row
	})
	return &out
}

// vertex appends the weights of a vertex: those of its point where a step changed it, or its own.
func (s *sheet) vertex(part, v int, row weights.Row) weights.Row {
	if p := s.Of[part][v]; !same(s.rows[p], s.first[p]) {
		return append(row, s.rows[p]...)
	}
	return s.meshes[part].groups.Row(v, row)
}

// Influences returns the weights of one of the model's meshes as they are painted, in the order of its
// vertices; nil for a mesh without a skin. They may not sum to 1.
func (p *Painter) Influences(mesh int) *soa.Influences {
	s, part := p.sheet(mesh)
	if s == nil {
		return nil
	}
	var row weights.Row
	f := influences(len(s.Of[part]), func(v int) weights.Row {
		row = s.vertex(part, v, row[:0])
		return row
	})
	return &f
}

// Changed visits the vertices whose weights have changed since the last call, for a preview. A vertex
// may be visited twice. The row is valid during the call.
func (p *Painter) Changed(visit func(mesh, vertex int, row weights.Row)) {
	for _, s := range p.sheets {
		for _, point := range s.stale {
			for _, v := range s.Copies(int(point)) {
				p.row = s.vertex(int(v.Part), int(v.Vertex), p.row[:0])
				visit(s.meshes[v.Part].index, int(v.Vertex), p.row)
			}
		}
		s.stale = s.stale[:0]
	}
}

// sheet returns the sheet of one of the model's meshes, and its number there.
func (p *Painter) sheet(mesh int) (s *sheet, part int) {
	for _, s := range p.sheets {
		for part := range s.meshes {
			if s.meshes[part].index == mesh {
				return s, part
			}
		}
	}
	return nil, 0
}

// Bounds returns the corners of the box around the surface at rest, in metres.
func (p *Painter) Bounds() (low, high [3]float64) {
	for k, s := range p.sheets {
		if k == 0 {
			low, high = s.Min, s.Max
		}
		for axis := range low {
			low[axis], high[axis] = min(low[axis], s.Min[axis]), max(high[axis], s.Max[axis])
		}
	}
	return low, high
}

// Hit is a place on the surface below a ray.
type Hit struct {
	Mesh, Triangle int
	Weight         [3]float64 // of the triangle's corners
	Rest           [3]float64 // the place on the model at rest
	Posed          [3]float64 // the same in the pose
	Normal         [3]float64 // of the triangle in the pose, not of unit length
	Distance       float64    // from the ray's origin, in lengths of its direction
}

// Pick returns what a ray hits first of the model in a pose. posed holds the positions of the vertices
// of each of the model's meshes, 3 values each, or nothing for those that are not shown.
func (p *Painter) Pick(posed [][]float32, from, direction [3]float64) (hit Hit, ok bool) {
	across := exact.Vec(direction).Perpendicular()
	axes := [2]exact.Vec{across, exact.Vec(direction).Cross(across).Unit()}
	for mesh, position := range posed {
		index := p.model.Meshes[mesh].Index
		if len(position) == 0 || p.model.Meshes[mesh].Skin == soa.None {
			continue
		}
		p.quarter = quarters(p.quarter[:0], position, from, axes)
		for t := 0; t+2 < len(index); t += 3 {
			if p.quarter[index[t]]&p.quarter[index[t+1]]&p.quarter[index[t+2]] != 0 {
				continue // it lies on one side of the ray
			}
			ok = p.nearer(&hit, ok, mesh, t/3, position, from, direction)
		}
	}
	if ok {
		p.place(&hit, posed, from, direction)
	}
	return hit, ok
}

// PickAmong is Pick among some triangles of each mesh, ascending. Only the corners of these need to be in posed.
func (p *Painter) PickAmong(posed [][]float32, triangles [][]int32, from, direction [3]float64) (hit Hit, ok bool) {
	for mesh, list := range triangles {
		if p.model.Meshes[mesh].Skin == soa.None {
			continue
		}
		for _, t := range list {
			ok = p.nearer(&hit, ok, mesh, int(t), posed[mesh], from, direction)
		}
	}
	if ok {
		p.place(&hit, posed, from, direction)
	}
	return hit, ok
}

// nearer makes a triangle the hit if the ray hits it before that, and reports whether there is a hit.
func (p *Painter) nearer(hit *Hit, ok bool, mesh, triangle int, position []float32, from, direction exact.Vec) bool {
	index := p.model.Meshes[mesh].Index[3*triangle:]
	distance, weight, crosses := cross(from, direction, corner(position, index[0]), corner(position, index[1]), corner(position, index[2]))
	if crosses && (!ok || distance < hit.Distance) {
		*hit, ok = Hit{Mesh: mesh, Triangle: triangle, Weight: weight, Distance: distance}, true
	}
	return ok
}

// place completes a hit.
func (p *Painter) place(hit *Hit, posed [][]float32, from, direction exact.Vec) {
	s, part := p.sheet(hit.Mesh)
	index := p.model.Meshes[hit.Mesh].Index[3*hit.Triangle:]
	a := corner(posed[hit.Mesh], index[0])
	hit.Normal = corner(posed[hit.Mesh], index[1]).Sub(a).Cross(corner(posed[hit.Mesh], index[2]).Sub(a))
	hit.Posed = from.Add(direction.Scale(hit.Distance))
	var rest exact.Vec
	for k, w := range hit.Weight {
		rest = rest.Add(s.Position[s.Of[part][index[k]]].Scale(w))
	}
	hit.Rest = rest
}

// quarters appends, per vertex, on which sides of a ray it lies along two axes across it: a bit for each
// side of each axis. A triangle whose corners have a bit in common does not cross the ray.
func quarters(list []uint8, position []float32, from exact.Vec, axes [2]exact.Vec) []uint8 {
	var at [2]float64
	for k, axis := range axes {
		at[k] = from.Dot(axis)
	}
	for v := 0; v+2 < len(position); v += 3 {
		x, y, z := float64(position[v]), float64(position[v+1]), float64(position[v+2])
		var bits uint8
		for k := range axes {
			axis := &axes[k]
			d := float64(x*axis[0]) + float64(y*axis[1]) + float64(z*axis[2]) - at[k]
			if d > 0 {
				bits |= 1 << (2 * k)
			} else if d < 0 {
				bits |= 2 << (2 * k)
			}
		}
		list = append(list, bits)
	}
	return list
}

func corner(position []float32, v uint32) exact.Vec {
	return exact.Vec{float64(position[3*v]), float64(position[3*v+1]), float64(position[3*v+2])}
}

// cross intersects a ray with a triangle, from either side (Möller, Trumbore: Fast, Minimum Storage
// Ray/Triangle Intersection, 1997).
func cross(from, direction, a, b, c exact.Vec) (distance float64, weight [3]float64, ok bool) {
	ab, ac := b.Sub(a), c.Sub(a)
	normal := direction.Cross(ac)
	size := ab.Dot(normal)
	if size == 0 {
		return 0, weight, false
	}
	at := from.Sub(a)
	u := at.Dot(normal) / size
	if !(u >= 0 && u <= 1) {
		return 0, weight, false
	}
	across := at.Cross(ab)
	v := direction.Dot(across) / size
	if !(v >= 0 && u+v <= 1) {
		return 0, weight, false
	}
	distance = ac.Dot(across) / size
	return distance, [3]float64{1 - u - v, u, v}, distance > 0
}
