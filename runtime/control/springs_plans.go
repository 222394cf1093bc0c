package control

import (
	"math"

	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// maxPlans is the number of different steps of time for which plans are cached.
const maxPlans = 8

// plans cache the last steps of a chain, formula.StepRows per joint.
type plans struct {
	chain   *spring.Chain
	seconds [maxPlans]float64 // NaN: none
	rows    [maxPlans][]float32
	oldest  int
	plan    spring.Plan
	mixed   []float32 // of poses with different steps
}

func (p *plans) prepare(chain *spring.Chain, joints int) {
	p.chain = chain
	n := joints * formula.StepRows * simd.Lanes
	for k := range p.seconds {
		p.seconds[k], p.rows[k] = math.NaN(), simd.AlignedFloat32(n)
	}
	p.mixed = simd.AlignedFloat32(n)
	_ = chain.Plan(&p.plan, 1) // makes room
}

// steps returns the steps of the poses of a block.
func (p *plans) steps(at *pose.Changing) []float32 {
	rows, one := p.step(at.Seconds[0]), true
	for _, s := range at.Seconds[:at.Len] {
		one = one && s == at.Seconds[0]
	}
	if one {
		return rows
	}
	for lane, s := range at.Seconds[:at.Len] {
		rows := p.step(s)
		for v := lane; v < len(rows); v += simd.Lanes {
			p.mixed[v] = rows[v]
		}
	}
	return p.mixed
}

// step returns the step of a time, planned once.
func (p *plans) step(seconds float64) []float32 {
	for k, s := range p.seconds {
		if s == seconds {
			return p.rows[k]
		}
	}
	k := p.oldest
	p.oldest = (k + 1) % maxPlans
	p.seconds[k] = seconds
	_ = p.chain.Plan(&p.plan, seconds)
	for joint := range len(p.mixed) / (formula.StepRows * simd.Lanes) {
		for n, v := range p.plan.Step(joint) {
			fill(p.rows[k][(joint*formula.StepRows+n)*simd.Lanes:], v)
		}
	}
	return p.rows[k]
}
