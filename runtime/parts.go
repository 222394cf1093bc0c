package runtime

import (
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/play"
)

// parts lists what makes the pose of instance i, in an order that does not depend on
// that of its layers: groups from the bottom up, then what is added to them; within a
// group by clip, mask, place and weight. It makes the plan for the next step, where that
// will be the same.
func (c *mixing) parts(i, slot int, s *mixScratch, list *[play.MaxLayers]active.Part, next *active.Plan) []active.Part {
	var order [play.MaxLayers]uint8
	v := &c.active.Clips
	sorted := v.Sorted(i, &order)
	var share [play.MaxLayers]float32
	c.active.Shares(i, sorted, &share)
	var keys [play.MaxLayers]uint64 // of parts, in order
	n, stays := 0, true
	var g active.Grouping
	for k, voice := range sorted {
		a := v.At(i, int(voice))
		kind, clip, mask := v.Kind(a), c.active.Clip[a], v.Mask[a]
		share[k] = float32(v.Weight[a] * share[k])
		if v.Held(a) {
			clip = -1
		}
		if share[k] == 0 || int(clip) == c.active.Sources() {
			stays = stays && (v.Weight[a] == 0 || int(clip) == c.active.Sources())
			continue // it adds nothing
		}
		if kind == play.Subtract {
			share[k] = -share[k]
		}
		group, kind := g.Place(kind, mask, v.Layer[a])
		key := active.PartKey(group, kind, clip, mask, k)
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
		p.SetKey(key)
		p.Row, p.Alpha, p.Weight = at.Row[slot%simd.Lanes], at.Alpha[slot%simd.Lanes], share[k]
		if p.Clip < 0 {
			c.putHeld(p, v.At(i, int(voice)))
		}
		for ; m > 0 && keys[m-1]^key < play.MaxLayers; m-- {
			stays = false
			if !list[m].Before(&list[m-1]) {
				break
			}
			list[m], list[m-1] = list[m-1], list[m]
		}
	}
	next.Links = 0
	if stays && (n > 1 || n == 1 && len(sorted) == 1 && v.Rate[v.At(i, int(sorted[0]))] == 0) {
		next.Make(v, i, sorted, keys[:n], list[:n])
	}
	return list[:n]
}

// putHeld lets a part be the pose that a voice holds.
func (c *mixing) putHeld(p *active.Part, a int) {
	p.Clip, p.Key = c.heldPart(a), c.active.Held.Key[c.active.Clips.More[a]]
}

// placesAt finds where the voices of instance i stand after dt seconds, in slot 0, and
// leaves their clocks as they are.
func (c *mixing) placesAt(s *mixScratch, i int, dt float64) {
	for u := c.active.Clips.Used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		a := c.active.Clips.At(i, k)
		cycle, phase := c.active.Clocks.Time(a)
		c.placeNow(s, k, 0, a, dt)
		c.active.Clocks.SetTime(a, cycle, phase)
	}
}

// put notes where voice k of the instance of a slot stands.
func (s *mixScratch) put(k, slot int, row int64, alpha float32) {
	f, lane := &s.planes[k][slot/simd.Lanes], slot%simd.Lanes
	f.Row[lane], f.Alpha[lane] = row, alpha
}

// placeNow advances a voice, k of its instance.
func (c *mixing) placeNow(s *mixScratch, k, slot, a int, dt float64) {
	row, alpha := c.active.Clocks.Advance(a, dt)
	if c.active.Clips.Held(a) {
		row, alpha = 0, c.active.HeldAlpha(a)
	} else {
		row, alpha = c.player.PlaceOne(a, c.active.Clip, c.active.Clocks, row, alpha)
	}
	s.put(k, slot, row, alpha)
}

// placeHeld notes how far the poses that instance i holds are on their way.
func (c *mixing) placeHeld(s *mixScratch, i, slot int) {
	v := &c.active.Clips
	for u := v.Used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		if a := v.At(i, k); v.Held(a) {
			s.put(k, slot, 0, c.active.HeldAlpha(a))
		}
	}
}

// mix evaluates instance i, whose voices stand where a slot says, now or when the mixer
// has more of its shape.
func (c *mixing) mix(s *mixScratch, i, slot, kind int) {
	detail, p := c.levels.kinds[kind], &c.active.Clips.Plan[i]
	most := c.levels.list[c.levels.level[i]&^levelFresh].Layers
	if p.Links > 0 && (most == 0 || most >= p.Shape.Len()) && s.mixer.addPlanned(c, s, i, slot, detail) {
		return
	}
	parts := c.parts(i, slot, s, &s.parts, p)
	if most > 0 {
		parts = c.thin(parts, most)
	}
	s.mixer.add(c, s, i, detail, parts)
}
