package retarget_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

func mirror(t *testing.T, m *soa.Model, c *soa.Clip, o retarget.MirrorOptions) (*soa.Clip, *retarget.MirrorReport) {
	t.Helper()
	out, report, err := retarget.Mirror(t.Context(), m, c, o)
	if err != nil {
		t.Fatal(err)
	}
	return out, report
}

func TestMirrorTwiceIsIdentityOnAnyRig(t *testing.T) {
	worst := 0.
	for seed := range uint64(40) {
		m := figure.Random(seed, 5+int(seed))
		for j := range m.Skeleton.Name { // some sides
			if p := m.Skeleton.Parent[j]; j%3 > 0 && p >= 0 {
				m.Skeleton.Name[j] = []string{"arm.L", "arm.R", "leg_l", "leg_r"}[j%4]
			}
		}
		for _, c := range m.Clips {
			for _, plane := range []retarget.Plane{retarget.Guess, retarget.X, retarget.Y, retarget.Z} {
				once, _ := mirror(t, m, c, retarget.MirrorOptions{Plane: plane})
				twice, _ := mirror(t, m, once, retarget.MirrorOptions{Plane: plane})
				twice = withoutHeldRest(t, m, twice, c)
				if len(twice.Tracks) != len(c.Tracks) || !slices.Equal(twice.Time, c.Time) {
					t.Fatalf("seed %d, %v: %d tracks and %d keys became %d and %d", seed, plane, len(c.Tracks), len(c.Time), len(twice.Tracks), len(twice.Time))
				}
				for i, list := range [][2][]float32{{twice.X, c.X}, {twice.Y, c.Y}, {twice.Z, c.Z}, {twice.W, c.W}} {
					for k := range list[0] {
						d := math.Abs(float64(list[0][k]-list[1][k])) / max(1, math.Abs(float64(list[1][k])))
						if worst = max(worst, d); d > 2e-6 {
							t.Fatalf("seed %d, %v: component %d of key %d is %v, was %v", seed, plane, i, k, list[0][k], list[1][k])
						}
					}
				}
				for k := range c.In {
					for i := range 4 {
						if d := math.Abs(float64(twice.In[k][i] - c.In[k][i])); d > 2e-6 {
							t.Fatalf("seed %d: tangent %d differs by %v", seed, k, d)
						}
					}
				}
			}
		}
	}
	t.Logf("worst %.3g", worst)
}

// withoutHeldRest returns a clip without the rotations that another one leaves at rest.
func withoutHeldRest(t *testing.T, m *soa.Model, c, like *soa.Clip) *soa.Clip {
	t.Helper()
	out := c.EmptyCopy()
	out.Motion, out.Events = c.Motion, c.Events
	for i, tr := range c.Tracks {
		if slices.ContainsFunc(like.Tracks, func(o soa.Track) bool { return o.Target == tr.Target && o.Property == tr.Property }) {
			out.AppendTrack(c, i, tr.Target)
			continue
		}
		first, end := c.Keys(i)
		rest := exact.NewSkeleton(m, nil).Rest.Q[tr.Target]
		if d := exact.Key(c, int(first)).NearestSign(rest).Distance(rest); tr.Property != soa.Rotation || end != first+1 || d > 1e-6 {
			t.Fatalf("a track for joint %d is new, and %v from its rest", tr.Target, d)
		}
	}
	return out
}

// On a rig whose sides mirror each other all joints are where the model-space rule has
// them, whatever the directions of their axes.
func TestMirrorIsTheModelSpaceRule(t *testing.T) {
	for seed := range uint64(4) {
		// The odd ones do not face along an axis.
		around := float64(seed%2) * 30
		turn := about(1, around).Matrix()
		back, _ := turn.Inverse()
		m := build{names: mixamo, size: 1, arms: 30, seed: seed, around: around}.body(t)
		c := dance(m, seed, 30, 0.5)
		got, report := mirror(t, m, c, retarget.MirrorOptions{})
		if len(report.Joints) != 14 || len(report.Middle) != 6 || len(report.Kept) != 0 || (report.Plane == "x") != (around == 0) {
			t.Fatalf("%+v", report)
		}
		other := map[string]int{}
		for j, name := range m.Skeleton.Name {
			swapped, _ := humanoid.SwapSide(name)
			other[swapped] = j
		}
		reflect := turn.Mul(exact.Matrix{0: -1, 5: 1, 10: 1}).Mul(back)
		s, was := poseAt(m, c, 7)
		_, is := poseAt(m, got, 7)
		for j, name := range m.Skeleton.Name {
			o := other[name] // whose other side is j
			back, _ := s.Rest.Global[o].Inverse()
			want := reflect.Mul(was.Global[o]).Mul(back).Mul(reflect).Mul(s.Rest.Global[j])
			for i := range want {
				if d := math.Abs(want[i] - is.Global[j][i]); d > 1e-5 {
					t.Fatalf("seed %d: %s differs by %v", seed, name, d)
				}
			}
		}
	}
}

func TestMirrorKeepsASymmetricPose(t *testing.T) {
	for seed := range uint64(4) {
		m := build{names: unreal, size: 1, arms: 50, seed: seed}.body(t)
		c := dance(m, 3, 2, 0.5)
		once, _ := mirror(t, m, c, retarget.MirrorOptions{})
		// The left half of the one with the right half of the other is symmetric, if the
		// middle is at rest.
		both := &soa.Clip{Name: "both", TicksPerSecond: 30, Duration: c.Duration}
		for i, tr := range c.Tracks {
			name := m.Skeleton.Name[tr.Target]
			from := c
			switch {
			case tr.Property != soa.Rotation:
				continue
			case name[len(name)-2:] == "_r":
				from = once
			case name[len(name)-2:] != "_l":
				continue
			}
			tr.First = uint32(len(both.Time))
			both.Tracks = append(both.Tracks, tr)
			first, end := from.Keys(i)
			both.Time = append(both.Time, from.Time[first:end]...)
			both.X, both.Y = append(both.X, from.X[first:end]...), append(both.Y, from.Y[first:end]...)
			both.Z, both.W = append(both.Z, from.Z[first:end]...), append(both.W, from.W[first:end]...)
		}
		got, _ := mirror(t, m, both, retarget.MirrorOptions{})
		if d := farthest(m, got, both); d > 2e-6 {
			t.Errorf("seed %d: a symmetric pose changes by %v", seed, d)
		}
	}
}

func TestMirrorSwapsEventsWeightsAndMotion(t *testing.T) {
	m := build{names: mixamo, size: 1}.body(t)
	m.Weights = []soa.MorphWeight{{Mesh: "face", Target: "smile_L"}, {Mesh: "face", Target: "smile_R"}, {Mesh: "face", Target: "blink"}}
	c := dance(m, 1, 3, 0.5)
	for i := range 3 {
		c.Tracks = append(c.Tracks, soa.Track{Target: int16(i), Property: soa.Weight, First: uint32(len(c.Time))})
		c.Time, c.X = append(c.Time, 0), append(c.X, float32(i+1))
		c.Y, c.Z, c.W = append(c.Y, 0), append(c.Z, 0), append(c.W, 0)
	}
	for _, name := range []string{"FootL", "left foot", "Left", "foot_r", "StepRDown", "clap", "LOD", "special"} {
		c.Events = append(c.Events, soa.Event{Name: name})
	}
	c.Motion = &soa.Motion{Time: []float32{0, 2}, X: []float32{0, 1}, Y: []float32{0, 2}, Z: []float32{0, 3}, Yaw: []float32{0, 0.5}}
	m.Clips = []*soa.Clip{c}
	got, report := mirror(t, m, c, retarget.MirrorOptions{Table: map[string]string{"special": "other"}})
	for i, want := range []string{"FootR", "right foot", "Right", "foot_l", "StepLDown", "clap", "LOD", "other"} {
		if got.Events[i].Name != want {
			t.Errorf("event %q became %q, want %q", c.Events[i].Name, got.Events[i].Name, want)
		}
	}
	n := len(got.Time)
	if w := got.X[n-3:]; !slices.Equal(w, []float32{2, 1, 3}) {
		t.Errorf("weights %v", w)
	}
	if mo := got.Motion; mo.X[1] != -1 || mo.Y[1] != 2 || mo.Z[1] != 3 || mo.Yaw[1] != -0.5 {
		t.Errorf("motion %+v", mo)
	}
	if len(report.Names) != 8 {
		t.Errorf("exchanged %q", report.Names)
	}
}

func TestMirrorFindsTheOtherSideByTableAndPlace(t *testing.T) {
	m := build{names: mixamo, size: 1}.body(t)
	rename := func(from, to string) { m.Skeleton.Name[m.Skeleton.Joint(from)] = to }
	rename("mixamorig:LeftHandPinky1", "mixamorig:LeftHandRingPinky1") // as in a file of old
	rename("mixamorig:LeftHand", "mixamorig:Lefthand")
	rename("mixamorig:LeftFoot", "boot")
	rename("mixamorig:RightFoot", "sandal")
	c := dance(m, 1, 3, 0.5)
	_, report := mirror(t, m, c, retarget.MirrorOptions{})
	if len(report.Joints) != 14 || len(report.Kept) != 0 {
		t.Errorf("%+v", report)
	}
	_, report = mirror(t, m, c, retarget.MirrorOptions{Table: map[string]string{"boot": ""}})
	if len(report.Joints) != 12 || !slices.Contains(report.Kept, "boot") {
		t.Errorf("%+v", report)
	}
	for _, table := range []map[string]string{{"boot": "shoe"}, {"boot": "mixamorig:Head"}, {"boot": "sandal", "mixamorig:Head": "sandal"}} {
		if _, _, err := retarget.Mirror(t.Context(), m, c, retarget.MirrorOptions{Table: table}); !errors.Is(err, humanoid.ErrTable) {
			t.Errorf("%v: %v", table, err)
		}
	}
}
