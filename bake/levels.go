package bake

import (
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// levelProbes is at how many frames of a clip a level's error is measured.
const levelProbes = 64

// measureLevels measures what the levels after the first leave out of a clip.
func (c *compiler) measureLevels(bank *soa.Bank, i int, b *clipBuilder, r *clipRows) {
	if len(bank.Levels) < 2 {
		return
	}
	worst := make([]float64, len(bank.Levels)-1)
	bank.Clips[i].LevelError = worst
	p := b.probe
	step := max(1, r.frames/levelProbes)
	for f := 0; f < r.frames; f += step {
		if b.c.Ctx.Err() != nil {
			return // the caller tells
		}
		tick := min(float64(f)/r.perTick, b.clip.Duration)
		b.errorAt(r, f, tick) // fills the palette and the pose
		for l := range bank.Levels[1:] {
			level := &bank.Levels[1+l]
			for s := level.Slots; s < len(c.Slots); s++ {
				if c.Slots[s].Given {
					worst[l] = max(worst[l], math.Sqrt(p.distance(s, int(level.StandIn[s]), &p.pose)))
				}
			}
		}
	}
}
