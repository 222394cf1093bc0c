package soa

import (
	"fmt"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/limits"
)

// Clip wave of moving lasts 10 ticks: rotations of the joints 1 and 2, of which the second is cubic,
// and weight 0.
func TestClipLimits(t *testing.T) {
	x := limits.NewTable(t, func() *Clip { return moving().Clips[0] }, func(c *Clip) error { return c.Validate(3, 2, 0) }, ErrInvalid)
	limits.Range(x, "ticks per second", math.Nextafter(1.0/MaxMagnitude, 1), below64, func(c *Clip, v float64) {
		if c.TicksPerSecond = v; v < 1 {
			c.Duration, c.Events, c.Motion = 0, nil, nil
		}
	})
	limits.Range(x, "starts at", -below64, below64, func(c *Clip, v float64) { c.Start = v })
	limits.Range(x, "lasts", 0, below64, func(c *Clip, v float64) { c.Duration, c.Events, c.Motion = v, nil, nil })
	limits.Range(x, "lasts", 0, below64, func(c *Clip, v float64) { c.Duration, c.TicksPerSecond, c.Events, c.Motion = v, 1, nil, nil })
	x.Refuses("too many seconds", "lasts", func(c *Clip) { c.Duration, c.TicksPerSecond, c.Events, c.Motion = 1<<21, 1.0/(1<<20), nil, nil })
	x.Takes("the most seconds", func(c *Clip) { c.Duration, c.TicksPerSecond, c.Events, c.Motion = 1<<21-1, 1.0/(1<<20), nil, nil })
	for name, of := range map[string]func(c *Clip) *[]float32{
		"X": func(c *Clip) *[]float32 { return &c.X }, "Y": func(c *Clip) *[]float32 { return &c.Y },
		"Z": func(c *Clip) *[]float32 { return &c.Z }, "W": func(c *Clip) *[]float32 { return &c.W }, "Time": func(c *Clip) *[]float32 { return &c.Time },
	} {
		x.Takes(name, func(c *Clip) { (*of(c))[3] = below })
		x.Refuses(name, "key[3]", func(c *Clip) { (*of(c))[3] = MaxMagnitude })
		x.Refuses(name, "unequal", func(c *Clip) { *of(c) = (*of(c))[:3] })
	}
	for k := range 4 {
		limits.Range(x, "tangents", -below, below, func(c *Clip, v float32) { c.In[0][k] = v })
		limits.Range(x, "tangents", -below, below, func(c *Clip, v float32) { c.Out[1][k] = v })
		// The control point a third of the interval of 10 ticks after a key.
		x.Takes("a steep tangent", func(c *Clip) { c.Out[0][k], c.In[1][k] = 1<<39, -1<<39 })
		x.Refuses("a steeper tangent out", "leaves what numbers may be after key 0", func(c *Clip) { c.Out[0][k] = 1 << 40 })
		x.Refuses("a steeper tangent in", "leaves what numbers may be after key 0", func(c *Clip) { c.In[1][k] = 1 << 40 })
	}
	limits.Length(x, "tangents", func(c *Clip) *[]Tangent { return &c.In })
	limits.Length(x, "tangents", func(c *Clip) *[]Tangent { return &c.Out })
	limits.Range(x, "below 3", 0, 2, func(c *Clip, j int16) {
		if c.Tracks[0].Target = j; j >= 0 && j < 3 { // before the cubic one
			c.Tracks[1].Property = Scale
		}
	})
	limits.Range(x, "below 2", 0, 1, func(c *Clip, w int16) { c.Tracks[2].Target = w })
	x.Refuses("the property after the last", "unknown property", func(c *Clip) { c.Tracks[2].Property = Float + 1 })
	x.Refuses("the interpolation after the last", "unknown interpolation", func(c *Clip) { c.Tracks[2].Interpolation = Cubic + 1 })
	limits.Range(x, "", 1, 1, func(c *Clip, n uint32) { c.Tracks[1].First = n })
	limits.Range(x, "", 0, 0, func(c *Clip, n uint32) { c.Tracks[0].First = n })
	limits.Range(x, "tangents do not follow", 0, 0, func(c *Clip, n uint32) { c.Tracks[1].FirstTangent = n })
	x.Refuses("the same track", "ascending order", func(c *Clip) { c.Tracks[1].Target = 1 })
	x.Refuses("keys of no track", "belong to no track", func(c *Clip) {
		*c = Clip{TicksPerSecond: 1, Time: []float32{0}, X: []float32{0}, Y: []float32{0}, Z: []float32{0}, W: []float32{0}}
	})
	x.Refuses("keys at one tick", "does not follow tick", func(c *Clip) { c.Time[2] = 0 })
	x.Refuses("keys at nearly one tick", "does not follow tick", func(c *Clip) { c.Time[2] = LeastTick })
	x.Takes("keys a little apart", func(c *Clip) { c.Time[2] = math.Nextafter32(LeastTick, 1) })
	for _, length := range []struct {
		square float64
		is     bool
	}{{1, true}, {1 + 0.99e-4, true}, {1 - 0.99e-4, true}, {1 + 1.01e-4, false}, {1 - 1.01e-4, false}} {
		set := func(c *Clip) { c.X[0], c.W[0] = float32(math.Sqrt(length.square)), 0 }
		if length.is {
			x.Takes(fmt.Sprint(length.square), set)
		} else {
			x.Refuses(fmt.Sprint(length.square), "unit length", set)
		}
	}
}

// Events and a motion lie within the clip's 10 ticks, in order.
func TestEventAndMotionLimits(t *testing.T) {
	x := limits.NewTable(t, func() *Clip { return moving().Clips[0] }, func(c *Clip) error { return c.Validate(3, 2, 0) }, ErrInvalid)
	limits.Range(x, "event 3", 2, 10, func(c *Clip, at float32) { c.Events[3].Time = at })
	limits.Range(x, "event 0", 0, 10, func(c *Clip, n float32) { c.Events[0].Length = n })
	x.Refuses("an event before the start", "event 0", func(c *Clip) { c.Events[0].Time = -math.SmallestNonzeroFloat32 })
	limits.Range(x, "event 2", 0, 8, func(c *Clip, n float32) { c.Events[2].Length = n })
	limits.Range(x, "of joint", 0, 2, func(c *Clip, j int16) { c.Motion.Joint = j })
	limits.Range(x, "", math.Nextafter32(0, 1), math.Nextafter32(10, 0), func(c *Clip, at float32) { c.Motion.Time[1] = at })
	limits.Range(x, "its motion", math.Nextafter32(4, 5), 10, func(c *Clip, at float32) { c.Motion.Time[2] = at })
	for _, of := range []func(m *Motion) *[]float32{
		func(m *Motion) *[]float32 { return &m.X }, func(m *Motion) *[]float32 { return &m.Y },
		func(m *Motion) *[]float32 { return &m.Z }, func(m *Motion) *[]float32 { return &m.Yaw },
	} {
		limits.Length(x, "arrays of", func(c *Clip) *[]float32 { return of(c.Motion) })
		limits.Range(x, "starts at", 0, 0, func(c *Clip, v float32) { (*of(c.Motion))[0] = v })
		limits.Range(x, "its motion[2]", -below, below, func(c *Clip, v float32) { (*of(c.Motion))[2] = v })
	}
	limits.Range(x, "starts at", 0, 0, func(c *Clip, v float32) { c.Motion.Time[0] = v })
}
