package collada

import (
	"math"

	"github.com/sinew-anim/sinew/internal/fit"
)

// Curve is a dimension of a sampler: a number over time, in seconds.
type Curve struct {
	*Sampler
	dim int
}

// At returns the curve's value at a time.
func (c Curve) At(time float64, side Side) float64 {
	s := c.Sampler
	first, last := s.knot[0], s.knot[len(s.knot)-1]
	switch {
	case len(s.knot) == 1:
		return s.value[c.dim]
	case time < first || time == first && side == fit.Before:
		return c.extrapolate(s.before, first, first, last, time, side)
	case time > last || time == last && side == fit.After:
		return c.extrapolate(s.after, last, first, last, time, side)
	}
	return c.interpolate(time, side)
}

// Range returns the least and the largest value of the curve's keys.
func (c Curve) Range() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for i := range c.time {
		low, high = math.Min(low, c.key(i)), math.Max(high, c.key(i))
	}
	return low, high
}

// key returns the value of key i.
func (c Curve) key(i int) float64 { return c.value[i*c.dims+c.dim] }

// extrapolate is At before the first key or after the last, the edge.
func (c Curve) extrapolate(b behaviour, edge, first, last, time float64, side Side) float64 {
	span := last - first
	if span <= 0 && b != constant {
		b = constant
	}
	switch b {
	case gradient:
		return c.interpolate(edge, fit.At) + float64(c.edgeSlope(edge == last)*(time-edge))
	case cycle, cycleRelative, oscillate:
		times := math.Floor((time - first) / span)
		at := c.onKnot(first+math.Min(math.Max(time-first-float64(times*span), 0), span), time)
		switch {
		case at == first && side == fit.Before: // the end of the round before
			times, at = times-1, last
		case at == last && side != fit.Before:
			times, at = times+1, first
		}
		if b == oscillate && math.Mod(times, 2) != 0 {
			return c.interpolate(c.onKnot(first+last-at, time), 2-side)
		}
		v := c.interpolate(at, side)
		if b == cycleRelative {
			v += float64(times * (c.interpolate(last, fit.At) - c.interpolate(first, fit.At)))
		}
		return v
	}
	return c.interpolate(edge, fit.At)
}

// onKnot returns a time of the curve that corresponds to another, or that of a knot within rounding
// of it.
func (s *Sampler) onKnot(at, other float64) float64 {
	near := 1e-14 * (math.Abs(at) + math.Abs(other))
	i := s.segment(at, fit.At)
	if i >= 0 && at-s.knot[i] <= near {
		return s.knot[i]
	}
	if i+1 < len(s.knot) && s.knot[i+1]-at <= near {
		return s.knot[i+1]
	}
	return at
}

// edgeSlope returns the slope at the first or the last key.
func (c Curve) edgeSlope(last bool) float64 {
	i := 0
	if last {
		i = len(c.knot) - 2
	}
	x, y := c.bezier(i)
	a, b := 0, 1
	if last {
		a, b = 2, 3
	}
	switch {
	case c.mode[i] == step:
		return 0
	case x[b] == x[a]:
		a, b = 0, 3
	}
	if x[b] == x[a] {
		return 0
	}
	return (y[b] - y[a]) / (x[b] - x[a])
}

// segment returns the index of the segment at a time between the first and the last knot.
func (s *Sampler) segment(time float64, side Side) int {
	return fit.Search(s.knot, time, side) - 1
}

// interpolate is At between the first and the last knot.
func (c Curve) interpolate(time float64, side Side) float64 {
	s := c.Sampler
	i := s.segment(time, side)
	switch n := len(s.knot); {
	case i < 0:
		return c.key(0)
	case i == n-1:
		return c.key(n - 1)
	}
	a, b := s.knot[i], s.knot[i+1]
	switch s.mode[i] {
	case step:
		return c.key(i)
	case linear:
		return c.key(i) + float64((time-a)/(b-a)*(c.key(i+1)-c.key(i)))
	}
	x, y := c.bezier(i)
	span := x[3] - x[0]
	u := (time - x[0]) / span
	p, q := (x[1]-x[0])/span, (x[2]-x[0])/span
	if math.Abs(p-1./3) > 1e-9 || math.Abs(q-2./3) > 1e-9 {
		u = fit.BezierParameter(p, q, u)
	}
	v, _ := fit.Bezier(&y, u)
	return v
}

// bezier returns the segment after key i as a Bézier curve of times and values.
func (c Curve) bezier(i int) (x, y [4]float64) {
	s := c.Sampler
	x[0], x[3] = s.time[i], s.time[i+1]
	y[0], y[3] = c.key(i), c.key(i+1)
	span := x[3] - x[0]
	switch s.mode[i] {
	case bezier, hermite:
		out, in := 2*(i*s.dims+c.dim), 2*((i+1)*s.dims+c.dim)
		x[1], y[1] = x[0]+s.out[out], y[0]+s.out[out+1]
		x[2], y[2] = x[3]+s.in[in], y[3]+s.in[in+1]
	case cardinal:
		before, after := c.neighbours(i, cardinal)
		// A tangent is half the way between the neighbours.
		x[1], y[1] = s.within6(x[0], x[3]-before[0], span), y[0]+(y[3]-before[1])/6
		x[2], y[2] = x[3]-(s.within6(0, after[0]-x[0], span)), y[3]-(after[1]-y[0])/6
	case bspline:
		before, after := c.neighbours(i, bspline)
		spline := func(p, a, b, n float64) [4]float64 {
			return [4]float64{(p + float64(4*a) + b) / 6, (float64(2*a) + b) / 3, (a + float64(2*b)) / 3, (a + float64(4*b) + n) / 6}
		}
		x, y = spline(before[0], x[0], x[3], after[0]), spline(before[1], y[0], y[3], after[1])
	default:
		x[1], x[2] = x[0]+span/3, x[3]-span/3
		y[1], y[2] = y[0]+(y[3]-y[0])/3, y[3]-(y[3]-y[0])/3
	}
	return x, y
}

// within6 returns a time a sixth of the distance of two neighbours from a key, within the segment.
func (s *Sampler) within6(from, way, span float64) float64 { return from + math.Min(way/6, span) }

// neighbours returns time and value of the keys before and after segment i: at an end of the spline the
// reflection of the inner key.
func (c Curve) neighbours(i int, m mode) (before, after [2]float64) {
	s := c.Sampler
	if i > 0 && s.mode[i-1] == m {
		before = [2]float64{s.time[i-1], c.key(i - 1)}
	} else {
		before = [2]float64{float64(2*s.time[i]) - s.time[i+1], float64(2*c.key(i)) - c.key(i+1)}
	}
	if i+2 < len(s.time) && s.mode[i+1] == m {
		after = [2]float64{s.time[i+2], c.key(i + 2)}
	} else {
		after = [2]float64{float64(2*s.time[i+1]) - s.time[i], float64(2*c.key(i+1)) - c.key(i)}
	}
	return before, after
}

// Still reports whether the sampler never changes.
func (s *Sampler) Still() bool {
	for i := range s.time {
		for d := range s.dims {
			if s.value[i*s.dims+d] != s.value[d] {
				return false
			}
		}
	}
	for k := 1; k < len(s.in); k += 2 {
		if s.in[k] != 0 || s.out[k] != 0 {
			return false
		}
	}
	return true
}

// Jumps reports whether the sampler may be discontinuous.
func (s *Sampler) Jumps() bool {
	if s.before >= cycle || s.after >= cycle {
		return true
	}
	for i := range s.time[:len(s.time)-1] {
		if s.mode[i] == step || s.knot[i] == s.knot[i+1] {
			return true
		}
	}
	return false
}

// Knots appends the moments in an interval at which the curves may bend or jump, until the list
// has more than most.
func (s *Sampler) Knots(list []float64, first, last float64, most int) []float64 {
	from, to := s.knot[0], s.knot[len(s.knot)-1]
	add := func(t float64) {
		if t > first && t < last && len(list) <= most {
			list = append(list, t)
		}
	}
	for _, t := range s.knot {
		add(t)
	}
	span := to - from
	if !(span > 0) {
		return list
	}
	rounds := func(t float64) int { return int(math.Min(math.Max((t-from)/span, -1e9), 1e9)) }
	repeat := func(b behaviour, begin, end int) {
		if b < cycle {
			return
		}
		for times := max(begin, rounds(first)-1); times <= min(end, rounds(last)+1) && len(list) <= most; times++ {
			base := from + float64(float64(times)*span)
			add(base) // the end of the round before, to the bit
			for _, t := range s.knot[1 : len(s.knot)-1] {
				at := t - from
				if b == oscillate && times%2 != 0 {
					at = to - t
				}
				add(base + at)
			}
		}
	}
	repeat(s.before, math.MinInt, -1)
	repeat(s.after, 1, math.MaxInt)
	return list
}
