package runtime

import (
	"math"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// rowPool is rows of values that instances hold for a while. It grows as they need
// more, and never shrinks. Rows are taken and written under Crowd.soloLock, for growth
// moves them; any goroutine may release one, or read one that it has.
type rowPool struct {
	mu     sync.Mutex
	each   int
	values atomic.Pointer[[]float32]
	key    []uint32 // per row, see seal
	free   []int
}

// firstRows is the number of rows that a pool begins with.
const firstRows = 16

func (p *rowPool) take() (int, []float32) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.free) == 0 {
		have := len(p.all()) / p.each
		more := max(have, firstRows)
		grown := simd.AlignedFloat32((have + more) * p.each)
		copy(grown, p.all())
		p.values.Store(&grown)
		p.key = append(p.key, make([]uint32, more)...)
		for k := have + more - 1; k >= have; k-- {
			p.free = append(p.free, k)
		}
	}
	last := len(p.free) - 1
	k := p.free[last]
	p.free = p.free[:last]
	return k, p.row(k)
}

func (p *rowPool) row(k int) []float32 { return p.all()[k*p.each : (k+1)*p.each] }

// all returns the values of all rows.
func (p *rowPool) all() []float32 {
	if values := p.values.Load(); values != nil {
		return *values
	}
	return nil
}

// seal gives a row a number that follows from its values: the order of rows that does
// not depend on where they lie.
func (p *rowPool) seal(k int) {
	h := uint32(2166136261) // FNV-1a
	for _, v := range p.row(k) {
		h = (h ^ math.Float32bits(v)) * 16777619
	}
	p.key[k] = h
}

func (p *rowPool) release(k int) {
	p.mu.Lock()
	p.free = append(p.free, k)
	p.mu.Unlock()
}

// velocityStep is the time over which the velocity of a pose is measured, in seconds.
const velocityStep = 1. / 120

// maxFactor is the greatest number of velocitySteps for which a velocity holds.
const maxFactor = 1e4

// maxCoast is the greatest distance in quaternions that the velocity of DeadBlend
// takes a rotation: a little more than 60 degrees.
const maxCoast = 0.55

// heldClip is the clip of a held pose's clock, which counts half-lives.
var heldClip = simd.ClockClip{Seconds: math.MaxFloat32, Rate: 1, Frames: 1}

// heldClock is the index of heldClip in clocks, where it is the last.
func (c *table) heldClock() int { return len(c.played) }

// hold makes one voice of what a layer plays: the pose that it shows, or with
// DeadBlend the way from it on which it would go. It returns false where one voice
// cannot show that, see layerAt, or there is none for the clip that comes.
//
//	held row 0   the pose
//	held row 1   where its velocity, which halves in HalfLife, would take it
func (c *set) hold(i int, o *play.Options, fade float64) bool {
	v := &c.active.voices
	if _, ok := v.current(i, o.Layer); !ok {
		return true
	}
	c.mix.soloLock.Lock()
	defer c.mix.soloLock.Unlock()
	s := c.mix.soloScratch()
	var mean layerMean
	if !c.mix.layerAt(s, s.solo.rows[0], i, o.Layer, 0, 0, &mean) {
		return false
	}
	if mean.shown == 0 {
		return true // it rests
	}
	if bits.OnesCount8(v.used[i])-mean.voices+2 > v.each {
		return false
	}
	place, rows := c.active.held.take()
	n := c.poses.RowValues()
	c.mix.unitRotations(s.solo.rows[0])
	copy(rows, s.solo.rows[0][:n])
	copy(rows[n:], rows[:n])
	half := o.HalfLife
	if half == 0 {
		half = fade / 4
	}
	coasts := o.Transition == play.DeadBlend && half > 0
	if coasts {
		c.mix.layerBefore(s, s.solo.rows[1], s.solo.rows[0], i, o.Layer)
		c.mix.unitRotations(s.solo.rows[1])
		c.mix.coast(rows[n:2*n], s.solo.rows[1], float32(min(half/(velocityStep*math.Ln2), maxFactor)))
		if z := c.mix.scales; z != nil && !z.CanHold(z.Product, rows[n:2*n]) {
			z.Copy(rows[n:2*n], rows[:n])
		}
	}
	c.active.held.seal(place)
	c.active.clearLayer(i, o.Layer)
	k, _ := v.take(i)
	a := v.at(i, k)
	c.active.clip[a] = int32(c.active.clips())
	v.weight[a], v.fade[a], v.rate[a] = mean.weight, float64(mean.shown), 0
	v.mask[a], v.layer[a], v.sync[a], v.how[a], v.more[a] = mean.mask, uint8(o.Layer), 0, uint8(mean.kind)|uint8(play.Straight)<<voiceCurveShift|voiceHeld, uint64(place)
	_ = c.active.clocks.SetClip(a, c.active.heldClock(), simd.ClockClamp)
	c.active.clocks.SetPhase(a, 0)
	c.active.clocks.Pause(a, false)
	c.active.clocks.SetSpeed(a, 0)
	if coasts {
		c.active.clocks.SetSpeed(a, min(1/half, math.MaxFloat32))
	}
	return true
}

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
			if v := q[n] + float32((q[n]-float32(sign*p[n]))*f); abs(v) < soa.MaxMagnitude {
				q[n] = v
			}
		}
	}
}
