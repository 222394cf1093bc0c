package scene

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/soa"
)

// Driver is an animation curve, or the several curves of one property.
type Driver interface {
	Still() bool // the curve is constant
	Jumps() bool
	// Knots appends the times between which the curve is smooth, at most about most.
	Knots(list []float64, first, last float64, most int) []float64
}

// Course is a function of curves, and the track that approximates it.
type Course struct {
	fit.Options
	At      fit.Func
	Drivers []Driver
	Bends   []float64 // possible kinks besides the drivers' knots
	Knots   []float64
	Track   fit.Track
	Done    bool // Track is final
}

// maxExtra limits the keys added to a track, besides some for each key of the file.
const maxExtra, extraPerKey = 1 << 12, 64

// CollectKnots collects knots from first to last, at most about most, and derives the limits of the
// track from them.
func (c *Course) CollectKnots(first, last float64, most int) {
	still := true
	c.Smooth = true
	for _, d := range c.Drivers {
		still, c.Smooth = still && d.Still(), c.Smooth && !d.Jumps()
	}
	c.Knots = []float64{first}
	if !still && last > first {
		for _, d := range c.Drivers {
			c.Knots = d.Knots(c.Knots, first, last, most)
		}
		c.Knots = append(append(c.Knots, c.Bends...), last)
		if !ascend(c.Knots) {
			slices.Sort(c.Knots)
			c.Knots = slices.Compact(c.Knots)
		}
	}
	c.Extra = maxExtra + extraPerKey*len(c.Knots)
}

// ascend reports whether the numbers are strictly increasing.
func ascend(list []float64) bool {
	for i := 1; i < len(list); i++ {
		if !(list[i-1] < list[i]) {
			return false
		}
	}
	return true
}

// FloatError is the error bound of custom properties, relative to their range.
const FloatError = 1e-6

// Follower makes tracks that approximate a file's curves for one clip, and counts their keys.
type Follower struct {
	*Binder
	Clip        *track.Clip
	First, Last float64 // of the clip, on the file's time line
	Ticks       float64 // of the clip per unit of the file's time
	Left        *int    // keys left of the file's limit
	Plain       bool    // the curves move nothing in space

	own, added int     // keys at the file's key times, and keys added between them
	Off        float64 // largest excess, as a multiple of the bound
	Steep      []string
	Worst      string // name of the track with that excess
	Size       report.Size
}

// Follow makes a track that approximates a function of curves.
func (f *Follower) Follow(name string, c *Course) (*track.Track, error) {
	c.CollectKnots(f.First, f.Last, *f.Left)
	if len(c.Knots) > *f.Left {
		return nil, f.TooManyKeys()
	}
	c.Extra = min(c.Extra, *f.Left)
	c.Ended = func() bool { return f.Meter.Step(sampleSteps) != nil }
	c.Track = fit.Approximate(f.asking(c.At), c.Knots, c.Options)
	if err := f.Meter.Step(0); err != nil {
		return nil, err
	}
	return f.Take(name, c), nil
}

// sampleSteps are the steps of a sample of curves.
const sampleSteps = 200

// asking returns a function that asks the import's context now and then, and is constant once that has
// ended.
func (f *Follower) asking(at fit.Func) fit.Func {
	return func(time float64, side fit.Side) exact.Quat {
		if f.Meter.Step(sampleSteps) != nil {
			return exact.IdentityQuat()
		}
		return at(time, side)
	}
}

// Take counts a track's keys and converts it to the clip's ticks.
func (f *Follower) Take(name string, c *Course) *track.Track {
	made := &c.Track
	*f.Left -= len(made.Time)
	f.own += len(c.Knots)
	f.added += max(0, len(made.Time)-len(c.Knots))
	if by := made.Error / c.Error; by > 1 {
		if by > f.Off {
			f.Off, f.Worst, f.Size = by, name, f.SizeOf(by, made.Error, c.Rotation, f.Plain)
		}
		if !slices.Contains(f.Steep, name) {
			f.Steep = append(f.Steep, name)
		}
	}
	return f.convert(made)
}

// Keep counts the keys of a track that is taken unchanged from the file.
func (f *Follower) Keep(keys int) {
	*f.Left -= keys
	f.own += keys
}

// TooManyKeys returns the error for a file that exceeds the limit of keys.
func (f *Follower) TooManyKeys() error {
	return fmt.Errorf("%w: more than %d keys", soa.ErrTooLarge, f.Settings.Bounds.Keys)
}

// convert converts a track to the clip's ticks. Keys just before or after a jump are one float32
// step away from it.
func (f *Follower) convert(from *fit.Track) *track.Track {
	t := &track.Track{Mode: from.Mode, Keys: make([]track.Key, len(from.Time))}
	for i := range t.Keys {
		tick := (from.Time[i] - f.First) * f.Ticks
		switch from.Side[i] {
		case fit.Before:
			tick = float64(track.JustBefore(float32(tick)))
		case fit.After:
			tick = float64(track.JustAfter(float32(tick)))
		}
		t.Keys[i] = track.Key{Time: tick, Value: from.Value[i]}
	}
	if t.Mode != soa.Cubic {
		return t
	}
	t.In, t.Out = make([][4]float64, len(t.Keys)), make([][4]float64, len(t.Keys))
	for i := range t.Keys {
		for c := range 4 {
			t.In[i][c], t.Out[i][c] = from.In[i][c]/f.Ticks, from.Out[i][c]/f.Ticks
		}
	}
	return t
}

// ReportAdded reports the number of added keys.
func (f *Follower) ReportAdded() {
	if f.added > 0 {
		f.Report.Add(report.Info, report.AddedKeys, f.Clip.Name, "%d keys were added to the file's %d to follow its curves within %.4g mm and %.4g°",
			f.added, f.own, 1000*f.Settings.CurveDistance, f.Settings.CurveAngle*180/math.Pi)
	}
}
