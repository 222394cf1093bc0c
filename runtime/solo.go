package runtime

import (
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
)

// soloScratch is the scratch in which Play computes poses of one instance. The caller
// holds soloLock.
func (c *mixing) soloScratch() *mixScratch {
	if c.solo == nil {
		c.solo = &mixScratch{}
		c.prepareScratch(c.solo)
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

// fadesAt lets fades of instance i go on by dt seconds, keeps what they were in
// before and returns which they are. None ends.
func (c *table) fadesAt(i int, dt float64, before *[play.MaxLayers]float64) (moved uint8) {
	v := &c.voices
	for u := v.used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		a := v.at(i, k)
		if v.rate[a] == 0 || v.queued(a) || c.clocks.Paused(a) {
			continue
		}
		before[k] = v.fade[a]
		v.fade[a] = max(0, min(v.fade[a]+float64(float64(v.rate[a])*dt), 1))
		moved |= 1 << k
	}
	return moved
}

func (c *table) restoreFades(i int, moved uint8, before *[play.MaxLayers]float64) {
	for ; moved != 0; moved &= moved - 1 {
		k := bits.TrailingZeros8(moved)
		c.voices.fade[c.voices.at(i, k)] = before[k]
	}
}

// shown computes the poses that instance i shows: now and, by its velocity, a moment
// ago.
func (c *mixing) shown(s *mixScratch, i int) {
	c.poseAt(s, s.solo.rows[0], i, 0)
	c.poseBefore(s, s.solo.rows[1], s.solo.rows[0], i, c.active.clearOfEnds(i, -velocityStep))
}

// comes computes the poses that instance i shows from now on: now and, by the velocity
// that it will have, a moment ago.
func (c *mixing) comes(s *mixScratch, i int) {
	c.poseAt(s, s.solo.rows[2], i, 0)
	c.poseBefore(s, s.solo.rows[3], s.solo.rows[2], i, c.active.clearOfEnds(i, velocityStep))
}

// poseBefore computes the pose of a moment ago by that of dt seconds from now.
func (c *mixing) poseBefore(s *mixScratch, row, now []float32, i int, dt float64) {
	c.poseAt(s, row, i, dt)
	if dt > 0 {
		c.reflect(row, now)
	}
}

// clearOfEnds returns the step dt, or the one back, in which no clip of instance i
// starts again: what it jumps by then is no velocity.
func (c *table) clearOfEnds(i int, dt float64) float64 {
	if c.startsAgain(i, dt) && !c.startsAgain(i, -dt) {
		return -dt
	}
	return dt
}

func (c *table) startsAgain(i int, dt float64) bool {
	for u := c.voices.used[i]; u != 0; u &= u - 1 {
		a := c.voices.at(i, bits.TrailingZeros8(u))
		if c.clocks.Mode(a) != simd.ClockWrap || c.clocks.Paused(a) {
			continue
		}
		_, x := c.clocks.Time(a)
		if x += float64(c.clocks.Speed(a) * dt); x < 0 || x >= c.clocks.Period(a) {
			return true
		}
	}
	return false
}

// reflect makes of the pose of a moment later, a row, that of a moment ago.
func (c *mixing) reflect(row, now []float32) {
	for k := 0; k < c.poses.RowValues(); k += 4 {
		q, p := row[k:k+4], now[k:k+4]
		sign := float32(1)
		if k < 4*c.poses.Rotations() && float32(q[0]*p[0])+float32(q[1]*p[1])+float32(q[2]*p[2])+float32(q[3]*p[3]) < 0 {
			sign = -1
		}
		for n := range q {
			q[n] = (p[n] + p[n]) - float32(sign*q[n])
		}
	}
}

// poseAt computes the pose of instance i with its clocks and fades dt seconds on.
func (c *mixing) poseAt(s *mixScratch, row []float32, i int, dt float64) {
	var fades [play.MaxLayers]float64
	c.placesAt(s, i, dt)
	moved := c.active.fadesAt(i, dt, &fades)
	var list [play.MaxLayers]part
	var next plan
	parts := c.parts(i, 0, s, &list, &next)
	c.active.restoreFades(i, moved, &fades)
	copy(row, s.mixer.of(c, s, i, parts, !c.active.offsets.none(i), dt))
}

// layerMean is what one layer of an instance shows.
type layerMean struct {
	shown  float32 // how far it has come in; 0: it rests
	weight float32
	kind   play.Kind
	mask   uint8
	voices int // of the layer
}

// layerAt computes the mean of what one layer of instance i plays, with its clocks dt
// seconds on and its fades another number of seconds. It returns false where no one pose shows the same: its clips
// differ in kind or mask, or it is added to others, in an order in which a pose has
// another place than a clip.
func (c *mixing) layerAt(s *mixScratch, row []float32, i, layer int, dt, fadeDT float64, m *layerMean) bool {
	*m = layerMean{}
	var fades [play.MaxLayers]float64
	c.placesAt(s, i, dt)
	moved := c.active.fadesAt(i, fadeDT, &fades)
	var list [play.MaxLayers]part
	var order [play.MaxLayers]uint8
	var share [play.MaxLayers]float32
	v := &c.active.voices
	sorted := v.sorted(i, &order)
	c.active.shares(i, sorted, &share)
	c.active.restoreFades(i, moved, &fades)
	n, adds, weights, most := 0, 0, float32(0), float32(0)
	for k, voice := range sorted {
		a := v.at(i, int(voice))
		if v.kind(a).Adds() && !c.active.rests(a) {
			adds++
		}
		if int(v.layer[a]) != layer {
			continue
		}
		m.voices++
		if share[k] == 0 || c.active.rests(a) {
			continue
		}
		if n == 0 {
			m.kind, m.mask = v.kind(a), v.mask[a]
		} else if m.kind != v.kind(a) || m.mask != v.mask[a] {
			return false
		}
		at := &s.planes[voice][0]
		p := part{clip: c.active.clip[a], kind: play.Blend, row: at.Row[0], alpha: at.Alpha[0], weight: float32(v.weight[a] * share[k])}
		if v.held(a) {
			c.putHeld(&p, a)
		}
		place := n
		for ; place > 0 && p.before(&list[place-1]); place-- {
			list[place] = list[place-1]
		}
		list[place] = p
		m.shown += share[k]
		weights += p.weight
		most = max(most, v.weight[a])
		n++
	}
	if n == 0 {
		return true
	}
	if m.kind.Adds() && adds > 1 {
		return false
	}
	for k := range list[:n] {
		if weights == 0 {
			list[k].weight = 1 / float32(n)
			continue
		}
		list[k].weight /= weights
	}
	m.weight = min(weights/m.shown, most) // in spite of rounding
	m.shown = min(m.shown, 1)
	copy(row, s.mixer.of(c, s, i, list[:n], false, 0))
	return true
}

// layerBefore computes what a layer of instance i showed a moment ago, by its velocity,
// where layerAt can tell what it shows now. Where it cannot for then, since a clip of
// another kind or mask has just begun, fades stay as they are.
func (c *mixing) layerBefore(s *mixScratch, row, now []float32, i, layer int) {
	var m layerMean
	dt := c.active.clearOfEnds(i, -velocityStep)
	if !c.layerAt(s, row, i, layer, dt, dt, &m) {
		c.layerAt(s, row, i, layer, dt, 0, &m)
	}
	switch {
	case m.shown == 0:
		copy(row, now)
	case dt > 0:
		c.reflect(row, now)
	}
}
