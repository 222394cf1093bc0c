package edit

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Set sets the value of a key, or adds the key: to a track, or as the first key of a new linear
// one. The neighbours keep their tangents; see Tangents. In and Out count for cubic tracks alone.
// A rotation is made of unit length, in the hemisphere of the key before it. The error wraps
// ErrTime or soa.ErrOption.
func Set(c *Clip, id ID, key Key) (*Clip, error) {
	if err := c.place(key.Time); err != nil {
		return nil, fmt.Errorf("set a key: %w", err)
	}
	for _, v := range [...]Value{key.Value, key.In, key.Out} {
		if err := finite("a value of a key", v[:]...); err != nil {
			return nil, fmt.Errorf("set a key: %w", err)
		}
	}
	if id.Property > soa.Float || id.Target < 0 {
		return nil, fmt.Errorf("set a key: %w: the %v", ErrTrack, id)
	}
	t := Track{ID: id}
	if old := c.Track(id); old != nil {
		t.Mode, t.Keys = old.Mode, old.Keys
	}
	k := t.countBefore(key.Time, false)
	if id.Property == soa.Rotation {
		if exact.Quat(key.Value).Length() < 1e-9 {
			return nil, fmt.Errorf("set a key: %w: the rotation %v has no direction", soa.ErrOption, key.Value)
		}
		key.Value = exact.Quat(key.Value).Unit()
		if k > 0 {
			key.Value = exact.Quat(key.Value).NearestSign(t.Keys[k-1].Value)
		}
	}
	if t.Mode != soa.Cubic {
		key.In, key.Out = Value{}, Value{}
	}
	end := t.countBefore(key.Time, true)
	t.Keys = slices.Concat(t.Keys[:k], []Key{key}, t.Keys[end:])
	return c.with(t), nil
}

// place refuses times outside a clip.
func (c *Clip) place(seconds float64) error {
	if !(seconds >= 0 && seconds <= c.Seconds) {
		return fmt.Errorf("%w: %v s is outside clip %q, which lasts %v s", ErrTime, seconds, c.Name, c.Seconds)
	}
	return nil
}

// sameTime is the distance in seconds at which a time still finds a key.
const sameTime = 1e-6

// keysNear returns the keys at a time, or else the nearest key within sameTime.
func (t *Track) keysNear(seconds float64) (first, end int, ok bool) {
	first, end = t.countBefore(seconds, false), t.countBefore(seconds, true)
	if first < end {
		return first, end, true
	}
	k := first // the first key after the time
	if k == len(t.Keys) || k > 0 && seconds-t.Keys[k-1].Time < t.Keys[k].Time-seconds {
		k--
	}
	if k < 0 || math.Abs(t.Keys[k].Time-seconds) > sameTime {
		return 0, 0, false
	}
	at := t.Keys[k].Time
	return t.countBefore(at, false), t.countBefore(at, true), true
}

// keyed returns a track and its keys at a time.
func (c *Clip) keyed(id ID, seconds float64) (t Track, first, end int, err error) {
	old := c.Track(id)
	if old == nil {
		return t, 0, 0, c.noTrack(id)
	}
	first, end, ok := old.keysNear(seconds)
	if !ok {
		return t, 0, 0, fmt.Errorf("%w: the %v has no key at %v s", ErrTime, id, seconds)
	}
	return *old, first, end, nil
}

// Move moves a key to another time. A key that is there is replaced. The error wraps ErrTrack or
// ErrTime.
func Move(c *Clip, id ID, from, to float64) (*Clip, error) {
	t, first, end, err := c.keyed(id, from)
	if err == nil {
		err = c.place(to)
	}
	if err != nil {
		return nil, fmt.Errorf("move a key: %w", err)
	}
	moved := slices.Clone(t.Keys[first:end])
	for k := range moved {
		moved[k].Time = to
	}
	t.Keys = slices.Concat(t.Keys[:first], t.Keys[end:])
	t.Keys = slices.Concat(t.Keys[:t.countBefore(to, false)], moved, t.Keys[t.countBefore(to, true):])
	return c.with(t), nil
}

// Delete deletes the keys of a track from one time to another, both included. Without its last
// key the track is gone and its target at rest. The error wraps ErrTrack or ErrTime.
func Delete(c *Clip, id ID, from, to float64) (*Clip, error) {
	old := c.Track(id)
	if old == nil {
		return nil, fmt.Errorf("delete keys: %w", c.noTrack(id))
	}
	first, end := old.countBefore(from-sameTime, false), old.countBefore(to+sameTime, true)
	if !(first < end) {
		return nil, fmt.Errorf("delete keys: %w: the %v has no key from %v s to %v s", ErrTime, id, from, to)
	}
	t := *old
	t.Keys = slices.Concat(t.Keys[:first], t.Keys[end:])
	return c.with(t), nil
}
