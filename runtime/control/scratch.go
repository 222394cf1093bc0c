package control

import (
	"github.com/sinew-anim/sinew/internal/vec"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

const (
	maxChain     = 64 // joints of a chain
	maxColliders = 32 // of a chain that swings
	maxPlans     = 8  // times by which the instances of a crowd go on in one update
)

// scratch is memory of one controller for modifiers of chains.
type scratch struct {
	places    [maxChain + 1][3]float32
	own       [maxChain][4]float32
	colliders [maxColliders]spring.Collider
	joints    [maxChain]solve.ChainJoint
	turns     [maxChain]solve.ChainTurn
	chain     [maxChain]solve.ChainScratch
	effectors [maxEffectors]solve.Effector
	stands    [maxSockets]stand
	plans     []plans // per springs of a crowd
	chains    []*simd.Chain
	looks     []*simd.Look
	last      [4 * maxLinks * simd.Lanes]float32 // what joints that look have turned
	bases     [maxTargets]constraint.Joint
}

// plans are the last steps of some springs.
type plans struct {
	of      *springsActor
	seconds [maxPlans]float64 // NaN: none
	plan    [maxPlans]spring.Plan
	oldest  int
}

func (f *frames) prepare(g *shared) {
	s := &f.scratch
	for _, a := range g.looks {
		s.looks = append(s.looks, a.prepare(f))
	}
	for _, n := range g.chains {
		s.chains = append(s.chains, simd.NewChain(n))
	}
	s.plans = make([]plans, len(g.springs))
	for k, a := range g.springs {
		of := &s.plans[k]
		of.of = a
		for n := range of.plan {
			a.chain.Reserve(&of.plan[n])
			of.seconds[n] = nan
		}
	}
}

// step is a step of some seconds, which is planned once.
func (p *plans) step(seconds float64) *spring.Plan {
	for k, s := range p.seconds {
		if s == seconds {
			return &p.plan[k]
		}
	}
	k := p.oldest
	p.oldest = (k + 1) % maxPlans
	p.seconds[k] = seconds
	_ = p.of.chain.Plan(&p.plan[k], seconds)
	return &p.plan[k]
}

// fixed is a place that is fixed to a joint.
type fixed struct {
	frame  int
	offset vec.V // as the frame's matrix takes it
}

// fix fixes a place in a joint's frame, or a direction, to it.
func (s *starting) fix(k int, v vec.V, directed bool) fixed {
	if s.layout.Form != soa.Rig {
		return fixed{k, v}
	}
	bind := &s.layout.Bind[s.frames.slot[k]]
	if directed {
		return fixed{k, direction(bind, v)}
	}
	return fixed{k, point(bind, v)}
}

// at is where a fixed place is in the model, along what has become of a fixed direction.
func (f *frames) at(x *fixed) vec.V {
	m := f.matrix(x.frame)
	return point(&m, x.offset)
}

func (f *frames) along(x *fixed) vec.V {
	m := f.matrix(x.frame)
	return direction(&m, x.offset)
}

// turnBeside gives a joint, by a weight, a turn beside what its parent has: a rotation in
// model space, before the joint's own, of the pose as the frames have it.
func (f *frames) turnBeside(p *pose.Lane, k int, own vec.Q, weight float32) {
	o := quat{own[0], own[1], own[2], own[3]}
	if weight < 1 {
		if o.w < 0 {
			o = quat{-o.x, -o.y, -o.z, -o.w}
		}
		o = quat{float32(o.x * weight), float32(o.y * weight), float32(o.z * weight), 1 + float32((o.w-1)*weight)}
	}
	above, turn := f.turnAbove(k), f.turn(k)
	q := quat{-above[0], -above[1], -above[2], above[3]}.mul(o.mul(quat{turn[0], turn[1], turn[2], turn[3]}))
	n := 1 / vec.Sqrt((float32(q.x*q.x)+float32(q.y*q.y))+(float32(q.z*q.z)+float32(q.w*q.w)))
	p.SetRotation(f.slot[k], vec.Q{float32(q.x * n), float32(q.y * n), float32(q.z * n), float32(q.w * n)})
}

// quat is vec.Q as a struct, which the compiler keeps in registers.
type quat struct{ x, y, z, w float32 }

func (p quat) mul(q quat) quat {
	return quat{
		(float32(p.w*q.x) + float32(p.x*q.w)) + (float32(p.y*q.z) - float32(p.z*q.y)),
		(float32(p.w*q.y) + float32(p.y*q.w)) + (float32(p.z*q.x) - float32(p.x*q.z)),
		(float32(p.w*q.z) + float32(p.z*q.w)) + (float32(p.x*q.y) - float32(p.y*q.x)),
		(float32(p.w*q.w) - float32(p.x*q.x)) - (float32(p.y*q.y) + float32(p.z*q.z)),
	}
}
