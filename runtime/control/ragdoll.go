package control

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Ragdoll lets a physics simulation take over joints and give them back:
//
//	clips ─► pose ─► Bodies: places, rotations, velocities ─► simulation
//	                 pose ◄── Simulate ◄──────────────────────────┘
//	                   └ LetGo: back to the clips within some time
//
// With a weight above 0 it observes the joints; the pose does not change until Simulate.
type Ragdoll struct {
	// Joints are those with bodies, the root first, each other below one before, parents
	// before children. The root's place is the simulation's too, for which the layout
	// reserves columns; the others keep the lengths of their bones.
	Joints []string
}

// Body is the state of a joint in world space, see Instances.SetWorld.
type Body struct {
	Place    [3]float32
	Rotation [4]float32
	Linear   [3]float32 // m/s
	Angular  [3]float32 // rad/s, around its direction
}

func (o *Ragdoll) bind(s *Stack) (modifier, error) {
	if n := len(o.Joints); n < 1 || n > maxChain {
		return nil, fmt.Errorf("ragdoll: %w: %d joints, from 1 to %d", ErrValue, n, maxChain)
	}
	a := &ragdollActor{Ragdoll: *o}
	for k, name := range o.Joints {
		j, parent, err := s.tree(name, a.bound)
		if err != nil {
			return nil, fmt.Errorf("ragdoll: %w", err)
		}
		to := turns
		if k == 0 {
			to |= moves
		}
		a.bound, a.parent = append(a.bound, use{j, to}), append(a.parent, parent)
	}
	return a, nil
}

// Bodies writes the states of a Ragdoll's joints in the last update of instance i, before the
// simulation changed them, in the order of Ragdoll.Joints. The error wraps ErrValue.
func (g *Instances) Bodies(i, modifier int, dst []Body) error {
	a, n, err := g.ragdoll(i, modifier, len(dst))
	if err != nil {
		return err
	}
	seconds := a.seconds[i]
	for k := range dst {
		now, before := &a.now[i*n+k], &a.before[i*n+k]
		dst[k] = Body{Place: now.place.Array(), Rotation: now.turn.Array()}
		if seconds > 0 {
			dst[k].Linear = now.place.Sub(before.place).Times(float32(1 / seconds)).Array()
			dst[k].Angular = spinOf(now.turn.Mul(before.turn.Conjugate()), seconds).Array()
		}
	}
	return nil
}

// ragdoll returns a Ragdoll of an instance that has a joint per body, and their number.
func (g *Instances) ragdoll(i, modifier, bodies int) (a *ragdollActor, joints int, err error) {
	if a, err = actorOf[*ragdollActor](g, i, modifier, "ragdoll"); err != nil {
		return nil, 0, err
	}
	if joints = len(a.frame); bodies != joints {
		err = fmt.Errorf("%w: %d bodies for %d joints of instance %d", ErrValue, bodies, joints, i)
	}
	return a, joints, err
}

// spinOf is the angular velocity of a rotation over a time.
func spinOf(q geom.Quat, seconds float64) geom.Vec {
	q = q.NearestSign(geom.Identity)
	v := geom.XYZ(q.X, q.Y, q.Z)
	sine := float64(v.Length())
	if !(sine > 0) {
		return geom.Vec{}
	}
	return v.Times(float32(2 * exact.Atan2(sine, float64(q.W)) / (sine * seconds)))
}

// Simulate sets the joints of a Ragdoll of instance i to the places and rotations of bodies, until
// LetGo. Velocities are ignored. Places must be less than soa.MaxMagnitude: the error wraps ErrValue.
func (g *Instances) Simulate(i, modifier int, bodies []Body) error {
	a, n, err := g.ragdoll(i, modifier, len(bodies))
	if err != nil {
		return err
	}
	for k := range bodies {
		if b := &bodies[k]; !bounded(b.Place[:]) || !unitable(geom.QuatOf(b.Rotation)) {
			return fmt.Errorf("%w: body %q of instance %d: place %v, rotation %v", ErrValue, a.Joints[k], i, b.Place, b.Rotation)
		}
	}
	for k := range bodies {
		a.to[i*n+k] = stand{geom.VecOf(bodies[k].Place), geom.QuatOf(bodies[k].Rotation).Unit()}
	}
	a.left[i], a.rate[i] = 1, 0
	return nil
}

// LetGo returns the joints of a Ragdoll of instance i to the clips within some seconds. The error
// wraps ErrValue.
func (g *Instances) LetGo(i, modifier int, seconds float64) error {
	a, err := actorOf[*ragdollActor](g, i, modifier, "ragdoll")
	if err != nil {
		return err
	}
	if !(seconds >= 0 && seconds <= 1e4) {
		return fmt.Errorf("%w: %v seconds for instance %d", ErrValue, seconds, i)
	}
	if a.rate[i] = 0; seconds == 0 {
		a.left[i] = 0
	} else if a.left[i] > 0 {
		a.rate[i] = float32(min(1/seconds, math.MaxFloat32))
	}
	return nil
}

// Simulated returns the weight of the simulation in the pose of a Ragdoll in the last update of
// instance i, from 0 to 1.
func (g *Instances) Simulated(i, modifier int) float64 {
	a, err := actorOf[*ragdollActor](g, i, modifier, "ragdoll")
	if err != nil {
		return 0
	}
	return float64(ease(a.left[i]))
}

type ragdollActor struct {
	bound
	Ragdoll
	parent          []int // index in bound, −1 for the first
	world           *world
	frame           []int
	now, before, to []stand   // per instance and joint: in the world
	seconds         []float64 // per instance: from before to now; 0: no before, −1: nor now
	left            []float32 // the remaining time of the simulation, as a part
	rate            []float32 // by which that falls, 1/s
}

func (a ragdollActor) start(s *starting, frame []int) actor {
	all := s.n * len(frame)
	a.frame, a.world = frame, s.inWorld()
	a.seconds, a.left, a.rate = make([]float64, s.n), make([]float32, s.n), make([]float32, s.n)
	for _, list := range [...]*[]stand{&a.now, &a.before, &a.to} {
		*list = make([]stand, all)
		for k := range *list {
			(*list)[k].turn = geom.Identity
		}
	}
	for i := range s.n {
		a.begin(i)
	}
	return &a
}

func (a *ragdollActor) recall(m *memory, i int) {
	n := len(a.frame)
	for _, list := range [...][]stand{a.now, a.before, a.to} {
		m.stands(list[i*n:][:n])
	}
	seconds := &a.seconds[i]
	m.Float64(seconds)
	m.Failed = m.Failed || *seconds != 0 && *seconds != -1 && !(*seconds >= leastStep && *seconds <= maxSaved)
	m.floatsInRange(0, 1, &a.left[i])
	m.floatsInRange(0, math.MaxFloat32, &a.rate[i])
}

func (a *ragdollActor) begin(i int) { a.seconds[i], a.left[i], a.rate[i] = -1, 0, 0 }

func (a *ragdollActor) act(f *frames, p *pose.Lane, i int, weight float32) {
	a.watch(f, i)
	if a.rate[i] > 0 && f.dt > 0 {
		a.left[i] = max(0, a.left[i]-float32(a.rate[i]*float32(f.dt)))
	}
	by := float32(ease(a.left[i]) * weight)
	if by == 0 {
		return
	}
	n := len(a.frame)
	to := a.to[i*n:][:n]
	for k, at := range a.frame {
		place, _, turn := a.world.intoModel(i, to[k].place, geom.Vec{}, to[k].turn)
		if to := place.Array(); k == 0 && inWorld(to[:]) {
			f.moveTo(p, at, place, by)
		}
		all, own := turn.Mul(f.rotation(at).Conjugate()), geom.Quat{}
		if own = all; k > 0 {
			own = f.scratch.turns[a.parent[k]].Conjugate().Mul(all)
		}
		f.scratch.turns[k] = all
		f.turnBeside(p, at, own, by)
	}
}

// watch stores the joints of instance i in world space.
func (a *ragdollActor) watch(f *frames, i int) {
	n := len(a.frame)
	now, before := a.now[i*n:][:n], a.before[i*n:][:n]
	first := a.seconds[i] < 0
	if f.dt > 0 && !first {
		copy(before, now)
		a.seconds[i] = min(max(f.dt, leastStep), maxSaved)
	}
	for k, at := range a.frame {
		now[k] = stand{geom.VecOf(a.world.at[i].Apply(f.place(at).Array())), a.world.turn[i].Mul(f.rotation(at))}
	}
	if first {
		a.seconds[i] = 0
	}
}
