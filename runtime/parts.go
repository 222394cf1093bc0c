package runtime

import (
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
)

// parts lists what makes the pose of instance i, in an order that does not depend on
// that of its layers: groups from the bottom up, then what is added to them; within a
// group by clip, mask, place and weight. It makes the plan for the next step, where that
// will be the same.
func (c *mixing) parts(i, slot int, s *mixScratch, list *[play.MaxLayers]part, next *plan) []part {
	var order [play.MaxLayers]uint8
	v := &c.active.voices
	sorted := v.sorted(i, &order)
	var share [play.MaxLayers]float32
	c.active.shares(i, sorted, &share)
	var keys [play.MaxLayers]uint64 // of parts, in order
	n, stays := 0, true
	var g grouping
	for k, voice := range sorted {
		a := v.at(i, int(voice))
		kind, clip, mask := v.kind(a), c.active.clip[a], v.mask[a]
		share[k] = float32(v.weight[a] * share[k])
		if v.held(a) {
			clip = -1
		}
		if share[k] == 0 || int(clip) == c.active.clips() {
			stays = stays && (v.weight[a] == 0 || int(clip) == c.active.clips())
			continue // it adds nothing
		}
		if kind == play.Subtract {
			share[k] = -share[k]
		}
		group, kind := g.place(kind, mask, v.layer[a])
		key := partKey(group, kind, clip, mask, k)
		at := n
		for ; at > 0 && keys[at-1] > key; at-- {
			keys[at] = keys[at-1]
		}
		keys[at] = key
		n++
	}
	for m, key := range keys[:n] {
		k := key % play.MaxLayers
		voice := sorted[k]
		p, at := &list[m], &s.planes[voice%play.MaxLayers][slot/simd.Lanes]
		p.setKey(key)
		p.row, p.alpha, p.weight = at.Row[slot%simd.Lanes], at.Alpha[slot%simd.Lanes], share[k]
		if p.clip < 0 {
			c.putHeld(p, v.at(i, int(voice)))
		}
		for ; m > 0 && keys[m-1]^key < play.MaxLayers; m-- {
			stays = false
			if !list[m].before(&list[m-1]) {
				break
			}
			list[m], list[m-1] = list[m-1], list[m]
		}
	}
	next.n = 0
	if stays && (n > 1 || n == 1 && len(sorted) == 1 && v.rate[v.at(i, int(sorted[0]))] == 0) {
		next.make(v, i, sorted, keys[:n], list[:n])
	}
	return list[:n]
}

// putHeld lets a part be the pose that a voice holds.
func (c *mixing) putHeld(p *part, a int) {
	p.clip, p.key = c.heldPart(a), c.active.held.key[c.active.voices.more[a]]
}

// placesAt finds where the voices of instance i stand after dt seconds, in slot 0, and
// leaves their clocks as they are.
func (c *mixing) placesAt(s *mixScratch, i int, dt float64) {
	for u := c.active.voices.used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		a := c.active.voices.at(i, k)
		cycle, phase := c.active.clocks.Time(a)
		c.placeNow(s, k, 0, a, dt)
		c.active.clocks.SetTime(a, cycle, phase)
	}
}

// put notes where voice k of the instance of a slot stands.
func (s *mixScratch) put(k, slot int, row int64, alpha float32) {
	f, lane := &s.planes[k][slot/simd.Lanes], slot%simd.Lanes
	f.Row[lane], f.Alpha[lane] = row, alpha
}

// placeNow advances a voice, k of its instance.
func (c *mixing) placeNow(s *mixScratch, k, slot, a int, dt float64) {
	row, alpha := c.active.clocks.Advance(a, dt)
	if c.active.voices.held(a) {
		row, alpha = 0, c.active.heldAlpha(a)
	} else {
		row, alpha = c.player.PlaceOne(a, c.active.clip, c.active.clocks, row, alpha)
	}
	s.put(k, slot, row, alpha)
}

// placeHeld notes how far the poses that instance i holds are on their way.
func (c *mixing) placeHeld(s *mixScratch, i, slot int) {
	v := &c.active.voices
	for u := v.used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		if a := v.at(i, k); v.held(a) {
			s.put(k, slot, 0, c.active.heldAlpha(a))
		}
	}
}

// mix evaluates instance i, whose voices stand where a slot says, now or when the mixer
// has more of its shape.
func (c *mixing) mix(s *mixScratch, i, slot, kind int) {
	detail, p := c.levels.kinds[kind], &c.active.voices.plan[i]
	most := c.levels.list[c.levels.level[i]&^levelFresh].Layers
	if p.n > 0 && (most == 0 || most >= p.shape.n()) && s.mixer.addPlanned(c, s, i, slot, detail) {
		return
	}
	parts := c.parts(i, slot, s, &s.parts, p)
	if most > 0 {
		parts = c.thin(parts, most)
	}
	s.mixer.add(c, s, i, detail, parts)
}
