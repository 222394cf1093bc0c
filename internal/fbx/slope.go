package fbx

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fit"
)

// Slopes returns a part of the transform with its slopes, for moments that mostly ascend,
// or nil where it is more than one property driven by one layer's polynomials. Goroutines
// do not share the function.
func (m *Motion) Slopes(part Part) func(time float64, side Side) fit.Place {
	own := [...]int{TranslationPart: translation, RotationPart: rotation, ScalePart: scaling}[part]
	d := m.driven[own]
	if list := m.Drivers(part); len(list) != 1 || list[0] != d {
		return nil
	}
	c, ok := d.components()
	if !ok {
		return nil
	}
	if part == RotationPart {
		return m.turns(c)
	}
	// What else there is does not move: v·scale + offset.
	scale, still := exact.Vec{1, 1, 1}, &Motion{model: m.model, chain: m.chain}
	chain, offset := m.chain.own, exact.Vec{}
	if part == TranslationPart {
		chain = m.chain.parent
	}
	for _, above := range chain {
		scale = scale.Times(above.at(scaling, 0, fit.At))
	}
	if part == TranslationPart {
		rest := still.at(translation, 0, fit.At).Times(scale)
		offset = still.Translation(0, fit.At).Sub(rest)
	}
	return func(time float64, side Side) (p fit.Place) {
		v, slope := c.at(time, side)
		for i := range v {
			p.Value[i], p.Slope[i] = float64(v[i]*scale[i])+offset[i], slope[i]*scale[i]
		}
		return p
	}
}

// turns implements Slopes for rotations by angles.
func (m *Motion) turns(c *components) func(time float64, side Side) fit.Place {
	order := m.driven[rotation].order
	pre, post := exact.IdentityQuat(), exact.IdentityQuat()
	if m.model.spaces {
		pre, post = m.model.space[0], m.model.space[1].Conjugate()
	}
	var last struct {
		v, slope [3]float64
		place    fit.Place
	}
	last.v[0] = math.NaN()
	return func(time float64, side Side) fit.Place {
		v, slope := c.at(time, side)
		if v == last.v && slope == last.slope { // from both sides of a key
			return last.place
		}
		q, by := order.turning(v, slope)
		p := fit.Place{Value: q, Slope: by, Pace: (math.Abs(slope[0]) + math.Abs(slope[1]) + math.Abs(slope[2])) * radians}
		if pre != exact.IdentityQuat() {
			p.Value, p.Slope = pre.Mul(p.Value), pre.Mul(p.Slope)
		}
		if post != exact.IdentityQuat() {
			p.Value, p.Slope = p.Value.Mul(post), p.Slope.Mul(post)
		}
		last.v, last.slope, last.place = v, slope, p
		return p
	}
}

// components are up to three curves, evaluated at moments that mostly ascend.
type components struct {
	rest   [4]float64
	curves [3]*Curve
	near   [3]int // the key before the last moment
}

// components returns the curves of a property that one layer drives, and whether their
// pieces are polynomials.
func (d *Driven) components() (*components, bool) {
	if len(d.parts) != 1 || !d.parts[0].layer.first || d.parts[0].curves[3] != nil {
		return nil, false
	}
	c := &components{rest: d.parts[0].rest, curves: [3]*Curve(d.parts[0].curves[:3])}
	return c, !slices.ContainsFunc(c.curves[:], func(c *Curve) bool {
		return c != nil && (c.weighted || c.before.repeats() || c.after.repeats())
	})
}

// at returns values and slopes at a moment.
func (c *components) at(time float64, side Side) (v, slope [3]float64) {
	for i, curve := range &c.curves {
		if curve == nil {
			v[i] = c.rest[i]
		} else {
			v[i], slope[i] = curve.slope(time, side, &c.near[i])
		}
	}
	return v, slope
}

// slope is At with the curve's slope, per unit of time. near is the place of a key near
// the time, and becomes that of the key before it.
func (c *Curve) slope(time float64, side Side, near *int) (value, slope float64) {
	last := len(c.times) - 1
	switch {
	case last == 0:
		return c.keys[0].value, 0
	case time < c.times[0] || time == c.times[0] && side == fit.Before:
		if c.before.mode == 'K' {
			slope = c.endSlope(true) / second
		}
		return c.extrapolate(&c.before, true, time, side), slope
	case time > c.times[last] || time == c.times[last] && side == fit.After:
		if c.after.mode == 'K' {
			slope = c.endSlope(false) / second
		}
		return c.extrapolate(&c.after, false, time, side), slope
	}
	i := c.piece(time, side, *near)
	*near = i
	a, b := &c.keys[i], &c.keys[i+1]
	span := c.times[i+1] - c.times[i]
	switch {
	case span == 0, a.isStepped() && a.flags&stepNext != 0:
		return b.value, 0
	case a.isStepped():
		return a.value, 0
	case !a.isBent():
		u := (time - c.times[i]) / span
		return a.value + float64(u*(b.value-a.value)), (b.value - a.value) / span
	case time == c.times[i]:
		return a.value, a.right / second
	case time == c.times[i+1]:
		return b.value, b.left / second
	}
	return hermite(a, b, (time-c.times[i])/span, span)
}

// hermite returns the value and the slope between two keys of a spline.
func hermite(a, b *curveKey, u, span float64) (value, slope float64) {
	out, in, rise := float64(a.right*(span/second)), float64(b.left*(span/second)), b.value-a.value
	// a + out·u + (3·rise − 2·out − in)·u² + (out + in − 2·rise)·u³
	second := float64(3*rise) - float64(2*out) - in
	third := out + in - float64(2*rise)
	value = a.value + float64(u*(out+float64(u*(second+float64(u*third)))))
	slope = (out + float64(u*(float64(2*second)+float64(3*u*third)))) / span
	return value, slope
}

// piece returns the place of the key that begins the piece with a moment between the first
// and the last key, on the side from which it is approached.
func (c *Curve) piece(time float64, side Side, near int) int {
	within := func(i int) bool {
		from, to := c.times[i], c.times[i+1]
		if side == fit.Before {
			return from < time && time <= to
		}
		return from <= time && time < to || time == to && i+2 == len(c.times)
	}
	if within(near) {
		return near
	}
	if near+2 < len(c.times) && within(near+1) {
		return near + 1
	}
	i, found := slices.BinarySearch(c.times, time)
	if found && side != fit.Before {
		for i+1 < len(c.times) && c.times[i+1] == time { // the last key of the time
			i++
		}
	}
	if found && side != fit.Before && i+1 < len(c.times) {
		return i
	}
	return i - 1
}
