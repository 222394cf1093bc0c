package rig_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/soa"
)

// restPlaces are the places of joints at rest.
func restPlaces(m *soa.Model) (list []oracle.Vec3) {
	for _, g := range oracle.Evaluate(m, nil, 0).Model {
		list = append(list, g.Translation())
	}
	return list
}

func take(t testing.TB, m *soa.Model, p rig.RestPose, as rig.As) (*soa.Model, *rig.SkeletonReport) {
	t.Helper()
	out, report, err := rig.TakePose(context.Background(), m, p, as)
	must.Do(t, err)
	wantReport(t, report, m, out)
	return out, report
}

// Arms at any angle are found to be in the pose that their angle says.
func TestDetect(t *testing.T) {
	for _, c := range []struct {
		down [2]float64
		want rig.RestPose
	}{
		{[2]float64{0, 0}, rig.T}, {[2]float64{-14, -12}, rig.T}, {[2]float64{14, 14}, rig.T}, {[2]float64{17, 17}, rig.Other},
		{[2]float64{27, 27}, rig.A}, {[2]float64{45, 45}, rig.A}, {[2]float64{58, 52}, rig.A}, {[2]float64{63, 63}, rig.Other},
		{[2]float64{0, 14}, rig.Other}, {[2]float64{30, 45}, rig.Other}, {[2]float64{-40, -40}, rig.Other},
	} {
		got, err := rig.DetectRestPose(armed(c.down).Skeleton)
		must.Do(t, err)
		must.AllNear(t, "angles", got.Down[:], c.down[:], 1e-3)
		if got.Pose != c.want {
			t.Errorf("arms %v° down are in the pose %v, want %v", c.down, got.Pose, c.want)
		}
	}
}

// armed is a body that looks along the Z axis, with its arms rotated down from the side.
func armed(degrees [2]float64) *soa.Model {
	k := &soa.Skeleton{}
	add := func(name string, parent int, x, y float64) int {
		r := &k.Rest
		k.Name, k.Parent, k.Unit = append(k.Name, name), append(k.Parent, int16(parent)), append(k.Unit, 1)
		r.TX, r.TY, r.TZ = append(r.TX, float32(x)), append(r.TY, float32(y)), append(r.TZ, 0)
		r.RX, r.RY, r.RZ, r.RW = append(r.RX, 0), append(r.RY, 0), append(r.RZ, 0), append(r.RW, 1)
		r.SX, r.SY, r.SZ = append(r.SX, 1), append(r.SY, 1), append(r.SZ, 1)
		return k.Len() - 1
	}
	hips := add("hips", soa.NoJoint, 0, 1)
	chest := add("chest", add("spine", hips, 0, 0.15), 0, 0.2)
	add("head", chest, 0, 0.3)
	for i, side := range [2]string{"left", "right"} {
		out := float64(1 - 2*i)
		arm := add(side+"UpperArm", chest, 0.2*out, 0.2)
		half := -out * degrees[i] * math.Pi / 360
		k.Rest.RZ[arm], k.Rest.RW[arm] = float32(math.Sin(half)), float32(math.Cos(half))
		add(side+"Hand", add(side+"LowerArm", arm, 0.3*out, 0), 0.25*out, 0)
		add(side+"Foot", add(side+"LowerLeg", add(side+"UpperLeg", hips, 0.1*out, -0.1), 0, -0.4), 0, -0.4)
	}
	k.ComputeDepth()
	return &soa.Model{Skeleton: k}
}

// A pose that is taken is detected, in whatever sense; of two the last one holds.
func TestPoseIsTaken(t *testing.T) {
	m := loadStrider(t)
	for _, as := range []rig.As{rig.AsRest, rig.AsBind} {
		for _, p := range []rig.RestPose{rig.T, rig.A, rig.T} {
			m, _ = take(t, m, p, as)
			got, err := rig.DetectRestPose(m.Skeleton)
			must.Do(t, err)
			want := map[rig.RestPose]float64{rig.T: 0, rig.A: 45}[p]
			must.AllNear(t, "angles", got.Down[:], []float64{want, want}, 1e-3)
			if got.Pose != p {
				t.Errorf("the pose is %v, %v, want %v", got.Pose, got, p)
			}
		}
	}
}

// As rest, tracks keep their bits, and clips play the same also where they leave out the arms.
func TestPoseAsRestKeepsClips(t *testing.T) {
	m := *loadStrider(t)
	m.Clips = append(m.Clips[:len(m.Clips):len(m.Clips)], without(m.Clips[0], named(t, &m, "upperarm.L")))
	for _, p := range []rig.RestPose{rig.T, rig.A} {
		out, report := take(t, &m, p, rig.AsRest)
		added := 0
		for i, c := range m.Clips {
			added += wantSameTracks(t, c, out.Clips[i])
		}
		if added == 0 {
			t.Error("no track holds the former rest")
		}
		if joints, vertices := apartInClips(t, &m, out, report.Index); joints > 1e-7 || vertices > 1e-7 {
			t.Errorf("%v: joints are %v m off, vertices %v m", p, joints, vertices)
		}
	}
}

// without is a clip without the tracks of a joint.
func without(c *soa.Clip, joint int) *soa.Clip {
	out := c.EmptyCopy()
	out.Name += " without an arm"
	for i, tr := range c.Tracks {
		if tr.Property > soa.Scale || int(tr.Target) != joint {
			out.AppendTrack(c, i, tr.Target)
		}
	}
	return out
}

// wantSameTracks checks that a clip has all tracks of another to the bit, and counts further ones.
func wantSameTracks(t *testing.T, was, is *soa.Clip) (more int) {
	t.Helper()
	at := 0
	for i := range is.Tracks {
		if at == len(was.Tracks) || was.Tracks[at].Compare(&is.Tracks[i]) != 0 {
			more++
			continue
		}
		a, b := was.EmptyCopy(), was.EmptyCopy()
		a.AppendTrack(was, at, 0)
		b.AppendTrack(is, i, 0)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("clip %q: the %v of %d has changed", was.Name, is.Tracks[i].Property, is.Tracks[i].Target)
		}
		at++
	}
	if at != len(was.Tracks) {
		t.Errorf("clip %q has lost tracks", was.Name)
	}
	return more
}

// apartInClips is apart without the rest.
func apartInClips(t *testing.T, a, b *soa.Model, index []int) (joints, vertices float64) {
	t.Helper()
	for i, c := range a.Clips {
		for f := 0.; f <= 1; f += 0.125 {
			at := c.Start + f*c.Seconds()
			x, y := oracle.Evaluate(a, []*soa.Clip{c}, at), oracle.Evaluate(b, []*soa.Clip{b.Clips[i]}, at)
			for j, k := range index {
				joints = max(joints, x.Model[j].Translation().Sub(y.Model[k].Translation()).Length())
			}
			for i := range x.Meshes {
				for v, p := range x.Meshes[i].Position {
					vertices = max(vertices, p.Sub(y.Meshes[i].Position[v]).Length())
				}
			}
		}
	}
	return joints, vertices
}

// As frames, nothing moves but for rounding, and in the pose all joints have the model's axes.
func TestPoseAsFramesMovesNothing(t *testing.T) {
	m := loadStrider(t)
	for _, p := range []rig.RestPose{rig.T, rig.A} {
		out, report := take(t, m, p, rig.AsFrames)
		joints, vertices := movement(t, rand.New(rand.NewPCG(1, 4)), m, out, report.Index)
		t.Logf("%v: joints %.3g mm, vertices %.3g mm", p, 1000*joints, 1000*vertices)
		if joints > 2e-6 || vertices > 2e-6 {
			t.Errorf("%v: joints are %v m off, vertices %v m", p, joints, vertices)
		}
		notes := strings.Join(report.Notes, "\n")
		for _, name := range []string{"chest", "Ball"} { // which are squashed and stretched
			if !strings.Contains(notes, fmt.Sprintf("the axes of %q stay", name)) {
				t.Errorf("%v: no note of %q: %s", p, name, notes)
			}
		}
		posed, _ := take(t, out, p, rig.AsRest)
		for j, g := range oracle.Evaluate(posed, nil, 0).Model {
			if math.Abs(oracle.Vec3{g[0], g[4], g[8]}.Length()-1) > 1e-3 {
				continue // below one that is stretched
			}
			for i, x := range oracle.Identity() {
				if strings.Contains(notes, fmt.Sprintf("%q stay", posed.Skeleton.Name[j])) {
					break
				}
				if i%4 != 3 && math.Abs(g[i]-x) > 1e-5 {
					t.Fatalf("%v: joint %q has the axes %v", p, posed.Skeleton.Name[j], g)
				}
			}
		}
	}
}

// As bind, the rest shows the pose as the former skin does; clips differ by bends alone.
func TestPoseAsBind(t *testing.T) {
	m := loadStrider(t)
	for _, p := range []rig.RestPose{rig.T, rig.A} {
		posed, _ := take(t, m, p, rig.AsRest)
		out, report := take(t, m, p, rig.AsBind)
		_, vertices := movement(t, rand.New(rand.NewPCG(1, 5)), &soa.Model{Skeleton: posed.Skeleton, Skins: posed.Skins, Meshes: posed.Meshes, Weights: posed.Weights, Materials: posed.Materials, Textures: posed.Textures},
			&soa.Model{Skeleton: out.Skeleton, Skins: out.Skins, Meshes: out.Meshes, Weights: out.Weights, Materials: out.Materials, Textures: out.Textures}, report.Index)
		if vertices > 2e-6 {
			t.Errorf("%v: vertices at rest are %v m off", p, vertices)
		}
		d, err := rig.MeasureChange(context.Background(), m, out, report.Index)
		must.Do(t, err)
		t.Logf("%v: joints %.3g mm, vertices %.3g mm (%s, %s at %.3g s)", p, d.Joint.Millimetres, d.Vertex.Millimetres, d.Vertex.Clip, d.Vertex.Part, d.Vertex.Seconds)
		if d.Joint.Millimetres > 1e-3 || !(d.Vertex.Millimetres > 0 && d.Vertex.Millimetres < 60) {
			t.Errorf("%v: %+v", p, d)
		}
	}
}

// Whatever the turns, whatever the clips, nothing moves.
func TestTurnedFramesMoveNothing(t *testing.T) {
	for s := range seed.Cases(t, 24) {
		r := rand.New(rand.NewPCG(s, 6))
		m := even(s, sizes(s))
		turns := make([][4]float64, m.Skeleton.Len())
		for j := range turns {
			if turns[j] = [4]float64{0, 0, 0, 1}; r.IntN(4) > 0 {
				q := [4]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
				l := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
				turns[j] = [4]float64{q[0] / l, q[1] / l, q[2] / l, q[3] / l}
			}
		}
		out, report, err := rig.TurnFrames(m, turns)
		must.Do(t, err)
		wantReport(t, report, m, out)
		wantUnchanged(t, m, even(s, sizes(s)))
		if joints, vertices := movement(t, r, m, out, report.Index); joints > rounding || vertices > rounding {
			t.Errorf("joints are %v off, vertices %v", joints, vertices)
		}
	}
}

// A skeleton without arms has no pose.
func TestNoBody(t *testing.T) {
	for n := range 4 {
		m := figure.Random(1, n)
		if _, err := rig.DetectRestPose(m.Skeleton); !errors.Is(err, rig.ErrBody) {
			t.Errorf("%d joints: %v", n, err)
		}
		if _, _, err := rig.TakePose(context.Background(), m, rig.T, rig.AsRest); !errors.Is(err, rig.ErrBody) {
			t.Errorf("%d joints: %v", n, err)
		}
	}
	m := *loadStrider(t)
	if _, _, err := rig.TakePose(context.Background(), &m, rig.Other, rig.AsRest); !errors.Is(err, soa.ErrOption) {
		t.Errorf("no pose: %v", err)
	}
	uneven := *m.Skeleton
	uneven.Rest = soa.MakeTransforms(uneven.Len())
	uneven.Rest.CopyFrom(&m.Skeleton.Rest)
	uneven.Rest.SX[named(t, &m, "upperarm.L")] = 2
	m.Skeleton = &uneven
	if _, _, err := rig.TakePose(context.Background(), &m, rig.T, rig.AsRest); !errors.Is(err, rig.ErrScale) {
		t.Errorf("an arm that scales unevenly: %v", err)
	}
}

// The report tells how each arm hung before and after.
func TestPoseIsTold(t *testing.T) {
	_, report := take(t, armed([2]float64{31, 12}), rig.A, rig.AsRest)
	want := "the arms were in the pose other, 31.0° and 12.0° below horizontal, and are at rest in A, 45.0° and 45.0°"
	if report.Notes[0] != want {
		t.Errorf("%q, want %q", report.Notes[0], want)
	}
}
