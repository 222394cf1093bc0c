package control

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/native/simd/formula"
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
	own       [maxChain][4]float32
	joints    [maxChain]solve.ChainJoint
	turns     [maxChain]solve.ChainTurn
	chain     [maxChain]solve.ChainScratch
	effectors [maxEffectors]solve.Effector
	stands    [maxSockets]stand
	held      [simd.Lanes]float32 // weights of hands that grab
	plans     []plans             // per springs of a crowd
	chains    []*simd.Chain
	looks     []*simd.Look
	last      [4 * maxLinks * simd.Lanes]float32 // what joints that look have turned
	colliders [maxColliders]spring.Collider
	rows      *chainRows
	bases     [maxTargets]constraint.Joint
	feet      [maxLegs][formula.LimbTargetRows * simd.Lanes]float32 // where legs reach, see formula.LimbPose
}

// chainRows are rows of chains of 16 poses.
type chainRows struct {
	state     []float32 // of springs
	world     [formula.WorldRows * simd.Lanes]float32
	walk      [formula.WalkRows * simd.Lanes]float32
	bone      [formula.BoneRows * simd.Lanes]float32
	status    [2 * simd.Lanes]float32
	tip       [3 * simd.Lanes]float32
	hit       [simd.Lanes]float32
	colliders [maxColliders][formula.ColliderRows * simd.Lanes]float32
}

// begin begins a walk at a joint, which nothing has turned.
func (b *chainRows) begin(frame []float32) {
	clear(b.walk[:])
	copy(b.walk[formula.WalkHead*simd.Lanes:][:3*simd.Lanes], frame[4*simd.Lanes:])
	for _, row := range [...]int{formula.WalkTurn, formula.WalkTurn + 4, formula.WalkTurn + 8} {
		fill(b.walk[row*simd.Lanes:], 1)
	}
}

func (f *frames) prepare(g *shared) {
	s := &f.scratch
	for k := range s.feet {
		fill(s.feet[k][formula.LimbTwist*simd.Lanes:], 1)
		fill(s.feet[k][formula.LimbRotationWeight*simd.Lanes:], 1)
	}
	for _, a := range g.looks {
		s.looks = append(s.looks, a.prepare(f))
	}
	for _, n := range g.chains {
		s.chains = append(s.chains, simd.NewChain(n))
	}
	s.rows, s.plans = &chainRows{}, make([]plans, len(g.springs))
	for k, a := range g.springs {
		s.plans[k].prepare(a.chain, len(a.frame))
		if n := a.state.rows * simd.Lanes; n > len(s.rows.state) {
			s.rows.state = simd.AlignedFloat32(n)
		}
	}
}

// plans are the last steps of some springs, formula.StepRows per joint.
type plans struct {
	chain   *spring.Chain
	seconds [maxPlans]float64 // NaN: none
	rows    [maxPlans][]float32
	oldest  int
	plan    spring.Plan
	mixed   []float32 // of poses of different times
}

func (p *plans) prepare(chain *spring.Chain, joints int) {
	p.chain = chain
	n := joints * formula.StepRows * simd.Lanes
	for k := range p.seconds {
		p.seconds[k], p.rows[k] = nan, simd.AlignedFloat32(n)
	}
	p.mixed = simd.AlignedFloat32(n)
	_ = chain.Plan(&p.plan, 1) // makes room
}

// steps are those of the poses of a block.
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

// step is a step of some seconds, which is planned once.
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

// fixed16 is a place, or a direction, that is fixed to a joint, for formula.FixedRig and
// formula.FixedGeneral.
type fixed16 struct {
	frame    int
	uniforms []float32
}

func (s *starting) fix16(k int, v geom.Vec, directed bool) fixed16 {
	at := s.fix(k, v, directed).offset
	whole := float32(1)
	if directed {
		whole = 0
	}
	if s.layout.Form == soa.Rig {
		at = at.AddTimes(s.frames.pivot(k), -whole).Times(s.layout.K)
	}
	return fixed16{k, []float32{at.X, at.Y, at.Z, whole}}
}

// fixed16 writes three rows: where a fixed place is.
func (f *frames) fixed16(x *fixed16, out []float32) {
	f.args.Rows[0], f.args.Rows[1], f.args.Uniforms = f.of(x.frame), out, x.uniforms
	if f.layout.Form == soa.Rig {
		_ = simd.FixedRig16(f.args)
	} else {
		_ = simd.FixedGeneral16(f.args)
	}
}

// fixed is a place that is fixed to a joint.
type fixed struct {
	frame  int
	offset geom.Vec // as the frame's matrix takes it
}

// fix fixes a place in a joint's frame, or a direction, to it.
func (s *starting) fix(k int, v geom.Vec, directed bool) fixed {
	if s.layout.Form != soa.Rig {
		return fixed{k, v}
	}
	bind := &s.layout.Bind[s.frames.slot[k]]
	if directed {
		return fixed{k, geom.Direction(bind, v)}
	}
	return fixed{k, geom.Point(bind, v)}
}

// at is where a fixed place is in the model, along what has become of a fixed direction.
func (f *frames) along(x *fixed) geom.Vec {
	m := f.matrix(x.frame)
	return geom.Direction(&m, x.offset)
}

func (f *frames) at(x *fixed) geom.Vec {
	m := f.matrix(x.frame)
	return geom.Point(&m, x.offset)
}

// turnBeside gives a joint, by a weight, a turn beside what its parent has: a rotation in
// model space, before the joint's own, of the pose as the frames have it.
func (f *frames) turnBeside(p *pose.Lane, k int, own geom.Quat, weight float32) {
	o := own
	if weight < 1 {
		if o.W < 0 {
			o = o.Neg()
		}
		o = geom.XYZW(float32(o.X*weight), float32(o.Y*weight), float32(o.Z*weight), 1+float32((o.W-1)*weight))
	}
	q := f.turned(f.parent[k]).Conjugate().Mul(o.Mul(f.turned(k)))
	p.SetRotation(f.slot[k], q.Times(1/geom.Sqrt(q.Dot(q))).Array())
}
