package gpu

import "math"

// Bounds is a box along the axes. EmptyBounds returns the one to start with.
type Bounds struct {
	Min, Max [3]float32
}

// EmptyBounds returns the box without points.
func EmptyBounds() Bounds {
	inf := float32(math.Inf(1))
	return Bounds{Min: [3]float32{inf, inf, inf}, Max: [3]float32{-inf, -inf, -inf}}
}

// Empty reports whether the box has no points.
func (b Bounds) Empty() bool { return !(b.Min[0] <= b.Max[0]) }

// Center returns the middle of a box that is not empty.
func (b Bounds) Center() [3]float32 {
	var c [3]float32
	for k := range c {
		c[k] = 0.5*b.Min[k] + 0.5*b.Max[k]
	}
	return c
}

// Add enlarges the box to contain a point. Points that are not finite are ignored.
func (b *Bounds) Add(p [3]float32) {
	for _, v := range p {
		if v-v != 0 {
			return
		}
	}
	for k, v := range p {
		b.Min[k] = min(b.Min[k], v)
		b.Max[k] = max(b.Max[k], v)
	}
}

// Union enlarges the box to contain another one.
func (b *Bounds) Union(o Bounds) {
	if !o.Empty() {
		b.Add(o.Min)
		b.Add(o.Max)
	}
}
