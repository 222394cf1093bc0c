package runtime

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// tickCurve is a track on its way into a TickCrowd, in float64. Kernels know
// straight lines and steps only: what bends, splines and great arcs, is cut
// into pieces so short that their chords keep within a bound.
type tickCurve struct {
	property      soa.Property
	target        int
	interpolation soa.Interpolation
	time          []float32
	value         [][4]float64 // one per key, rotations of unit length
	out, in       [][4]float64 // slopes per tick of splines
	tolerance     float64      // how far a value may be off
	pieces        []int        // per interval: how many pieces it needs
}

// maxArc is the angle between neighbouring quaternions (half that of the
// rotation) up to which the chord, walked at constant speed, is within 1e-6 of
// the arc: the two differ by angle³·√3/108 at most, a fifth and four fifths
// along.
const maxArc = 0.0395

// maxPieces limits how finely an interval is cut.
const maxPieces = 4096

// newTickCurve reads track t of a clip. tolerance is that of translations;
// other properties have tickTolerance.
func newTickCurve(clip *soa.Clip, t int, tolerance float64) *tickCurve {
	tr := &clip.Tracks[t]
	first, end := clip.Keys(t)
	c := &tickCurve{
		property: tr.Property, target: int(tr.Target), interpolation: tr.Interpolation,
		time: clip.Time[first:end], tolerance: tickTolerance,
	}
	if c.property == soa.Translation {
		c.tolerance = tolerance
	}
	for k := first; k < end; k++ {
		c.value = append(c.value, [4]float64{float64(clip.X[k]), float64(clip.Y[k]), float64(clip.Z[k]), float64(clip.W[k])})
		if c.interpolation == soa.Cubic {
			i := int(tr.FirstTangent) + k - first
			c.out, c.in = append(c.out, widen(clip.Out[i])), append(c.in, widen(clip.In[i]))
		}
	}
	if c.property == soa.Rotation && c.interpolation != soa.Cubic {
		for k := range c.value {
			c.value[k] = unit64(c.value[k])
			if k > 0 && c.interpolation == soa.Linear {
				c.value[k] = nearer(c.value[k], c.value[k-1])
			}
		}
	}
	return c
}

func widen(t soa.Tangent) [4]float64 {
	return [4]float64{float64(t[0]), float64(t[1]), float64(t[2]), float64(t[3])}
}

// at is the curve's value in interval i, the fraction u of the way.
func (c *tickCurve) at(i int, u float64) [4]float64 {
	a, b := c.value[i], c.value[i+1]
	switch {
	case c.interpolation == soa.Step:
		return a
	case c.interpolation == soa.Cubic:
		return c.finish(hermite64(a, b, c.out[i], c.in[i+1], u, float64(c.time[i+1])-float64(c.time[i])))
	case c.property == soa.Rotation:
		return slerp64(a, b, u)
	}
	return lerp64(a, b, u)
}

// key is the curve's value at key k.
func (c *tickCurve) key(k int) [4]float64 { return c.finish(c.value[k]) }

// finish gives the rotations of splines their length.
func (c *tickCurve) finish(v [4]float64) [4]float64 {
	if c.property == soa.Rotation && c.interpolation == soa.Cubic {
		return unit64(v)
	}
	return v
}

// still reports whether the curve stays within its tolerance of its first value.
func (c *tickCurve) still() bool {
	first := c.key(0)
	for i := range c.time[1:] {
		if c.apart(c.key(i+1), first) > c.tolerance {
			return false
		}
		if c.interpolation == soa.Cubic {
			for _, u := range [...]float64{0.2, 0.5, 0.8} {
				if c.apart(c.at(i, u), first) > c.tolerance {
					return false
				}
			}
		}
	}
	return true
}

// apart is how far two values of the curve are from each other.
func (c *tickCurve) apart(a, b [4]float64) float64 {
	if c.property == soa.Rotation {
		b = nearer(b, a)
	}
	return distance64(a, b)
}

// divide computes pieces.
func (c *tickCurve) divide() {
	c.pieces = make([]int, len(c.time)-1)
	for i := range c.pieces {
		switch {
		case c.interpolation == soa.Cubic:
			c.pieces[i] = c.divideSpline(i)
		case c.interpolation == soa.Linear && c.property == soa.Rotation:
			chord := distance64(c.value[i], c.value[i+1])
			// Arcs up to a right angle are at most 1.12 times as long as their chords.
			arc := chord * (1 + min(float64(chord*chord)/20, 0.12))
			c.pieces[i] = max(int(math.Ceil(arc/maxArc)), 1)
		default:
			c.pieces[i] = 1
		}
	}
}

// divideSpline is the number of pieces, of a fixed row of numbers, whose chords
// keep within the tolerance.
func (c *tickCurve) divideSpline(i int) int {
	n := 1
	for ; n < maxPieces; n += (n + 2) / 3 {
		if c.chordError(i, n) <= c.tolerance {
			break
		}
	}
	return min(n, maxPieces)
}

// chordError is the greatest distance of interval i, cut into n pieces, from
// the curve, looked for at three points of each piece. A rotation's piece that
// is longer than maxArc counts as infinitely wrong.
func (c *tickCurve) chordError(i, n int) float64 {
	worst := 0.0
	a := c.at(i, 0)
	for p := range n {
		b := c.at(i, float64(p+1)/float64(n))
		if c.property == soa.Rotation {
			if b = nearer(b, a); distance64(a, b) > maxArc {
				return math.Inf(1)
			}
		}
		for _, u := range [...]float64{0.25, 0.5, 0.75} {
			v := lerp64(a, b, u)
			if c.property == soa.Rotation {
				v = unit64(v)
			}
			worst = max(worst, c.apart(v, c.at(i, (float64(p)+u)/float64(n))))
		}
		a = b
	}
	return worst
}

// grid is the key times of a timeline whose intervals are cut into pieces:
// interval and fraction of each. It starts at tick 0 and reaches the tick last,
// so that every tick of the clip lies between two keys. That of steps goes
// beyond, for the value of their last key begins with it.
type grid struct {
	time     []float32
	interval []int
	fraction []float64
}

func newGrid(time []float32, pieces []int, last float64, step bool) grid {
	var g grid
	put := func(t float32, interval int, fraction float64) {
		if n := len(g.time); n == 0 || t > g.time[n-1] {
			g.time, g.interval, g.fraction = append(g.time, t), append(g.interval, interval), append(g.fraction, fraction)
		}
	}
	if time[0] > 0 {
		put(0, 0, 0)
	}
	for i, n := range pieces {
		t0, length := float64(time[i]), float64(time[i+1])-float64(time[i])
		put(time[i], i, 0)
		for p := 1; p < n; p++ {
			// Times are rounded; the value is that of the rounded time.
			if t := float32(t0 + float64(length*float64(p))/float64(n)); t < time[i+1] {
				put(t, i, (float64(t)-t0)/length)
			}
		}
	}
	end := len(time) - 1
	put(time[end], end, 0)
	if step {
		last = max(last, float64(time[end])+1)
	}
	if float64(time[end]) < last {
		t := float32(last)
		if float64(t) < last {
			t = math.Nextafter32(t, math.MaxFloat32)
		}
		put(t, end, 0)
	}
	return g
}

// values are the curve's at the times of a grid. Neighbouring rotations are on
// the same half of the sphere.
func (c *tickCurve) values(g *grid) [][4]float64 {
	v := make([][4]float64, len(g.time))
	for k, i := range g.interval {
		if g.fraction[k] == 0 {
			v[k] = c.key(i)
		} else {
			v[k] = c.at(i, g.fraction[k])
		}
		if k > 0 && c.property == soa.Rotation && c.interpolation != soa.Step {
			v[k] = nearer(v[k], v[k-1])
		}
	}
	return v
}

// sameTimes reports whether two curves can share a timeline.
func (c *tickCurve) sameTimes(o *tickCurve) bool {
	return (c.interpolation == soa.Step) == (o.interpolation == soa.Step) && slices.Equal(c.time, o.time)
}

// The functions below are written out so that their bits are the same on every
// processor: a compiler may not fuse products and sums of float64(x*y).

func lerp64(a, b [4]float64, u float64) [4]float64 {
	for k := range a {
		a[k] += float64((b[k] - a[k]) * u)
	}
	return a
}

func dot64(a, b [4]float64) float64 {
	return (float64(a[0]*b[0]) + float64(a[1]*b[1])) + (float64(a[2]*b[2]) + float64(a[3]*b[3]))
}

func distance64(a, b [4]float64) float64 {
	d := [4]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]}
	return math.Sqrt(dot64(d, d))
}

// nearer is q or its negative, which is the same rotation, whichever is on p's
// half of the sphere.
func nearer(q, p [4]float64) [4]float64 {
	if dot64(q, p) < 0 {
		return [4]float64{-q[0], -q[1], -q[2], -q[3]}
	}
	return q
}

// unit64 is q at unit length, or the identity where it has none.
func unit64(q [4]float64) [4]float64 {
	n := math.Sqrt(dot64(q, q))
	if !(n > 0) {
		return [4]float64{3: 1}
	}
	return [4]float64{q[0] / n, q[1] / n, q[2] / n, q[3] / n}
}

// slerp64 halves the shorter arc until its chord is as good: after k halvings
// the two differ by less than (angle/2^k)³/60.
func slerp64(a, b [4]float64, u float64) [4]float64 {
	b = nearer(b, a)
	for distance64(a, b) > 1e-4 {
		m := unit64(lerp64(a, b, 0.5))
		if u < 0.5 {
			b, u = m, u+u
		} else {
			a, u = m, (u-0.5)+(u-0.5)
		}
	}
	return unit64(lerp64(a, b, u))
}

// hermite64 is glTF's spline for slopes per tick.
func hermite64(a, b, out, in [4]float64, u, ticks float64) [4]float64 {
	rest := 1 - u
	square := float64(u * u)
	h01 := float64(square * (3 - (u + u)))
	h10 := float64(float64(float64(u*rest)*rest) * ticks)
	h11 := float64(float64(square*rest) * ticks)
	for k := range a {
		a[k] += (float64((b[k]-a[k])*h01) + float64(out[k]*h10)) - float64(in[k]*h11)
	}
	return a
}
