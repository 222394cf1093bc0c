package collada

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Bound is the targets of the channels of a take, with their curves.
type Bound struct {
	Motions []*Motion
	Weights []Weight
	Numbers []Number
	// Samplers are all samplers in use.
	Samplers []*Sampler
	// Unknown are the targets of channels that drive none of these, Doubled those that another
	// channel drives already.
	Unknown, Doubled []string
	// Broken are the targets of channels whose curve cannot be read; Err is the first error.
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

// elsewhere finds a channel's sampler in enclosing animations, or takes the only one of its own,
// which may have no id.
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

// member returns the index of a named number of an element, or −1.
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

// numbers returns the indices of an element's numbers that the dimensions of a sampler drive, or
// nil if they do not fit.
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

// decompose splits the keys of a matrix that one sampler drives: between linear keys its
// translation, rotation and scale are interpolated, not its numbers, as in the programs that
// write such files.
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
			d.keys[i].r = d.keys[i].r.NearestSign(d.keys[i-1].r)
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

// whole returns the value of a matrix that one sampler drives, between linear or stepped keys.
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
