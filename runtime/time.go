package runtime

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// LoopMode says what happens to a time outside a clip.
type LoopMode uint8

const (
	// Wrap starts again: the time at the clip's end is the time at its start.
	Wrap LoopMode = iota
	// Clamp holds the first pose before the start and the last from the end on.
	Clamp
	// PingPong plays forwards and backwards in turn.
	PingPong
)

// String returns the mode's name.
func (m LoopMode) String() string {
	switch m {
	case Wrap:
		return "wrap"
	case Clamp:
		return "clamp"
	case PingPong:
		return "ping-pong"
	}
	return fmt.Sprintf("loop mode(%d)", uint8(m))
}

// Tick returns where clip stands at time t in seconds on its file's own time
// line (clip.Start … clip.End()): ticks after its start, in [0, Duration]. t
// may be any number of loops away, and negative; NaN and, where it has no
// meaning, infinity count as the start.
//
// A tick that differs from a float32 by no more than the rounding of seconds
// explains is taken to be that float32, so that the time of a key, computed as
// clip.Start + tick/clip.TicksPerSecond, finds the key exactly.
func Tick(clip *soa.Clip, t float64, mode LoopMode) float64 {
	length := clip.End() - clip.Start
	return tickAt(clip, position(phase(t-clip.Start, length, mode), length, mode))
}

// period is the number of seconds after which a mode's motion repeats.
func period(length float64, mode LoopMode) float64 {
	if mode == PingPong {
		return 2 * length
	}
	return length
}

// phase reduces x, in seconds after the start, to the first period: [0, length]
// for Clamp, else [0, period). The remainder is exact, so no time is too far
// away, and adding to a reduced phase again and again accumulates no error that
// grows with the time played.
func phase(x, length float64, mode LoopMode) float64 {
	if mode == Clamp {
		if !(x > 0) { // NaN too
			return 0
		}
		return min(x, length)
	}
	p := period(length, mode)
	if x >= 0 && x < p {
		return x
	}
	x = math.Mod(x, p)
	if x < 0 {
		x += p
	}
	if !(x < p) { // NaN from an infinite time or an empty clip; p where x+p rounds to it
		return 0
	}
	return x
}

// position returns how many seconds after the start a phase stands: it folds
// the way back of PingPong.
func position(phase, length float64, mode LoopMode) float64 {
	if mode == PingPong && phase > length {
		return float64(2*length) - phase
	}
	return phase
}

// roundingSlack bounds, relative to the clip's seconds, what rounding does to a
// key's time on its way to float64 seconds and back to ticks.
const roundingSlack = 1. / (1 << 50)

// tickAt converts x seconds after the clip's start to a tick in [0, Duration].
// From the end on it is the last key's tick even where that, as a float32, was
// rounded up.
func tickAt(clip *soa.Clip, x float64) float64 {
	if !(x > 0) {
		return 0
	}
	if x >= clip.End()-clip.Start {
		return lastTick(clip)
	}
	tick := float64(x * clip.TicksPerSecond)
	key := float64(float32(tick))
	if math.Abs(tick-key) <= tickSlack(clip) {
		return key
	}
	return min(tick, clip.Duration)
}

// lastTick is that of a clip's end.
func lastTick(clip *soa.Clip) float64 {
	return max(clip.Duration, float64(float32(min(clip.Duration, math.MaxFloat32))))
}

// tickSlack is how far a tick may be from a key that it is taken for.
func tickSlack(clip *soa.Clip) float64 {
	return float64((math.Abs(clip.Start) + math.Abs(clip.End())) * clip.TicksPerSecond * roundingSlack)
}
