package control

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// springStates is the number of rows before those of joints: it has begun, it is asleep.
const springStates = 2

type springsActor struct {
	bound // the joints, and those of colliders
	Springs
	chain *spring.Chain
	world *world
	state perInstance
	frame []int
	lags  [][]float32 // per joint, the uniforms of formula.SpringAdvance
	reach [][]float32 // per joint: radius, 0, radius, 1, the uniforms of formula.SpringHit
	tip   fixed
	hits  []springHit
	work  *springWork
}

func (a springsActor) start(s *starting, frame []int) actor {
	n := len(a.Joints)
	a.world, a.state, a.frame = s.inWorld(), newPerInstance(s.n, springStates+n*formula.SpringRows), frame[:n]
	for k := range a.Joints {
		lag, gravity, wind := a.chain.Lags(k)
		radius := a.Joints[k].Spring.Radius + spring.Skin
		a.reach, a.lags = append(a.reach, []float32{radius, 0, radius, 1}), append(a.lags, []float32{lag, gravity, wind})
	}
	a.tip = s.fix(a.frame[n-1], geom.VecOf(a.Tip), false)
	a.hits = s.colliders(a.Colliders, frame[n:])
	return &a
}

func (a *springsActor) begin(i int) { a.state.set(i, 0, 0, 0) }

func (a *springsActor) jump(i int, by *soa.Affine) error {
	for k := range a.frame {
		row := springStates + k*formula.SpringRows
		from := a.state.at(i)[row*simd.Lanes:]
		v := func(at int) geom.Vec {
			return geom.XYZ(from[at*simd.Lanes], from[(at+1)*simd.Lanes], from[(at+2)*simd.Lanes])
		}
		offset, velocity, goal := geom.Direction(by, v(formula.SpringOffset)), geom.Direction(by, v(formula.SpringVelocity)), geom.Point(by, v(formula.SpringGoal))
		a.state.set(i, row+formula.SpringOffset, offset.X, offset.Y, offset.Z)
		a.state.set(i, row+formula.SpringVelocity, velocity.X, velocity.Y, velocity.Z)
		a.state.set(i, row+formula.SpringGoal, goal.X, goal.Y, goal.Z)
	}
	a.state.set(i, 1, 0)
	return nil
}

func (a *springsActor) act16(f *frames, at *pose.Changing, weight []float32) {
	b := a.work
	state, inPlace := a.state.change(at, len(a.world.at), b.state)
	world := a.world.rows.read(at, b.world[:])
	copy(b.status[:simd.Lanes], state)
	fill(b.status[simd.Lanes:], 1)
	f.fixed16(&a.tip, b.tip[:])
	a.meet(f, at, world)
	b.bind(springRows{state, world, b.plans.steps(at), weight, f.block})
	one := b.alone(at.Len, weight)
	if !one {
		b.walk.begin(f.frame(a.frame[0]))
	}
	for k := 0; k < len(b.joints); k++ {
		if one {
			if k += b.move(k); k == len(b.joints) {
				break
			}
		}
		j := &b.joints[k]
		j.advance.Len, j.turn.Len = at.Len, at.Len
		_ = kernel.SpringAdvance16(j.advance)
		if len(a.hits) > 0 {
			a.collide(f, k, at, weight)
		}
		_ = kernel.BoneTurn16(j.turn)
	}
	for lane := range at.Len {
		if weight[lane] > 0 {
			state[lane], state[simd.Lanes+lane] = 1, b.status[simd.Lanes+lane]
		}
	}
	if !inPlace {
		a.state.store(at, state)
	}
}

func (a *springsActor) recall(m *memory, i int) {
	m.rows(&a.state, i)
	for _, v := range [...]float32{a.state.at(i)[0], a.state.at(i)[simd.Lanes]} { // it has begun, it is asleep
		m.Failed = m.Failed || v != 0 && v != 1
	}
}

// springWork is the working memory of a controller for 16 chains.
type springWork struct {
	plans     plans
	joints    []springArguments
	push      *kernel.Lanewise    // of a bone out of a collider
	one       *kernel.SpringChain // of one instance beside one sphere at most, or nil
	bound     springRows
	state     []float32
	world     [formula.WorldRows * simd.Lanes]float32
	walk      walkRows
	bone      [formula.BoneRows * simd.Lanes]float32
	status    [2 * simd.Lanes]float32
	tip       [3 * simd.Lanes]float32
	hit       [simd.Lanes]float32
	colliders [maxColliders][formula.ColliderRows * simd.Lanes]float32
}

// springArguments are those of formula.SpringAdvance and formula.BoneTurn for a joint.
type springArguments struct {
	advance, turn *kernel.Lanewise
	column        int // of the joint's rotation in a block
}

// springRows are the arguments of joints that differ between blocks.
type springRows struct{ state, world, steps, weight, block []float32 }

func (a springsActor) fork(f *frames) actor {
	b := &springWork{state: simd.AlignedFloat32(a.state.rows * simd.Lanes)}
	b.plans.prepare(a.chain, len(a.frame))
	b.push = f.args.ShareMemory()
	b.push.Rows[0], b.push.Rows[1], b.push.Rows[3] = b.bone[:], b.walk[:], b.hit[:]
	for k, frame := range a.frame {
		j := springArguments{f.args.ShareMemory(), f.args.ShareMemory(), f.read16[frame].rotation}
		rows, tail := &j.advance.Rows, b.tip[:]
		if k+1 < len(a.frame) {
			tail = f.frame(a.frame[k+1])[4*simd.Lanes:]
		}
		rows[0], rows[1], rows[5], rows[6], rows[7] = f.frame(frame), tail, b.status[:], b.walk[:], b.bone[:]
		j.advance.Uniforms = a.lags[k]
		rows = &j.turn.Rows
		rows[0], rows[1], rows[2], rows[3] = b.bone[:], b.walk[:], f.frame(frame), f.ofAbove(frame)
		b.joints = append(b.joints, j)
	}
	if len(a.hits) == 0 || len(a.hits) == 1 && a.hits[0].round() {
		b.one = a.ofOne(f, b)
	}
	a.work = b
	return &a
}

// ofOne prepares the chain of one instance.
func (a *springsActor) ofOne(f *frames, b *springWork) *kernel.SpringChain {
	var joints []kernel.SpringJoint
	for k, frame := range a.frame {
		lag := a.lags[k]
		joints = append(joints, kernel.SpringJoint{
			Frame: f.begins(frame), Above: f.beginsAbove(frame), Rotation: b.joints[k].column, Lag: lag[0], Gravity: lag[1], Wind: lag[2], Radius: a.reach[k][0],
		})
	}
	one := kernel.NewSpringChain(joints, len(a.hits) > 0 && a.hits[0].isInside())
	one.Frames, one.Tip, one.Walk = f.values, b.tip[:], b.walk[:]
	if len(a.hits) > 0 {
		one.Sphere = b.colliders[0][:]
	}
	return one
}

// alone reports whether the chain is that of one instance, which is under way.
func (b *springWork) alone(poses int, weight []float32) bool {
	c := b.one
	if poses > 1 || c == nil || b.status[0] == 0 || b.bound.steps[formula.StepPer*simd.Lanes] == 0 {
		return false
	}
	c.Block, c.World, c.Steps, c.State, c.Weight = b.bound.block, b.bound.world, b.bound.steps, b.bound.state[springStates*simd.Lanes:], weight[0]
	return true
}

// move moves joints of one instance, from the k-th on, as far as a kernel does, and returns how many.
func (b *springWork) move(k int) int {
	c, left := b.one, len(b.joints)-k
	c.Left, c.Rests = left, b.status[simd.Lanes]
	_ = c.Move()
	b.status[simd.Lanes] = c.Rests
	return left - c.Left
}

// bind sets the arguments of joints to other rows than those of the last block.
func (b *springWork) bind(to springRows) {
	if w := &b.bound; w.state != nil && &w.state[0] == &to.state[0] && &w.world[0] == &to.world[0] && &w.steps[0] == &to.steps[0] && &w.weight[0] == &to.weight[0] && &w.block[0] == &to.block[0] {
		return
	}
	b.bound = to
	for k := range b.joints {
		j := &b.joints[k]
		rows := &j.advance.Rows
		rows[2], rows[3] = to.state[(springStates+k*formula.SpringRows)*simd.Lanes:], to.world
		rows[4], rows[8] = to.steps[k*formula.StepRows*simd.Lanes:], to.weight
		j.turn.Rows[4], j.turn.Rows[5] = to.block[j.column:], to.weight
	}
}

// walkRows are rows of formula.WalkRows.
type walkRows [formula.WalkRows * simd.Lanes]float32

// begin begins a walk at a joint that has not turned.
func (w *walkRows) begin(frame []float32) {
	clear(w[:])
	copy(w[formula.WalkHead*simd.Lanes:][:3*simd.Lanes], frame[4*simd.Lanes:])
	for _, row := range [...]int{formula.WalkTurn, formula.WalkTurn + 4, formula.WalkTurn + 8} {
		fill(w[row*simd.Lanes:], 1)
	}
}

// ResetSprings makes Springs of instance i start at rest in the next update. The error wraps
// ErrValue.
func (g *Instances) ResetSprings(i, modifier int) error {
	a, err := actorOf[*springsActor](g, i, modifier, "springs")
	if err == nil {
		a.begin(i)
	}
	return err
}

// Asleep reports whether Springs of instance i are at rest: they move again with the pose, the
// air or a collider.
func (g *Instances) Asleep(i, modifier int) bool {
	a, err := actorOf[*springsActor](g, i, modifier, "springs")
	return err == nil && a.state.at(i)[simd.Lanes] != 0
}
