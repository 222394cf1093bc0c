package fbx

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fit"
)

// layer is an animation layer of a stack.
type layer struct {
	first     bool // of its stack: it replaces what the file states
	mode      blend
	weight    float64
	weighs    *Curve // where the weight is animated, in percent
	byChannel bool   // angles are added, not rotations multiplied
	sums      bool   // scales are added, not multiplied
	silent    bool
}

// blend is the mode in which a layer combines with the layers before it, as FBX numbers it.
type blend int64

const (
	additive blend = iota
	override
	passthrough // override by its weight
)

// newLayer reads the properties of a layer.
func (r *reader) newLayer(id int64) *layer {
	return &layer{
		mode: blend(r.number(id, "BlendMode", 0)), weight: part(r.number(id, "Weight", 100)),
		byChannel: r.number(id, "RotationAccumulationMode", 0) != 0, sums: r.number(id, "ScaleAccumulationMode", 0) != 0,
		silent: r.number(id, "Mute", 0) != 0,
	}
}

// part returns a weight in percent as a number from 0 to 1.
func part(percent float64) float64 {
	w := percent / 100
	switch {
	case !(w > 0):
		return 0
	case w > 0.99999:
		return 1
	}
	return w
}

// at returns the layer's weight at a time.
func (l *layer) at(time float64, side Side) float64 {
	if l.weighs == nil {
		return l.weight
	}
	return part(l.weighs.At(time, side))
}

// kind is the way in which values of a property combine.
type kind uint8

const (
	plain kind = iota
	angles
	factors
)

// Driven is a property that curves drive in a stack, with all its layers.
type Driven struct {
	Rest  [4]float64 // what the file states
	kind  kind
	order Order
	parts []layerPart // by layer
}

// layerPart is the part of one layer in a property.
type layerPart struct {
	layer  *layer
	rest   [4]float64 // of components without a curve
	curves [4]*Curve
}

// value returns the layer's value at a time.
func (p *layerPart) value(time float64, side Side) [4]float64 {
	v := p.rest
	for i, c := range &p.curves {
		if c != nil {
			v[i] = c.At(time, side)
		}
	}
	return v
}

// At returns the property's components at a time.
func (d *Driven) At(time float64, side Side) [4]float64 {
	v := d.Rest
	for i := range d.parts {
		p := &d.parts[i]
		switch over := p.value(time, side); {
		case p.layer.first:
			v = over
		case d.kind == angles && !p.layer.byChannel && p.layer.mode != override:
			v = d.order.angles(p.layer.rotate(d.order.Rotation(v), d.order.Rotation(over), p.layer.at(time, side)))
		case d.kind == factors && !p.layer.sums:
			v = p.layer.multiply(v, over, p.layer.at(time, side))
		default:
			v = p.layer.add(v, over, p.layer.at(time, side))
		}
	}
	return v
}

// Rotation is At of a rotation, without angles where the last layer multiplies
// rotations.
func (d *Driven) Rotation(time float64, side Side) exact.Quat {
	last := len(d.parts) - 1
	if last < 0 {
		return d.order.Rotation(d.Rest)
	}
	p := &d.parts[last]
	if p.layer.first || p.layer.byChannel || p.layer.mode == override {
		return d.order.Rotation(d.At(time, side))
	}
	below := Driven{Rest: d.Rest, kind: d.kind, order: d.order, parts: d.parts[:last]}
	return p.layer.rotate(below.Rotation(time, side), d.order.Rotation(p.value(time, side)), p.layer.at(time, side))
}

// rotate combines rotations by the layer's mode and weight.
func (l *layer) rotate(v, over exact.Quat, w float64) exact.Quat {
	if l.mode == additive {
		return v.Mul(exact.Slerp(exact.IdentityQuat(), over, w))
	}
	return exact.Slerp(v, over, w)
}

// multiply combines scales by the layer's mode and weight.
func (l *layer) multiply(v, over [4]float64, w float64) [4]float64 {
	for i := range v {
		switch l.mode {
		case additive:
			v[i] *= power(over[i], w)
		case passthrough:
			v[i] = float64(power(v[i], 1-w) * power(over[i], w))
		default:
			v[i] = over[i]
		}
	}
	return v
}

// power returns v to the power of w from 0 to 1, with the sign of v.
func power(v, w float64) float64 {
	switch {
	case w <= 0:
		return 1
	case w >= 1:
		return v
	}
	return math.Copysign(exact.Pow(math.Abs(v), w), v)
}

// add combines numbers by the layer's mode and weight.
func (l *layer) add(v, over [4]float64, w float64) [4]float64 {
	for i := range v {
		switch l.mode {
		case additive:
			v[i] += float64(over[i] * w)
		case passthrough:
			v[i] = float64(v[i]*(1-w)) + float64(over[i]*w)
		default:
			v[i] = over[i]
		}
	}
	return v
}

// curves calls f for all curves that the property depends on.
func (d *Driven) curves(f func(*Curve)) {
	for i := range d.parts {
		p := &d.parts[i]
		for _, c := range &p.curves {
			if c != nil {
				f(c)
			}
		}
		if p.layer.weighs != nil && !p.layer.first {
			f(p.layer.weighs)
		}
	}
}

// Layers returns how many layers drive the property.
func (d *Driven) Layers() int { return len(d.parts) }

// Still reports whether the property never changes.
func (d *Driven) Still() bool {
	still := true
	d.curves(func(c *Curve) { still = still && c.still() })
	return still
}

// Jumps reports whether the property may be discontinuous.
func (d *Driven) Jumps() bool {
	jumps := false
	d.curves(func(c *Curve) { jumps = jumps || c.jumps() })
	return jumps
}

// Knots appends the times between from and to at which the property may bend or jump, about most
// of them if there are more.
func (d *Driven) Knots(list []float64, from, to float64, most int) []float64 {
	d.curves(func(c *Curve) { list = c.knots(list, from, to, most) })
	return list
}

// NotFinite returns the number of keys left out because they are not finite.
func (d *Driven) NotFinite() (n int) {
	d.curves(func(c *Curve) { n += c.notFinite })
	return n
}

// Keys returns the number of keys of all curves.
func (d *Driven) Keys() (n int) {
	d.curves(func(c *Curve) { n += len(c.keys) })
	return n
}

// Range returns the least and the greatest value of a component at two times and at the knots
// between them.
func (d *Driven) Range(component int, from, to float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, t := range d.Knots([]float64{from, to}, from, to, rangeKnots) {
		v := d.At(t, fit.At)[component]
		low, high = math.Min(low, v), math.Max(high, v)
	}
	return low, high
}

// rangeKnots is the most knots that Range evaluates.
const rangeKnots = 1 << 12
