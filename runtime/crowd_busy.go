package runtime

import (
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
)

// place is where a voice stands: what evaluation needs of it.
type place struct {
	row   int64
	alpha float32
}

// busyScratch is what a goroutine needs for instances that are busy.
type busyScratch struct {
	planes [MaxLayers][crowdBlocks]simd.Frames // where the voices stand
	lanes  [crowdBlocks]uint16                 // which are due
	kind   [crowdBlocks * simd.Lanes]uint8     // of level, of those
	parts  [MaxLayers]part                     // of the instance that is mixed
	starts []queuedStart
	next   int // of starts

	group      syncGroup // at hand
	targets    []syncTarget
	nextTarget int
}

func (b *busyScratch) prepare() {
	b.starts = make([]queuedStart, 0, crowdBlocks*simd.Lanes*MaxLayers)
	b.targets = make([]syncTarget, 0, crowdBlocks*simd.Lanes*MaxLayers)
}

// begin forgets what the step before has found.
func (b *busyScratch) begin() {
	b.starts, b.next = b.starts[:0], 0
	b.targets, b.nextTarget = b.targets[:0], 0
}

// beginBusy prepares the busy instances of blocks for a step and advances their voices
// but the first.
func (c *Crowd) beginBusy(s *Scratch, first, blocks int, dt float64) {
	v, b := &c.voices, &s.layers
	b.begin()
	for n := range blocks {
		any := uint8(0)
		for i := simd.Lanes * (first + n); i < simd.Lanes*(first+n+1); i++ {
			if mixes(v.busy[i]) {
				c.beginStep(s, i, i-simd.Lanes*first, dt)
				any |= v.used[i]
			}
		}
		for any &^= 1; any != 0; any &= any - 1 {
			k := bits.TrailingZeros8(any)
			at := b.planes[k][n : n+1]
			plane := k*v.padded/simd.Lanes + first + n
			_ = c.clocks.Advance16(at, plane, dt)
			c.player.place(c, at, plane)
		}
	}
}

// keepBusy notes where the first voices of blocks stand: evaluation of the others may
// overwrite at.
func (c *Crowd) keepBusy(s *Scratch, first int, at []simd.Frames) {
	for n := range at {
		if mixes(c.voices.flags(first+n, 1)) {
			s.layers.planes[0][n] = at[n]
		}
	}
}

// endBusy completes the step of the busy instances of blocks, and evaluates those that
// are due where evaluate is set.
func (c *Crowd) endBusy(s *Scratch, first, blocks int, dt float64, evaluate bool) {
	v, b := &c.voices, &s.layers
	var places [MaxLayers]place // of the voices in use, of others anything
	for n := range blocks {
		for lane := range simd.Lanes {
			i := simd.Lanes*(first+n) + lane
			if !mixes(v.busy[i]) || i >= c.n {
				continue
			}
			for u := v.used[i]; u != 0; u &= u - 1 {
				k := bits.TrailingZeros8(u)
				f := &b.planes[k][n]
				places[k] = c.heldPlace(v.at(i, k), place{f.Row[lane], f.Alpha[lane]})
			}
			c.endStep(s, i, n*simd.Lanes+lane, dt, &places)
			if evaluate && b.lanes[n]>>lane&1 != 0 {
				c.mix(s, i, int(b.kind[n*simd.Lanes+lane]), &places)
			}
			c.settle(i)
		}
	}
}

// runOne advances a busy instance and evaluates it.
func (c *Crowd) runOne(s *Scratch, i int, dt float64) {
	v := &c.voices
	var places [MaxLayers]place
	s.layers.begin()
	if c.watching() {
		c.note(s, i, 1)
	}
	c.beginStep(s, i, 0, dt)
	for u := v.used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		places[k] = c.placeNow(v.at(i, k), dt)
	}
	c.endStep(s, i, 0, dt, &places)
	c.mix(s, i, c.levels.kindOf(i), &places)
	c.settle(i)
}

// placeNow advances one voice.
func (c *Crowd) placeNow(a int, dt float64) place {
	row, alpha := c.clocks.Advance(a, dt)
	row, alpha = c.player.placeOne(c, a, row, alpha)
	return c.heldPlace(a, place{row, alpha})
}

// heldPlace is where a voice stands: at, or how far a held pose is on its way.
func (c *Crowd) heldPlace(a int, at place) place {
	if c.voices.held(a) {
		return place{0, c.heldAlpha(a)}
	}
	return at
}

// beginStep does what has to be done before the clocks of a busy instance advance. slot
// is the instance's place among those of note.
func (c *Crowd) beginStep(s *Scratch, i, slot int, dt float64) {
	busy := c.voices.busy[i]
	if busy&instanceSyncs != 0 {
		c.tune(s, i, dt)
	}
	if busy&instanceQueues != 0 && dt > 0 {
		c.startQueued(s, i, slot, dt)
	}
}

// endStep does what has to be done after it.
func (c *Crowd) endStep(s *Scratch, i, slot int, dt float64, places *[MaxLayers]place) {
	if c.voices.busy[i]&instanceSyncs != 0 {
		c.lock(s, i, places)
	}
	if c.watching() {
		c.observe(s, i, slot, dt)
	}
	c.grow(s, i, dt)
	c.letIn(s, i, slot, places)
	c.growOffset(i, dt)
}

// mix evaluates instance i, now or when the mixer has more of its shape.
func (c *Crowd) mix(s *Scratch, i, kind int, places *[MaxLayers]place) {
	parts := c.parts(i, &s.layers.parts, places)
	if most := c.levels.list[c.levels.level[i]&^levelFresh].Layers; most > 0 {
		parts = thin(parts, most)
	}
	s.mixer.add(c, s, i, c.levels.kinds[kind], parts)
}
