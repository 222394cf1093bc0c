package graph

import (
	"math"

	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/runtime/internal/pace"
	"github.com/sinew-anim/sinew/runtime/play"
)

// lookAt computes the paces of clocks t seconds after the start of the substep.
func (d *driver) lookAt(t float64) {
	d.forgetPaces()
	d.weighPaths(t)
	for n := range d.played {
		x := &d.played[n]
		d.gather(x.leaf, x.path, float64(x.weight*d.paths[x.path].pace), 0)
	}
}

func (d *driver) forgetPaces() {
	d.active, d.touched, d.bends = d.active[:0], d.touched[:0], false
	if d.stamp++; d.stamp == 0 {
		clear(d.courses)
		d.stamp = 1
	}
}

// moments are the parts of a substep at which paces are computed: just after its start, its end,
// and those of Gauss's method.
var moments = [...]float64{sameTime, 1, motion.Moments[0], motion.Moments[2], motion.Moments[1]}

// gauss are the weights of motion.Moments.
var gauss = [...]float64{5. / 18, 4. / 9, 5. / 18}

// lookAtPaces computes the paces of clocks at the moments of a substep. It reports whether each
// clock has the same lead at all of them.
func (d *driver) lookAtPaces() (same bool) {
	same, d.pacesOf = true, d.dt
	for j, part := range moments {
		d.lookAt(float64(part * d.dt))
		for _, k := range d.touched {
			if s := &d.courses[k].sum; j == 0 {
				d.leads[k] = s.lead
			} else if same = same && s.lead == d.leads[k]; s.lead != d.leads[k] {
				s.lead = d.leads[k]
			}
			d.paces[j][k] = d.rate(k)
		}
	}
	return same
}

// limitToSmooth shortens a substep until cubics approximate the phases: the pace bends sharply
// where a clip of little weight remains alone.
func (d *driver) limitToSmooth() {
	for range 24 {
		if d.pacesOf != d.dt {
			d.lookAtPaces()
		}
		if d.smoothly() {
			return
		}
		d.dt /= 2
	}
}

// smoothly reports whether the cubics have the computed paces.
func (d *driver) smoothly() bool {
	const bound = 2e-11 // intervals in the substep
	for _, k := range d.touched {
		way, _ := d.wayOf(k)
		for j, part := range moments[2:] {
			if math.Abs(way.SpeedAt(float64(part*d.dt))-d.paces[j+2][k])*d.dt > bound {
				return false
			}
		}
	}
	return true
}

// wayOf returns the course of a clock in the substep, from the computed paces.
func (d *driver) wayOf(k int) (way pace.Way, gone float64) {
	mean := float64(gauss[0]*d.paces[2][k]) + float64(gauss[2]*d.paces[3][k]) + float64(gauss[1]*d.paces[4][k])
	gone = float64(mean * d.dt)
	return pace.Curved(d.dt, gone, d.paces[0][k], d.paces[1][k]), gone
}

// moveAlong advances a clock along a cubic.
func (d *driver) moveAlong(k int) {
	c, of, s := &d.clocks[k], &d.p.clocks[k], &d.courses[k].step
	way, gone := d.wayOf(k)
	s.way, s.seconds, s.bends = way, d.dt, way.C2 != 0 || way.C3 != 0
	x := c.phase + gone
	if of.mode == play.Clamp {
		c.phase = max(0, min(x, 1))
	} else {
		c.wrap(x, float64(of.count))
	}
	c.rate = d.roundsPerSecond(k)
}

// roundsPerSecond is the mean rate of a clock over a round at the current paces.
func (d *driver) roundsPerSecond(k int) float64 {
	of := &d.p.clocks[k]
	length, speed := d.courses[k].sum.means(d.p, of)
	if of.count > 1 {
		length = 0
		for _, n := range d.intervals(k) {
			length += n
		}
	}
	if !(length > 0) {
		return 0
	}
	return speed / length
}

// rate is the speed of a clock in intervals per second at the current paces.
func (d *driver) rate(k int) float64 {
	of := &d.p.clocks[k]
	if of.seeks {
		return 0
	}
	length, speed := d.courses[k].sum.means(d.p, of)
	if of.count > 1 {
		c := &d.clocks[k]
		length = d.intervals(k)[of.interval(c.phase, speed < 0)]
	}
	if !(length > 0) {
		return 0
	}
	return speed / length
}

// interval is the number of the interval that a clock at a phase goes on in.
func (c *clock) interval(phase float64, back bool) int {
	at := min(int(phase), c.count-1)
	if back && phase == math.Floor(phase) {
		at = (at + c.count - 1) % c.count
	}
	return at
}
