package soa

import (
	"fmt"
	"math"
	"slices"
)

// Keys describes one track to NewClip: times and the values at them.
type Keys struct {
	Target        int // a joint, or an index of Model.Weights or Model.Floats
	Property      Property
	Interpolation Interpolation
	Seconds       []float64 // after the clip's start, ascending, from 0 on
	// Values has, one key after the other, 3 values a key of a Translation or Scale, 4 of a
	// Rotation (a unit quaternion x, y, z, w) and 1 of a Weight or Float.
	Values []float32
	// In and Out are, for Cubic, the slopes per second before and after each key, in the form
	// of Values. Nil stands for slopes of 0.
	In, Out []float32
}

// NewClip returns a valid clip of tracks in any order. It lasts until the last key; Loop, Events
// and a later end are fields of the result. Its keys are in ticks, ticksPerSecond to a second; 0
// means DefaultTicksPerSecond. The error wraps ErrInvalid and names the clip, the track, the key
// and the value: keys that do not ascend, numbers that Clip.Validate refuses, two tracks of one
// value. Model.Validate checks that targets exist.
//
//	bend, err := soa.NewClip("bend", 30, soa.Keys{Target: 1, Property: soa.Rotation,
//		Seconds: []float64{0, 1}, Values: []float32{0, 0, 0, 1, 0, 0, 0.7071, 0.7071}})
func NewClip(name string, ticksPerSecond float64, tracks ...Keys) (*Clip, error) {
	if ticksPerSecond == 0 {
		ticksPerSecond = DefaultTicksPerSecond
	}
	c := &Clip{Name: name, TicksPerSecond: ticksPerSecond}
	sorted := slices.Clone(tracks)
	slices.SortStableFunc(sorted, func(a, b Keys) int {
		x, y := a.track(), b.track()
		return x.Compare(&y)
	})
	for i := range sorted {
		k := &sorted[i]
		if err := c.addKeys(k); err != nil {
			return nil, fmt.Errorf("new clip %q: %w: the %v of %d: %w", name, ErrInvalid, k.Property, k.Target, err)
		}
		if i > 0 && sorted[i-1].Target == k.Target && sorted[i-1].Property == k.Property {
			return nil, fmt.Errorf("new clip %q: %w: two tracks are of the %v of %d", name, ErrInvalid, k.Property, k.Target)
		}
	}
	if len(c.Time) > 0 {
		c.Duration = float64(slices.Max(c.Time))
	}
	const most = math.MaxInt16 + 1
	if err := c.Validate(most, most, most); err != nil {
		return nil, fmt.Errorf("new clip: %w", err)
	}
	return c, nil
}

func (k *Keys) track() Track {
	return Track{Target: int16(k.Target), Property: k.Property, Interpolation: k.Interpolation}
}

// size returns the number of values of a key, or 0 for a property that does not exist.
func (p Property) size() int {
	switch p {
	case Translation, Scale:
		return 3
	case Rotation:
		return 4
	case Weight, Float:
		return 1
	}
	return 0
}

// addKeys appends a track.
func (c *Clip) addKeys(k *Keys) error {
	n, keys := k.Property.size(), len(k.Seconds)
	switch {
	case n == 0:
		return fmt.Errorf("unknown property")
	case k.Target < 0 || k.Target > math.MaxInt16:
		return fmt.Errorf("targets are from 0 to %d", math.MaxInt16)
	case keys == 0:
		return fmt.Errorf("it has no keys")
	case len(k.Values) != n*keys:
		return fmt.Errorf("%d values for %d keys, want %d", len(k.Values), keys, n*keys)
	case len(k.In) != len(k.Out) || k.In != nil && (k.Interpolation != Cubic || len(k.In) != n*keys):
		return fmt.Errorf("%d slopes in and %d out for %d keys, want %d of each of a cubic track", len(k.In), len(k.Out), keys, n*keys)
	}
	t := k.track()
	if t.First = uint32(len(c.Time)); t.Interpolation == Cubic {
		t.FirstTangent = uint32(len(c.In))
	}
	c.Tracks = append(c.Tracks, t)
	for i, seconds := range k.Seconds {
		if !(seconds >= 0) {
			return fmt.Errorf("key %d is at %v s, before the start", i, seconds)
		}
		if i > 0 && !(seconds > k.Seconds[i-1]) {
			return fmt.Errorf("key %d at %v s does not follow the one at %v s", i, seconds, k.Seconds[i-1])
		}
		var v [4]float32
		if copy(v[:], k.Values[n*i:][:n]); t.Property == Rotation && t.Interpolation != Cubic {
			v[0], v[1], v[2], v[3] = unitNear(v)
		}
		c.Time = append(c.Time, float32(seconds*c.TicksPerSecond))
		c.X, c.Y, c.Z, c.W = append(c.X, v[0]), append(c.Y, v[1]), append(c.Z, v[2]), append(c.W, v[3])
		if t.Interpolation == Cubic {
			c.In, c.Out = append(c.In, k.slope(k.In, i, c.TicksPerSecond)), append(c.Out, k.slope(k.Out, i, c.TicksPerSecond))
		}
	}
	return nil
}

// slope returns the slope of key i per tick.
func (k *Keys) slope(perSecond []float32, i int, ticksPerSecond float64) (out Tangent) {
	if n := k.Property.size(); perSecond != nil {
		for c := range n {
			out[c] = float32(float64(perSecond[n*i+c]) / ticksPerSecond)
		}
	}
	return out
}
