package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/native/simd/formula"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Grab declares two bones whose end takes hold of a handle that moves, and lets it go: a
// hand at a door, a wheel, another hand. It is a Limb with a time to get there and back.
type Grab struct {
	Root, Mid, End string     // names of joints below each other
	Hinge          [3]float32 // see Limb
	Soft           float32    // see Limb
	In, Out        float64    // seconds to the handle and back; 0: at once
}

// GrabTarget is the handle, in model space or in the world.
type GrabTarget struct {
	Place          [3]float32
	Rotation       [4]float32 // what End's shall be, where RotationWeight is not 0
	RotationWeight float32
	Pole           [3]float32 // a direction to which the middle points; zero: none
	PoleWeight     float32
	InWorld        bool // where SetWorld has put the model
}

// Grab adds a limb that grabs to the stack and returns the modifier's number. The error
// wraps ErrJoint or ErrValue.
func (s *Stack) Grab(o Grab) (int, error) {
	m := &grabModifier{Grab: o}
	for k, name := range [...]string{o.Root, o.Mid, o.End} {
		j, err := s.find(name)
		if err != nil {
			return 0, fmt.Errorf("grab: %w", err)
		}
		if k > 0 && (j == m.joint[k-1] || !s.isBelow(j, m.joint[k-1])) {
			return 0, fmt.Errorf("grab: %w: %q is not below %q", ErrJoint, name, s.skeleton.Name[m.joint[k-1]])
		}
		m.joint[k] = j
	}
	if !(o.Soft >= 0 && o.Soft <= 1) || !geom.VecOf(o.Hinge).Finite() || !(o.In >= 0 && o.In <= 1e4) || !(o.Out >= 0 && o.Out <= 1e4) {
		return 0, fmt.Errorf("grab %q: %w: soft %v, hinge %v, in %v, out %v", o.End, ErrValue, o.Soft, o.Hinge, o.In, o.Out)
	}
	return s.add(m), nil
}

// SetGrab sets where the handle of a modifier of Grab is in instance i. The error wraps
// ErrValue.
func (g *Instances) SetGrab(i, modifier int, t GrabTarget) error {
	a, err := g.grab(i, modifier)
	if err != nil {
		return err
	}
	q := geom.QuatOf(t.Rotation)
	if !geom.VecOf(t.Place).Finite() || !geom.VecOf(t.Pole).Finite() || !(t.RotationWeight >= 0 && t.RotationWeight <= 1) ||
		!(t.PoleWeight >= 0 && t.PoleWeight <= 1) || t.RotationWeight > 0 && !unitable(q) {
		return fmt.Errorf("%w: %+v for %q of instance %d", ErrValue, t, a.End, i)
	}
	t.Rotation = q.Unit().Array()
	a.to[i] = t
	return nil
}

// Hold lets a modifier of Grab of instance i take hold of its handle from the next update
// on, or let it go. The error wraps ErrValue.
func (g *Instances) Hold(i, modifier int, hold bool) error {
	a, err := g.grab(i, modifier)
	if err == nil {
		a.holds[i] = hold
	}
	return err
}

// Held is how far the end of a modifier of Grab is on its way to the handle, from 0 to 1,
// as of the last update of instance i.
func (g *Instances) Held(i, modifier int) float64 {
	a, err := g.grab(i, modifier)
	if err != nil {
		return 0
	}
	return float64(ease(a.way[i]))
}

func (g *Instances) grab(i, modifier int) (*grabActor, error) {
	if err := g.check(i, modifier); err != nil {
		return nil, err
	}
	a, ok := g.actor[modifier].(*grabActor)
	if !ok {
		return nil, fmt.Errorf("%w: modifier %d grabs nothing", ErrValue, modifier)
	}
	return a, nil
}

type grabModifier struct {
	Grab
	joint [3]int
}

func (m *grabModifier) joints() []int { return m.joint[:] }
func (m *grabModifier) moves() []int  { return m.joint[:1] }

func (m *grabModifier) start(s *starting) (actor, error) {
	s.shared.inWorld(s.n)
	limb := &limbActor{Limb: Limb{Hinge: m.Hinge, Soft: m.Soft}}
	a := &grabActor{grabModifier: m, shared: s.shared, to: make([]GrabTarget, s.n), holds: make([]bool, s.n), way: make([]float32, s.n), came: make([]Reach, s.n)}
	for i := range a.to {
		a.to[i].Rotation = geom.Identity.Array()
	}
	for k, j := range m.joint {
		var err error
		if a.frame[k], err = s.frame(j); err != nil {
			return nil, err
		}
		if _, err := s.writes(a.frame[k], false, false, s.name[j]); err != nil {
			return nil, err
		}
	}
	limb.frame = a.frame
	a.uniforms = limb.numbers(s.frames)
	return a, nil
}

type grabActor struct {
	*grabModifier
	shared *shared
	frame  [3]int
	// uniforms are those of formula.LimbPose.
	uniforms []float32
	to       []GrabTarget
	holds    []bool
	way      []float32 // per instance: the part of the way to the handle, in time
	came     []Reach
}

// begin lets instance i hold nothing.
func (a *grabActor) begin(i int) { a.way[i] = 0 }

func (a *grabActor) reached(i int) Reach { return a.came[i] }

func (a *grabActor) act16(f *frames, at *pose.Changing, weight []float32) {
	targets, reach, by := f.lanes[0][:], f.lanes[1][:], f.scratch.held[:]
	clear(by)
	for lane, i := range at.Instance[:at.Len] {
		if weight[lane] > 0 {
			by[lane] = a.aim(f, int(i), lane, at.Seconds[lane], targets[lane:], weight[lane])
		}
	}
	if !acting(by) {
		return
	}
	rows := &f.args.Rows
	for k, frame := range a.frame {
		rows[2*k], rows[2*k+1] = f.of(f.parent[frame]), f.of(frame)
		rows[6+k] = f.block[f.read16[frame].rotation:]
	}
	rows[9], rows[10], rows[11] = targets, by, reach
	f.args.Uniforms = a.uniforms
	_ = simd.LimbPose16(f.args)
	for lane, i := range at.Instance[:at.Len] {
		if by[lane] > 0 {
			a.came[i] = Reach{reach[lane], solve.Reason(reach[simd.Lanes+lane])}
		}
	}
}

// aim writes the target of instance i, formula.LimbTargetRows, on its way to the handle. It
// returns the weight, 0 where there is no way to go.
func (a *grabActor) aim(f *frames, i, lane int, seconds float64, rows []float32, weight float32) float32 {
	a.way[i] = a.step(i, seconds)
	by := ease(a.way[i])
	if by == 0 {
		a.came[i] = Reach{}
		return 0
	}
	to := &a.to[i]
	place, pole, turn := geom.VecOf(to.Place), geom.VecOf(to.Pole), geom.QuatOf(to.Rotation)
	if to.InWorld {
		place, pole, turn = a.shared.intoModel(i, place, pole, turn)
	}
	f.lane = lane
	place = f.place(a.frame[2]).Lerp(place, by)
	for row, v := range [formula.LimbTargetRows]float32{
		place.X, place.Y, place.Z, pole.X, pole.Y, pole.Z, float32(to.PoleWeight * by),
		turn.X, turn.Y, turn.Z, turn.W, float32(to.RotationWeight * by), 1, 0,
	} {
		rows[row*simd.Lanes] = v
	}
	return weight
}

// step is the way of instance i after some seconds.
func (a *grabActor) step(i int, dt float64) float32 {
	seconds, towards := a.Out, -dt
	if a.holds[i] {
		seconds, towards = a.In, dt
	}
	way := float64(a.way[i])
	switch {
	case dt <= 0:
	case seconds > 0:
		way += towards / seconds
	case a.holds[i]:
		way = 1
	default:
		way = 0
	}
	return float32(min(max(way, 0), 1))
}

// ease is a part that begins and ends slowly.
func ease(s float32) float32 { return float32(float32(s*s) * (3 - float32(s+s))) }
