package mix

import (
	"math"

	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// AloneScratch is the scratch in which Play computes poses of one instance. The caller
// holds AloneLock.
func (c *Mixing) AloneScratch() *Scratch {
	if c.Alone == nil {
		c.Alone = &Scratch{}
		c.PrepareScratch(c.Alone)
	}
	return c.Alone
}

// Shown computes the poses of instance i now and, by its velocity, a moment ago.
func (c *Mixing) Shown(s *Scratch, i int) {
	c.poseAt(s, s.Shown[0], i, 0)
	c.poseBefore(s, s.Shown[1], s.Shown[0], i, c.Active.ClearOfEnds(i, -VelocityStep))
}

// comes computes the new poses of instance i: now and, by its new velocity, a moment ago.
func (c *Mixing) comes(s *Scratch, i int) {
	c.poseAt(s, s.Shown[2], i, 0)
	c.poseBefore(s, s.Shown[3], s.Shown[2], i, c.Active.ClearOfEnds(i, VelocityStep))
}

// poseBefore computes the pose of a moment ago by that of dt seconds from now.
func (c *Mixing) poseBefore(s *Scratch, row, now []float32, i int, dt float64) {
	c.poseAt(s, row, i, dt)
	if dt > 0 {
		c.reflect(row, now)
	}
}

// reflect makes of the pose of a moment later, a row, that of a moment ago.
func (c *Mixing) reflect(row, now []float32) {
	for k := 0; k < c.Poses.RowValues(); k += 4 {
		q, p := row[k:k+4], now[k:k+4]
		sign := float32(1)
		if k < 4*c.Poses.Rotations() && float32(q[0]*p[0])+float32(q[1]*p[1])+float32(q[2]*p[2])+float32(q[3]*p[3]) < 0 {
			sign = -1
		}
		for n := range q {
			q[n] = (p[n] + p[n]) - float32(sign*q[n])
		}
	}
}

// poseAt computes the pose of instance i with its clocks and fades dt seconds on.
func (c *Mixing) poseAt(s *Scratch, row []float32, i int, dt float64) {
	var fades [play.MaxLayers]float64
	c.PlacesAt(s, i, dt)
	moved := c.Active.FadesAt(i, dt, &fades)
	var list [play.MaxLayers]active.Part
	var next active.Plan
	parts := c.Parts(i, 0, s, &list, &next)
	c.Active.RestoreFades(i, moved, &fades)
	copy(row, s.Mixer.poseOf(c, s, i, parts, !c.Active.Offsets.None(i), dt))
}

// LayerAt computes the mean of what one layer of instance i plays, its clocks dt and its fades fadeDT
// seconds on. It returns false where no single pose shows the same: its clips differ in kind or
// mask, or it is added beside others, among which a pose has another place than a clip.
func (c *Mixing) LayerAt(s *Scratch, row []float32, i, layer int, dt, fadeDT float64, m *LayerMean) bool {
	*m = LayerMean{}
	var fades [play.MaxLayers]float64
	c.PlacesAt(s, i, dt)
	moved := c.Active.FadesAt(i, fadeDT, &fades)
	var list [play.MaxLayers]active.Part
	var order [play.MaxLayers]uint8
	var share [play.MaxLayers]float32
	v := &c.Active.Clips
	sorted := v.Sorted(i, &order)
	c.Active.Shares(i, sorted, &share)
	c.Active.RestoreFades(i, moved, &fades)
	n, adds, weights, most := 0, 0, float32(0), float32(0)
	for k, nth := range sorted {
		a := v.At(i, int(nth))
		if v.Kind(a).Adds() && !c.Active.Rests(a) {
			adds++
		}
		if int(v.Layer[a]) != layer {
			continue
		}
		m.Clips++
		if share[k] == 0 || c.Active.Rests(a) {
			continue
		}
		if n == 0 {
			m.Kind, m.Mask = v.Kind(a), v.Mask[a]
		} else if m.Kind != v.Kind(a) || m.Mask != v.Mask[a] {
			return false
		}
		at := &s.Planes[nth][0]
		p := active.Part{Clip: c.Active.Clip[a], Kind: play.Blend, Row: at.Row[0], Alpha: at.Alpha[0], Weight: float32(v.Weight[a] * share[k])}
		if v.HoldsPose(a) {
			c.putHeld(&p, a)
		}
		place := n
		for ; place > 0 && p.Before(&list[place-1]); place-- {
			list[place] = list[place-1]
		}
		list[place] = p
		m.Shown += share[k]
		weights += p.Weight
		most = max(most, v.Weight[a])
		n++
	}
	if n == 0 {
		return true
	}
	if m.Kind.Adds() && adds > 1 {
		return false
	}
	for k := range list[:n] {
		if weights == 0 {
			list[k].Weight = 1 / float32(n)
			continue
		}
		list[k].Weight /= weights
	}
	m.Weight = min(weights/m.Shown, most) // in spite of rounding
	m.Shown = min(m.Shown, 1)
	copy(row, s.Mixer.poseOf(c, s, i, list[:n], false, 0))
	return true
}

// LayerBefore computes the pose of a layer a moment ago by its velocity, where LayerAt has computed
// the current one. Where LayerAt fails for then, since a clip of another kind or mask has just
// begun, fades stay as they are.
func (c *Mixing) LayerBefore(s *Scratch, row, now []float32, i, layer int) {
	var m LayerMean
	dt := c.Active.ClearOfEnds(i, -VelocityStep)
	if !c.LayerAt(s, row, i, layer, dt, dt, &m) {
		c.LayerAt(s, row, i, layer, dt, 0, &m)
	}
	switch {
	case m.Shown == 0:
		copy(row, now)
	case dt > 0:
		c.reflect(row, now)
	}
}

// VelocityStep is the time over which the velocity of a pose is measured, in seconds.
const VelocityStep = 1. / 120

// MaxFactor is the greatest number of VelocitySteps for which a velocity holds.
const MaxFactor = 1e4

// maxCoast is the greatest distance in quaternions that the velocity of DeadBlend
// takes a rotation: a little more than 60 degrees.
const maxCoast = 0.55

// UnitRotations normalizes the rotations of a row: those of a mean are shorter, and would weigh less
// in another.
func (c *Mixing) UnitRotations(row []float32) {
	for k := 0; k < 4*c.Poses.Rotations(); k += 4 {
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

// Coast moves a pose, a row, by its velocity: factor times its difference from an
// earlier one, rotations by no more than maxCoast, and nothing beyond soa.MaxMagnitude.
func (c *Mixing) Coast(row, earlier []float32, factor float32) {
	for k := 0; k < len(row); k += 4 {
		q, p := row[k:k+4], earlier[k:k+4]
		sign, f := float32(1), factor
		if k < 4*c.Poses.Rotations() {
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

// DiesOut gives instance i an offset from the poses that Shown computed.
func (c *Mixing) DiesOut(s *Scratch, i int, seconds float64) {
	o := &c.Active.Offsets
	o.Drop(i)
	if !(seconds > 0) {
		return
	}
	rows := &s.Shown
	c.comes(s, i)
	place, row := o.Pool.Take()
	n := len(row)
	_ = c.Poses.MakeOffset(row, &pose.Transition{
		Source: rows[0][:n], SourceBefore: rows[1][:n], Destination: rows[2][:n], DestinationBefore: rows[3][:n],
		Before: VelocityStep, Duration: float32(seconds),
	})
	if z := c.Scales; z != nil && !z.CanDieOut(z.Product, row) {
		z.Clear(row)
	}
	o.Place[i], o.Progress[i], o.Rate[i] = int32(place+1), 0, active.RateOf(seconds)
}
