package keys

import (
	"encoding/binary"
	"hash/maphash"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/layout"
	"github.com/sinew-anim/sinew/soa"
)

// curve is a track on its way to the keys of kernels, in float64 and in the units of its column.
// Splines and great arcs are cut into chords within a tolerance or, where these would be many, go to
// the kernels as cubic Bézier curves.
type curve struct {
	property      soa.Property
	interpolation soa.Interpolation
	time          []float32
	value         []exact.Quat // one per key, rotations of unit length
	out, in       []exact.Quat // slopes per tick of splines
	tolerance     float64      // by which a value may be off
	arc           float64      // see MaxArc
	pieces        []int        // per interval: how many pieces, straight or cubic, it needs
}

// Tolerance is how far rotations (as unit quaternions), scale factors and weights may be off.
const Tolerance = 1e-6

// MaxArc is the angle between neighbouring quaternions (half that of the rotation)
// up to which the chord, walked at constant speed, is within 1e-6 of the arc: the
// two differ by angle³·√3/108 at most, a fifth and four fifths along.
const MaxArc = 0.0395

// newCurve reads track t of a clip; convert takes its values to the units of its column.
func (s *slab) newCurve(clip *soa.Clip, t int, tolerance, arc float64, convert *layout.Conversion) *curve {
	tr := &clip.Tracks[t]
	first, end := clip.Keys(t)
	c := s.curve()
	*c = curve{property: tr.Property, interpolation: tr.Interpolation, time: clip.Time[first:end], tolerance: tolerance, arc: arc}
	c.value, c.pieces = s.values(end-first), s.numbers(end-first-1)
	if c.interpolation == soa.Cubic {
		c.out, c.in = s.values(end-first), s.values(end-first)
	}
	var before exact.Quat
	for k := first; k < end; k++ {
		v := exact.Key(clip, k)
		if c.interpolation == soa.Cubic {
			i := int(tr.FirstTangent) + k - first
			c.out[k-first] = convert.Value(c.property, exact.Widen(clip.Out[i]), true)
			c.in[k-first] = convert.Value(c.property, exact.Widen(clip.In[i]), true)
		} else if c.property == soa.Rotation {
			v = v.Unit()
		}
		if k > first && c.property == soa.Rotation && c.interpolation == soa.Linear {
			v = v.NearestSign(before) // of the values as they are: rounding would decide on half turns
		}
		before = v
		c.value[k-first] = convert.Value(c.property, v, false)
	}
	return c
}

// at is the curve's value in interval i, the fraction u of the way.
func (c *curve) at(i int, u float64) exact.Quat {
	a, b := c.value[i], c.value[i+1]
	switch {
	case c.interpolation == soa.Step:
		return a
	case c.interpolation == soa.Cubic:
		s := c.spline(i)
		return c.onSpline(&s, u)
	case c.property == soa.Rotation:
		return exact.Slerp(a, b, u)
	}
	return a.Lerp(b, u)
}

// spline is interval i of a spline, and onSpline a value of it.
func (c *curve) spline(i int) exact.Spline {
	return exact.NewSpline(c.value[i], c.value[i+1], c.out[i], c.in[i+1], c.ticks(i))
}

func (c *curve) onSpline(s *exact.Spline, u float64) exact.Quat { return c.finish(s.At(u)) }

// key is the curve's value at key k.
func (c *curve) key(k int) exact.Quat { return c.finish(c.value[k]) }

// finish gives the rotations of splines their length.
func (c *curve) finish(v exact.Quat) exact.Quat {
	if c.property == soa.Rotation && c.interpolation == soa.Cubic {
		return v.Unit()
	}
	return v
}

// still tells whether the curve stays within its tolerance of its first value.
func (c *curve) still() bool {
	first := c.key(0)
	for i := range c.time[1:] {
		if c.distance(c.key(i+1), first) > c.tolerance {
			return false
		}
		if c.interpolation == soa.Cubic {
			for _, u := range [...]float64{0.2, 0.5, 0.8} {
				if c.distance(c.at(i, u), first) > c.tolerance {
					return false
				}
			}
		}
	}
	return true
}

// distance is how far two values of the curve are from each other.
func (c *curve) distance(a, b exact.Quat) float64 {
	if c.property == soa.Rotation {
		b = b.NearestSign(a)
	}
	return a.Distance(b)
}

// divide computes the straight pieces of each interval. It fails where they would be more
// than limit in all, or nearer to each other than float32 ticks can be.
func (c *curve) divide(limit int) bool {
	for i := range c.pieces {
		n, most := 1, limit-(len(c.pieces)-i)+1
		switch {
		case c.interpolation == soa.Cubic:
			n = c.divideSpline(i, most)
		case c.interpolation == soa.Linear && c.property == soa.Rotation:
			n = c.arcChords(c.value[i], c.value[i+1])
		}
		n = max(n, 1)
		if n > 1 && (n > most || !divisible(c.time[i], c.time[i+1], n)) {
			return false
		}
		c.pieces[i] = n
		limit -= n
	}
	return true
}

// arcChords is the number of chords of a great arc.
func (c *curve) arcChords(a, b exact.Quat) int {
	d := exact.Quat{b[0] - a[0], b[1] - a[1], b[2] - a[2], b[3] - a[3]}
	if most := float64(0.999 * c.arc); d.Dot(d) < float64(most*most) { // nor is the arc longer, by far
		return 1
	}
	return int(math.Ceil(2 * halfAngle(a, b) / c.arc))
}

// divideSpline is the number of pieces, of a fixed series of numbers, whose chords
// keep within the tolerance, or more than most.
func (c *curve) divideSpline(i, most int) int {
	n, s := 1, c.spline(i)
	for ; n <= most; n += (n + 2) / 3 {
		if c.keeps(&s, n) {
			break
		}
	}
	return n
}

// keeps reports whether an interval, cut into n chords, keeps within the tolerance of the curve at
// three points of each. A piece of a rotation that is longer than arc does not.
func (c *curve) keeps(s *exact.Spline, n int) bool {
	a := c.onSpline(s, 0)
	for p := range n {
		b := c.onSpline(s, float64(p+1)/float64(n))
		if c.property == soa.Rotation {
			if b = b.NearestSign(a); a.Distance(b) > c.arc {
				return false
			}
		}
		for _, u := range [...]float64{0.25, 0.5, 0.75} {
			if c.strays(a.Lerp(b, u), s.At((float64(p)+u)/float64(n))) {
				return false
			}
		}
		a = b
	}
	return true
}

// strays reports whether a point of a chord is farther than the tolerance from one of a spline, of
// rotations once both have unit length.
func (c *curve) strays(v, w exact.Quat) bool {
	// Mostly the sine of the angle between them, or the square of their distance, tells without roots.
	way, whole := exact.Quat{w[0] - v[0], w[1] - v[1], w[2] - v[2], w[3] - v[3]}, 1.0
	if c.property == soa.Rotation {
		along := v.Dot(w) / v.Dot(v)
		for i := range way {
			way[i] = w[i] - float64(along*v[i])
		}
		whole = w.Dot(w)
	}
	grain := 1e-6 + 1e-14/c.tolerance // far more than rounding, and than an angle is larger than its sine
	square, most := way.Dot(way), float64(float64(c.tolerance*c.tolerance)*whole)
	switch {
	case square < most*(1-grain):
		return false
	case square > most*(1+grain):
		return true
	}
	if c.property == soa.Rotation {
		v, w = v.Unit(), w.Unit()
	}
	return !(c.distance(v, w) <= c.tolerance)
}

// timeGrid is the key times of a timeline whose intervals are cut into pieces, with the interval and
// fraction of each. It spans the ticks 0 to last, so that every tick of the clip lies between two
// keys. The grid of steps goes beyond: the value of the last key begins with it.
type timeGrid struct {
	time     []float32
	interval []int
	fraction []float64
}

func newTimeGrid(time []float32, pieces []int, last float64, step bool) timeGrid {
	var g timeGrid
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

// values writes the curve's values at the times of a grid. Neighbouring rotations are in the same
// hemisphere.
func (c *curve) values(g *timeGrid, v []exact.Quat) {
	great := c.property == soa.Rotation && c.interpolation == soa.Linear
	var arc exact.Arc       // of interval on
	var spline exact.Spline // the same
	on := -1
	for k, i := range g.interval {
		switch f := g.fraction[k]; {
		case f == 0:
			v[k] = c.key(i)
		case great:
			if i != on {
				arc, on = exact.NewArc(c.value[i], c.value[i+1]), i
			}
			v[k] = arc.At(f)
		case c.interpolation == soa.Cubic:
			if i != on {
				spline, on = c.spline(i), i
			}
			v[k] = c.onSpline(&spline, f)
		default:
			v[k] = c.at(i, f)
		}
		if k > 0 && c.property == soa.Rotation && c.interpolation != soa.Step {
			v[k] = v[k].NearestSign(v[k-1])
		}
	}
}

// timeline is what curves have in common that may share a group, beside their times.
type timeline struct {
	way, class    int
	interpolation soa.Interpolation
}

// timeline returns that of a curve: straight pieces are the same of lines and of splines.
func (c *curve) timeline(way, class int) timeline {
	t := timeline{way, class, c.interpolation}
	if way == goesStraight && c.interpolation == soa.Cubic {
		t.interpolation = soa.Linear
	}
	return t
}

// timesSeed keeps files from having many timelines of one hash.
var timesSeed = maphash.MakeSeed()

// hash is one of the curve's times.
func (c *curve) hash() uint64 {
	var h maphash.Hash
	h.SetSeed(timesSeed)
	for _, at := range c.time {
		var b [4]byte
		binary.LittleEndian.PutUint32(b[:], math.Float32bits(at+0)) // -0 is 0
		_, _ = h.Write(b[:])
	}
	return h.Sum64()
}
