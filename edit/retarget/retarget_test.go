package retarget_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

func onto(t testing.TB, src *soa.Model, c *soa.Clip, dst *soa.Model, o retarget.Options) (*soa.Clip, *retarget.Report) {
	t.Helper()
	out, report, err := retarget.Retarget(t.Context(), src, c, dst, o)
	if err != nil {
		t.Fatal(err)
	}
	return out, report
}

func TestNamesOfToolsMapToEachOther(t *testing.T) {
	all := map[string]naming{"mixamo": mixamo, "vrm": vrm, "unreal": unreal, "cmu": cmu, "rigify": rigify, "biped": biped}
	for from, a := range all {
		src := build{names: a, size: 1}.body(t)
		for to, b := range all {
			dst := build{names: b, size: 1}.body(t)
			m, err := humanoid.Map(t.Context(), src.Skeleton, dst.Skeleton, humanoid.Options{})
			if err != nil {
				t.Fatalf("%s to %s: %v", from, to, err)
			}
			if len(m.Pairs) != src.Skeleton.Len() {
				t.Errorf("%s to %s: %d pairs of %d", from, to, len(m.Pairs), src.Skeleton.Len())
			}
			for _, p := range m.Pairs {
				if p.Source != p.Target || p.Toward >= 0 {
					t.Errorf("%s to %s: %q is mapped to %q", from, to, src.Skeleton.Name[p.Source], dst.Skeleton.Name[p.Target])
				}
			}
		}
	}
}

// Legs are found by the names of every tool, the left one first.
func TestLegs(t *testing.T) {
	for tool, names := range map[string]naming{"mixamo": mixamo, "vrm": vrm, "unreal": unreal, "cmu": cmu, "rigify": rigify, "biped": biped} {
		k := build{names: names, size: 1}.body(t).Skeleton
		legs := retarget.Legs(k)
		if len(legs) != 2 {
			t.Fatalf("%s: %d legs", tool, len(legs))
		}
		for i, side := range []string{"left", "right"} {
			for slot, j := range map[string]int{"UpperLeg": legs[i].Upper, "LowerLeg": legs[i].Lower, "Foot": legs[i].Ankle, "Toes": legs[i].Toes} {
				if want := names.of(side + slot); k.Name[j] != want {
					t.Errorf("%s: %q, want %q", tool, k.Name[j], want)
				}
			}
		}
	}
	k := build{names: mixamo, size: 1}.body(t).Skeleton
	shin := k.Joint("mixamorig:LeftLeg")
	k.Name[shin] = "stilt"
	if legs := retarget.Legs(k); len(legs) != 2 || legs[0].Lower != shin {
		t.Errorf("of a body with a shin by shape: %v", legs)
	}
	k.Name[shin] = "prop"
	if legs := retarget.Legs(k); len(legs) != 1 || k.Name[legs[0].Upper] != "mixamorig:RightUpLeg" {
		t.Errorf("of a body that lacks a shin: %v", legs)
	}
}

func TestRetargetToItselfIsIdentity(t *testing.T) {
	worst := 0.
	for seed := range uint64(6) {
		m := build{names: mixamo, size: 1, arms: 40, seed: seed}.body(t)
		c := dance(m, seed, 40, 0.6)
		for _, o := range []retarget.Options{{}, {Goals: true}} {
			got, report := onto(t, m, c, m, o)
			if len(report.Source)+len(report.Target)+len(report.Lost)+len(report.Rest) > 0 || report.Scale != 1 || report.Added > 0 {
				t.Errorf("%+v", report)
			}
			worst = max(worst, farthest(m, got, c))
		}
	}
	character := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	got, _ := onto(t, character, character.Clips[0], character, retarget.Options{})
	worst = max(worst, farthest(character, got, character.Clips[0]))
	t.Logf("worst %.3g", worst)
	if worst > 1e-6 {
		t.Errorf("a clip retargeted to its own model differs by %v", worst)
	}
}

// There and back between bodies of other sizes, proportions, names and axes, in a T-pose
// and an A-pose.
func TestRetargetThereAndBackIsIdentity(t *testing.T) {
	worst := 0.
	for seed := range uint64(6) {
		a := build{names: mixamo, size: 1, seed: seed}.body(t)
		b := build{names: unreal, size: 1.3, thigh: 1.2, arms: 45, seed: seed + 100, offset: exact.Vec{0.1, 0, 0.3}}.body(t)
		c := dance(a, seed, 40, 0.6)
		there, _ := onto(t, a, c, b, retarget.Options{})
		back, _ := onto(t, b, there, a, retarget.Options{})
		var ticks []float64
		for i := range 40 {
			ticks = append(ticks, float64(i))
		}
		worst = max(worst, farthest(a, back, c, ticks...))
	}
	t.Logf("worst %.3g", worst)
	if worst > 1e-5 {
		t.Errorf("there and back differs by %v", worst)
	}
}

func TestBonesKeepTheirLengths(t *testing.T) {
	a := build{names: mixamo, size: 1, seed: 1}.body(t)
	b := build{names: vrm, size: 0.6, thigh: 1.3, arms: 30, seed: 2}.body(t)
	c := dance(a, 5, 60, 0.8)
	for _, o := range []retarget.Options{{}, {Goals: true}, {Goals: true, Plant: true}} {
		got, _ := onto(t, a, c, b, o)
		for i := range 50 {
			s, p := poseAt(b, got, got.Duration*float64(i)/49)
			for j, up := range s.Parent {
				if up < 0 {
					continue
				}
				is := p.Global[j].Translation().Sub(p.Global[up].Translation()).Length()
				was := s.Rest.Global[j].Translation().Sub(s.Rest.Global[up].Translation()).Length()
				if math.Abs(is-was) > 1e-6 {
					t.Fatalf("%+v: the bone to %q is %v m long, was %v m", o, b.Skeleton.Name[j], is, was)
				}
			}
		}
	}
}

// A body in an A-pose does what one in a T-pose does: limbs point the same way.
func TestLimbsPointTheSameWay(t *testing.T) {
	a := build{names: mixamo, size: 1, seed: 3}.body(t)
	b := build{names: rigify, size: 0.8, thigh: 1.1, arms: 50, seed: 4, around: 125}.body(t)
	c := dance(a, 6, 30, 0.6)
	got, report := onto(t, a, c, b, retarget.Options{})
	if len(report.Rest) == 0 || !report.Turned {
		t.Errorf("%+v", report)
	}
	turn := about(1, 125)
	for _, bone := range [][2]string{{"leftUpperArm", "leftLowerArm"}, {"rightLowerArm", "rightHand"}, {"leftUpperLeg", "leftLowerLeg"}, {"rightLowerLeg", "rightFoot"}, {"leftIndex0", "leftIndex1"}} {
		for tick := range 29 {
			_, p := poseAt(a, c, float64(tick))
			_, q := poseAt(b, got, float64(tick))
			way := func(m *soa.Model, n naming, p *exact.Pose) exact.Vec {
				from, to := m.Skeleton.Joint(n.of(bone[0])), m.Skeleton.Joint(n.of(bone[1]))
				return p.Global[to].Translation().Sub(p.Global[from].Translation()).Unit()
			}
			if d := turn.Rotate(way(a, mixamo, &p)).Sub(way(b, rigify, &q)).Length(); d > 2e-5 {
				t.Fatalf("%v at %d: the directions differ by %v", bone, tick, d)
			}
		}
	}
}

// With goals, feet are as high above the ground as the source's, times the scale, whatever
// the parts of the legs.
func TestGoalsKeepTheHeightOfFeet(t *testing.T) {
	a := build{names: mixamo, size: 1, seed: 3}.body(t)
	b := build{names: unreal, size: 0.7, thigh: 1.3, seed: 4}.body(t)
	c := dance(a, 6, 30, 0.25)
	got, report := onto(t, a, c, b, retarget.Options{Goals: true})
	for _, side := range []string{"left", "right"} {
		i, j := a.Skeleton.Joint(mixamo.of(side+"Foot")), b.Skeleton.Joint(unreal.of(side+"Foot"))
		for tick := range 29 {
			s, p := poseAt(a, c, float64(tick))
			r, q := poseAt(b, got, float64(tick))
			want := r.Rest.Global[j].Translation()[1] + report.Scale*(p.Global[i].Translation()[1]-s.Rest.Global[i].Translation()[1])
			reach := 1e-5
			for _, short := range report.Short {
				reach = max(reach, short.Metre)
			}
			if reach > 0.02 {
				t.Fatalf("%+v", report.Short)
			}
			if d := math.Abs(q.Global[j].Translation()[1] - want); d > reach {
				t.Fatalf("%s foot at %d is %v m beside its height", side, tick, d)
			}
		}
	}
}

// chainBody builds a spine of n joints in place of the three of a body.
func chainBody(t *testing.T, n int) *soa.Model {
	m := build{names: mixamo, size: 1}.body(t)
	k, out := m.Skeleton, &soa.Skeleton{}
	index := map[int]int{-1: -1}
	add := func(name string, parent int, at exact.Vec) int {
		out.Name, out.Parent, out.Unit = append(out.Name, name), append(out.Parent, int16(parent)), append(out.Unit, 1)
		r := &out.Rest
		r.TX, r.TY, r.TZ = append(r.TX, float32(at[0])), append(r.TY, float32(at[1])), append(r.TZ, float32(at[2]))
		r.RX, r.RY, r.RZ, r.RW = append(r.RX, 0), append(r.RY, 0), append(r.RZ, 0), append(r.RW, 1)
		r.SX, r.SY, r.SZ = append(r.SX, 1), append(r.SY, 1), append(r.SZ, 1)
		return len(out.Name) - 1
	}
	for j, name := range k.Name {
		at := exact.Vec{float64(k.Rest.TX[j]), float64(k.Rest.TY[j]), float64(k.Rest.TZ[j])}
		switch name {
		case "mixamorig:Spine":
			last := index[int(k.Parent[j])]
			for i := range n {
				last = add(fmt.Sprintf("mixamorig:Spine%d", i), last, exact.Vec{0, 0.4 / float64(n), 0})
			}
			index[j] = last
		case "mixamorig:Neck":
			index[j] = add(name, index[int(k.Parent[j])], exact.Vec{0, 0.4 / float64(n), 0})
		case "mixamorig:Spine1", "mixamorig:Spine2":
			index[j] = index[int(k.Parent[j])]
		default:
			index[j] = add(name, index[int(k.Parent[j])], at)
		}
	}
	out.ComputeDepth()
	m.Skeleton = out
	return m
}

// A back that bends evenly bends evenly in another number of joints, and the joints at
// its ends turn as much as those of the source do.
func TestChainsTakeTheirBendByLength(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 6} {
		for _, m := range []int{1, 2, 3, 4, 6} {
			a, b := chainBody(t, n), chainBody(t, m)
			c := &soa.Clip{Name: "bow", TicksPerSecond: 30, Duration: 1}
			for i := range n {
				s, co := exact.SinCos(0.3 / float64(n))
				c.Tracks = append(c.Tracks, soa.Track{Target: int16(a.Skeleton.Joint(fmt.Sprintf("mixamorig:Spine%d", i))), Property: soa.Rotation, First: uint32(i)})
				c.Time, c.X, c.Y, c.Z, c.W = append(c.Time, 0), append(c.X, float32(s)), append(c.Y, 0), append(c.Z, 0), append(c.W, float32(co))
			}
			got, report := onto(t, a, c, b, retarget.Options{})
			if (len(report.Chains) == 1) != (n != m) {
				t.Errorf("%d to %d: chains %+v", n, m, report.Chains)
			}
			_, p := poseAt(b, got, 0)
			last := -1.
			for i := range m {
				j := b.Skeleton.Joint(fmt.Sprintf("mixamorig:Spine%d", i))
				z := p.Global[j].Column(1)[2] // the sine of what it has bowed
				angle := math.Asin(z)
				if angle < last-1e-6 || angle > 0.6+1e-6 {
					t.Errorf("%d to %d: joint %d has bowed by %v after %v", n, m, i, angle, last)
				}
				// The source has bowed by 0.6·(k+1)/n at its joint k, whose middle is at (k+½)/n.
				u := (float64(i) + 0.5) / float64(m)
				want := 0.6 * min(max(u+0.5/float64(n), 1/float64(n)), 1)
				if math.Abs(angle-want) > 1e-5 {
					t.Errorf("%d to %d: joint %d has bowed by %v, want %v", n, m, i, angle, want)
				}
				last = angle
			}
		}
	}
}

func TestUnmappedJointsAreNamedAndRest(t *testing.T) {
	a := build{names: mixamo, size: 1}.body(t)
	b := build{names: mixamo, size: 1, without: "Toes"}.body(t)
	b.Skeleton.Name[b.Skeleton.Joint("mixamorig:Head")] = "Helmet"
	c := dance(a, 1, 10, 0.4)
	got, report := onto(t, a, c, b, retarget.Options{})
	var source []string
	for _, u := range report.Source {
		source = append(source, u.Joint)
		if !u.Driven {
			t.Errorf("%+v is driven", u)
		}
	}
	if !slices.Equal(source, []string{"mixamorig:Head", "mixamorig:LeftToeBase", "mixamorig:RightToeBase"}) {
		t.Errorf("unmapped %q", source)
	}
	if len(report.Target) != 1 || report.Target[0].Joint != "Helmet" {
		t.Errorf("unmapped %+v", report.Target)
	}
	helmet := b.Skeleton.Joint("Helmet")
	if slices.ContainsFunc(got.Tracks, func(tr soa.Track) bool { return int(tr.Target) == helmet }) {
		t.Error("a joint without a counterpart has a track")
	}
	_, report = onto(t, a, c, b, retarget.Options{Table: map[string]string{"mixamorig:Head": "Helmet", "mixamorig:Neck": ""}})
	if len(report.Target) != 1 || report.Target[0].Joint != "mixamorig:Neck" {
		t.Errorf("with a table, unmapped are %+v", report.Target)
	}
}

func TestABodyIsFoundByItsShape(t *testing.T) {
	a := build{names: mixamo, size: 1, without: "Index0 Index1 Index2 Little0 Little1 Little2"}.body(t)
	b := build{names: mixamo, size: 1.2, around: 180, without: "Index0 Index1 Index2 Little0 Little1 Little2"}.body(t)
	for j := range b.Skeleton.Name {
		b.Skeleton.Name[j] = fmt.Sprintf("nodes[%d]", j)
	}
	m, err := humanoid.Map(t.Context(), a.Skeleton, b.Skeleton, humanoid.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Pairs) != a.Skeleton.Len() {
		t.Errorf("%d pairs of %d", len(m.Pairs), a.Skeleton.Len())
	}
	for _, p := range m.Pairs {
		if p.Source != p.Target || p.How != humanoid.ByShape {
			t.Errorf("%q is %q by %s", a.Skeleton.Name[p.Source], b.Skeleton.Name[p.Target], p.How)
		}
	}
}

// Between its own keys a clip stays within the bound, also where the source's are few and
// its rotations wide, and a step jumps where the source's does.
func TestKeysAreAddedWithinTheBound(t *testing.T) {
	a := build{names: mixamo, size: 1, seed: 1}.body(t)
	b := build{names: vrm, size: 1, seed: 2, thigh: 1.2}.body(t)
	c := dance(a, 1, 4, 1)
	for i := range c.Time {
		c.Time[i] *= 10
	}
	c.Duration *= 10
	// What two joints do, one has to.
	table := map[string]string{"mixamorig:LeftShoulder": "", "mixamorig:Spine1": ""}
	coarse, report := onto(t, a, c, b, retarget.Options{Table: table})
	fine, _ := onto(t, a, c, b, retarget.Options{Table: table, Bound: 1e-6, Angle: 1e-3})
	if report.Added == 0 || len(fine.Time) <= len(coarse.Time) {
		t.Errorf("%d keys, %d of them added, and %d", len(coarse.Time), report.Added, len(fine.Time))
	}
	for i := range 301 {
		_, p := poseAt(b, coarse, float64(i)/10)
		_, q := poseAt(b, fine, float64(i)/10)
		for j := range p.Global {
			if d := p.Global[j].Translation().Sub(q.Global[j].Translation()).Length(); d > 1.2e-4 {
				t.Fatalf("at %v, %q strays by %v m", float64(i)/10, b.Skeleton.Name[j], d)
			}
		}
	}
	for i := range c.Tracks {
		c.Tracks[i].Interpolation = soa.Step
	}
	steps, _ := onto(t, a, c, b, retarget.Options{})
	_, p := poseAt(b, steps, 10)
	_, q := poseAt(b, steps, 19.99)
	_, r := poseAt(b, steps, 20)
	hand := b.Skeleton.Joint("leftHand")
	if d := p.Global[hand].Translation().Sub(q.Global[hand].Translation()).Length(); d > 1e-6 {
		t.Errorf("a step moves by %v m", d)
	}
	if d := p.Global[hand].Translation().Sub(r.Global[hand].Translation()).Length(); d < 1e-2 {
		t.Errorf("a step jumps by %v m", d)
	}
}

func TestRetargetCarriesEventsNumbersAndMotion(t *testing.T) {
	a := build{names: mixamo, size: 1}.body(t)
	b := build{names: unreal, size: 2, around: 90}.body(t)
	a.Weights = []soa.MorphWeight{{Mesh: "face", Target: "smile"}, {Mesh: "face", Target: "frown"}}
	b.Weights = []soa.MorphWeight{{Mesh: "head", Target: "blink"}, {Mesh: "head", Target: "smile"}}
	c := dance(a, 1, 3, 0.5)
	for i := range 2 {
		c.Tracks = append(c.Tracks, soa.Track{Target: int16(i), Property: soa.Weight, First: uint32(len(c.Time))})
		c.Time, c.X, c.Y, c.Z, c.W = append(c.Time, 0), append(c.X, 0.5), append(c.Y, 0), append(c.Z, 0), append(c.W, 0)
	}
	c.Events = []soa.Event{{Time: 1, Length: 1, Name: "step"}}
	c.Motion = &soa.Motion{Time: []float32{0, 2}, X: []float32{0, 1}, Y: []float32{0, 2}, Z: []float32{0, 3}, Yaw: []float32{0, 0.5}}
	got, report := onto(t, a, c, b, retarget.Options{})
	if !slices.Equal(got.Events, c.Events) {
		t.Errorf("events %+v", got.Events)
	}
	last := got.Tracks[len(got.Tracks)-1]
	if last.Property != soa.Weight || last.Target != 1 || len(report.Lost) != 1 || report.Lost[0].Name != "frown" {
		t.Errorf("track %+v, lost %+v", last, report.Lost)
	}
	m := got.Motion
	for i, d := range []float64{float64(m.X[1]) - 6, float64(m.Y[1]) - 4, float64(m.Z[1]) + 2, float64(m.Yaw[1]) - 0.5} {
		if math.Abs(d) > 1e-5 {
			t.Errorf("motion %+v, component %d", m, i)
		}
	}
}
