package soa

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
)

// JoinClips returns one clip that plays several clips of the model together on the file's
// time line, from the first start to the last end. It joins clips of different joints, such as
// Collada's one animation per armature. The model stays unchanged.
//
// Exporters write a key for every joint into every clip, so clips of two armatures hold each
// other's joints still. A constant track therefore gives way to one that moves the same
// target, or to a later constant one. Of two tracks with the same keys one is left out. Two
// clips that move one target differently, or that both have a Motion, are ErrOverlap; clips
// that do not fit the model, or mix Additive ones with others, are ErrInvalid.
func (m *Model) JoinClips(name string, clips ...*Clip) (*Clip, error) {
	for _, c := range clips {
		if c == nil {
			return nil, fmt.Errorf("join clips: %w: a clip is nil", ErrInvalid)
		}
		if err := m.ValidateClip(c); err != nil {
			return nil, fmt.Errorf("join clips: %w", err)
		}
		if c.Additive != clips[0].Additive {
			return nil, fmt.Errorf("join clips: %w: of %q and %q one is additive", ErrInvalid, clips[0].Name, c.Name)
		}
	}
	drivers, err := m.drivers(clips)
	if err != nil {
		return nil, fmt.Errorf("join clips: %w", err)
	}
	out := joinedTimes(name, clips)
	for _, d := range drivers {
		out.appendRetimed(d.clip, d.track)
	}
	for _, c := range clips {
		for _, e := range c.Events {
			out.Events = append(out.Events, NewEvent(e.Name, out.retime(c, e.Time), out.retime(c, e.End())))
		}
		if c.Motion == nil {
			continue
		}
		if out.Motion != nil {
			return nil, fmt.Errorf("join clips: %w: %q moves the root, which another does", ErrOverlap, c.Name)
		}
		out.Motion = out.retimedMotion(c)
	}
	slices.SortStableFunc(out.Events, func(a, b Event) int { return cmp.Compare(a.Time, b.Time) })
	if err := m.ValidateClip(out); err != nil {
		return nil, fmt.Errorf("join clips: %w", err)
	}
	return out, nil
}

// driver is the track chosen for its target.
type driver struct {
	clip  *Clip
	track int
}

func (d driver) holds() bool {
	first, end := d.clip.Keys(d.track)
	return end == first+1
}

// drivers chooses one track for each target that the clips drive, in a clip's order.
func (m *Model) drivers(clips []*Clip) ([]driver, error) {
	type driven struct {
		property Property
		target   int16
	}
	chosen := make(map[driven]driver)
	for _, clip := range clips {
		for t := range clip.Tracks {
			tr := &clip.Tracks[t]
			key, d := driven{tr.Property, tr.Target}, driver{clip, t}
			other, taken := chosen[key]
			switch {
			case !taken, other.holds():
				chosen[key] = d
			case !d.holds() && !d.sameMotion(other):
				return nil, fmt.Errorf("%w: %q and %q both move %s", ErrOverlap, other.clip.Name, clip.Name, m.drivenName(tr))
			}
		}
	}
	return slices.SortedFunc(maps.Values(chosen), func(a, b driver) int {
		return a.clip.Tracks[a.track].Compare(&b.clip.Tracks[b.track])
	}), nil
}

// sameMotion reports whether two tracks have the same keys.
func (d driver) sameMotion(o driver) bool {
	a, b := d.clip, o.clip
	k, end := a.Keys(d.track)
	l, endB := b.Keys(o.track)
	if a.Tracks[d.track].Interpolation != b.Tracks[o.track].Interpolation || end-k != endB-l || a.Tracks[d.track].Interpolation == Cubic {
		return false
	}
	const sameTime = 1e-6 // seconds
	for ; k < end; k, l = k+1, l+1 {
		if math.Abs(a.Start+float64(a.Time[k])/a.TicksPerSecond-b.Start-float64(b.Time[l])/b.TicksPerSecond) > sameTime ||
			a.X[k] != b.X[l] || a.Y[k] != b.Y[l] || a.Z[k] != b.Z[l] || a.W[k] != b.W[l] {
			return false
		}
	}
	return true
}

func (m *Model) drivenName(t *Track) string {
	switch t.Property {
	case Weight:
		return fmt.Sprintf("the weight of morph target %q", m.Weights[t.Target].Target)
	case Float:
		return fmt.Sprintf("the float %q", m.Floats[t.Target].Name)
	}
	return fmt.Sprintf("the %v of joint %q", t.Property, m.Skeleton.Name[t.Target])
}

// joinedTimes returns a clip without tracks that spans the time of others, in the
// shortest of their ticks. It loops where they do, over the same time.
func joinedTimes(name string, clips []*Clip) *Clip {
	out := &Clip{Name: name, TicksPerSecond: 1}
	if len(clips) == 0 {
		return out
	}
	out.Start, out.TicksPerSecond, out.Loop = clips[0].Start, clips[0].TicksPerSecond, true
	out.Additive = clips[0].Additive
	end := clips[0].End()
	for _, c := range clips {
		out.Loop = out.Loop && c.Loop && c.Start == clips[0].Start && c.End() == clips[0].End()
		out.Start, end = min(out.Start, c.Start), max(end, c.End())
		out.TicksPerSecond = max(out.TicksPerSecond, c.TicksPerSecond)
	}
	out.Duration = float64((end - out.Start) * out.TicksPerSecond)
	if out.sameTimes(clips[0]) { // without rounding
		out.Duration = max(out.Duration, clips[0].Duration)
	}
	return out
}

// sameTimes reports whether a tick is the same moment in two clips.
func (c *Clip) sameTimes(o *Clip) bool {
	return c.Start == o.Start && c.TicksPerSecond == o.TicksPerSecond
}

// retime returns the tick of c that is at a tick of another clip.
func (c *Clip) retime(o *Clip, tick float32) float32 {
	if c.sameTimes(o) {
		return tick
	}
	seconds := o.Start - c.Start + float64(tick)/o.TicksPerSecond
	return float32(min(max(float64(seconds*c.TicksPerSecond), 0), c.Duration))
}

// retimedMotion returns the motion of another clip in the ticks of c: none until that
// clip starts. The last of the keys that round to one tick is kept.
func (c *Clip) retimedMotion(from *Clip) *Motion {
	m := from.Motion
	if c.sameTimes(from) {
		return m
	}
	out := &Motion{Joint: m.Joint, Time: []float32{0}, X: []float32{0}, Y: []float32{0}, Z: []float32{0}, Yaw: []float32{0}}
	for k := range m.Time {
		at := c.retime(from, m.Time[k])
		n := len(out.Time)
		if n > 1 && at <= out.Time[n-1] {
			n--
		}
		if at > 0 {
			out.Time = append(out.Time[:n], at)
			out.X, out.Y = append(out.X[:n], m.X[k]), append(out.Y[:n], m.Y[k])
			out.Z, out.Yaw = append(out.Z[:n], m.Z[k]), append(out.Yaw[:n], m.Yaw[k])
		}
	}
	return out
}

// appendRetimed appends a track of another clip. The last of the keys that round to one tick is
// kept.
func (c *Clip) appendRetimed(from *Clip, t int) {
	first := len(c.Time)
	c.AppendTrack(from, t, from.Tracks[t].Target)
	if c.sameTimes(from) {
		return
	}
	tr := &c.Tracks[len(c.Tracks)-1]
	cubic := tr.Interpolation == Cubic
	n, slope := first, float32(from.TicksPerSecond/c.TicksPerSecond)
	for k := first; k < len(c.Time); k++ {
		at := c.retime(from, c.Time[k])
		if n > first && at <= c.Time[n-1] {
			n--
		}
		c.Time[n], c.X[n], c.Y[n], c.Z[n], c.W[n] = at, c.X[k], c.Y[k], c.Z[k], c.W[k]
		if cubic {
			i, j := int(tr.FirstTangent)+n-first, int(tr.FirstTangent)+k-first
			for x := range c.In[i] {
				c.In[i][x], c.Out[i][x] = c.In[j][x]*slope, c.Out[j][x]*slope
			}
		}
		n++
	}
	c.Time, c.X, c.Y, c.Z, c.W = c.Time[:n], c.X[:n], c.Y[:n], c.Z[:n], c.W[:n]
	if cubic {
		end := int(tr.FirstTangent) + n - first
		c.In, c.Out = c.In[:end], c.Out[:end]
	}
}
