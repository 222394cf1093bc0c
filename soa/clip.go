package soa

import (
	"cmp"
	"fmt"
	"math"
)

// Property is the kind of value that a track drives.
type Property uint8

const (
	Translation Property = iota // X, Y, Z in metres, of joint Target
	Rotation                    // X, Y, Z, W, a unit quaternion, of joint Target
	Scale                       // X, Y, Z factors, of joint Target
	Weight                      // X, of Model.Weights[Target]
	Float                       // X, of Model.Floats[Target], in the file's own unit
)

// String returns the property's name.
func (p Property) String() string {
	return nameOf(p, "property", "translation", "rotation", "scale", "weight", "float")
}

// Interpolation is the curve of a track between two keys.
type Interpolation uint8

const (
	Linear Interpolation = iota // a straight line; for rotations the shorter great arc
	Step                        // the earlier key's value
	Cubic                       // glTF's Hermite spline; rotations are normalized after it
)

// String returns the interpolation's name.
func (i Interpolation) String() string {
	return nameOf(i, "interpolation", "linear", "step", "cubic")
}

// DefaultTicksPerSecond is the rate of clips from files without one.
const DefaultTicksPerSecond = 25

// Track is a run of keys, from First to the next track's First, and their
// target.
type Track struct {
	Target        int16 // a joint, or an index of Model.Weights or Model.Floats
	Property      Property
	Interpolation Interpolation
	First         uint32 // first key; the next track's First ends the keys
	FirstTangent  uint32 // first tangent of a cubic track, 0 for others
}

// Clip is one animation: tracks over one set of key arrays.
//
//	Tracks   │ hips translation   │ hips rotation      │ knee rotation │
//	First      0                    3                    7
//	Time     │ 0  10  20          │ 0  5  12  20       │ 0             │  ticks
//	X        │ x0 x1  x2          │ x0 x1 x2  x3       │ x0            │
//	Y Z W    │ …
//
// Before its first key a track holds the first value, after its last key the
// last one. A constant track has one key. Tracks are sorted by property, then
// target, each (property, target) at most once.
type Clip struct {
	Name           string
	TicksPerSecond float64
	Start          float64 // seconds on the file's own time line; may be negative
	Duration       float64 // ticks from start to end, ≥ 0
	Loop           bool    // the last pose equals the first, except for custom properties

	Tracks []Track
	// Time is in ticks after Start, strictly ascending within a track. Y, Z
	// and W are 0 where the property has fewer components.
	Time, X, Y, Z, W []float32
	// In and Out hold, for cubic tracks only, one tangent per key: tangent
	// FirstTangent+i belongs to key First+i.
	In, Out []Tangent

	Events []Event

	// Additive marks a clip of differences, made by edit.Additive and played on top of
	// others: the value of each track is the rest pose with the difference applied.
	Additive bool
	// Motion is the movement of the root that was taken out of the tracks, or nil.
	Motion *Motion
}

// Tangent is a cubic key's slope, in value units per tick.
type Tangent [4]float32

// Keys returns the key range of track t.
func (c *Clip) Keys(t int) (first, end int) {
	first, end = int(c.Tracks[t].First), len(c.Time)
	if t+1 < len(c.Tracks) {
		end = int(c.Tracks[t+1].First)
	}
	return first, end
}

// Seconds returns the length of the clip in seconds.
func (c *Clip) Seconds() float64 { return c.Duration / c.TicksPerSecond }

// End returns the clip's end in seconds on the file's own time line.
func (c *Clip) End() float64 { return c.Start + c.Seconds() }

// Validate checks the clip against the numbers of a model's joints, morph weights and custom
// properties. The error wraps ErrInvalid.
func (c *Clip) Validate(joints, weights, floats int) error {
	if err := checkNames("a clip", c.Name); err != nil {
		return err
	}
	if !(c.TicksPerSecond > 1.0/MaxMagnitude) || !bounded(c.TicksPerSecond) {
		return fmt.Errorf("%w: clip %q has %v ticks per second", ErrInvalid, c.Name, c.TicksPerSecond)
	}
	if !(c.Duration >= 0) || !bounded(c.Duration) || !bounded(c.Seconds()) || !bounded(c.Start) {
		return fmt.Errorf("%w: clip %q starts at %v s and lasts %v ticks, %v s", ErrInvalid, c.Name, c.Start, c.Duration, c.Seconds())
	}
	for _, a := range [][]float32{c.Time, c.X, c.Y, c.Z, c.W} {
		if len(a) != len(c.Time) || len(a) > math.MaxInt32 {
			return fmt.Errorf("%w: clip %q has key arrays of unequal or too great length", ErrInvalid, c.Name)
		}
		if !allBounded(a) {
			return checkBounded("clip "+c.Name+": key", a)
		}
	}
	if err := c.validateTangents(); err != nil {
		return err
	}
	first := 0
	for t := range c.Tracks {
		if int(c.Tracks[t].First) != first {
			return c.trackError(t, "its keys do not follow those of the track before")
		}
		_, end := c.Keys(t)
		if end <= first {
			return c.trackError(t, "it has no keys")
		}
		if err := c.validateTrack(t, joints, weights, floats); err != nil {
			return err
		}
		first = end
	}
	if first != len(c.Time) {
		return fmt.Errorf("%w: clip %q has %d keys that belong to no track", ErrInvalid, c.Name, len(c.Time)-first)
	}
	return cmp.Or(validateEvents(c.Name, c.Events, c.Duration), c.Motion.validate(c.Name, joints, c.Duration))
}

func (c *Clip) validateTangents() error {
	need := 0
	for t := range c.Tracks {
		tr := &c.Tracks[t]
		if tr.Interpolation != Cubic {
			continue
		}
		if int(tr.FirstTangent) != need {
			return c.trackError(t, "its tangents do not follow those of the track before")
		}
		first, end := c.Keys(t)
		if end < first {
			return c.trackError(t, "its keys end before they start")
		}
		need += end - first
	}
	if len(c.In) != need || len(c.Out) != need {
		return fmt.Errorf("%w: clip %q has %d in and %d out tangents, want %d of each", ErrInvalid, c.Name, len(c.In), len(c.Out), need)
	}
	for i := range need {
		for k := range 4 {
			if !bounded(c.In[i][k]) || !bounded(c.Out[i][k]) {
				return fmt.Errorf("%w: clip %q has the tangents %v, %v", ErrInvalid, c.Name, c.In[i], c.Out[i])
			}
		}
	}
	return nil
}

func (c *Clip) validateTrack(t, joints, weights, floats int) error {
	tr := &c.Tracks[t]
	limit := joints
	switch tr.Property {
	case Weight:
		limit = weights
	case Float:
		limit = floats
	}
	switch {
	case tr.Property > Float:
		return c.trackError(t, "unknown property")
	case tr.Interpolation > Cubic:
		return c.trackError(t, "unknown interpolation")
	case tr.Target < 0 || int(tr.Target) >= limit:
		return c.trackError(t, fmt.Sprintf("its target is not below %d", limit))
	case t > 0 && c.Tracks[t-1].Compare(tr) >= 0:
		return c.trackError(t, "tracks are not in ascending order of property and target")
	}
	first, end := c.Keys(t)
	if tr.Interpolation == Cubic {
		if k := c.unbounded(t); k >= 0 {
			at := int(tr.FirstTangent) + k - first
			return c.trackError(t, fmt.Sprintf("its spline leaves what numbers may be after key %d, with the tangents %v and %v",
				k-first, c.Out[at], c.In[at+1]))
		}
	}
	for k := first; k < end; k++ {
		if k > first && !(c.Time[k]-c.Time[k-1] > LeastTick) {
			return c.trackError(t, fmt.Sprintf("key %d at tick %v does not follow tick %v", k-first, c.Time[k], c.Time[k-1]))
		}
		if tr.Property == Rotation && tr.Interpolation != Cubic && !unitQuaternion(c.X[k], c.Y[k], c.Z[k], c.W[k]) {
			return c.trackError(t, fmt.Sprintf("key %d is not of unit length: %v %v %v %v", k-first, c.X[k], c.Y[k], c.Z[k], c.W[k]))
		}
	}
	return nil
}

// unbounded returns the first key of a cubic track with a control point of MaxMagnitude
// or more between it and the next key, or -1.
func (c *Clip) unbounded(t int) int {
	first, end := c.Keys(t)
	for k := first; k+1 < end; k++ {
		i := int(c.Tracks[t].FirstTangent) + k - first
		third := (float64(c.Time[k+1]) - float64(c.Time[k])) / 3
		for e, keys := range [...][]float32{c.X, c.Y, c.Z, c.W} {
			a, b := float64(keys[k])+float64(float64(c.Out[i][e])*third), float64(keys[k+1])-float64(float64(c.In[i+1][e])*third)
			if !bounded(a) || !bounded(b) {
				return k
			}
		}
	}
	return -1
}

// LeastTick is less than the distance in ticks of any two keys of a track, so that slopes are
// finite.
const LeastTick = 1. / (1 << 80)

// Compare orders the tracks of a clip: by property, then by target.
func (t *Track) Compare(u *Track) int {
	return cmp.Or(int(t.Property)-int(u.Property), int(t.Target)-int(u.Target))
}

func (c *Clip) trackError(t int, what string) error {
	tr := &c.Tracks[t]
	return fmt.Errorf("%w: clip %q, track %d (%v of %d): %s", ErrInvalid, c.Name, t, tr.Property, tr.Target, what)
}
