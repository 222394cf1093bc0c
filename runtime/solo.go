package runtime

import (
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
)

// soloScratch is the scratch in which Play computes poses of one instance. The caller
// holds soloLock.
func (c *Crowd) soloScratch() *Scratch {
	if c.solo == nil {
		c.solo = c.NewScratch()
	}
	return c.solo
}

// soloRows are poses of one instance, at the front of sums.
type soloRows struct {
	rows [4][]float32
}

func (r *soloRows) prepare(values int) {
	for k := range r.rows {
		r.rows[k] = simd.AlignedFloat32(values)
	}
}

// placesAt finds where the voices of instance i stand after dt seconds, and leaves
// their clocks as they are.
func (c *Crowd) placesAt(i int, dt float64, places *[MaxLayers]place) {
	for u := c.voices.used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		a := c.voices.at(i, k)
		cycle, phase := c.clocks.Time(a)
		places[k] = c.placeNow(a, dt)
		c.clocks.SetTime(a, cycle, phase)
	}
}

// shown computes the poses that instance i shows: now and, by its clips, a moment ago.
func (c *Crowd) shown(s *Scratch, i int) {
	c.poseAt(s, s.solo.rows[0], i, 0)
	c.poseAt(s, s.solo.rows[1], i, -velocityStep)
}

// poseAt computes the pose of instance i with its clocks dt seconds on.
func (c *Crowd) poseAt(s *Scratch, row []float32, i int, dt float64) {
	var places [MaxLayers]place
	c.placesAt(i, dt, &places)
	var list [MaxLayers]part
	parts := c.parts(i, &list, &places)
	shape := shapeOf(0, !c.offsets.none(i), parts)
	copy(row, s.mixer.row(c, s, &shape, i, parts, dt))
}

// layerAt computes the mean of what one layer of instance i plays, with its clocks dt
// seconds on, and returns how far it has come in: 0 where it rests.
func (c *Crowd) layerAt(s *Scratch, row []float32, i, layer int, dt float64) (shown float32) {
	var places [MaxLayers]place
	c.placesAt(i, dt, &places)
	var list [MaxLayers]part
	var order [MaxLayers]uint8
	var share [MaxLayers]float32
	v := &c.voices
	sorted := v.sorted(i, &order)
	c.shares(i, sorted, &share)
	n := 0
	for k, voice := range sorted {
		a := v.at(i, int(voice))
		if int(v.layer[a]) != layer || share[k] == 0 || c.rests(a) {
			continue
		}
		at := &places[voice]
		p := part{clip: c.clip[a], kind: Blend, row: at.row, alpha: at.alpha, weight: share[k]}
		if v.held(a) {
			p.clip, p.row, p.alpha = -1-int32(v.more[a]), 0, c.heldAlpha(a)
		}
		place := n
		for ; place > 0 && p.before(&list[place-1]); place-- {
			list[place] = list[place-1]
		}
		list[place] = p
		shown += share[k]
		n++
	}
	if n == 0 {
		return 0
	}
	for k := range list[:n] {
		list[k].weight /= shown
	}
	shape := shapeOf(0, false, list[:n])
	copy(row, s.mixer.row(c, s, &shape, i, list[:n], 0))
	return min(shown, 1)
}
