package edit

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Build returns the clip as playable tracks. Times become ticks in float32. If two keys of a
// track would coincide, the earlier one moves back to the next smaller number. Tracks, keys and
// events are sorted. Whether targets exist is for soa.Model.ValidateClip to say. The error wraps
// soa.ErrInvalid.
func (c *Clip) Build() (*soa.Clip, error) { return c.build(context.Background()) }

// build is Build within a context.
func (c *Clip) build(ctx context.Context) (*soa.Clip, error) {
	fail := func(err error) (*soa.Clip, error) { return nil, fmt.Errorf("build: %w", err) }
	if !(c.Rate > 0) || c.Rate-c.Rate != 0 || !(c.Seconds >= 0) || c.Seconds-c.Seconds != 0 {
		return fail(fmt.Errorf("%w: clip %q lasts %v s, with %v ticks per second", soa.ErrInvalid, c.Name, c.Seconds, c.Rate))
	}
	out := &soa.Clip{Name: c.Name, Start: c.Start, TicksPerSecond: c.Rate, Duration: c.ticks(c.Seconds), Loop: c.Loop, Additive: c.Additive}
	tracks := slices.Clone(c.Tracks)
	slices.SortStableFunc(tracks, func(a, b Track) int { return a.ID.Compare(b.ID) })
	for i := range tracks {
		if err := cmp.Or(ctx.Err(), c.buildTrack(out, &tracks[i])); err != nil {
			return fail(err)
		}
	}
	for _, e := range c.Events {
		end := float32(out.Duration)
		at := func(seconds float64) float32 { return min(max(float32(c.ticks(seconds)), 0), end) }
		out.Events = append(out.Events, soa.NewEvent(e.Name, at(e.Time), at(e.Time+e.Length)))
	}
	slices.SortStableFunc(out.Events, func(a, b soa.Event) int { return cmp.Compare(a.Time, b.Time) })
	if c.Motion != nil {
		out.Motion = c.buildMotion(float32(out.Duration))
	}
	if err := out.Validate(mostTargets, mostTargets, mostTargets); err != nil {
		return fail(err)
	}
	return out, nil
}

// unitBound is how far the square of a rotation's length may be off 1, as it is in float32.
const unitBound = 1e-6

// mostTargets is the number of targets that a track can name.
const mostTargets = math.MaxInt16 + 1

// ticks converts seconds. A tick that differs from a float32 by no more than rounding is that
// float32, so that a clip that was not edited keeps its ticks.
func (c *Clip) ticks(seconds float64) float64 {
	tick := float64(seconds * c.Rate)
	if near := float64(float32(tick)); math.Abs(tick-near) <= math.Abs(tick)*0x1p-50 {
		return near
	}
	return tick
}

func (c *Clip) buildTrack(out *soa.Clip, t *Track) error {
	if t.Target < 0 || t.Target > math.MaxInt16 {
		return fmt.Errorf("%w: clip %q has a track of the %v", soa.ErrInvalid, c.Name, t.ID)
	}
	for _, k := range t.Keys {
		if k.Time-k.Time != 0 {
			return fmt.Errorf("%w: clip %q, %v: a key is at %v s", soa.ErrInvalid, c.Name, t.ID, k.Time)
		}
	}
	keys := t.Keys
	if !slices.IsSortedFunc(keys, byTime) {
		keys = slices.Clone(keys)
		slices.SortStableFunc(keys, byTime)
	}
	if len(keys) == 0 {
		return nil
	}
	track := soa.Track{Target: int16(t.Target), Property: t.Property, Interpolation: t.Mode, First: uint32(len(out.Time))}
	if t.Mode == soa.Cubic {
		track.FirstTangent = uint32(len(out.In))
	}
	out.Tracks = append(out.Tracks, track)
	ticks := c.uniqueTicks(keys)
	keys = keys[len(keys)-len(ticks):]
	for k, tick := range ticks {
		v := exact.Quat(keys[k].Value)
		if t.Property == soa.Rotation && t.Mode != soa.Cubic && math.Abs(v.Dot(v)-1) > unitBound {
			v = v.Unit()
		}
		exact.AppendKey(out, tick, v)
		if t.Mode == soa.Cubic {
			out.In, out.Out = append(out.In, c.perTick(keys[k].In)), append(out.Out, c.perTick(keys[k].Out))
		}
	}
	return nil
}

func byTime(a, b Key) int { return cmp.Compare(a.Time, b.Time) }

func (c *Clip) perTick(v Value) (out soa.Tangent) {
	for i := range v {
		out[i] = float32(v[i] / c.Rate)
	}
	return out
}

// apart is less than the distance of two ticks in float32, where they are not near 0.
const apart = 0x1p-64

// uniqueTicks returns the ticks of keys, strictly ascending. It leaves out keys at the start that
// others at the same time hide.
func (c *Clip) uniqueTicks(keys []Key) []float32 {
	ticks := make([]float32, len(keys))
	for k := len(keys) - 1; k >= 0; k-- {
		ticks[k] = float32(c.ticks(keys[k].Time))
		if k+1 < len(keys) && !(ticks[k] < ticks[k+1]-apart) {
			if ticks[k] = min(math.Nextafter32(ticks[k+1], -math.MaxFloat32), ticks[k+1]-apart); ticks[k] < 0 && keys[k].Time >= 0 {
				return ticks[k+1:]
			}
		}
	}
	return ticks
}

// buildMotion drops keys that coincide in float32 with the one before: the last of them stays.
func (c *Clip) buildMotion(end float32) *soa.Motion {
	m := &soa.Motion{Joint: int16(c.Motion.Joint)}
	for i, k := range c.Motion.Keys {
		tick := min(max(float32(c.ticks(k.Time)), 0), end)
		if n := len(m.Time); n > 0 && !(tick > m.Time[n-1]) {
			if i == 0 || n == 1 {
				continue // the first one is the start, where nothing has moved
			}
			m.Time, m.X, m.Y, m.Z, m.Yaw = m.Time[:n-1], m.X[:n-1], m.Y[:n-1], m.Z[:n-1], m.Yaw[:n-1]
		}
		m.Time = append(m.Time, tick)
		m.X, m.Y = append(m.X, float32(k.X)), append(m.Y, float32(k.Y))
		m.Z, m.Yaw = append(m.Z, float32(k.Z)), append(m.Yaw, float32(k.Yaw))
	}
	return m
}
