package measure

import (
	"math"
	"math/rand/v2"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// Step is the time between two frames, in seconds.
const Step = 1. / 60

// Crowd is a number of instances of a character and what they do.
type Crowd struct {
	Instances int
	Clips     int  // the character's first clips, which the instances play in turn
	Random    bool // each frame is somewhere else in the clip, not a sixtieth of a second on
	Workers   int  // goroutines that share a frame, where the path can
	ISA       simd.ISA
	// Blend is what instances combine, of Blend.Clips clips. They begin with the first.
	Blend Blend
	// Logic leaves out poses and palettes: what a graph takes to decide, and time.
	Logic bool
	// Modifier is what acts on the poses.
	Modifier Modifier
}

// instance is what one of a crowd does.
type instance struct {
	clip   int
	offset float64 // seconds after the clip's start, before the first frame
	speed  float64
}

// cast returns the instances of a crowd, the same for every path.
func (c *Character) cast(crowd Crowd) []instance {
	r := rand.New(rand.NewPCG(67, uint64(crowd.Clips)))
	list := make([]instance, crowd.Instances)
	for i := range list {
		clip := i % crowd.Clips
		if crowd.Blend != NoBlend {
			clip = 0
		}
		length := c.model.Clips[clip].Seconds()
		list[i] = instance{clip, r.Float64() * length, 1}
		if crowd.Random && length > 0 {
			// A part of the clip that no small number of frames comes round with.
			list[i].speed = (0.2 + 0.6*r.Float64()) * length / Step
		}
	}
	return list
}

func (in *instance) options() play.Options {
	return play.Options{Offset: in.offset, Speed: in.speed}
}

// clock provides times to methods without clocks, at the cost of an addition and a comparison.
type clock struct {
	at, step, length []float64 // seconds, per instance
	clip             []int
	ticks            []float64 // per second, per clip
}

func newClock(clips []*soa.Clip, list []instance) *clock {
	var k clock
	for _, in := range list {
		k.at, k.step = append(k.at, in.offset), append(k.step, in.speed*Step)
		k.length, k.clip = append(k.length, clips[in.clip].Seconds()), append(k.clip, in.clip)
	}
	for _, c := range clips {
		k.ticks = append(k.ticks, c.TicksPerSecond)
	}
	return &k
}

// next moves instance i on and returns its clip and the seconds after that
// clip's start.
func (k *clock) next(i int) (clip int, seconds float64) {
	at := k.at[i] + k.step[i]
	if length := k.length[i]; at >= length {
		if at -= length; !(at < length) { // a clip shorter than a step
			at = math.Mod(at, max(length, math.SmallestNonzeroFloat64))
		}
	}
	k.at[i] = at
	return k.clip[i], at
}
