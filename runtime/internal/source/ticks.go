package source

import (
	"math"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// ticks turns seconds into ticks of a clip.
type ticks struct {
	clip        *soa.Clip
	length      float64 // seconds
	last, slack float64 // see tick
}

func newTicks(clip *soa.Clip) ticks {
	return ticks{
		clip: clip, length: clip.End() - clip.Start,
		last:  max(clip.Duration, float64(float32(min(clip.Duration, math.MaxFloat32)))),
		slack: float64((math.Abs(clip.Start) + math.Abs(clip.End())) * clip.TicksPerSecond * roundingSlack),
	}
}

// roundingSlack bounds, relative to the clip's seconds, what rounding does to a
// key's time on its way to float64 seconds and back to ticks.
const roundingSlack = 1. / (1 << 50)

// tick converts x seconds after the clip's start to a tick in [0, Duration]. A tick
// that differs from a float32 by no more than the rounding of seconds explains is
// taken to be that float32, so that the time of a key finds the key exactly. From
// the end on it is the last key's tick even where that, as a float32, is rounded up.
func (c *ticks) tick(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	if x >= c.length {
		return c.last
	}
	tick := float64(x * c.clip.TicksPerSecond)
	key := float64(float32(tick))
	if math.Abs(tick-key) <= c.slack {
		return key
	}
	return min(tick, c.clip.Duration)
}

// place is a tick as Player.Place puts it: its float32 as bits, and what is missing.
func (c *ticks) place(seconds float64) (int64, float32) {
	whole, rest := simd.SplitTick(c.tick(seconds))
	return int64(math.Float32bits(whole)), rest
}
