package runtime

import (
	"math"
	"sync"

	"github.com/sinew-anim/sinew/native/simd"
)

// rowPool is rows of values that instances hold for a while. It grows as they need
// more, and never shrinks. Rows are taken and written under Crowd.soloLock, for growth
// moves them; any goroutine may release one.
type rowPool struct {
	mu     sync.Mutex
	each   int
	values []float32
	free   []int
}

// firstRows is the number of rows that a pool begins with.
const firstRows = 16

func (p *rowPool) take() (int, []float32) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.free) == 0 {
		have := len(p.values) / p.each
		more := max(have, firstRows)
		grown := simd.AlignedFloat32((have + more) * p.each)
		copy(grown, p.values)
		p.values = grown
		for k := have + more - 1; k >= have; k-- {
			p.free = append(p.free, k)
		}
	}
	last := len(p.free) - 1
	k := p.free[last]
	p.free = p.free[:last]
	return k, p.row(k)
}

func (p *rowPool) row(k int) []float32 { return p.values[k*p.each : (k+1)*p.each] }

func (p *rowPool) release(k int) {
	p.mu.Lock()
	p.free = append(p.free, k)
	p.mu.Unlock()
}

// velocityStep is the time over which the velocity of a pose is measured, in seconds.
const velocityStep = 1. / 120

// maxCoast is the greatest distance in quaternions that the velocity of DeadBlend
// takes a rotation: a little more than 60 degrees.
const maxCoast = 0.55

// heldClock is what the clock of a held pose counts: half-lives.
var heldClock = simd.ClockClip{Seconds: math.MaxFloat32, Rate: 1, Frames: 1}

// hold makes one voice of what a layer plays: the pose that it shows, or with
// DeadBlend the way from it on which it would go.
//
//	held row 0   the pose
//	held row 1   where its velocity, which halves in HalfLife, would take it
func (c *Crowd) hold(i int, o *PlayOptions, fade float64) {
	v := &c.voices
	cur, ok := v.current(i, o.Layer)
	if !ok {
		return
	}
	c.soloLock.Lock()
	defer c.soloLock.Unlock()
	s := c.soloScratch()
	row, earlier := s.solo.rows[0], s.solo.rows[1]
	shown := c.layerAt(s, row, i, o.Layer, 0)
	if shown == 0 {
		return // it rests
	}
	like := v.at(i, cur)
	how, mask, weight := v.how[like]&^voiceQueued, v.mask[like], v.weight[like]
	place, rows := c.held.take()
	n := c.poses.RowValues()
	copy(rows, row[:n])
	copy(rows[n:], row[:n])
	half := o.HalfLife
	if half == 0 {
		half = fade / 4
	}
	if o.Transition == DeadBlend && half > 0 {
		c.layerAt(s, earlier, i, o.Layer, -velocityStep)
		c.coast(rows[n:2*n], earlier, float32(half/(velocityStep*math.Ln2)))
	}
	c.clearLayer(i, o.Layer)
	k, _ := v.take(i)
	a := v.at(i, k)
	c.clip[a] = int32(c.Clips())
	v.weight[a], v.fade[a], v.rate[a] = weight, shown, 0
	v.mask[a], v.layer[a], v.sync[a], v.how[a], v.more[a] = mask, uint8(o.Layer), 0, how&voiceKind|uint8(Straight)<<voiceCurveShift|voiceHeld, uint32(place)
	_ = c.clocks.SetClip(a, heldClock, simd.ClockClamp)
	c.clocks.SetPhase(a, 0)
	c.clocks.Pause(a, false)
	c.clocks.SetSpeed(a, 0)
	if o.Transition == DeadBlend && half > 0 {
		c.clocks.SetSpeed(a, 1/half)
	}
}

// coast moves a pose, a row, by its velocity: factor times its difference from an
// earlier one, rotations by no more than maxCoast.
func (c *Crowd) coast(row, earlier []float32, factor float32) {
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
			q[n] += float32((q[n] - float32(sign*p[n])) * f)
		}
	}
}
