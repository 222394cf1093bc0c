package collada

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Motion is a node's transform over time, in one take.
type Motion struct {
	Node   int
	node   *Node
	driven []*drivenElement // by element; nil where nothing drives it
	moves  int              // number of driven elements
}

// maxMoving bounds the driven elements of a node: each costs time at every key of the others.
const maxMoving = 64

// drivenElement is the curves of an element.
type drivenElement struct {
	curves [16]Curve // without a sampler where the element's number is constant
	keys   []trs     // the keys of a matrix that one sampler drives
}

// trs is a translation, a rotation and a scale.
type trs struct {
	t exact.Vec
	r exact.Quat
	s exact.Vec
	// residual is the distance of T·R·S from a matrix, relative to its scale.
	residual float64
}

// Weight is a morph weight that a curve drives.
type Weight struct {
	Morph string
	Index int
	Curve Curve
}

// Number is a number of a node, outside its transform, that a curve drives.
type Number struct {
	Node  int
	Name  string
	Curve Curve
}

// Group is a run of a node's elements whose product is one translation, rotation and scale unless
// it is sheared.
type Group struct {
	From, To int
	Sheared  bool // at rest, and nothing drives it
}

// Groups divides the elements of a node into the fewest groups that represent their product at
// every moment.
func (n *Node) Groups(driven func(element int) bool) []Group {
	groups := []Group{{}}
	uniform := true // the scale of the group so far
	for i := range n.Elements {
		e, g := &n.Elements[i], &groups[len(groups)-1]
		moves := driven(i)
		own := trs{r: exact.IdentityQuat(), s: exact.Vec{1, 1, 1}}
		if !moves {
			own = decompose(e.Kind.matrix(e.Values))
		}
		turns := own.r != exact.IdentityQuat() || moves && e.Kind != Translate && e.Kind != Scale
		shears := !moves && own.residual > shearTolerance
		if shears || g.Sheared || turns && !uniform {
			if g.To > g.From {
				groups = append(groups, Group{From: i, To: i})
				g = &groups[len(groups)-1]
			}
			g.Sheared, uniform = shears, true
		}
		g.To = i + 1
		uniform = uniform && math.Abs(own.s[1]-own.s[0]) <= 1e-6*math.Abs(own.s[0]) && math.Abs(own.s[2]-own.s[0]) <= 1e-6*math.Abs(own.s[0]) && !(moves && e.Kind != Translate && e.Kind != Rotate)
	}
	return groups
}

// shearTolerance is the residual above which a matrix shears; rounding to six digits stays
// below it.
const shearTolerance = 2e-5

// RestOf returns the product of a group's elements at rest.
func (n *Node) RestOf(g Group) exact.Matrix {
	m := exact.Identity()
	for _, e := range n.Elements[g.From:g.To] {
		m = m.Mul(e.Kind.matrix(e.Values))
	}
	return m
}

// Rest returns the motion of a node without curves.
func (f *File) Rest(node int) *Motion { return &Motion{Node: node, node: &f.Nodes[node]} }

// Drives reports whether the take drives an element.
func (m *Motion) Drives(element int) bool { return m.driven != nil && m.driven[element] != nil }

// At returns a group's translation, rotation and scale at a time, and their distance from its
// matrix, relative to its scale.
func (m *Motion) At(g Group, time float64, side Side) (t exact.Vec, r exact.Quat, s exact.Vec, residual float64) {
	out := trs{r: exact.IdentityQuat(), s: exact.Vec{1, 1, 1}}
	for i := g.From; i < g.To; i++ {
		e := &m.node.Elements[i]
		var v [16]float64
		if m.Drives(i) {
			d := m.driven[i]
			if key, ok := d.whole(time, side); ok {
				out.then(key)
				continue
			}
			v = d.at(e, time, side)
		} else {
			copy(v[:], e.Values)
		}
		switch e.Kind {
		case Translate:
			out.then(trs{t: vec(v[:]), r: exact.IdentityQuat(), s: exact.Vec{1, 1, 1}})
		case Rotate:
			out.then(trs{r: rotation(v[:]), s: exact.Vec{1, 1, 1}})
		case Scale:
			out.s = out.s.Times(vec(v[:]))
		default:
			out.then(decompose(e.Kind.matrix(v[:])))
		}
	}
	return out.t, out.r, out.s, out.residual
}

// then multiplies by another transform on the right. If that rotates, the scale of a is uniform.
func (a *trs) then(b trs) {
	a.t = a.t.Add(a.r.Rotate(a.s.Times(b.t)))
	a.r = a.r.Mul(b.r)
	a.s = a.s.Times(b.s)
	a.residual = math.Max(a.residual, b.residual)
}

// Keyed returns the times of the keys of a group that is one matrix, with translation, rotation
// and scale interpolated linearly, or nil for another group. At has their values.
func (m *Motion) Keyed(g Group) []float64 {
	d := m.driven[g.From]
	if g.To != g.From+1 || d == nil || d.keys == nil {
		return nil
	}
	s := d.curves[0].Sampler
	for i := range s.time[:len(s.time)-1] {
		if s.mode[i] != linear || s.time[i] == s.time[i+1] {
			return nil
		}
	}
	return s.time
}

// Parts reports which of translation, rotation and scale of a group change in the take: those that
// are Stated, and the translation, which rotations and scales before it move.
func (m *Motion) Parts(g Group) (parts [3]bool) {
	parts = m.Stated(g)
	parts[0] = parts != [3]bool{}
	return parts
}

// Stated reports which parts of a group have curves in the take.
func (m *Motion) Stated(g Group) (parts [3]bool) {
	for i := g.From; i < g.To; i++ {
		if m.driven[i] == nil {
			continue
		}
		switch m.node.Elements[i].Kind {
		case Translate:
			parts[0] = true
		case Rotate:
			parts[1] = true
		case Scale:
			parts[2] = true
		default:
			parts = [3]bool{true, true, true}
		}
	}
	return parts
}

// Samplers lists the samplers that drive a group.
func (m *Motion) Samplers(g Group) (list []*Sampler) {
	seen := make(map[*Sampler]bool)
	for i := g.From; i < g.To; i++ {
		if d := m.driven[i]; d != nil {
			for _, c := range d.curves {
				if c.Sampler != nil && !seen[c.Sampler] {
					seen[c.Sampler] = true
					list = append(list, c.Sampler)
				}
			}
		}
	}
	return list
}

// Window returns the times of the first and the last key of samplers.
func Window(samplers []*Sampler) (first, last float64) {
	first, last = math.Inf(1), math.Inf(-1)
	for _, s := range samplers {
		first, last = math.Min(first, s.time[0]), math.Max(last, s.time[len(s.time)-1])
	}
	return first, last
}
