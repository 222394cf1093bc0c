package constraint_test

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/soa"
)

// loop is a closed curve that is not flat.
func loop(n int) (points [][3]float32) {
	for i := range n {
		s, c := exact.SinCos(2 * math.Pi * float64(i) / float64(n))
		points = append(points, [3]float32{float32(2 * c), float32(s + c*c), float32(s * c)})
	}
	return points
}

// Equal steps of the fraction are equal steps along the path.
func TestConstantSpeed(t *testing.T) {
	check(t, func(t *rapid.T, s source) {
		var points [][3]float32
		for range 5 {
			points = append(points, s.triple())
		}
		p, err := constraint.NewPath(points, s.bit(), [3]float32{0, 0, 1})
		if errors.Is(err, constraint.ErrPath) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		const steps = 4000
		last, length := exact.FromFloat32(p.At(0)).Translation(), 0.0
		for i := 1; i < steps; i++ {
			m := exact.FromFloat32(p.At(float64(i) / steps))
			step := m.Translation().Sub(last).Length()
			if step > p.Length()/steps+1e-6 {
				t.Fatalf("step %d is %v long, want %v", i, step, p.Length()/steps)
			}
			last, length = m.Translation(), length+step
		}
		if math.Abs(length+p.Length()/steps-p.Length()) > 0.005*p.Length() {
			t.Fatalf("the steps are %v long, want %v", length, p.Length())
		}
	})
}

// The frames of a path turn as little as possible: on an open path their up does not turn
// about the path. A closed path ends with the frame it begins with, twisted evenly.
func TestPathFrames(t *testing.T) {
	for _, closed := range []bool{false, true} {
		p, err := constraint.NewPath(loop(200), closed, [3]float32{0, 0, 1})
		must.Do(t, err)
		const steps = 2000
		least, most := math.Inf(1), math.Inf(-1)
		last := exact.FromFloat32(p.At(0))
		for i := 1; i <= steps; i++ {
			m := exact.FromFloat32(p.At((float64(i) - 1e-9) / steps))
			spin := m.Column(2).Sub(last.Column(2)).Dot(m.Column(1).Add(last.Column(1))) / 2 * steps // about the path, per length of it
			least, most = min(least, spin), max(most, spin)
			last = m
		}
		t.Logf("closed %v: turns about the path at %.4f to %.4f rad per length", closed, least, most)
		if !closed && (least < -0.01 || most > 0.01) {
			t.Error("the frames of the open path turn about it")
		}
		if first := exact.FromFloat32(p.At(0)); closed && (first.Column(2).Sub(last.Column(2)).Length() > 1e-5 || most-least > 0.01 || math.Abs(most) < 0.5) {
			t.Error("the closed path does not end as it begins, or is not twisted evenly")
		}
	}
}

// A path needs two places; a point that repeats the one before it counts once.
func TestPathRefused(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, points := range [][][3]float32{nil, {{1, 2, 3}}, {{1, 2, 3}, {1, 2, 3}}, {{0, 0, 0}, {inf, 0, 0}}} {
		if _, err := constraint.NewPath(points, true, [3]float32{0, 0, 1}); !errors.Is(err, constraint.ErrPath) {
			t.Errorf("%v: %v", points, err)
		}
	}
	if m := soa.IdentityAffine(); (constraint.FollowPath{}).Apply(m, m) != m {
		t.Error("without a path the owner moves")
	}
	p, err := constraint.NewPath([][3]float32{{0, 0, 0}, {0, 0, 0}, {0, 0, 4}, {0, 0, 4}}, false, [3]float32{0, 0, 1})
	must.Do(t, err)
	for fraction, want := range map[float64]float32{-1: 0, 0.25: 1, 2: 4, math.NaN(): 0} {
		if m := p.At(fraction); m[11] != want || m[0]-m[0] != 0 {
			t.Errorf("at %v: %v, want z = %v", fraction, m, want)
		}
	}
}

// A stack says what it leaves out.
func TestValidate(t *testing.T) {
	ok := constraint.Entry{Rule: constraint.DampedTrack{}, Influence: 1}
	must.Do(t, constraint.Stack{ok, {Rule: constraint.LimitLocation{}, Target: constraint.NoTarget}}.Validate(1))
	for i, change := range []func(*constraint.Entry){
		func(e *constraint.Entry) { e.Rule = nil },
		func(e *constraint.Entry) { e.Space = 9 },
		func(e *constraint.Entry) { e.Influence = 2 },
		func(e *constraint.Entry) { e.HeadTail = float32(math.NaN()) },
		func(e *constraint.Entry) { e.Target = 1 },
		func(e *constraint.Entry) { e.Target = constraint.NoTarget },
		func(e *constraint.Entry) { e.Rule = constraint.Armature{Weights: []float32{1, 1}} },
	} {
		e := ok
		change(&e)
		if err := (constraint.Stack{e}).Validate(1); !errors.Is(err, constraint.ErrStack) {
			t.Errorf("change %d: %v", i, err)
		}
		constraint.Stack{e}.Apply(soa.IdentityAffine(), &constraint.Joint{}, make([]constraint.Target, 1))
	}
}

// A stack allocates nothing.
func TestNoAllocation(t *testing.T) {
	s := random()
	var stack constraint.Stack
	for _, rule := range s.rules(t) {
		stack = append(stack, constraint.Entry{Rule: rule, Space: constraint.Local, Influence: 0.5})
	}
	owner, joint, targets := s.affine(), s.joint(), s.targets()
	if n := testing.AllocsPerRun(20, func() { owner = stack.Apply(owner, joint, targets) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// The ends of a Bézier curve that was divided have the directions of its handles, those of
// a line with corners the directions of its first and last part.
func TestPathEnds(t *testing.T) {
	check(t, func(t *rapid.T, s source) {
		var handles [4]exact.Vec
		at := exact.Vec{}
		for k := range handles { // a curve that goes on
			handles[k] = at
			v := s.triple()
			at = at.Add(exact.Vec{2, float64(v[1]), float64(v[2])})
		}
		var points [][3]float32
		for k := range 17 {
			u := float64(k) / 16
			a, b, c := handles[0].Lerp(handles[1], u), handles[1].Lerp(handles[2], u), handles[2].Lerp(handles[3], u)
			p := a.Lerp(b, u).Lerp(b.Lerp(c, u), u)
			points = append(points, [3]float32{float32(p[0]), float32(p[1]), float32(p[2])})
		}
		p, err := constraint.NewPath(points, false, [3]float32{0, 0, 1})
		if err != nil {
			t.Fatal(err)
		}
		for fraction, line := range map[float64]exact.Vec{0: handles[1].Sub(handles[0]), 1: handles[3].Sub(handles[2])} {
			if d := exact.FromFloat32(p.At(fraction)).Column(0).Sub(line.Unit()).Length(); d > 1e-4 {
				t.Errorf("at %v the direction is %.3g off %v", fraction, d, line)
			}
		}
	})
	p, err := constraint.NewPath([][3]float32{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 2, 0}, {2, 2, 0}}, false, [3]float32{0, 0, 1})
	must.Do(t, err)
	for _, fraction := range []float64{0, 1} {
		if d := exact.FromFloat32(p.At(fraction)).Column(0); d.Sub(exact.Vec{1, 0, 0}).Length() > 1e-6 {
			t.Errorf("of a line with corners the direction at %v is %v", fraction, d)
		}
	}
}
