package runtime

import (
	"math"

	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
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

// shown computes the poses that instance i shows: now and, by its velocity, a moment
// ago.
func (c *mixing) shown(s *mixScratch, i int) {
	c.poseAt(s, s.solo.rows[0], i, 0)
	c.poseBefore(s, s.solo.rows[1], s.solo.rows[0], i, c.active.ClearOfEnds(i, -velocityStep))
}

// comes computes the poses that instance i shows from now on: now and, by the velocity
// that it will have, a moment ago.
func (c *mixing) comes(s *mixScratch, i int) {
	c.poseAt(s, s.solo.rows[2], i, 0)
	c.poseBefore(s, s.solo.rows[3], s.solo.rows[2], i, c.active.ClearOfEnds(i, velocityStep))
}

// poseBefore computes the pose of a moment ago by that of dt seconds from now.
func (c *mixing) poseBefore(s *mixScratch, row, now []float32, i int, dt float64) {
	c.poseAt(s, row, i, dt)
	if dt > 0 {
		c.reflect(row, now)
	}
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
	moved := c.active.FadesAt(i, dt, &fades)
	var list [play.MaxLayers]active.Part
	var next active.Plan
	parts := c.parts(i, 0, s, &list, &next)
	c.active.RestoreFades(i, moved, &fades)
	copy(row, s.mixer.of(c, s, i, parts, !c.active.Offsets.None(i), dt))
}

// layerAt computes the mean of what one layer of instance i plays, with its clocks dt
// seconds on and its fades another number of seconds. It returns false where no one pose shows the same: its clips
// differ in kind or mask, or it is added to others, in an order in which a pose has
// another place than a clip.
func (c *mixing) layerAt(s *mixScratch, row []float32, i, layer int, dt, fadeDT float64, m *layerMean) bool {
	*m = layerMean{}
	var fades [play.MaxLayers]float64
	c.placesAt(s, i, dt)
	moved := c.active.FadesAt(i, fadeDT, &fades)
	var list [play.MaxLayers]active.Part
	var order [play.MaxLayers]uint8
	var share [play.MaxLayers]float32
	v := &c.active.Clips
	sorted := v.Sorted(i, &order)
	c.active.Shares(i, sorted, &share)
	c.active.RestoreFades(i, moved, &fades)
	n, adds, weights, most := 0, 0, float32(0), float32(0)
	for k, voice := range sorted {
		a := v.At(i, int(voice))
		if v.Kind(a).Adds() && !c.active.Rests(a) {
			adds++
		}
		if int(v.Layer[a]) != layer {
			continue
		}
		m.voices++
		if share[k] == 0 || c.active.Rests(a) {
			continue
		}
		if n == 0 {
			m.kind, m.mask = v.Kind(a), v.Mask[a]
		} else if m.kind != v.Kind(a) || m.mask != v.Mask[a] {
			return false
		}
		at := &s.planes[voice][0]
		p := active.Part{Clip: c.active.Clip[a], Kind: play.Blend, Row: at.Row[0], Alpha: at.Alpha[0], Weight: float32(v.Weight[a] * share[k])}
		if v.Held(a) {
			c.putHeld(&p, a)
		}
		place := n
		for ; place > 0 && p.Before(&list[place-1]); place-- {
			list[place] = list[place-1]
		}
		list[place] = p
		m.shown += share[k]
		weights += p.Weight
		most = max(most, v.Weight[a])
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
			list[k].Weight = 1 / float32(n)
			continue
		}
		list[k].Weight /= weights
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
	dt := c.active.ClearOfEnds(i, -velocityStep)
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

// velocityStep is the time over which the velocity of a pose is measured, in seconds.
const velocityStep = 1. / 120

// maxFactor is the greatest number of velocitySteps for which a velocity holds.
const maxFactor = 1e4

// maxCoast is the greatest distance in quaternions that the velocity of DeadBlend
// takes a rotation: a little more than 60 degrees.
const maxCoast = 0.55

// unitRotations brings quaternions to unit length: those of a mean are shorter, and
// would weigh less in another one.
func (c *mixing) unitRotations(row []float32) {
	for k := 0; k < 4*c.poses.Rotations(); k += 4 {
		q := row[k : k+4]
		n := float32(math.Sqrt(float64((float32(q[0]*q[0]) + float32(q[1]*q[1])) + (float32(q[2]*q[2]) + float32(q[3]*q[3])))))
		if !(n > 0) {
			continue
		}
		for i := range q {
			q[i] /= n
		}
	}
}

// coast moves a pose, a row, by its velocity: factor times its difference from an
// earlier one, rotations by no more than maxCoast, and nothing beyond soa.MaxMagnitude.
func (c *mixing) coast(row, earlier []float32, factor float32) {
	for k := 0; k < len(row); k += 4 {
		q, p := row[k:k+4], earlier[k:k+4]
		sign, f := float32(1), factor
		if k < 4*c.poses.Rotations() {
			if float32(q[0]*p[0])+float32(q[1]*p[1])+float32(q[2]*p[2])+float32(q[3]*p[3]) < 0 {
				sign = -1
			}
			square := float32(0)
			for n := range q {
				d := q[n] - float32(sign*p[n])
				square += float32(d * d)
			}
			if way := float32(math.Sqrt(float64(square))) * f; way > maxCoast {
				f *= maxCoast / way
			}
		}
		for n := range q {
			if v := q[n] + float32((q[n]-float32(sign*p[n]))*f); active.Abs(v) < soa.MaxMagnitude {
				q[n] = v
			}
		}
	}
}

// diesOut makes an offset of the poses that shown computed, of now and of a moment ago,
// from what instance i shows.
func (c *mixing) diesOut(s *mixScratch, i int, seconds float64) {
	o := &c.active.Offsets
	o.Drop(i)
	if !(seconds > 0) {
		return
	}
	rows := &s.solo.rows
	c.comes(s, i)
	place, row := o.Pool.Take()
	n := len(row)
	_ = c.poses.MakeOffset(row, &pose.Transition{
		Source: rows[0][:n], SourceBefore: rows[1][:n], Destination: rows[2][:n], DestinationBefore: rows[3][:n],
		Before: velocityStep, Duration: float32(seconds),
	})
	if z := c.scales; z != nil && !z.CanDieOut(z.Product, row) {
		z.Clear(row)
	}
	o.Place[i], o.Progress[i], o.Rate[i] = int32(place+1), 0, active.RateOf(seconds)
}
