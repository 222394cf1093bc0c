package fit

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// end is an end of a piece, or its middle.
type end struct {
	time  float64
	value exact.Quat
	slope exact.Quat // of a cubic track, and where slopes are known
	pace  float64
}

func (p *Place) end(time float64) end { return end{time, p.Value, p.Slope, p.Pace} }

// trace follows the function with keys of one mode, at most a given number. It returns false
// where a straight track needs more; a cubic one is then farther away.
func (t *tracer) trace(mode soa.Interpolation, most int) (Track, bool) {
	t.out, t.spare = newTrack(mode, len(t.at)+t.doubled), most-len(t.at)-t.doubled
	for i := range t.at {
		k := &t.at[i]
		if i > 0 && !t.stretch(&t.at[i-1], k) {
			return Track{}, false
		}
		if i == 0 || k.jumpTo {
			t.add(At, end{time: k.time, value: t.nearestSign(k.at, t.out.Value)})
		}
		if k.jumpFrom {
			t.add(After, end{time: k.time, value: t.nearestSign(k.after.Value, t.out.Value)})
		}
	}
	return t.out, true
}

// newTrack returns a track with room for some keys.
func newTrack(mode soa.Interpolation, keys int) Track {
	t := Track{Mode: mode, Time: make([]float64, 0, keys), Side: make([]Side, 0, keys), Value: make([]exact.Quat, 0, keys)}
	if mode == soa.Cubic {
		t.In, t.Out = make([]exact.Quat, 0, keys), make([]exact.Quat, 0, keys)
	}
	return t
}

// stretch follows the function from one knot, whose key is there, to the next.
func (t *tracer) stretch(from, to *knot) bool {
	last := t.out.Value[len(t.out.Value)-1]
	a, b := t.sameSide(from.after.end(from.time), last), t.sameSide(to.before.end(to.time), last)
	a.value = last
	if t.out.Mode == soa.Cubic {
		if t.o.Slopes == nil {
			a.slope, b.slope = t.slopes(a, b)
		}
		t.out.Out[len(t.out.Out)-1] = a.slope
	}
	if off, ok := t.calm(&a, &b, from.middle.Value, from.middle.Pace); ok && off <= seen*t.o.Error {
		t.out.Error = math.Max(t.out.Error, off)
		t.add(At, b)
	} else if !t.piece(a, b, t.sameSide(from.middle.end(a.time+float64((b.time-a.time)/2)), last)) {
		return false
	}
	if to.jumpTo {
		t.out.Side[len(t.out.Side)-1] = Before
	}
	return true
}

// calmTurn is the largest rotation within a piece, in radians, for which the slopes at its ends
// describe the function in between.
const calmTurn = 0.3

// calm reports whether ends and middle of a piece tell how far it is from the function, and
// how far. What is left of a function by a spline whose ends fit is largest in the middle.
// From a line a cubic function is apart as u(1−u) and as u(1−u)(1−2u), which has its top,
// a tenth, where the first has two thirds of its own.
func (t *tracer) calm(a, b *end, middle exact.Quat, pace float64) (off float64, ok bool) {
	span := b.time - a.time
	if t.o.Slopes == nil || !(span*math.Max(math.Max(a.pace, b.pace), pace) < calmTurn) {
		return 0, false
	}
	bend := span / 8
	if t.out.Mode == soa.Linear {
		bend = 0
	}
	var v exact.Quat
	odd := 0.
	for c := range v {
		v[c] = float64((a.value[c]+b.value[c])/2) + float64((a.slope[c]-b.slope[c])*bend)
		more := float64((a.slope[c]+b.slope[c])*(span/2)) - (b.value[c] - a.value[c])
		odd += float64(more * more)
	}
	if t.o.Rotation {
		v = v.Unit()
		odd *= 4
	}
	off = t.distance(v, middle)
	if t.out.Mode == soa.Linear && off <= seen*t.o.Error {
		// Of an arc that is not short there is more in it than the function's part.
		off = math.Max(off, float64(off*2/3)+float64(math.Sqrt(odd)*0.0963))
		return off, off <= seen*t.o.Error
	}
	return off, true
}

// add appends a key.
func (t *tracer) add(side Side, e end) {
	t.out.Time, t.out.Side, t.out.Value = append(t.out.Time, e.time), append(t.out.Side, side), append(t.out.Value, e.value)
	if t.out.Mode == soa.Cubic {
		t.out.In, t.out.Out = append(t.out.In, e.slope), append(t.out.Out, e.slope)
	}
}

// piece adds the key at the end of a piece, and as many before it as the bound asks
// for. It returns false where a straight track may have no more.
func (t *tracer) piece(a, b, m end) bool {
	off := t.error(a, b, m)
	limit := seen * t.o.Error
	ended := t.o.Ended != nil && t.o.Ended()
	if !(off > limit) || !(b.time-a.time > t.o.Span) || t.spare <= 0 || ended {
		if !ended && off > limit && t.out.Mode == soa.Linear && b.time-a.time > t.o.Span {
			return false
		}
		t.out.Error = math.Max(t.out.Error, off)
		t.add(At, b)
		return true
	}
	t.spare--
	if t.out.Mode == soa.Cubic && t.o.Slopes == nil {
		m.slope = t.slope(m, (b.time-a.time)/64)
	}
	if !t.piece(a, m, t.middle(a, m)) {
		return false
	}
	m = t.sameSide(m, t.out.Value[len(t.out.Value)-1])
	b = t.sameSide(b, m.value)
	return t.piece(m, b, t.middle(m, b))
}

// middle returns the function's value in the middle of a piece.
func (t *tracer) middle(a, b end) end {
	time := a.time + float64((b.time-a.time)/2)
	p := t.place(time, At)
	return t.sameSide(p.end(time), a.value)
}

// sameSide returns an end with its rotation in the hemisphere of another.
func (t *tracer) sameSide(e end, v exact.Quat) end {
	if t.o.Rotation && e.value.Dot(v) < 0 {
		e.value, e.slope = e.value.Negate(), e.slope.Negate()
	}
	return e
}

// error returns the distance of a piece from the function.
func (t *tracer) error(a, b, m end) (worst float64) {
	if off, ok := t.calm(&a, &b, m.value, m.pace); ok {
		return off
	}
	span := b.time - a.time
	var arc exact.Arc
	if t.o.Rotation && t.out.Mode == soa.Linear {
		arc = exact.NewArc(a.value, b.value)
	}
	for i, u := range probes {
		want := m.value
		if i > 0 {
			want = t.f(a.time+float64(u*span), At)
		}
		var v exact.Quat
		switch {
		case t.out.Mode == soa.Cubic:
			v = t.spline(a, b, u, span)
		case t.o.Rotation:
			v = arc.At(u)
		default:
			v = a.value.Lerp(b.value, u)
		}
		worst = math.Max(worst, t.distance(v, want))
		if worst > t.o.Error && t.spare > 0 {
			break
		}
	}
	return worst
}

// spline returns a value between the ends of a piece from their slopes.
func (t *tracer) spline(a, b end, u, span float64) exact.Quat {
	v := exact.Hermite(a.value, b.value, a.slope, b.slope, u, span)
	if t.o.Rotation {
		return v.Unit()
	}
	return v
}

// slopes are the function's slopes at the ends of a piece, from inside: those of the
// cubic through four values, so that a function that is one keeps its own.
func (t *tracer) slopes(a, b end) (exact.Quat, exact.Quat) {
	h := (b.time - a.time) / 64
	if !(h > 0) {
		return exact.Quat{}, exact.Quat{}
	}
	return t.oneSided(a, h), t.oneSided(b, -h)
}

// oneSided returns the slope at an end from values on the side of h.
func (t *tracer) oneSided(e end, h float64) (slope exact.Quat) {
	v := [4]exact.Quat{e.value}
	for i := 1; i < 4; i++ {
		v[i] = t.valueNear(e, float64(float64(i)*h))
	}
	for c := range slope {
		slope[c] = (float64(-11*v[0][c]) + float64(18*v[1][c]) - float64(9*v[2][c]) + float64(2*v[3][c])) / (6 * h)
	}
	return slope
}

// slope returns the slope inside a smooth stretch.
func (t *tracer) slope(e end, h float64) (slope exact.Quat) {
	far, left, right, farther := t.valueNear(e, -2*h), t.valueNear(e, -h), t.valueNear(e, h), t.valueNear(e, 2*h)
	for c := range slope {
		slope[c] = (far[c] - farther[c] + float64(8*(right[c]-left[c]))) / (12 * h)
	}
	return slope
}

// valueNear returns the function's value at a distance from an end, in the end's hemisphere.
func (t *tracer) valueNear(e end, by float64) exact.Quat {
	v := t.f(e.time+by, At)
	if t.o.Rotation {
		return v.NearestSign(e.value)
	}
	return v
}
