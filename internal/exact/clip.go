package exact

import (
	"context"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// Clip evaluates a clip, without its floats, on a skeleton. It caches positions in tracks, so
// each goroutine needs a Fork.
type Clip struct {
	Clip   *soa.Clip
	Tracks []Track // of more than one value, of a kept joint or a weight; Target is a place in the Skeleton
	skel   *Skeleton
	base   Pose // at rest, with the clip's constant tracks applied
}

// NewClip prepares a clip of the model.
func (s *Skeleton) NewClip(clip *soa.Clip) *Clip {
	c, _ := s.NewClipIn(context.Background(), clip)
	return c
}

// askTracks is the number of tracks between two checks of the context in NewClipIn.
const askTracks = 1 << 10

// NewClipIn is NewClip within a context. The error is the context's.
func (s *Skeleton) NewClipIn(ctx context.Context, clip *soa.Clip) (*Clip, error) {
	c := &Clip{Clip: clip, skel: s, base: s.NewPose()}
	for t := range clip.Tracks {
		if t%askTracks == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		target := int(clip.Tracks[t].Target)
		switch clip.Tracks[t].Property {
		case soa.Float:
			continue
		case soa.Weight:
		default:
			if target = s.Index[target]; target < 0 {
				continue
			}
		}
		track := NewTrack(clip, t)
		track.Target = target
		c.base.Set(track.Property, target, track.Key(track.First))
		if track.Changes() {
			c.Tracks = append(c.Tracks, track)
		}
	}
	return c, nil
}

// PoseAt poses the skeleton at a tick of a clip, as At does of NewClip's, which prepares more than one
// pose needs.
func (s *Skeleton) PoseAt(clip *soa.Clip, tick float64, p *Pose) {
	p.CopyLocals(&s.Rest)
	for t := range clip.Tracks {
		tr := &clip.Tracks[t]
		target := int(tr.Target)
		switch tr.Property {
		case soa.Float:
			continue
		case soa.Weight:
		default:
			if target = s.Index[target]; target < 0 {
				continue
			}
		}
		track := newTrack(clip, t)
		v := track.Key(track.First)
		if tick > track.Tick(track.First) && track.Changes() {
			track = NewTrack(clip, t)
			v = track.At(tick, false)
		}
		p.Set(tr.Property, target, v)
	}
	s.ToModel(p)
}

// Fork returns an evaluator of the same clip for another goroutine.
func (c *Clip) Fork() *Clip {
	f := *c
	f.Tracks = slices.Clone(c.Tracks)
	return &f
}

// Bends reports whether values between keys may lie outside those at keys.
func (c *Clip) Bends() bool {
	return slices.ContainsFunc(c.Tracks, func(t Track) bool { return t.Interpolation == soa.Cubic })
}

// Ticks returns the ticks of the clip's start and end and of all keys between
// them, ascending and distinct.
func (c *Clip) Ticks() []float64 {
	ticks := []float64{0, c.Clip.Duration}
	for t := range c.Tracks {
		for k := c.Tracks[t].First; k <= c.Tracks[t].Last; k++ {
			if tick := c.Tracks[t].Tick(k); tick > 0 && tick < c.Clip.Duration {
				ticks = append(ticks, tick)
			}
		}
	}
	slices.Sort(ticks)
	return slices.Compact(ticks)
}

// JointTicks returns the ticks within the clip at which a joint has a key, ascending and distinct: the
// frames of a capture.
func (c *Clip) JointTicks() []float64 {
	var list []float64
	for t := range c.Clip.Tracks { // constant ones too, which Tracks lacks
		if c.Clip.Tracks[t].Property > soa.Scale {
			continue
		}
		first, end := c.Clip.Keys(t)
		for _, at := range c.Clip.Time[first:end] {
			list = append(list, min(float64(at), c.Clip.Duration))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Tick converts a time on the clip file's own time line to a tick from 0 to that of
// the last key. A tick that differs from a float32 by no more than the rounding of
// seconds explains is that float32: the time of a key finds the key.
func Tick(clip *soa.Clip, seconds float64) float64 {
	if seconds >= clip.End() {
		return max(clip.Duration, float64(float32(clip.Duration)))
	}
	tick := float64((seconds - clip.Start) * clip.TicksPerSecond)
	slack := float64((math.Abs(clip.Start) + math.Abs(clip.End())) * clip.TicksPerSecond * (1. / (1 << 50)))
	if key := float64(float32(tick)); math.Abs(tick-key) <= slack {
		tick = key
	}
	return min(max(tick, 0), clip.Duration)
}

// At poses the skeleton at a tick after the clip's start, or at the limit from
// the left: see Track.At.
func (c *Clip) At(tick float64, left bool, p *Pose) {
	_ = c.AtIn(context.Background(), tick, left, p)
}

// AtIn is At within a context. The error is the context's.
func (c *Clip) AtIn(ctx context.Context, tick float64, left bool, p *Pose) error {
	p.CopyLocals(&c.base)
	for t := range c.Tracks {
		if t%askTracks == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		tr := &c.Tracks[t]
		p.Set(tr.Property, tr.Target, tr.At(tick, left))
	}
	for i := range c.skel.Joint {
		if i%askTracks == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		c.skel.ToModelAt(i, p)
	}
	return nil
}
