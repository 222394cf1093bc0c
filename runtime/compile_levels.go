package runtime

import (
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// addLevels describes the levels of detail: prefixes of the slots, in whole
// groups of four.
func (c *compiler) addLevels(bank *soa.Layout) {
	n := bank.Rotations()
	last := 0
	for _, count := range c.slots.levels {
		slots := min(max(roundUp(count, 4), 4), n)
		if len(bank.Levels) == 0 {
			slots = n
		}
		if slots == last {
			continue
		}
		standIn, ok := c.standIns(bank, slots)
		if !ok {
			continue
		}
		last = slots
		bank.Levels = append(bank.Levels, soa.LayoutLevel{Slots: slots, StandIn: standIn})
	}
}

// standIns finds, for the slots from an index on, the nearest slot above whose
// matrix can take their place: one that applies to the same space. It returns
// false where a slot has none.
func (c *compiler) standIns(bank *soa.Layout, slots int) ([]uint16, bool) {
	standIn := make([]uint16, bank.Rotations())
	for s := range standIn {
		switch {
		case s < slots:
			standIn[s] = uint16(s)
		case s < len(c.slots.slots):
			up := c.slots.slots[s].parent
			if bank.Form == soa.General {
				for up >= 0 && !(up < slots && c.slots.slots[up].given) {
					up = c.slots.slots[up].parent
				}
			}
			if up < 0 {
				return nil, false
			}
			standIn[s] = standIn[up]
		}
	}
	return standIn, true
}

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
		if b.c.ctx.Err() != nil {
			return // the caller tells
		}
		tick := min(float64(f)/r.perTick, b.clip.Duration)
		b.errorAt(r, f, tick) // fills the palette and the pose
		for l := range bank.Levels[1:] {
			level := &bank.Levels[1+l]
			for s := level.Slots; s < len(c.slots.slots); s++ {
				if c.slots.slots[s].given {
					worst[l] = max(worst[l], math.Sqrt(p.distance(s, int(level.StandIn[s]), &p.pose)))
				}
			}
		}
	}
}
