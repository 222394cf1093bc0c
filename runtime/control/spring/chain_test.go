package spring_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/swing"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/soa"
)

// source makes numbers in [−1, 1].
type source func() float32

func (s source) vec() geom.Vec { return geom.XYZ(s(), s(), s()) }

func (s source) quat() geom.Quat { return geom.XYZW(s(), s(), s(), s()).Unit() }

// around is middle ± half, unfused.
func (s source) around(middle, half float32) float32 { return middle + float32(half*s()) }

func random(seed uint64) source {
	r := rand.New(rand.NewPCG(seed, 2))
	return func() float32 { return float32(2*r.Float64() - 1) } // exact, fused or not
}

// check runs a property over random sources.
func check(t *testing.T, property func(t *rapid.T, s source)) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) { property(t, random(rapid.Uint64().Draw(t, "seed"))) })
}

// tail is a chain of six joints with a length of 0.1 m each.
type tail struct {
	chain *swing.Chain
	local []geom.Quat
}

var tip = [3]float32{0, 0.1, 0}

func (s source) tail() *tail {
	t := &tail{}
	var joints []spring.Joint
	for range 6 {
		t.local = append(t.local, geom.XYZW(s()/4, s()/4, s()/4, 1).Unit())
		joints = append(joints, spring.Joint{Stiffness: s.around(300, 250), Drag: s.around(15, 14), Gravity: s.around(1, 1), Wind: s.around(1, 1), Radius: s.around(0.02, 0.01)})
	}
	t.chain, _ = swing.NewChain(joints, tip)
	return t
}

// pose is the animated pose of a tail.
func (t *tail) pose(at geom.Vec, q geom.Quat) []soa.Affine {
	var pose []soa.Affine
	for _, l := range t.local {
		q = q.Mul(l)
		m := q.Matrix(at)
		pose = append(pose, m)
		at = geom.VecOf(m.Apply(tip))
	}
	return pose
}

var air = spring.Air{Gravity: [3]float32{0, -9.81, 0}, Wind: [3]float32{1, 0, 0.5}}

// step moves a tail on.
func (t *tail) step(tb must.T, s *swing.State, seconds float64, pose []soa.Affine, colliders ...spring.Collider) []soa.Affine {
	var p spring.Plan
	pose = slices.Clone(pose)
	if err := t.chain.Plan(&p, seconds); err != nil {
		tb.Fatal(err)
	}
	if err := t.chain.Move(&p, s, &air, pose, colliders); err != nil {
		tb.Fatal(err)
	}
	return pose
}

// tails are the places of the joints and of the tip.
func tails(pose []soa.Affine) (list []geom.Vec) {
	for i := range pose {
		list = append(list, geom.Translation(&pose[i]))
	}
	return append(list, geom.VecOf(pose[len(pose)-1].Apply(tip)))
}

func farthest(a, b []soa.Affine) (d float64) {
	for i := range a {
		for k := range a[i] {
			d = max(d, math.Abs(float64(a[i][k]-b[i][k])))
		}
	}
	return d
}

// colliders are a few around a tail.
func (s source) colliders() []spring.Collider {
	return []spring.Collider{
		{Shape: spring.Sphere, A: s.vec().Times(0.4).Array(), Radius: s.around(0.1, 0.05)},
		{Shape: spring.Capsule, A: s.vec().Times(0.4).Array(), B: s.vec().Times(0.4).Array(), Radius: s.around(0.06, 0.02)},
		{Shape: spring.Plane, A: [3]float32{0, -0.3, 0}, B: s.vec().Unit(geom.Vec{Y: 1}).Array()},
		{Shape: spring.InsideSphere, A: s.vec().Times(0.1).Array(), Radius: s.around(0.5, 0.1)},
		{Shape: spring.InsideCapsule, A: [3]float32{-0.3, 0, 0}, B: [3]float32{0.3, 0, 0}, Radius: s.around(0.5, 0.1)},
	}
}

// linear is a pose whose places lie between those of two poses; it bends bones a little.
func linear(a, b []soa.Affine, f float32) []soa.Affine {
	m := slices.Clone(a)
	for i := range m {
		for k := range m[i] {
			m[i][k] += float32((b[i][k] - a[i][k]) * f)
		}
	}
	return m
}

// A step in parts is the step, whatever the parts and whatever is in the way.
func TestSplit(t *testing.T) {
	var worst [4]float64
	check(t, func(t *rapid.T, s source) {
		tail := s.tail()
		colliders := s.colliders()[:rapid.IntRange(0, 3).Draw(t, "colliders")]
		parts := []int{1, 2, 4, 7}
		states := make([]*swing.State, len(parts))
		from := tail.pose(s.vec().Times(0.2), s.quat())
		for i := range parts {
			states[i] = tail.chain.NewState()
			tail.step(t, states[i], 0, from)
		}
		for range 10 {
			to := tail.pose(geom.Translation(&from[0]).AddTimes(s.vec(), 0.05), geom.XYZW(s()/20, s()/20, s()/20, 1).Unit())
			dt := float64(s()+1.1) / 30
			var whole []soa.Affine
			for i, n := range parts {
				var got []soa.Affine
				for k := 1; k <= n; k++ {
					got = tail.step(t, states[i], dt/float64(n), linear(from, to, float32(k)/float32(n)), colliders...)
				}
				if i == 0 {
					whole = got
					continue
				}
				d, lever := 0.0, 1.0
				for k, p := range tails(got) {
					d = max(d, float64(p.Sub(tails(whole)[k]).Length()))
					if k < len(got) { // a free tail near the head turns the bone far
						lever = min(lever, float64(states[i].Free(k).Sub(p).Length())/0.1)
					}
				}
				d *= lever
				// A collider multiplies what rounding leaves where the tail is behind its middle;
				// of several the tail may choose another side.
				worst[len(colliders)] = max(worst[len(colliders)], d)
				if d > 1e-5 && len(colliders) == 0 || d > 1e-4 && len(colliders) == 1 {
					t.Fatalf("in %d parts of %v s it differs by %v", n, dt, d)
				}
			}
			from = to
		}
	})
	t.Logf("worst difference %.1e m, with a collider %.1e m", worst[0], worst[1])
}

// A tail at rest stays at rest, also with gravity and wind, falls asleep, and goes on where
// it was after a time of 0 or less.
func TestRest(t *testing.T) {
	check(t, func(t *rapid.T, s source) {
		tail := s.tail()
		state := tail.chain.NewState()
		pose := tail.pose(s.vec(), s.quat())
		rest := tail.step(t, state, 1./60, pose)
		for _, dt := range []float64{1. / 60, 0, -1, 10, 1e9, 1e-9} {
			if d := farthest(tail.step(t, state, dt, pose), rest); d > 2e-6 {
				t.Fatalf("at rest it moves by %v in %v s", d, dt)
			}
		}
		tail.step(t, state, 1./60, pose)
		if !state.Asleep() {
			t.Fatal("at rest it is awake")
		}
		moved := tail.pose(s.vec(), s.quat())
		if tail.step(t, state, 1./60, moved); state.Asleep() {
			t.Fatal("moving it is asleep")
		}
		for range 3 {
			tail.step(t, state, 10, moved)
		}
		if !state.Asleep() {
			t.Fatal("after 30 seconds it is awake")
		}
	})
}

// Without gravity and wind a tail that rests is the animated one.
func TestStill(t *testing.T) {
	check(t, func(t *rapid.T, s source) {
		tail := s.tail()
		pose := tail.pose(s.vec(), s.quat())
		got := slices.Clone(pose)
		var p spring.Plan
		must.Do(t, tail.chain.Plan(&p, 1./60))
		must.Do(t, tail.chain.Move(&p, tail.chain.NewState(), &spring.Air{}, got, nil))
		if d := farthest(got, pose); d > 2e-6 {
			t.Fatalf("it differs from the animation by %v", d)
		}
	})
}

// Where nothing moves, a swinging tail comes nearer to its rest, and never gets farther
// away than its first swing.
func TestDecay(t *testing.T) {
	check(t, func(t *rapid.T, s source) {
		tail := s.tail()
		state := tail.chain.NewState()
		tail.step(t, state, 0, tail.pose(s.vec(), s.quat()))
		pose := tail.pose(s.vec(), s.quat())
		tail.step(t, state, 0, pose)
		last := math.Inf(1)
		for range 200 {
			tail.step(t, state, 1./50, pose)
			energy := tail.chain.Energy(state, &air)
			if energy > last*(1+1e-5)+1e-9 {
				t.Fatalf("the energy grows from %v to %v", last, energy)
			}
			last = energy
		}
	})
}

// Bones keep their length, and single colliders what is theirs, in every step. Several
// colliders keep it where a place is left.
func TestLengthAndColliders(t *testing.T) {
	worstLength, worstDepth, steps, stuck := 0.0, math.Inf(-1), 0, 0
	check(t, func(t *rapid.T, s source) {
		tail := s.tail()
		all := s.colliders()
		which := rapid.IntRange(0, len(all)+1).Draw(t, "collider")
		colliders := all[min(which, len(all)-1):][:1]
		if which >= len(all) {
			colliders = all[:which-len(all)+2]
		}
		state := tail.chain.NewState()
		for range 30 {
			pose := tail.pose(s.vec().Times(0.2), geom.XYZW(s()/3, s()/3, s()/3, 1).Unit())
			got := tail.step(t, state, float64(s()+1)/40, pose, colliders...)
			before, after := tails(pose), tails(got)
			for i := range got {
				want, length := before[i+1].Sub(before[i]).Length(), after[i+1].Sub(after[i]).Length()
				worstLength = max(worstLength, math.Abs(float64(length-want)))
				for k := range colliders {
					if reach := tail.chain.Reach(i, after[i], want, colliders[k:k+1]); len(colliders) == 1 && reach {
						worstDepth, steps = max(worstDepth, float64(tail.chain.Depth(i, after[i+1], &colliders[k]))), steps+1
					} else if len(colliders) > 1 && reach && tail.chain.Depth(i, after[i+1], &colliders[k]) > 1e-5 {
						stuck++
					}
				}
			}
		}
	})
	t.Logf("length off by %.1e m, %d collisions deep by %.1e m, %d deep with several colliders", worstLength, steps, worstDepth, stuck)
	if worstLength > 1e-6 {
		t.Errorf("lengths differ by %v", worstLength)
	}
	if worstDepth > 0 {
		t.Errorf("tails are deep in colliders by %v", worstDepth)
	}
}

// A teleport takes the swing along.
func TestTeleport(t *testing.T) {
	check(t, func(t *rapid.T, s source) {
		tail := s.tail()
		a, b := tail.chain.NewState(), tail.chain.NewState()
		from, to := tail.pose(s.vec(), s.quat()), tail.pose(s.vec(), s.quat())
		jump := geom.Quat{Y: s(), W: s()}.Unit().Matrix(s.vec()) // about the axis of gravity
		moved := slices.Clone(to)
		for i := range moved {
			moved[i] = jump.Mul(&to[i])
		}
		wind := air
		wind.Wind = [3]float32{}
		var p spring.Plan
		must.Do(t, tail.chain.Plan(&p, 1./60))
		for _, state := range []*swing.State{a, b} {
			must.Do(t, tail.chain.Move(&p, state, &wind, slices.Clone(from), nil))
			must.Do(t, tail.chain.Move(&p, state, &wind, slices.Clone(to), nil))
		}
		must.Do(t, b.Teleport(jump))
		there := slices.Clone(moved)
		must.Do(t, tail.chain.Move(&p, b, &wind, there, nil))
		here := slices.Clone(to)
		must.Do(t, tail.chain.Move(&p, a, &wind, here, nil))
		for i, p := range tails(here) {
			if d := geom.VecOf(jump.Apply(p.Array())).Sub(tails(there)[i]).Length(); d > 2e-5 {
				t.Fatalf("after the jump it is off by %v", d)
			}
		}
	})
}

// What is not finite, or means nothing, is refused and changes nothing.
func TestRefused(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for i, j := range []spring.Joint{{}, {Stiffness: nan}, {Stiffness: 1, Drag: -1}, {Stiffness: inf}, {Stiffness: 1, Gravity: nan}, {Stiffness: 1, Radius: inf}} {
		if _, err := swing.NewChain([]spring.Joint{j}, tip); !errors.Is(err, spring.ErrJoint) {
			t.Errorf("joint %d: %v", i, err)
		}
	}
	if _, err := swing.NewChain(nil, tip); !errors.Is(err, spring.ErrJoint) {
		t.Error(err)
	}
	for i, c := range []spring.Collider{{Shape: 9}, {Radius: -1}, {Radius: nan}, {A: [3]float32{inf}}, {Shape: spring.Plane}} {
		if err := c.Validate(); !errors.Is(err, spring.ErrJoint) {
			t.Errorf("collider %d: %v", i, err)
		}
	}
	s := random(1)
	tail := s.tail()
	var p spring.Plan
	for _, seconds := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if err := tail.chain.Plan(&p, seconds); !errors.Is(err, spring.ErrInput) {
			t.Errorf("%v seconds: %v", seconds, err)
		}
	}
	if err := (&spring.Air{Wind: [3]float32{nan}}).Validate(); !errors.Is(err, spring.ErrInput) {
		t.Error(err)
	}
	state, same := tail.chain.NewState(), tail.chain.NewState()
	first, pose := tail.pose(s.vec(), s.quat()), tail.pose(s.vec(), s.quat())
	for _, st := range []*swing.State{state, same} {
		tail.step(t, st, 0.01, first)
	}
	must.Do(t, tail.chain.Plan(&p, 0.01))
	bad := slices.Clone(pose)
	bad[3][5] = nan
	for _, wrong := range [][]soa.Affine{bad, pose[:3]} {
		if err := tail.chain.Move(&p, state, &air, wrong, nil); !errors.Is(err, spring.ErrInput) {
			t.Error(err)
		}
	}
	if err := state.Teleport(soa.Affine{0: inf}); !errors.Is(err, spring.ErrInput) {
		t.Error(err)
	}
	a, b := slices.Clone(pose), slices.Clone(pose)
	must.Do(t, tail.chain.Move(&p, state, &air, a, nil))
	must.Do(t, tail.chain.Move(&p, same, &air, b, nil))
	if !slices.Equal(a, b) {
		t.Error("after an error the tail is elsewhere")
	}
}
