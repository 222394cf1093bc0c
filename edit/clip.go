package edit

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Value is what a key holds: x, y, z of a translation or a scale, x, y, z, w of a rotation, x of
// a weight or a float. What a property does not have is 0.
type Value = [4]float64

// Key is a value at a time, in seconds after the clip's start.
type Key struct {
	Time  float64
	Value Value
	// In and Out are the slopes before and after a key of a cubic track, per second.
	In, Out Value
}

// ID names what a track drives.
type ID struct {
	Property soa.Property
	Target   int // a joint, or an index of soa.Model.Weights or Floats
}

// Compare orders tracks: by property, then by target.
func (i ID) Compare(o ID) int {
	return cmp.Or(cmp.Compare(i.Property, o.Property), cmp.Compare(i.Target, o.Target))
}

func (i ID) String() string { return fmt.Sprintf("%v of %d", i.Property, i.Target) }

// Track is the keys of one value. Times ascend; of two keys at one time the first is the limit
// from before, and the track jumps to the second.
type Track struct {
	ID
	Mode soa.Interpolation
	Keys []Key
}

// Event is a moment, or with a Length an interval, in seconds after the clip's start.
type Event struct {
	Time, Length float64
	Name         string
}

// Motion is the root motion that was taken out of the tracks, see soa.Motion.
type Motion struct {
	Joint int
	Keys  []MotionKey
}

// MotionKey is a place of the root relative to the clip's start: metres, and radians about Y.
type MotionKey struct{ Time, X, Y, Z, Yaw float64 }

// Clip is a clip as tracks that grow and shrink, with times in float64. The functions of this
// package return changed copies; tracks that they do not change are shared.
type Clip struct {
	Name     string
	Start    float64 // seconds on the file's own time line
	Seconds  float64 // from start to end
	Rate     float64 // ticks per second of Build
	Loop     bool
	Additive bool
	Tracks   []Track // in ascending order of ID
	Events   []Event // in ascending order of Time
	Motion   *Motion // or nil
}

// ClipOf returns a clip's tracks for editing. The clip has to be valid.
func ClipOf(c *soa.Clip) *Clip {
	out := &Clip{Name: c.Name, Start: c.Start, Seconds: c.Seconds(), Rate: c.TicksPerSecond, Loop: c.Loop, Additive: c.Additive}
	seconds := func(tick float32) float64 {
		if tick == float32(c.Duration) {
			return out.Seconds
		}
		return float64(tick) / c.TicksPerSecond
	}
	for t := range c.Tracks {
		tr := &c.Tracks[t]
		first, end := c.Keys(t)
		track := Track{ID{tr.Property, int(tr.Target)}, tr.Interpolation, make([]Key, end-first)}
		for k := range track.Keys {
			key := Key{Time: seconds(c.Time[first+k]), Value: exact.Key(c, first+k)}
			if tr.Interpolation == soa.Cubic {
				at := int(tr.FirstTangent) + k
				key.In, key.Out = perSecond(c.In[at], c.TicksPerSecond), perSecond(c.Out[at], c.TicksPerSecond)
			}
			track.Keys[k] = key
		}
		out.Tracks = append(out.Tracks, track)
	}
	for i := range c.Events {
		e := &c.Events[i]
		from := seconds(e.Time)
		out.Events = append(out.Events, Event{from, seconds(e.End()) - from, e.Name})
	}
	if m := c.Motion; m != nil {
		out.Motion = &Motion{Joint: int(m.Joint)}
		for k := range m.Time {
			out.Motion.Keys = append(out.Motion.Keys, MotionKey{seconds(m.Time[k]), float64(m.X[k]), float64(m.Y[k]), float64(m.Z[k]), float64(m.Yaw[k])})
		}
	}
	return out
}

func perSecond(v soa.Tangent, rate float64) (out Value) {
	for c := range v {
		out[c] = float64(float64(v[c]) * rate)
	}
	return out
}

// Track returns the track that drives a value, or nil.
func (c *Clip) Track(id ID) *Track {
	if i, ok := c.find(id); ok {
		return &c.Tracks[i]
	}
	return nil
}

func (c *Clip) find(id ID) (int, bool) {
	return slices.BinarySearchFunc(c.Tracks, id, func(t Track, id ID) int { return t.ID.Compare(id) })
}

// End returns the clip's end in seconds on the file's own time line.
func (c *Clip) End() float64 { return c.Start + c.Seconds }

// Keys returns the number of keys of all tracks.
func (c *Clip) Keys() (n int) {
	for i := range c.Tracks {
		n += len(c.Tracks[i].Keys)
	}
	return n
}

// copied returns a copy whose list of tracks may be changed, but not their keys.
func (c *Clip) copied() *Clip {
	out := *c
	out.Tracks = slices.Clone(c.Tracks)
	return &out
}

// with returns a copy with a track replaced, added or, without keys, removed.
func (c *Clip) with(t Track) *Clip {
	out := c.copied()
	i, found := c.find(t.ID)
	switch {
	case len(t.Keys) == 0 && found:
		out.Tracks = slices.Delete(out.Tracks, i, i+1)
	case len(t.Keys) == 0:
	case found:
		out.Tracks[i] = t
	default:
		out.Tracks = slices.Insert(out.Tracks, i, t)
	}
	return out
}

// withAll returns a copy with tracks replaced or added, which have keys and different targets.
func (c *Clip) withAll(tracks []Track) *Clip {
	out := c.copied()
	for _, t := range tracks {
		if i, found := c.find(t.ID); found {
			out.Tracks[i] = t
		} else {
			out.Tracks = append(out.Tracks, t)
		}
	}
	slices.SortStableFunc(out.Tracks, func(a, b Track) int { return a.ID.Compare(b.ID) })
	return out
}

// mapTracks returns a copy with the tracks of a list, nil for all, changed by a function.
func (c *Clip) mapTracks(ctx context.Context, of []ID, change func(t Track) Track) (*Clip, error) {
	out, listed := c.copied(), make([]bool, len(c.Tracks))
	for _, id := range of {
		i, ok := c.find(id)
		if !ok {
			return nil, c.noTrack(id)
		}
		listed[i] = true
	}
	for i := range out.Tracks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if of == nil || listed[i] {
			out.Tracks[i] = change(out.Tracks[i])
		}
	}
	if err := ctx.Err(); err != nil { // which a change may have stopped for
		return nil, err
	}
	return out, nil
}

func (c *Clip) noTrack(id ID) error {
	return fmt.Errorf("%w: clip %q has no track of the %v", ErrTrack, c.Name, id)
}

// finite refuses numbers that are none.
func finite(name string, numbers ...float64) error {
	for _, x := range numbers {
		if x-x != 0 {
			return fmt.Errorf("%w: %s is %v", soa.ErrOption, name, x)
		}
	}
	return nil
}
