package motion_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// joined plays clips one after the other, from random phases, by fades and by hard cuts, and returns the
// largest angle in degrees between the direction of a part of the way, or of the character, and a heading.
func joined(t *testing.T, m *soa.Model, order []int, heading float64) (worst float64) {
	t.Helper()
	crowd, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{RootMotion: play.RootApplied})
	must.Do(t, err)
	x := crowd.Instance(0)
	for s := range seed.Cases(t, 100) {
		r := rand.New(rand.NewPCG(s, 46))
		last := x.Transform()
		for i, clip := range order {
			o := play.Options{Offset: r.Float64() * m.Clips[clip].Seconds()}
			if r.IntN(2) == 0 {
				o.Fade = 0.1 + 0.4*r.Float64()
			}
			if i > 0 && r.IntN(3) == 0 {
				o.Offset, o.Match = 0, true
			}
			must.Do(t, x.Play(clip, o))
			for range 4 + r.IntN(40) {
				must.Do(t, crowd.Advance(0.05+0.05*r.Float64()))
			}
			p := x.Transform()
			off := math.Remainder(math.Atan2(p.X-last.X, p.Z-last.Z)-heading, 2*math.Pi)
			if math.Hypot(p.X-last.X, p.Z-last.Z) < 0.02 {
				t.Fatalf("clip %q does not travel", m.Clips[clip].Name)
			}
			worst, last = max(worst, math.Abs(off), math.Abs(math.Atan2(p.S, p.C))), p
		}
	}
	return worst * 180 / math.Pi
}

// Clips that go in one direction in their files go in that direction however they are joined.
func TestForwardJoins(t *testing.T) {
	for _, c := range []struct {
		name string
		x, z float64
	}{{"ahead", 0, 1}, {"back", 0, -1}, {"strafe", 1, 0}, {"diagonal", -1, 1}} {
		var m *soa.Model
		for i, s := range []stride{
			{z: 1.4, sway: 0.04, yaw: 7, surge: 0.02}, {z: 3.3, sway: 0.02, yaw: -12}, {z: 2.5, sway: -0.05, yaw: 4, turn: 3, want: -1},
		} {
			s.x, s.z = c.x*s.z, c.z*s.z
			if s.want < 0 { // the arc of its small turn ends where the others lead
				half := s.turn * math.Pi / 360
				s.from = -s.turn / 2
				s.x, s.z = s.x*half/math.Sin(half), s.z*half/math.Sin(half)
			}
			one, clip, _ := s.model()
			clip.Name = []string{"walk", "run", "jog"}[i]
			got, err := edit.ExtractMotion(t.Context(), one, clip, soa.None, edit.MotionOptions{})
			must.Do(t, err)
			if m == nil {
				m = one
			}
			m.Clips = append(m.Clips, got)
		}
		worst := joined(t, m, []int{0, 1, 2, 0}, math.Atan2(c.x, c.z))
		t.Logf("%s: %.2g° aside", c.name, worst)
		if worst > 0.01 {
			t.Errorf("%s: %v° aside", c.name, worst)
		}
	}
}

// A body that is at one place and another is followed; one that stands near its place stays there.
func TestForwardFollows(t *testing.T) {
	var dodge, start [][]float64
	for k := range 61 {
		u := float64(k) / 60
		dodge = append(dodge, []float64{u, 0.8 * math.Sin(2*math.Pi*u), 1, 0})
		start = append(start, []float64{u, 0.03 * math.Sin(4*math.Pi*u), 1, 1.5 * u * u})
	}
	still := [][]float64{{0, 0, 0, 0, 1}}
	m := oneJoint([]float64{0.1, 1, 0}, []float64{0, 0, 0, 1})
	extract := func(position [][]float64, o edit.MotionOptions) *soa.Clip {
		t.Helper()
		got, err := edit.ExtractMotion(t.Context(), m, rootClip(position, still, 1), 0, o)
		must.Do(t, err)
		return got
	}
	// A dodge and back is not sway, unless the option says so.
	g := extract(dodge, edit.MotionOptions{}).Motion
	if x := g.X[len(g.X)/4]; math.Abs(float64(x)-0.8) > 1e-4 {
		t.Errorf("it dodges by %v", x)
	}
	g = extract(dodge, edit.MotionOptions{MaxSway: 1}).Motion
	for k := range g.Time {
		if math.Abs(float64(g.X[k])) > 1e-9 || math.Abs(float64(g.Z[k])) > 1e-9 || g.Yaw[k] != 0 {
			t.Fatalf("what sways goes to %v, %v", g.X[k], g.Z[k])
		}
	}
	// The motion of a start is as fast as the body.
	g = extract(start, edit.MotionOptions{}).Motion
	for k, at := range g.Time {
		if u := float64(at); math.Abs(float64(g.X[k])) > 1e-6 || math.Abs(float64(g.Z[k])-1.5*u*u) > 1e-5 {
			t.Fatalf("at %v it is at %v, %v", at, g.X[k], g.Z[k])
		}
	}
	// In place, near the rest, nothing changes; far away it comes to the rest.
	idle := func(x float64) (list [][]float64) {
		for k := range 31 {
			u := float64(k) / 30
			list = append(list, []float64{u, x + 0.05*math.Sin(2*math.Pi*u), 1, -0.1})
		}
		return list
	}
	for _, c := range []struct{ x, want float64 }{{0.2, 0.2}, {3, 0.1}} {
		got := extract(idle(c.x), edit.MotionOptions{})
		if miss := trackMiss(got, soa.Translation, 0, []float64{c.want, 1, map[bool]float64{true: -0.1, false: 0}[c.want == c.x]}); miss > 1e-4 {
			t.Errorf("an idle clip at %v stands %v off %v", c.x, miss, c.want)
		}
		if last := len(got.Motion.X) - 1; math.Abs(float64(got.Motion.X[last])) > 1e-9 {
			t.Errorf("an idle clip at %v goes to %v", c.x, got.Motion.X[last])
		}
	}
	// One key, and no time.
	for _, seconds := range []float64{0, 1} {
		got, err := edit.ExtractMotion(t.Context(), m, rootClip([][]float64{{0, 2, 1, 3}}, still, seconds), 0, edit.MotionOptions{})
		must.Do(t, err)
		if miss := trackMiss(got, soa.Translation, 0, []float64{0.1, 1, 0}); miss > 1e-6 {
			t.Errorf("a clip of one key in %v s stands %v off", seconds, miss)
		}
	}
}

// A fall, a roll and a cartwheel are no turns, whatever the axes of the joint do.
func TestForwardNetTurn(t *testing.T) {
	m := oneJoint([]float64{0, 1, 0}, []float64{0, 0, 0, 1})
	for name, c := range map[string]struct {
		turn func(u float64) []float64
		want float64 // degrees
	}{
		"a fall on its side": {func(u float64) []float64 { return quat([2]float64{2, 1.6 * u}, [2]float64{1, 0.02 * u}) }, 0},
		"a roll forward": {func(u float64) []float64 {
			return quat([2]float64{1, 0.05 * math.Sin(7*u)}, [2]float64{0, 2 * math.Pi * u}, [2]float64{1, -0.05 * math.Sin(7*u)})
		}, 0},
		"a cartwheel": {func(u float64) []float64 {
			return quat([2]float64{1, 0.05 * math.Sin(7*u)}, [2]float64{2, 2 * math.Pi * u}, [2]float64{1, -0.05 * math.Sin(7*u)})
		}, 0},
		"a headstand":            {func(u float64) []float64 { return quat([2]float64{0, math.Pi * u}, [2]float64{2, 0.01 * u}) }, 0},
		"a roll, turning by 90°": {func(u float64) []float64 { return quat([2]float64{1, math.Pi / 2 * u}, [2]float64{0, 2 * math.Pi * u}) }, 90},
		"a pirouette, bent":      {func(u float64) []float64 { return quat([2]float64{1, -7 * math.Pi * u}, [2]float64{0, 0.6}) }, -1260},
	} {
		var position, rotation [][]float64
		for k := range 61 {
			u := float64(k) / 60
			position, rotation = append(position, []float64{u, 0, 1, 2 * u}), append(rotation, append([]float64{u}, c.turn(u)...))
		}
		got, err := edit.ExtractMotion(t.Context(), m, rootClip(position, rotation, 1), 0, edit.MotionOptions{})
		must.Do(t, err)
		if yaw := float64(got.Motion.Yaw[len(got.Motion.Yaw)-1]) * 180 / math.Pi; math.Abs(yaw-c.want) > 0.01 {
			t.Errorf("%s turns by %v°, want %v°", name, yaw, c.want)
		}
		checkExtract(t, m, rootClip(position, rotation, 1), got, edit.MotionOptions{}, 0, 4*usualBound)
	}
}

// Without its travel a motion leads nowhere, and the pose is the same.
func TestForwardRemoveTravel(t *testing.T) {
	for _, s := range strides {
		m, clip, _ := s.model()
		whole, err := edit.ExtractMotion(t.Context(), m, clip, soa.None, edit.MotionOptions{})
		must.Do(t, err)
		got, err := edit.ExtractMotion(t.Context(), m, clip, soa.None, edit.MotionOptions{RemoveTravel: true})
		must.Do(t, err)
		g, last := got.Motion, len(got.Motion.Time)-1
		if math.Abs(float64(g.X[last])) > 1e-6 || math.Abs(float64(g.Z[last])) > 1e-6 {
			t.Errorf("%s: it ends at %v, %v", s.name, g.X[last], g.Z[last])
		}
		for k := range g.Time {
			// What is left is the surge, and the sway of a strafe.
			if far := math.Hypot(float64(g.X[k]), float64(g.Z[k])); far > 2*s.surge+2*math.Abs(s.sway)+0.004 || g.Yaw[k] != 0 {
				t.Errorf("%s: at %v it is %v away and turned by %v", s.name, g.Time[k], far, g.Yaw[k])
				break
			}
		}
		if got.Motion.Joint != whole.Motion.Joint || len(got.X) != len(whole.X) {
			t.Fatalf("%s: other tracks", s.name)
		}
		for k := range got.X {
			if got.X[k] != whole.X[k] || got.Y[k] != whole.Y[k] || got.Z[k] != whole.Z[k] || got.W[k] != whole.W[k] {
				t.Fatalf("%s: another pose", s.name)
			}
		}
	}
}
