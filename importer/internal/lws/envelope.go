package lws

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/fit"
)

// Shape is the form of the span before a key.
type Shape uint8

// The shapes, by their numbers in a file.
const (
	TCB     Shape = iota // tension, continuity, bias
	Hermite              // tangents into and out of the key
	Bezier               // as Hermite
	Linear
	Step
	Bezier2 // handles into and out of the key: seconds and value
)

// Behavior is how an envelope goes on before its first key or after its last one.
type Behavior uint8

// The behaviors, by their numbers in a file.
const (
	Reset Behavior = iota
	Constant
	Repeat
	Oscillate
	OffsetRepeat
	Extend // straight on, with the slope at the key
)

// Key is a key of an envelope.
type Key struct {
	Time, Value float64 // seconds; metres, radians or a factor
	Shape       Shape
	Param       [4]float64 // of the shape
}

// Envelope is a number over time: keys in the order of time.
type Envelope struct {
	Keys      []Key
	Pre, Post Behavior
}

// Still implements scene.Driver.
func (e *Envelope) Still() bool {
	for i := range e.Keys {
		if e.Keys[i].Value != e.Keys[0].Value {
			return false
		}
		if i > 0 && e.bends(i-1) {
			return false
		}
	}
	return len(e.Keys) < 2 || e.Keys[0].Value == 0 || e.Pre != Reset && e.Post != Reset
}

// bends reports whether a span between keys of equal value leaves that value.
func (e *Envelope) bends(i int) bool {
	switch e.Keys[i+1].Shape {
	case Linear, Step:
		return false
	case Bezier2:
		return e.leaving(i) != 0 || e.Keys[i+1].Param[1] != 0
	}
	return e.outTangent(i) != 0 || e.inTangent(i) != 0
}

// Moves reports whether the envelope moves before its first key, and after its last one.
func (e *Envelope) Moves() (before, after bool) {
	n := len(e.Keys)
	if n < 2 {
		return false, false
	}
	moves := func(b Behavior, at float64) bool {
		switch b {
		case Constant:
			return false
		case Reset:
			return at != 0
		}
		return !e.Still()
	}
	return moves(e.Pre, e.Keys[0].Value), moves(e.Post, e.Keys[n-1].Value)
}

// Jumps implements scene.Driver.
func (e *Envelope) Jumps() bool {
	jumps := len(e.Keys) > 1 && (e.Pre == Reset || e.Post == Reset || e.Pre == Repeat || e.Post == Repeat)
	for i := range e.Keys {
		jumps = jumps || i > 0 && (e.Keys[i].Shape == Step || e.Keys[i].Time == e.Keys[i-1].Time)
	}
	return jumps
}

// Knots implements scene.Driver.
func (e *Envelope) Knots(list []float64, first, last float64, most int) []float64 {
	n := len(e.Keys)
	if n < 2 {
		return list
	}
	a, z := e.Keys[0].Time, e.Keys[n-1].Time
	add := func(round float64, b Behavior) {
		for i := range e.Keys {
			if round > 0 && i == 0 || round < 0 && i == n-1 { // the end of the round beside it
				continue
			}
			t := e.Keys[i].Time
			if b == Oscillate && math.Mod(round, 2) != 0 {
				t = a + z - e.Keys[n-1-i].Time
			}
			if t += float64(round * (z - a)); t > first && t < last && len(list) <= most {
				list = append(list, t)
			}
		}
	}
	add(0, Constant)
	// More rounds than knots may be are too fast to follow.
	if rounds := (last - first) / (z - a); !(z > a) || !(rounds < float64(most)) {
		return list
	}
	if e.Post >= Repeat && e.Post <= OffsetRepeat {
		from, to := math.Max(1, math.Floor((first-a)/(z-a))), math.Ceil((last-a)/(z-a))
		for k := from; k < to && k < 1<<53 && len(list) <= most; k++ {
			add(k, e.Post)
		}
	}
	if e.Pre >= Repeat && e.Pre <= OffsetRepeat {
		from, to := math.Min(-1, math.Floor((last-a)/(z-a))), math.Floor((first-a)/(z-a))
		for k := from; k >= to && k > -1<<53 && len(list) <= most; k-- {
			add(k, e.Pre)
		}
	}
	return list
}

// At returns the value at a moment.
func (e *Envelope) At(time float64, side fit.Side) float64 {
	n := len(e.Keys)
	switch n {
	case 0:
		return 0
	case 1:
		return e.Keys[0].Value
	}
	a, z := &e.Keys[0], &e.Keys[n-1]
	switch {
	case time < a.Time || time == a.Time && side == fit.Before:
		return e.extrapolate(time, side, e.Pre, a, func() float64 { return e.outTangent(0) / (e.Keys[1].Time - a.Time) })
	case time > z.Time || time == z.Time && side == fit.After:
		return e.extrapolate(time, side, e.Post, z, func() float64 { return e.inTangent(n-2) / (z.Time - e.Keys[n-2].Time) })
	}
	return e.interpolate(time, side)
}

// extrapolate returns the value before the first key or after the last one; end is the nearer of both.
func (e *Envelope) extrapolate(time float64, side fit.Side, b Behavior, end *Key, slope func() float64) float64 {
	a, z := &e.Keys[0], &e.Keys[len(e.Keys)-1]
	period := z.Time - a.Time
	switch b {
	case Reset:
		return 0
	case Extend:
		if s := slope(); !math.IsNaN(s) && !math.IsInf(s, 0) {
			return end.Value + float64(s*(time-end.Time))
		}
	case Repeat, Oscillate, OffsetRepeat:
		if !(period > 0) {
			break
		}
		round := math.Floor((time - a.Time) / period)
		at := e.snap(time - float64(round*period))
		switch { // the ends of a round belong to it from within only
		case at >= z.Time && side != fit.Before:
			round, at = round+1, a.Time
		case at <= a.Time && side == fit.Before:
			round, at = round-1, z.Time
		}
		if b == Oscillate && math.Mod(round, 2) != 0 {
			at, side = e.snap(a.Time+z.Time-at), fit.After-side
		}
		v := e.interpolate(at, side)
		if b == OffsetRepeat {
			v += float64(round * (z.Value - a.Value))
		}
		return v
	}
	return end.Value
}

// snap returns a moment, or that of a key from which only rounding sets it apart.
func (e *Envelope) snap(time float64) float64 {
	n := len(e.Keys)
	slack := float64(1e-9 * (e.Keys[n-1].Time - e.Keys[0].Time))
	i, _ := slices.BinarySearchFunc(e.Keys, time-slack, func(k Key, t float64) int { return cmp.Compare(k.Time, t) })
	if i < n && e.Keys[i].Time <= time+slack {
		return e.Keys[i].Time
	}
	return time
}

// interpolate returns the value at a moment from the first key to the last.
func (e *Envelope) interpolate(time float64, side fit.Side) float64 {
	after, _ := slices.BinarySearchFunc(e.Keys, time, func(k Key, t float64) int {
		if k.Time < t || k.Time == t && side != fit.Before {
			return -1
		}
		return 1
	})
	if after == 0 {
		return e.Keys[0].Value
	}
	if after == len(e.Keys) {
		return e.Keys[after-1].Value
	}
	return e.span(after-1, time)
}

// span returns the value at a moment from key i to the next.
func (e *Envelope) span(i int, time float64) float64 {
	a, b := &e.Keys[i], &e.Keys[i+1]
	u := (time - a.Time) / (b.Time - a.Time)
	switch {
	case time == a.Time:
		return a.Value
	case b.Shape == Step:
		return a.Value
	case time == b.Time:
		return b.Value
	case b.Shape == Linear:
		return a.Value + float64(u*(b.Value-a.Value))
	case b.Shape == Bezier2:
		return e.bezier(i, time)
	}
	h2 := float64(u * u * (3 - 2*u))
	h3 := float64(u * (1 - u) * (1 - u))
	h4 := float64(u * u * (u - 1))
	return a.Value + float64(h2*(b.Value-a.Value)) + float64(h3*e.outTangent(i)) + float64(h4*e.inTangent(i))
}

// leaving returns the value of the handle out of key i, for a span with handles.
func (e *Envelope) leaving(i int) float64 {
	if a := &e.Keys[i]; a.Shape == Bezier2 {
		return a.Param[3]
	} else {
		return a.Param[1] / 3
	}
}

// bezier returns the value of a span with handles.
func (e *Envelope) bezier(i int, time float64) float64 {
	a, b := &e.Keys[i], &e.Keys[i+1]
	length := b.Time - a.Time
	p := 1. / 3
	if a.Shape == Bezier2 {
		p = a.Param[2] / length
	}
	q := 1 + b.Param[0]/length
	u := fit.BezierParameter(math.Min(math.Max(p, 0), 1), math.Min(math.Max(q, 0), 1), (time-a.Time)/length)
	v, _ := fit.Bezier(&[4]float64{a.Value, a.Value + e.leaving(i), b.Value + b.Param[1], b.Value}, u)
	return v
}

// outTangent returns the tangent out of key i, over the span behind it.
func (e *Envelope) outTangent(i int) float64 {
	a, b := &e.Keys[i], &e.Keys[i+1]
	delta, length := b.Value-a.Value, b.Time-a.Time
	before, part := 0., 1.
	if i > 0 {
		before = a.Value - e.Keys[i-1].Value
		part = length / (b.Time - e.Keys[i-1].Time)
	}
	switch a.Shape {
	case TCB:
		x, y := a.weights(1)
		if i == 0 {
			return y * delta
		}
		return part * (float64(x*before) + float64(y*delta))
	case Linear:
		return part * (before + delta)
	case Hermite, Bezier:
		return part * a.Param[1]
	case Bezier2:
		return handle(a.Param[2], a.Param[3], length)
	}
	return 0
}

// inTangent returns the tangent into key i+1, over the span before it.
func (e *Envelope) inTangent(i int) float64 {
	a, b := &e.Keys[i], &e.Keys[i+1]
	delta, length := b.Value-a.Value, b.Time-a.Time
	after, part := 0., 1.
	if i+2 < len(e.Keys) {
		after = e.Keys[i+2].Value - b.Value
		part = length / (e.Keys[i+2].Time - a.Time)
	}
	switch b.Shape {
	case TCB:
		x, y := b.weights(-1)
		if i+2 == len(e.Keys) {
			return x * delta
		}
		return part * (float64(x*delta) + float64(y*after))
	case Linear:
		return part * (delta + after)
	case Hermite, Bezier:
		return part * b.Param[0]
	case Bezier2:
		return handle(b.Param[0], b.Param[1], length)
	}
	return 0
}

// weights returns the parts that the difference before a key and the one behind it have in its
// tangent, out of the key or, with side −1, into it.
func (k *Key) weights(side float64) (before, after float64) {
	tension, continuity, bias := k.Param[0], float64(side*k.Param[1]), k.Param[2]
	return (1 - tension) * (1 + continuity) * (1 + bias), (1 - tension) * (1 - continuity) * (1 - bias)
}

// handle returns the slope of a handle over a span of a length.
func handle(time, value, length float64) float64 {
	if math.Abs(time) > 1e-5 {
		return value * length / time
	}
	return value * length * 1e5
}
