package fbx

import "math"

// Mode is the interpolation of a curve between its keys.
type Mode uint8

// The modes of a Curve.
const (
	StepMode   Mode = iota // the earlier key's value
	LinearMode             // straight
	CubicMode              // a Hermite spline through In and Out
)

// Curve is an animation curve with one mode for all of its keys. A jump in a
// curve that is not stepped is two keys at one time.
type Curve struct {
	Mode    Mode
	Time    []float64 // seconds
	Value   []float64
	In, Out []float64 // CubicMode: slopes before and after each key, per second
}

// rawCurve is the arrays of an AnimationCurve.
type rawCurve struct {
	time  []int64
	value []float64
	flags []int64
	count []int64   // how many keys have each of flags and data
	slope []float64 // four each: after the key, before the next; or tension, continuity, bias
	pack  []uint32  // the same as bits, of which the third are weights
}

// The bits of a key's flags besides those of Shape.
const (
	stepNext      = 0x100 // of a stepped key: it has the next one's value
	tcb           = 0x200
	userSlopes    = 0x400
	evenTimes     = 0x2000 // automatic slopes do not look at how far keys are apart
	clamped       = 0x1000
	clampedMore   = 0x4000
	weightedRight = 0x1000000
	weightedNext  = 0x2000000
)

// third is the weight of a tangent with which a Bézier curve is Hermite's.
const third = 1. / 3

// curveKey is a key on its way into a Curve.
type curveKey struct {
	time, value             float64
	flags                   int64
	left, right             float64 // slopes per second
	weightLeft, weightRight float64
	tension, cont, bias     float64
}

// keys lays out flags and data per key.
func (c *rawCurve) keys() ([]curveKey, error) {
	if len(c.time) == 0 || len(c.time) != len(c.value) {
		return nil, malformed("a curve of %d times and %d values", len(c.time), len(c.value))
	}
	keys := make([]curveKey, len(c.time))
	next := 0
	for i, n := range c.count {
		for ; n > 0 && next < len(keys); n-- {
			k := &keys[next]
			if i < len(c.flags) {
				k.flags = c.flags[i]
			}
			k.data(c, i)
			if next+1 < len(keys) {
				keys[next+1].fromBefore(k, c, i)
			}
			next++
		}
	}
	for i := range keys {
		keys[i].time, keys[i].value = float64(c.time[i])/second, c.value[i]
		if i >= next && len(c.flags) > 0 { // where no counts say otherwise the last one holds
			keys[i].flags = c.flags[len(c.flags)-1]
		}
		if keys[i].weightLeft == 0 {
			keys[i].weightLeft = third
		}
		if keys[i].weightRight == 0 {
			keys[i].weightRight = third
		}
	}
	return keys, nil
}

// data reads what set i of the data says of the key's own side.
func (k *curveKey) data(c *rawCurve, i int) {
	if 4*i+3 >= len(c.slope) {
		return
	}
	k.right = c.slope[4*i]
	if k.flags&tcb != 0 {
		k.tension, k.cont, k.bias = c.slope[4*i], c.slope[4*i+1], c.slope[4*i+2]
	}
	if k.flags&weightedRight != 0 {
		k.weightRight = weight(c.pack[4*i+2] & 0xffff)
	}
}

// fromBefore reads what the key before says of this one's left side.
func (k *curveKey) fromBefore(before *curveKey, c *rawCurve, i int) {
	if 4*i+3 >= len(c.slope) || before.flags&tcb != 0 {
		return
	}
	k.left = c.slope[4*i+1]
	if before.flags&weightedNext != 0 {
		k.weightLeft = weight(c.pack[4*i+2] >> 16)
	}
}

// weight is a tangent's, from ten thousandths.
func weight(v uint32) float64 { return math.Min(math.Max(float64(v)/10000, 1e-4), 1) }

// solve finds the slopes of keys that do not state them.
func solve(keys []curveKey) {
	for i := range keys {
		k := &keys[i]
		if k.flags&int64(Bent) == 0 || k.flags&int64(Stepped) != 0 || k.flags&userSlopes != 0 && k.flags&tcb == 0 {
			continue
		}
		before, after, hasBefore, hasAfter := 0., 0., false, false
		if i > 0 && k.time > keys[i-1].time {
			before, hasBefore = (k.value-keys[i-1].value)/(k.time-keys[i-1].time), true
		}
		if i+1 < len(keys) && keys[i+1].time > k.time {
			after, hasAfter = (keys[i+1].value-k.value)/(keys[i+1].time-k.time), true
		}
		switch {
		case k.flags&tcb != 0:
			k.solveTCB(before, after, hasBefore && hasAfter)
		case hasBefore && hasAfter:
			left, right := k.left, k.right // biases, in an automatic key
			k.left = k.automatic(&keys[i-1], &keys[i+1], before, after, -left)
			k.right = k.automatic(&keys[i-1], &keys[i+1], before, after, right)
		case k.flags&(clampedMore) != 0:
			k.left, k.right = 0, 0
		default: // an end: straight to its neighbour
			k.left, k.right = before+after, before+after
		}
	}
}

// solveTCB is Kochanek and Bartels' spline.
func (k *curveKey) solveTCB(before, after float64, inside bool) {
	f := 1.
	if inside {
		f = 0.5
	}
	f *= 1 - k.tension
	k.left = float64(f*(1+k.bias)*(1-k.cont)*before) + float64(f*(1-k.bias)*(1+k.cont)*after)
	k.right = float64(f*(1+k.bias)*(1+k.cont)*before) + float64(f*(1-k.bias)*(1-k.cont)*after)
}

// automatic is the slope of a key between two others, by the slopes of the lines
// to them. A bias of 100 is the slope of one of these.
func (k *curveKey) automatic(a, b *curveKey, before, after, bias float64) float64 {
	if k.flags&clamped != 0 && (a.value == k.value || b.value == k.value) {
		return 0
	}
	slope := (b.value - a.value) / (b.time - a.time)
	if k.flags&evenTimes == 0 {
		part := (k.time - a.time) / (b.time - a.time)
		slope = float64(slope/2) + float64((float64(before*(1-part))+float64(after*part))/2)
		if by := math.Min(math.Abs(bias)/100, 1); bias > 0 {
			slope += float64(by * (after - slope))
		} else {
			slope += float64(by * (before - slope))
		}
	}
	if k.flags&clampedMore == 0 {
		return slope
	}
	// So flat that the curve does not go beyond its neighbours.
	size, sign := math.Abs(slope), math.Copysign(1, slope)
	size = math.Min(size, math.Max(sign*before/k.weightLeft, 0))
	size = math.Min(size, math.Max(sign*after/k.weightRight, 0))
	return sign * size
}

// pieces is into how many a stretch between weighted tangents is divided.
const pieces = 32

// curve makes one mode of those of all keys.
func (c *rawCurve) curve() (Curve, error) {
	keys, err := c.keys()
	if err != nil {
		return Curve{}, err
	}
	solve(keys)
	out := Curve{Mode: commonMode(keys)}
	for i := range keys {
		k := &keys[i]
		in := k.left
		if i > 0 {
			in = out.stretch(&keys[i-1], k)
		}
		if out.Mode == StepMode && k.flags&stepNext != 0 && i+1 < len(keys) {
			k = &curveKey{time: k.time, value: keys[i+1].value}
		}
		out.add(k.time, k.value, in, 0)
	}
	return out, nil
}

// commonMode is the simplest in which all stretches between keys can be.
func commonMode(keys []curveKey) Mode {
	mode := StepMode
	for i := range keys[:len(keys)-1] {
		switch f := keys[i].flags; {
		case f&int64(Stepped) != 0:
		case f&int64(Bent) != 0:
			return CubicMode
		default:
			mode = LinearMode
		}
	}
	if len(keys) == 1 {
		return LinearMode
	}
	return mode
}

func (c *Curve) add(time, value, in, out float64) {
	c.Time, c.Value = append(c.Time, time), append(c.Value, value)
	if c.Mode == CubicMode {
		c.In, c.Out = append(c.In, in), append(c.Out, out)
	}
}

// stretch appends what lies between two keys, of which the first is there, and
// returns the slope with which the second is reached.
func (c *Curve) stretch(a, b *curveKey) (in float64) {
	if c.Mode == StepMode {
		return 0
	}
	last := len(c.Time) - 1
	switch span := b.time - a.time; {
	case a.flags&int64(Stepped) != 0 && a.flags&stepNext != 0:
		c.add(a.time, b.value, 0, 0)
	case a.flags&int64(Stepped) != 0:
		c.add(b.time, a.value, 0, 0)
	case !(span > 0) || c.Mode != CubicMode:
	case a.flags&int64(Bent) == 0:
		c.Out[last] = (b.value - a.value) / span
		return c.Out[last]
	default:
		if math.Abs(a.weightRight-third) > 1e-3 || math.Abs(b.weightLeft-third) > 1e-3 {
			return c.weighted(a, b)
		}
		c.Out[last] = a.right
		return b.left
	}
	return 0
}

// weighted appends a stretch whose tangents are not a third as long as it: a
// Bézier curve in time too, in pieces.
func (c *Curve) weighted(a, b *curveKey) (in float64) {
	span := b.time - a.time
	x := [4]float64{a.time, a.time + float64(a.weightRight*span), b.time - float64(b.weightLeft*span), b.time}
	y := [4]float64{a.value, a.value + float64(a.right*a.weightRight*span), b.value - float64(b.left*b.weightLeft*span), b.value}
	c.Out[len(c.Out)-1] = a.right
	for i := 1; i < pieces; i++ {
		u := float64(i) / pieces
		t, dt := bezier(&x, u)
		v, dv := bezier(&y, u)
		if dt > 1e-9*span && t > c.Time[len(c.Time)-1] && t < b.time {
			c.add(t, v, dv/dt, dv/dt)
		}
	}
	return b.left
}

// bezier is a cubic Bézier curve's value and derivative.
func bezier(p *[4]float64, u float64) (value, slope float64) {
	v := 1 - u
	value = float64(v*v*v*p[0]) + float64(3*v*v*u*p[1]) + float64(3*v*u*u*p[2]) + float64(u*u*u*p[3])
	slope = float64(3*v*v*(p[1]-p[0])) + float64(6*v*u*(p[2]-p[1])) + float64(3*u*u*(p[3]-p[2]))
	return value, slope
}
