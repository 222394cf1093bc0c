package fbx

import (
	"math"

	"github.com/sinew-anim/sinew/internal/fit"
)

// extrapolation is the course of a curve before its first or after its last key, by FBX's letter:
// C holds the value, K continues the slope, R repeats the curve, M repeats it alternately
// backwards and forwards, A repeats it relative to its end.
type extrapolation struct {
	mode   byte
	count  int64 // number of repetitions; less than 0 is forever
	stated bool  // a count
}

// read reads the record of a binary file.
func (e *extrapolation) read(in records) error {
	return in.forEachChild(func(name string, in records) error {
		if name != "Type" && name != "Repetition" {
			return nil
		}
		v, err := in.property()
		switch v := v.(type) {
		case int64:
			e.set(name, v)
		case string:
			if name == "Type" && v != "" {
				e.set(name, int64(v[0]))
			}
		}
		return err
	})
}

// readText reads a line of a text file's block.
func (e *extrapolation) readText(name, rest string) {
	v := fieldsUpTo(rest, 1)
	switch {
	case len(v) == 0 || v[0] == "":
	case name == "Repetition":
		e.set(name, integer(v[0]))
	case name == "Type" && v[0][0] >= 'A':
		e.set(name, int64(v[0][0]))
	case name == "Type":
		e.set(name, integer(v[0]))
	}
}

func (e *extrapolation) set(name string, v int64) {
	if name == "Repetition" {
		e.count, e.stated = v, true
	} else {
		e.mode = byte(v)
	}
}

// repeats reports whether the curve is repeated.
func (e *extrapolation) repeats() bool {
	return (e.mode == 'R' || e.mode == 'M' || e.mode == 'A') && !(e.stated && e.count == 0)
}

// extrapolate returns the curve's value before its first or after its last key.
func (c *Curve) extrapolate(e *extrapolation, first bool, time float64, side Side) float64 {
	begin, end := c.times[0], c.times[len(c.times)-1]
	length := end - begin
	value, at := c.keys[len(c.keys)-1].value, end
	if first {
		value, at = c.keys[0].value, begin
	}
	switch {
	case e.mode == 'K':
		return value + float64(c.endSlope(first)*((time-at)/second))
	case !e.repeats() || !(length >= 1):
		return value
	}
	if side == fit.At {
		side = fit.Before // at the end of a round it is not the start of the next
	}
	// The whole lengths between the end and the time, and the rest.
	away := time - end
	if first {
		away = begin - time
	}
	n := math.Floor(away / length)
	over := away - float64(n*length)
	outward := (side == fit.Before) == first // the limit from farther away
	if over == 0 && n > 0 && !outward {
		n, over = n-1, length // the end of the round before, not the start of the next
	}
	held := e.stated && e.count > 0 && n >= float64(e.count)
	if held {
		n, over = float64(e.count-1), length
	}
	back := e.mode == 'M' && math.Mod(n, 2) == 0
	from := side
	at = over
	if back != first {
		at = length - over
	}
	if back {
		from = fit.Before + fit.After - side
	}
	if held {
		from = fit.At
	}
	value = c.inRound(begin+at, from)
	if e.mode == 'A' {
		gain := float64((c.keys[len(c.keys)-1].value - c.keys[0].value) * (n + 1))
		if first {
			gain = -gain
		}
		value += gain
	}
	return value
}

// inRound returns the curve's value between its first and last key, at which both limits are those
// from inside.
func (c *Curve) inRound(time float64, side Side) float64 {
	switch {
	case side == fit.At:
	case time <= c.times[0]:
		return c.interpolate(c.times[0], fit.After)
	case time >= c.times[len(c.times)-1]:
		return c.interpolate(c.times[len(c.times)-1], fit.Before)
	}
	return c.interpolate(time, side)
}

// endSlope returns the curve's slope at its first or last key.
func (c *Curve) endSlope(first bool) float64 {
	i := len(c.keys) - 2
	if first {
		i = 0
	}
	a, b := &c.keys[i], &c.keys[i+1]
	switch span := (c.times[i+1] - c.times[i]) / second; {
	case a.isStepped() || span == 0:
		return 0
	case !a.isBent():
		return (b.value - a.value) / span
	case first:
		return a.right
	}
	return b.left
}

// rounds returns the number of repetitions within a distance beyond the keys.
func (e *extrapolation) rounds(distance, length float64) float64 {
	if !e.repeats() || !(distance > 0) {
		return 0
	}
	r := math.Ceil(distance / length)
	if e.stated && e.count > 0 {
		r = min(r, float64(e.count))
	}
	return r
}

// knots appends the times between from and to at which the curve may bend or jump, at most
// most + 1 of them.
func (c *Curve) knots(list []float64, from, to float64, most int) []float64 {
	limit := len(list) + most
	add := func(t float64) {
		if t > from && t < to && len(list) <= limit {
			list = append(list, t)
		}
	}
	for _, t := range c.times {
		add(t)
	}
	first, last := c.times[0], c.times[len(c.times)-1]
	length := last - first
	if !(length >= 1) {
		return list
	}
	again := func(e *extrapolation, start, distance, towards float64) {
		all := e.rounds(distance, length)
		for r, n := max(1, math.Floor(start/length)), 0; r <= all && n <= most && len(list) <= limit; r, n = r+1, n+1 {
			for _, t := range c.times {
				at := t - first
				if e.mode == 'M' && math.Mod(r, 2) == 1 {
					at = length - at
				}
				add(first + float64(towards*float64(r*length)) + at)
			}
		}
	}
	again(&c.after, from-last, to-last, 1)
	again(&c.before, first-to, first-from, -1)
	return list
}
