package collada

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Motion is a node's transform over time, in one take.
type Motion struct {
	Node   int
	node   *Node
	driven []*drivenElement // by element; nil where nothing drives it
	moves  int              // how many are driven
}

// maxMoving bounds the elements of a node that channels drive: each costs time at every key
// of the others.
const maxMoving = 64

// drivenElement is the curves of an element.
type drivenElement struct {
	curves [16]Curve // without a sampler where the element's own number holds
	keys   []trs     // of a matrix that is keyed as a whole: its keys
}

// trs is a translation, a rotation and a scale.
type trs struct {
	t exact.Vec
	r exact.Quat
	s exact.Vec
	// residual is how far T·R·S is from a matrix, as a part of its scale.
	residual float64
}

// Weight is a morph weight that a curve drives.
type Weight struct {
	Morph string
	Index int
	Curve Curve
}

// Number is a number of a node that a curve drives, and that is not of its transform.
type Number struct {
	Node  int
	Name  string
	Curve Curve
}

// Bound is what the channels of a take drive.
type Bound struct {
	Motions []*Motion
	Weights []Weight
	Numbers []Number
	// Samplers are all that are played.
	Samplers []*Sampler
	// Unknown are the targets of channels that drive nothing of these, Doubled those that
	// another channel has driven before.
	Unknown, Doubled []string
	// Broken are channels whose curve cannot be read, and Err is of the first.
	Broken []string
	Err    error
}

// Bind binds the channels of a take.
func (f *File) Bind(t *Take) *Bound {
	b := binder{f, &Bound{}, make(map[int]*Motion), make(map[*Sampler]bool), make(map[Weight]bool), make(map[Number]bool)}
	for _, c := range t.channels {
		b.channel(&f.channels[c])
	}
	slices.SortFunc(b.Motions, func(a, b *Motion) int { return a.Node - b.Node })
	for _, m := range b.Motions {
		for e, d := range m.driven {
			if d != nil {
				d.decompose(&m.node.Elements[e])
			}
		}
	}
	return b.Bound
}

// binder is the state of Bind.
type binder struct {
	*File
	*Bound
	motion map[int]*Motion // by node
	seen   map[*Sampler]bool
	weight map[Weight]bool
	number map[Number]bool
}

func (b *binder) channel(ch *channel) {
	s := b.animations[ch.animation].samplers[ch.sampler]
	if s == nil {
		s = b.elsewhere(ch)
	}
	target, ok := b.find(ch.target)
	if !ok {
		b.Unknown = append(b.Unknown, ch.target)
		return
	}
	err := malformed("it names no sampler")
	if s != nil {
		err = b.link(s)
	}
	if err != nil {
		b.Broken = append(b.Broken, ch.target)
		if b.Err == nil {
			b.Err = err
		}
		return
	}
	if !b.seen[s] {
		b.seen[s] = true
		s.Target = ch.target
		b.Samplers = append(b.Samplers, s)
	}
	switch {
	case target.morph != "":
		b.bindWeights(ch, target, s)
	case target.element >= 0:
		b.bindElement(ch, target, s)
	default:
		b.bindNumber(ch, target, s)
	}
}

// elsewhere finds the sampler of a channel that is not in its animation: in those around
// it, or the only one of its own, which may have no id.
func (f *File) elsewhere(ch *channel) *Sampler {
	for a := f.animations[ch.animation].parent; a >= 0; a = f.animations[a].parent {
		if s := f.animations[a].samplers[ch.sampler]; s != nil {
			return s
		}
	}
	if a := &f.animations[ch.animation]; a.count == 1 {
		return a.only
	}
	return nil
}

func (b *binder) bindWeights(ch *channel, t target, s *Sampler) {
	for d := range s.dims {
		w := Weight{Morph: t.morph, Index: max(t.index, 0) + d}
		if b.weight[w] {
			b.Doubled = append(b.Doubled, ch.target)
			return
		}
		b.weight[w] = true
		w.Curve = Curve{s, d}
		b.Weights = append(b.Weights, w)
		if t.index >= 0 {
			return
		}
	}
}

func (b *binder) bindNumber(ch *channel, t target, s *Sampler) {
	n := Number{Node: t.node, Name: t.number}
	if s.dims != 1 {
		b.Unknown = append(b.Unknown, ch.target)
		return
	}
	if b.number[n] {
		b.Doubled = append(b.Doubled, ch.target)
		return
	}
	b.number[n] = true
	n.Curve = Curve{s, 0}
	b.Numbers = append(b.Numbers, n)
}

// members are the names of an element's numbers.
func member(k Kind, name string) int {
	name = strings.ToUpper(name)
	if name == "ANGLE" {
		switch k {
		case Rotate:
			return 3
		case Skew:
			return 0
		}
		return -1
	}
	for _, names := range []string{"XYZW", "RGBA", "UVPQ"} {
		if i := strings.Index(names, name); len(name) == 1 && i >= 0 && i < widths[k] {
			return i
		}
	}
	return -1
}

func (b *binder) bindElement(ch *channel, t target, s *Sampler) {
	m := b.motion[t.node]
	if m == nil {
		m = &Motion{Node: t.node, node: &b.Nodes[t.node], driven: make([]*drivenElement, len(b.Nodes[t.node].Elements))}
		b.motion[t.node] = m
		b.Motions = append(b.Motions, m)
	}
	kind := m.node.Elements[t.element].Kind
	numbers := s.numbers(kind, t)
	if numbers == nil {
		b.Unknown = append(b.Unknown, ch.target)
		return
	}
	d := m.driven[t.element]
	if d == nil {
		if m.moves++; m.moves > maxMoving {
			b.Broken = append(b.Broken, ch.target)
			b.Err = fmt.Errorf("%w: more than %d moving elements in a node", soa.ErrTooLarge, maxMoving)
			return
		}
		d = &drivenElement{}
		m.driven[t.element] = d
	}
	for dim, n := range numbers {
		if d.curves[n].Sampler != nil {
			b.Doubled = append(b.Doubled, ch.target)
			return
		}
		d.curves[n] = Curve{s, dim}
	}
}

// numbers are the numbers of an element that the dimensions of a sampler drive, nil where
// they do not fit.
func (s *Sampler) numbers(k Kind, t target) []int {
	switch {
	case t.member != "":
		t.index = member(k, t.member)
		if t.index < 0 {
			return nil
		}
	case t.index < 0 && s.dims == 1 && k == Rotate: // the angle, unless another is named
		if t.index = member(k, s.names[0]); t.index < 0 {
			t.index = 3
		}
	case t.index < 0 && s.dims == 1 && k == Skew:
		t.index = 0
	case t.index < 0 && s.dims < widths[k]:
		var list []int
		for _, name := range s.names {
			n := member(k, name)
			if n < 0 || slices.Contains(list, n) {
				return nil
			}
			list = append(list, n)
		}
		return list
	case t.index < 0:
		list := make([]int, widths[k])
		for i := range list {
			list[i] = i
		}
		return list
	}
	if t.index >= widths[k] {
		return nil
	}
	return []int{t.index}
}

// decompose splits the keys of a matrix that one sampler drives as a whole: between keys
// that are straight its translation, rotation and scale are, as in the programs that write
// such files, not its numbers.
func (d *drivenElement) decompose(e *Element) {
	s := d.curves[0].Sampler
	if e.Kind != Matrix || s == nil || s.dims < 12 {
		return
	}
	for n := range 12 {
		if d.curves[n] != (Curve{s, n}) {
			return
		}
	}
	d.keys = make([]trs, len(s.time))
	for i := range d.keys {
		var m exact.Matrix
		for n := range m {
			m[n] = d.curves[n].key(i)
		}
		d.keys[i] = decompose(m)
		if i > 0 {
			d.keys[i].r = d.keys[i].r.Toward(d.keys[i-1].r)
		}
	}
}

func decompose(m exact.Matrix) (out trs) {
	out.t, out.r, out.s, out.residual = m.Decompose()
	return out
}

// at returns the numbers of element e at a time.
func (d *drivenElement) at(e *Element, time float64, side Side) (v [16]float64) {
	copy(v[:], e.Values)
	for i := range e.Values {
		if d.curves[i].Sampler != nil {
			v[i] = d.curves[i].At(time, side)
		}
	}
	return v
}

// whole is a matrix that is keyed as a whole, between straight or stepped keys.
func (d *drivenElement) whole(time float64, side Side) (trs, bool) {
	s := d.curves[0].Sampler
	n := len(d.keys)
	if n == 0 {
		return trs{}, false
	}
	if n > 1 && (time < s.time[0] && s.before != constant || time > s.time[n-1] && s.after != constant) {
		return trs{}, false
	}
	time = math.Min(math.Max(time, s.time[0]), s.time[n-1])
	i := s.segment(time, side)
	switch {
	case i < 0:
		return d.keys[0], true
	case i >= n-1:
		return d.keys[n-1], true
	case s.mode[i] == step:
		return d.keys[i], true
	case s.mode[i] != linear:
		return trs{}, false
	}
	a, b := &d.keys[i], &d.keys[i+1]
	u := (time - s.time[i]) / (s.time[i+1] - s.time[i])
	return trs{a.t.Lerp(b.t, u), exact.Slerp(a.r, b.r, u), a.s.Lerp(b.s, u), math.Max(a.residual, b.residual)}, true
}

// Group is a run of a node's elements whose product is one translation, rotation and scale
// whenever it is not sheared.
type Group struct {
	From, To int
	Sheared  bool // at rest, and nothing drives it
}

// Groups divides the elements of a node of which some are driven into as few groups as hold
// their product at every moment.
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

// RestOf is the product of a group's elements at rest.
func (n *Node) RestOf(g Group) exact.Matrix {
	m := exact.Identity()
	for i := g.From; i < g.To; i++ {
		m = m.Mul(n.Elements[i].Kind.matrix(n.Elements[i].Values))
	}
	return m
}

// Rest is the motion of a node that nothing drives.
func (f *File) Rest(node int) *Motion { return &Motion{Node: node, node: &f.Nodes[node]} }

// Drives reports whether the take drives an element.
func (m *Motion) Drives(element int) bool { return m.driven != nil && m.driven[element] != nil }

// At returns a group's translation, rotation and scale at a time, and how far they are from
// its matrix, as a part of its scale.
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

// then multiplies by another transform, on the right. Where that rotates, the own scale is
// uniform.
func (a *trs) then(b trs) {
	a.t = a.t.Add(a.r.Rotate(a.s.Times(b.t)))
	a.r = a.r.Mul(b.r)
	a.s = a.s.Times(b.s)
	a.residual = math.Max(a.residual, b.residual)
}

// Keyed returns the keys of a group that is one matrix between whose keys translation,
// rotation and scale are straight: their times, and none where it is another. At has their
// values.
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

// Parts are which of translation, rotation and scale of a group change in the take.
func (m *Motion) Parts(g Group) (parts [3]bool) {
	for i := g.From; i < g.To; i++ {
		if m.driven[i] == nil {
			continue
		}
		parts[0] = true
		switch m.node.Elements[i].Kind {
		case Translate:
		case Rotate:
			parts[1] = true
		case Scale:
			parts[2] = true
		default:
			parts[1], parts[2] = true, true
		}
	}
	return parts
}

// Samplers are those that drive a group.
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

// Window is the time from the first to the last key of some samplers.
func Window(samplers []*Sampler) (first, last float64) {
	first, last = math.Inf(1), math.Inf(-1)
	for _, s := range samplers {
		first, last = math.Min(first, s.time[0]), math.Max(last, s.time[len(s.time)-1])
	}
	return first, last
}

// Still reports whether the sampler never changes.
func (s *Sampler) Still() bool { return s.still() }

// Jumps reports whether it may have another value before a moment than after it.
func (s *Sampler) Jumps() bool { return s.jumps() }

// Knots appends the moments in an interval at which the curves may bend or jump, up to a
// number of all.
func (s *Sampler) Knots(list []float64, first, last float64, most int) []float64 {
	return s.knots(list, first, last, most)
}

// Morphs are the morphs of a node's meshes, and the weights of each at rest.
func (f *File) Morphs(node int) map[string][]float64 {
	ids := make(map[string][]float64)
	for _, id := range f.Nodes[node].controllers {
		for range 8 { // a skin of a morph of …
			c := f.controllers[id]
			if c == nil {
				break
			}
			if c.morph {
				ids[c.id] = c.weights
			}
			id = c.source
		}
	}
	return ids
}
