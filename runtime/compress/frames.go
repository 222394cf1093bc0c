package compress

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Rates of ticks that are frames, per second.
const leastRate, mostRate = 23, 61

// framed reports whether the ticks of a clip are frames on which it was made: it lasts a
// whole number of them, some of its tracks are curved, and most keys of these lie on frames.
// The others are those that hold a curve of angles as one of quaternions.
func framed(c *soa.Clip) bool {
	if c.TicksPerSecond < leastRate || c.TicksPerSecond > mostRate || c.Duration != math.Trunc(c.Duration) {
		return false
	}
	on, off := 0, 0
	for t := range c.Tracks {
		if c.Tracks[t].Interpolation != soa.Cubic {
			continue
		}
		first, end := c.Keys(t)
		for _, tick := range c.Time[first:end] {
			if tick == float32(math.Trunc(float64(tick))) {
				on++
			} else {
				off++
			}
		}
	}
	return on > off
}

// atFrames is a clip that is straight from frame to frame: its curved tracks have a key on
// each, the others are as they were.
func atFrames(c *soa.Clip) *soa.Clip {
	out := &soa.Clip{Name: c.Name, TicksPerSecond: c.TicksPerSecond, Start: c.Start, Duration: c.Duration, Loop: c.Loop, Events: c.Events}
	for t := range c.Tracks {
		to := c.Tracks[t]
		first, end := c.Keys(t)
		to.First, to.FirstTangent = uint32(len(out.Time)), 0
		if to.Interpolation != soa.Cubic {
			out.Time = append(out.Time, c.Time[first:end]...)
			out.X, out.Y = append(out.X, c.X[first:end]...), append(out.Y, c.Y[first:end]...)
			out.Z, out.W = append(out.Z, c.Z[first:end]...), append(out.W, c.W[first:end]...)
			out.Tracks = append(out.Tracks, to)
			continue
		}
		to.Interpolation = soa.Linear
		out.Tracks = append(out.Tracks, to)
		track := exact.NewTrack(c, t)
		for tick := range int(c.Duration) + 1 {
			v := track.At(float64(tick), false)
			out.Time = append(out.Time, float32(tick))
			out.X, out.Y = append(out.X, float32(v[0])), append(out.Y, float32(v[1]))
			out.Z, out.W = append(out.Z, float32(v[2])), append(out.W, float32(v[3]))
		}
	}
	return out
}
