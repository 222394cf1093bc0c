package daeeval

// curve is a sampler.
type curve struct {
	time, value   []float64
	mode          []string
	in, out       []float64
	dims          int
	before, after string
}

func (c *curve) key(i, dim int) float64 { return c.value[i*c.dims+dim] }

func (c *curve) modeOf(i int) string {
	if i < 0 || len(c.mode) == 0 {
		return "LINEAR"
	}
	return c.mode[min(i, len(c.mode)-1)]
}

// at is a dimension's value at a time, never at a key's own.
func (c *curve) at(dim int, time float64) float64 {
	n := len(c.time)
	first, last := c.time[0], c.time[n-1]
	if time < first {
		return c.extrapolate(c.before, dim, time, first)
	}
	if time > last {
		return c.extrapolate(c.after, dim, time, last)
	}
	for i := n - 2; i >= 0; i-- {
		if c.begin(i) <= time {
			return c.segment(i, dim, time)
		}
	}
	return c.key(0, dim)
}

// extrapolate is what a curve does before and after its keys.
func (c *curve) extrapolate(behaviour string, dim int, time, edge float64) float64 {
	n := len(c.time)
	first, last := c.time[0], c.time[n-1]
	span := last - first
	switch behaviour {
	case "GRADIENT":
		const near = 1e-6
		if edge == first {
			return c.key(0, dim) + (c.at(dim, first+near*span)-c.key(0, dim))/(near*span)*(time-first)
		}
		return c.key(n-1, dim) + (c.key(n-1, dim)-c.at(dim, last-near*span))/(near*span)*(time-last)
	case "CYCLE", "CYCLE_RELATIVE", "OSCILLATE":
		rounds := 0
		for time < first {
			time, rounds = time+span, rounds-1
		}
		for time > last {
			time, rounds = time-span, rounds+1
		}
		if behaviour == "OSCILLATE" && rounds%2 != 0 {
			time = last - (time - first)
		}
		v := c.at(dim, time)
		if behaviour == "CYCLE_RELATIVE" {
			v += float64(rounds) * (c.key(n-1, dim) - c.key(0, dim))
		}
		return v
	}
	if edge == first {
		return c.key(0, dim)
	}
	return c.key(n-1, dim)
}

// begin is where segment i begins: at its key, but between two B-splines.
func (c *curve) begin(i int) float64 {
	if c.modeOf(i) == "BSPLINE" && c.modeOf(i-1) == "BSPLINE" && i > 0 {
		return (c.time[i-1] + 4*c.time[i] + c.time[i+1]) / 6
	}
	return c.time[i]
}

// point is a time and a value.
type point struct{ x, y float64 }

func (c *curve) point(i, dim int) point { return point{c.time[i], c.key(i, dim)} }

// segment is the value between keys i and i+1: the curve's parameter at that time is found
// by halving.
func (c *curve) segment(i, dim int, time float64) float64 {
	p0, p1 := c.point(i, dim), c.point(i+1, dim)
	var at func(s float64) point
	switch c.modeOf(i) {
	case "STEP":
		return p0.y
	case "BEZIER":
		c0, c1 := c.controls(i, dim)
		at = func(s float64) point { return casteljau([]point{p0, c0, c1, p1}, s) }
	case "HERMITE":
		t0, t1 := c.tangent(c.out, i, dim, p1.x-p0.x), c.tangent(c.in, i+1, dim, p1.x-p0.x)
		at = func(s float64) point {
			a, b, d, e := 2*s*s*s-3*s*s+1, -2*s*s*s+3*s*s, s*s*s-2*s*s+s, s*s*s-s*s
			return point{a*p0.x + b*p1.x + d*t0.x + e*t1.x, a*p0.y + b*p1.y + d*t0.y + e*t1.y}
		}
	case "CARDINAL":
		before, after := c.neighbours(i, dim)
		at = func(s float64) point {
			w := [4]float64{(-s + 2*s*s - s*s*s) / 2, (2 - 5*s*s + 3*s*s*s) / 2, (s + 4*s*s - 3*s*s*s) / 2, (-s*s + s*s*s) / 2}
			return sum(w, before, p0, p1, after)
		}
	case "BSPLINE":
		before, after := c.neighbours(i, dim)
		at = func(s float64) point {
			w := [4]float64{(1 - s) * (1 - s) * (1 - s) / 6, (3*s*s*s - 6*s*s + 4) / 6, (-3*s*s*s + 3*s*s + 3*s + 1) / 6, s * s * s / 6}
			return sum(w, before, p0, p1, after)
		}
	default:
		return p0.y + (p1.y-p0.y)*(time-p0.x)/(p1.x-p0.x)
	}
	low, high := 0., 1.
	for range 100 {
		if middle := (low + high) / 2; at(middle).x < time {
			low = middle
		} else {
			high = middle
		}
	}
	return at((low + high) / 2).y
}

func sum(w [4]float64, points ...point) (p point) {
	for i, q := range points {
		p.x += w[i] * q.x
		p.y += w[i] * q.y
	}
	return p
}

func casteljau(points []point, s float64) point {
	if len(points) == 1 {
		return points[0]
	}
	var next []point
	for i := range points[1:] {
		a, b := points[i], points[i+1]
		next = append(next, point{a.x + (b.x-a.x)*s, a.y + (b.y-a.y)*s})
	}
	return casteljau(next, s)
}

// neighbours are the points before and after segment i, reflected where the spline ends.
func (c *curve) neighbours(i, dim int) (before, after point) {
	p0, p1 := c.point(i, dim), c.point(i+1, dim)
	before, after = point{2*p0.x - p1.x, 2*p0.y - p1.y}, point{2*p1.x - p0.x, 2*p1.y - p0.y}
	if i > 0 && c.modeOf(i-1) == c.modeOf(i) {
		before = c.point(i-1, dim)
	}
	if i+2 < len(c.time) && c.modeOf(i+1) == c.modeOf(i) {
		after = c.point(i+2, dim)
	}
	return before, after
}

// controls are the control points of Bézier segment i.
func (c *curve) controls(i, dim int) (point, point) {
	p0, p1 := c.point(i, dim), c.point(i+1, dim)
	switch len(c.out) / len(c.time) {
	case c.dims: // distances from the keys, at thirds
		third := (p1.x - p0.x) / 3
		return point{p0.x + third, p0.y + c.out[i*c.dims+dim]}, point{p1.x - third, p1.y - c.in[(i+1)*c.dims+dim]}
	case 2 * c.dims:
		a, b := 2*(i*c.dims+dim), 2*((i+1)*c.dims+dim)
		return point{c.out[a], c.out[a+1]}, point{c.in[b], c.in[b+1]}
	}
	a, b := i*(c.dims+1), (i+1)*(c.dims+1)
	return point{c.out[a], c.out[a+1+dim]}, point{c.in[b], c.in[b+1+dim]}
}

// tangent is a Hermite tangent of key i.
func (c *curve) tangent(list []float64, i, dim int, span float64) point {
	switch len(list) / len(c.time) {
	case c.dims:
		return point{span, list[i*c.dims+dim]}
	case 2 * c.dims:
		return point{list[2*(i*c.dims+dim)], list[2*(i*c.dims+dim)+1]}
	}
	return point{list[i*(c.dims+1)], list[i*(c.dims+1)+1+dim]}
}
