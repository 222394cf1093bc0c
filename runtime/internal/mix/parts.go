package mix

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/play"
)

// Parts lists the parts of the pose of instance i in an order independent of that of its layers:
// groups from the bottom up, then additive parts; within a group by clip, mask, place and weight.
// It makes the plan for the next step, where that will be the same.
func (c *Mixing) Parts(i, slot int, s *Scratch, list *[play.MaxLayers]active.Part, next *active.Plan) []active.Part {
	var order [play.MaxLayers]uint8
	v := &c.Active.Clips
	sorted := v.Sorted(i, &order)
	var share [play.MaxLayers]float32
	c.Active.Shares(i, sorted, &share)
	var keys [play.MaxLayers]uint64 // of parts, in order
	n, stays := 0, true
	var g active.Grouping
	for k, nth := range sorted {
		a := v.At(i, int(nth))
		kind, clip, mask := v.Kind(a), c.Active.Clip[a], v.Mask[a]
		share[k] = float32(v.Weight[a] * share[k])
		if v.HoldsPose(a) {
			clip = -1
		}
		if share[k] == 0 || int(clip) == c.Active.Sources() {
			stays = stays && (v.Weight[a] == 0 || int(clip) == c.Active.Sources())
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
		nth := sorted[k]
		p, at := &list[m], &s.Planes[nth%play.MaxLayers][slot/simd.Lanes]
		p.SetKey(key)
		p.Row, p.Alpha, p.Weight = at.Row[slot%simd.Lanes], at.Alpha[slot%simd.Lanes], share[k]
		if p.Clip < 0 {
			c.putHeld(p, v.At(i, int(nth)))
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

// putHeld lets a part be the pose that an active clip holds.
func (c *Mixing) putHeld(p *active.Part, a int) {
	p.Clip, p.Key = c.heldPosePart(a), c.Active.HeldPoses.Key[c.Active.Clips.More[a]]
}

// PlacesAt finds the places of the active clips of instance i after dt seconds, in slot 0, without
// changing their clocks.
func (c *Mixing) PlacesAt(s *Scratch, i int, dt float64) {
	for k, a := range c.Active.Clips.All(i) {
		cycle, phase := c.Active.Clocks.Time(a)
		row, alpha := c.Active.Clocks.Advance(a, dt)
		c.Place(s, k, 0, a, row, alpha)
		c.Active.Clocks.SetTime(a, cycle, phase)
	}
}

// put notes where active clip k of the instance of a slot stands.
func (s *Scratch) put(k, slot int, row int64, alpha float32) {
	f, lane := &s.Planes[k][slot/simd.Lanes], slot%simd.Lanes
	f.Row[lane], f.Alpha[lane] = row, alpha
}

// Place stores the place of active clip a, k of its instance, from the clock's row and alpha.
func (c *Mixing) Place(s *Scratch, k, slot, a int, row int64, alpha float32) {
	if c.Active.Clips.HoldsPose(a) {
		row, alpha = 0, c.Active.HeldAlpha(a)
	} else {
		row, alpha = c.Player.PlaceOne(a, c.Active.Clip, c.Active.Clocks, row, alpha)
	}
	s.put(k, slot, row, alpha)
}

// PlaceHeld notes how far the poses that instance i holds are on their way.
func (c *Mixing) PlaceHeld(s *Scratch, i, slot int) {
	for k, a := range c.Active.Clips.All(i) {
		if c.Active.Clips.HoldsPose(a) {
			s.put(k, slot, 0, c.Active.HeldAlpha(a))
		}
	}
}

// Add evaluates instance i from the places of a slot, at the latest when Flush is called.
func (c *Mixing) Add(s *Scratch, i, slot, kind int) {
	detail, p := c.LODs.Kinds[kind], &c.Active.Clips.Plan[i]
	most := c.LODs.List[c.LODs.Level[i]&^LevelFresh].Layers
	if p.Links > 0 && (most == 0 || most >= p.Shape.Len()) && s.Mixer.addPlanned(c, s, i, slot, detail) {
		return
	}
	parts := c.Parts(i, slot, s, &s.Parts, p)
	if most > 0 {
		parts = c.Thin(parts, most)
	}
	s.Mixer.add(c, s, i, detail, parts)
}
