package fbxeval

import "math"

// curve is an AnimationCurve, its times in seconds.
type curve struct {
	time, value   []float64
	flags         []int
	data          [][4]float64 // right slope, next left slope, or tension, continuity, bias
	weights       [][2]float64 // right, next left
	before, after extrapolation
}

type extrapolation struct {
	mode  byte
	count float64 // less than 0: forever
}

func newExtrapolation(n *node) extrapolation {
	e := extrapolation{'C', -1}
	if c := n.child("Type"); len(c.values) > 0 {
		e.mode = byte(c.number(0))
	}
	if c := n.child("Repetition"); len(c.values) > 0 {
		e.count = c.number(0)
	}
	return e
}

func (f *File) newCurve(n *node) *curve {
	c := &curve{before: newExtrapolation(n.child("Pre-Extrapolation")), after: newExtrapolation(n.child("Post-Extrapolation"))}
	c.value = n.child("KeyValueFloat").list()
	for _, t := range n.child("KeyTime").list() {
		c.time = append(c.time, t/f.second)
	}
	flags, data, counts := n.child("KeyAttrFlags").list(), n.child("KeyAttrDataFloat").list(), n.child("KeyAttrRefCount").list()
	for i, count := range counts {
		var d [4]float64
		copy(d[:], data[4*i:])
		packed := math.Float32bits(float32(d[2]))
		if f.bits {
			for k := range d {
				d[k] = float64(math.Float32frombits(uint32(int32(data[4*i+k]))))
			}
			packed = uint32(int32(data[4*i+2]))
		}
		w := [2]float64{1. / 3, 1. / 3}
		fl := int(flags[i])
		if fl&0x1000000 != 0 && fl&0xa == 8 {
			w[0] = float64(packed&0xffff) / 10000
		}
		if fl&0x2000000 != 0 && fl&0xa == 8 {
			w[1] = float64(packed>>16) / 10000
		}
		for range int(count) {
			c.flags, c.data, c.weights = append(c.flags, fl), append(c.data, d), append(c.weights, w)
		}
	}
	return c
}

// at is the curve's value at a time in seconds.
func (c *curve) at(t float64) float64 {
	n := len(c.time)
	first, last := c.time[0], c.time[n-1]
	length := last - first
	if n == 1 || t >= first && t <= last || length <= 0 {
		return c.interpolate(t)
	}
	e, away, end := c.after, t-last, n-1
	if t < first {
		e, away, end = c.before, first-t, 0
	}
	switch {
	case e.mode == 'K':
		right, left := c.slopes(end)
		if end == 0 {
			return c.value[0] - right*away
		}
		return c.value[end] + left*away
	case e.mode != 'R' && e.mode != 'M' && e.mode != 'A' || e.count == 0:
		return c.value[end]
	}
	round := math.Floor(away / length)
	rest := away - round*length
	if e.count > 0 && round >= e.count {
		round, rest = e.count-1, length
	}
	forward := t > last
	if e.mode == 'M' && math.Mod(round, 2) == 0 {
		forward = !forward
	}
	at := first + rest
	if !forward {
		at = last - rest
	}
	v := c.interpolate(at)
	if e.mode == 'A' {
		gain := (c.value[n-1] - c.value[0]) * (round + 1)
		if t < first {
			gain = -gain
		}
		v += gain
	}
	return v
}

// interpolate is the value between the first and the last key.
func (c *curve) interpolate(t float64) float64 {
	n := len(c.time)
	if t <= c.time[0] && !(n > 1 && c.time[0] == t) {
		return c.value[0]
	}
	if t >= c.time[n-1] {
		return c.value[n-1]
	}
	k := 0
	for t >= c.time[k+1] {
		k++
	}
	a, b, span := c.value[k], c.value[k+1], c.time[k+1]-c.time[k]
	u := (t - c.time[k]) / span
	switch fl := c.flags[k]; {
	case fl&2 != 0 && fl&0x100 != 0:
		return b
	case fl&2 != 0:
		return a
	case fl&8 == 0:
		return a + (b-a)*u
	}
	right, _ := c.slopes(k)
	_, left := c.slopes(k + 1)
	w := c.weights[k]
	// Bisection for the parameter at which the time is u.
	low, high := 0., 1.
	for range 100 {
		s := (low + high) / 2
		if bezier(0, w[0], 1-w[1], 1, s) < u {
			low = s
		} else {
			high = s
		}
	}
	return bezier(a, a+right*w[0]*span, b-left*w[1]*span, b, low)
}

func bezier(a, b, c, d, s float64) float64 {
	r := 1 - s
	return r*r*r*a + 3*r*r*s*b + 3*r*s*s*c + s*s*s*d
}

// slopes are those of key k after it and before it.
func (c *curve) slopes(k int) (right, left float64) {
	n, fl := len(c.time), c.flags[k]
	line := func(i int) float64 { return (c.value[i+1] - c.value[i]) / (c.time[i+1] - c.time[i]) }
	hasBefore, hasAfter := k > 0 && c.time[k] > c.time[k-1], k+1 < n && c.time[k+1] > c.time[k]
	right = c.data[k][0]
	weightLeft := 1. / 3
	if k > 0 {
		left, weightLeft = c.data[k-1][1], c.weights[k-1][1]
		if c.flags[k-1]&(2|0x200) != 0 {
			left = 0
		}
	}
	straight := func(i int) bool { return c.flags[i]&0xa == 0 || c.flags[i]&2 != 0 }
	switch {
	case fl&8 == 0 || fl&2 != 0:
		right = 0
		if fl&2 == 0 && hasAfter {
			right = line(k)
		}
		if k > 0 && straight(k-1) && c.flags[k-1]&2 == 0 && hasBefore {
			left = line(k - 1)
		}
		return right, left
	case fl&0x200 != 0:
		tension, cont, bias := c.data[k][0], c.data[k][1], c.data[k][2]
		before, after, f := 0., 0., 1-tension
		if hasBefore {
			before = line(k - 1)
		}
		if hasAfter {
			after = line(k)
		}
		if hasBefore && hasAfter {
			f /= 2
		}
		return f * ((1+bias)*(1+cont)*before + (1-bias)*(1-cont)*after), f * ((1+bias)*(1-cont)*before + (1-bias)*(1+cont)*after)
	case fl&0x400 != 0:
		return right, left
	case hasBefore && hasAfter:
		return c.auto(k, right, weightLeft), c.auto(k, -left, weightLeft)
	case fl&0x4000 != 0:
		return 0, 0
	case hasBefore:
		return line(k - 1), line(k - 1)
	case hasAfter:
		return line(k), line(k)
	}
	return 0, 0
}

// auto is the automatic slope of an inner key, with a bias from −100 to 100.
func (c *curve) auto(k int, bias, weightLeft float64) float64 {
	fl := c.flags[k]
	a, v, b := c.value[k-1], c.value[k], c.value[k+1]
	before, after := (v-a)/(c.time[k]-c.time[k-1]), (b-v)/(c.time[k+1]-c.time[k])
	if fl&0x1000 != 0 && (a == v || b == v) {
		return 0
	}
	slope := (b - a) / (c.time[k+1] - c.time[k-1])
	if fl&0x2000 == 0 {
		part := (c.time[k] - c.time[k-1]) / (c.time[k+1] - c.time[k-1])
		slope = slope/2 + (before*(1-part)+after*part)/2
		if by := math.Abs(bias) / 100; by > 1e-4 {
			to := before
			if bias > 0 {
				to = after
			}
			slope = slope*(1-by) + to*by
		}
	}
	if fl&0x4000 != 0 {
		sign := 1.
		if slope < 0 {
			sign = -1
		}
		most := math.Min(math.Max(0, sign*before/weightLeft), math.Max(0, sign*after/c.weights[k][0]))
		slope = sign * math.Min(sign*slope, most)
	}
	return slope
}
