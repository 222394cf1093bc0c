package keys

import (
	"math"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/soa"
)

// Ticks turns seconds into ticks of a clip. It keeps no reference to it: an unpacked clip whose keys
// are prepared can go.
type Ticks struct {
	Length              float64 // seconds
	Last                float64 // the last key's, see At
	perSecond, duration float64 // the clip's TicksPerSecond and Duration
	slack               float64
}

// NewTicks prepares the ticks of a clip.
func NewTicks(clip *soa.Clip) Ticks {
	return Ticks{
		Length:    clip.End() - clip.Start,
		Last:      max(clip.Duration, float64(float32(min(clip.Duration, math.MaxFloat32)))),
		perSecond: clip.TicksPerSecond, duration: clip.Duration,
		slack: float64((math.Abs(clip.Start) + math.Abs(clip.End())) * clip.TicksPerSecond * roundingSlack),
	}
}

// roundingSlack bounds, relative to the clip's seconds, what rounding does to a
// key's time on its way to float64 seconds and back to ticks.
const roundingSlack = 1. / (1 << 50)

// At converts x seconds after the clip's start to a tick in [0, Duration]. A tick within the rounding
// of seconds of a float32 becomes that float32, so that the time of a key finds the key exactly.
// From the end on it is the last key's tick, even where float32 rounds that up.
func (c *Ticks) At(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	if x >= c.Length {
		return c.Last
	}
	tick := float64(x * c.perSecond)
	key := float64(float32(tick))
	if math.Abs(tick-key) <= c.slack {
		return key
	}
	return min(tick, c.duration)
}

// Place is a tick in two numbers: its float32 as bits, and what is missing.
func (c *Ticks) Place(seconds float64) (int64, float32) {
	whole, rest := kernel.SplitTick(c.At(seconds))
	return int64(math.Float32bits(whole)), rest
}

// TickOf returns the float32 of a place.
func TickOf(place int64) float32 { return math.Float32frombits(uint32(place)) }
