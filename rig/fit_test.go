package rig_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// tubes is a mesh of prisms.
type tubes struct{ soa.Mesh }

// limb adds a prism of 12 sides with closed ends along a line. Its cross-sections have their middle on the line.
func (m *tubes) limb(a, b [3]float64, radius float64) {
	d := oracle.Vec3(b).Sub(oracle.Vec3(a)).Unit()
	u := d.Cross(oracle.Vec3{0.3, 0.5, 0.8}).Unit()
	v := d.Cross(u)
	first := uint32(m.Vertices())
	const sides = 12
	for _, end := range [2][3]float64{a, b} {
		for k := range sides {
			s, c := math.Sincos(2 * math.Pi * float64(k) / sides)
			for i := range 3 {
				m.Position = append(m.Position, float32(end[i]+radius*(c*u[i]+s*v[i])))
			}
			m.Normal = append(m.Normal, float32(c*u[0]+s*v[0]), float32(c*u[1]+s*v[1]), float32(c*u[2]+s*v[2]))
		}
	}
	for k := range uint32(sides) {
		x, y := first+k, first+(k+1)%sides
		m.Index = append(m.Index, x, y, y+sides, x, y+sides, x+sides)
		if k > 1 {
			m.Index = append(m.Index, first, first+k, first+k-1, first+sides, first+sides+k-1, first+sides+k)
		}
	}
}

func (m *tubes) model() *soa.Model {
	m.Name, m.Skin, m.Joint, m.Offset, m.Material = "tubes", soa.None, soa.NoJoint, soa.IdentityAffine(), soa.None
	return &soa.Model{Skeleton: &soa.Skeleton{Rest: soa.MakeTransforms(0)}, Meshes: []*soa.Mesh{&m.Mesh}}
}

// axes are the joints of the limbs of person and dog, on the left.
var axes = map[string][3]float64{
	"leftUpperArm": {0.2, 1.4, 0}, "leftLowerArm": {0.46, 1.4, 0}, "leftHand": {0.7, 1.4, 0},
	"leftUpperLeg": {0.1, 0.9, 0}, "leftLowerLeg": {0.1, 0.5, 0.01}, "leftFoot": {0.1, 0.1, 0},
}

// person is a body of tubes in the T pose, with markers on its surface.
func person() (*soa.Model, *rig.Markers) {
	m := new(tubes)
	m.limb([3]float64{0, 0.82, 0}, [3]float64{0, 1.45, 0}, 0.15)
	m.limb([3]float64{0, 1.43, 0}, [3]float64{0, 1.78, 0}, 0.07)
	for _, x := range [2]float64{1, -1} {
		m.limb([3]float64{x * 0.14, 1.4, 0}, [3]float64{x * 0.8, 1.4, 0}, 0.045)
		m.limb([3]float64{x * 0.1, 0.9, 0}, [3]float64{x * 0.1, 0.02, 0}, 0.07)
		m.limb([3]float64{x * 0.1, 0.04, -0.05}, [3]float64{x * 0.1, 0.04, 0.2}, 0.04)
	}
	return m.model(), &rig.Markers{Places: []rig.Marker{
		{Name: "chin", Place: [3]float64{0, 1.52, 0.07}}, {Name: "groin", Place: [3]float64{0, 0.82, 0}},
		{Name: "leftWrist", Place: [3]float64{0.7, 1.43, 0.02}}, {Name: "leftElbow", Place: [3]float64{0.46, 1.38, 0.02}},
		{Name: "rightKnee", Place: [3]float64{-0.13, 0.5, 0.05}},
	}}
}

// dog is an animal of tubes, with markers on its surface.
func dog() (*soa.Model, *rig.Markers) {
	m := new(tubes)
	m.limb([3]float64{0, 0.6, -0.45}, [3]float64{0, 0.6, 0.4}, 0.14)
	m.limb([3]float64{0, 0.62, 0.3}, [3]float64{0, 0.8, 0.8}, 0.07)
	m.limb([3]float64{0, 0.65, -0.4}, [3]float64{0, 0.75, -0.9}, 0.03)
	for _, x := range [2]float64{1, -1} {
		for _, z := range [2]float64{0.3, -0.35} {
			m.limb([3]float64{x * 0.1, 0.6, z}, [3]float64{x * 0.1, 0.02, z}, 0.035)
			m.limb([3]float64{x * 0.1, 0.03, z - 0.03}, [3]float64{x * 0.1, 0.03, z + 0.1}, 0.03)
		}
	}
	return m.model(), &rig.Markers{Kind: rig.Quadruped, Places: []rig.Marker{
		{Name: "chin", Place: [3]float64{0, 0.72, 0.75}}, {Name: "groin", Place: [3]float64{0, 0.47, -0.35}}, {Name: "tail", Place: [3]float64{0, 0.75, -0.9}},
		{Name: "leftElbow", Place: [3]float64{0.12, 0.42, 0.3}}, {Name: "leftWrist", Place: [3]float64{0.12, 0.15, 0.31}},
		{Name: "leftKnee", Place: [3]float64{0.12, 0.4, -0.34}}, {Name: "leftAnkle", Place: [3]float64{0.12, 0.17, -0.36}},
	}}
}

func fit(t testing.TB, m *soa.Model, markers *rig.Markers) *soa.Model {
	t.Helper()
	out, report, err := rig.FitSkeleton(context.Background(), m, markers)
	must.Do(t, err)
	if !strings.Contains(report.Next, "rig.Bind") {
		t.Errorf("next: %q", report.Next)
	}
	wantReport(t, report, m, out)
	wantWeights(t, out)
	return out
}

// Joints lie on the axes of limbs, wherever on the surface the markers are, and both sides are the same.
func TestFittedJointsAreInTheMiddle(t *testing.T) {
	m, markers := person()
	out := fit(t, m, markers)
	at := restPlaces(out)
	body, how := humanoid.Find(out.Skeleton)
	if how != humanoid.ByBody {
		t.Fatalf("the names are no body's: %q", out.Skeleton.Name)
	}
	for _, role := range []string{"leftLowerArm", "leftHand"} {
		want := axes[role]
		must.AllNear(t, role, at[body.First(role)][1:], want[1:], 0.002)
	}
	for _, role := range []string{"leftUpperLeg", "leftLowerLeg", "leftFoot"} {
		p := at[body.First(role)]
		must.AllNear(t, role, []float64{p[0], p[2]}, []float64{axes[role][0], 0}, 0.012)
	}
	shoulder := axes["leftUpperArm"]
	must.AllNear(t, "leftUpperArm", at[body.First("leftUpperArm")][:], shoulder[:], 0.03)
	must.Near(t, "wrist", at[body.First("leftHand")][0], 0.7, 0.01)
	if toes := at[body.First("leftToes")]; toes[2] < 0.08 || toes[2] > 0.2 || toes[1] > 0.05 {
		t.Errorf("toes are at %v", toes)
	}
	wantSymmetric(t, out)
	held, err := rig.DetectRestPose(out.Skeleton)
	must.Do(t, err)
	if held.Pose != rig.T {
		t.Errorf("the pose is %v, %v", held.Pose, held)
	}
}

// wantSymmetric checks that joints of both sides are reflections to the bit.
func wantSymmetric(t *testing.T, m *soa.Model) {
	t.Helper()
	r := &m.Skeleton.Rest
	for j, name := range m.Skeleton.Name {
		part, side := humanoid.SplitRole(name)
		if side == humanoid.Middle && r.TX[j] != 0 {
			t.Errorf("%s is %v beside the middle", name, r.TX[j])
		}
		if side != humanoid.Left {
			continue
		}
		k := named(t, m, humanoid.Right.Role(part))
		if r.TX[j] != -r.TX[k] || r.TY[j] != r.TY[k] || r.TZ[j] != r.TZ[k] {
			t.Errorf("%s at %v %v %v, the right one at %v %v %v", name, r.TX[j], r.TY[j], r.TZ[j], r.TX[k], r.TY[k], r.TZ[k])
		}
	}
}

// An animal's joints lie in its legs, its trunk and its tail.
func TestFittedQuadruped(t *testing.T) {
	m, markers := dog()
	out := fit(t, m, markers)
	at := restPlaces(out)
	place := func(name string) oracle.Vec3 { return at[named(t, out, name)] }
	for _, name := range []string{"leftLowerArm", "leftHand", "leftLowerLeg", "leftFoot"} {
		must.Near(t, name, place(name)[0], 0.1, 0.01)
	}
	for _, name := range []string{"hips", "spine", "chest"} {
		if p := place(name); p[1] < 0.5 || p[1] > 0.72 {
			t.Errorf("%s is at %v", name, p)
		}
	}
	if hips, chest, neck, head := place("hips"), place("chest"), place("neck"), place("head"); !(hips[2] < chest[2] && chest[2] < neck[2] && neck[2] < head[2]) {
		t.Errorf("hips %v, chest %v, neck %v, head %v", hips, chest, neck, head)
	}
	if p := place("tail4"); math.Abs(p[1]-0.73) > 0.02 || p[2] > -0.75 {
		t.Errorf("the last joint of the tail is at %v", p)
	}
	wantSymmetric(t, out)
}

// The tail of an animal begins at the end of its back and hangs down behind the thighs, which are one with
// the trunk: knees stay at their markers there, and no joint of the tail is in the trunk but the first.
func TestFittedQuadrupedHangingTail(t *testing.T) {
	m := new(tubes)
	m.limb([3]float64{0, 0.6, -0.45}, [3]float64{0, 0.6, 0.4}, 0.14)
	m.limb([3]float64{0, 0.62, 0.3}, [3]float64{0, 0.8, 0.8}, 0.07)
	m.limb([3]float64{0, 0.64, -0.5}, [3]float64{0, 0.2, -0.54}, 0.025)
	for _, x := range [2]float64{1, -1} {
		m.limb([3]float64{x * 0.1, 0.6, 0.3}, [3]float64{x * 0.1, 0.02, 0.3}, 0.035)
		m.limb([3]float64{x * 0.1, 0.35, -0.35}, [3]float64{x * 0.1, 0.02, -0.35}, 0.035)
	}
	m.limb([3]float64{0, 0.62, -0.33}, [3]float64{0, 0.3, -0.3}, 0.15) // both thighs
	knee := [3]float64{0.12, 0.38, -0.24}
	out := fit(t, m.model(), &rig.Markers{Kind: rig.Quadruped, Places: []rig.Marker{
		{Name: "chin", Place: [3]float64{0, 0.72, 0.75}}, {Name: "groin", Place: [3]float64{0, 0.47, -0.3}}, {Name: "tail", Place: [3]float64{0, 0.22, -0.54}},
		{Name: "leftElbow", Place: [3]float64{0.12, 0.42, 0.3}}, {Name: "leftWrist", Place: [3]float64{0.12, 0.15, 0.31}},
		{Name: "leftKnee", Place: knee}, {Name: "leftAnkle", Place: [3]float64{0.12, 0.17, -0.36}},
	}})
	at := restPlaces(out)
	place := func(name string) oracle.Vec3 { return at[named(t, out, name)] }
	lower := place("leftLowerLeg")
	must.AllNear(t, "leftLowerLeg", lower[:], knee[:], 1e-6)
	if hips, first := place("hips"), place("tail1"); first[1] != hips[1] || first[2] > hips[2]-0.05 || first[2] < -0.5 {
		t.Errorf("the tail begins at %v, the hips are at %v", first, hips)
	}
	last := place("tail1")[1]
	for _, name := range []string{"tail2", "tail3", "tail4"} {
		p := place(name)
		if p[1] >= last || math.Abs(p[2]+0.52) > 0.03 {
			t.Errorf("%s is at %v", name, p)
		}
		last = p[1]
	}
	must.Near(t, "leftFoot", place("leftFoot")[0], 0.1, 0.01)
	wantSymmetric(t, out)
}

// Strider's own joints are near those that are made from markers at its elbows, wrists and knees, and
// its vertices stay where they are.
func TestFittedCharacter(t *testing.T) {
	m := loadStrider(t)
	was := restPlaces(m)
	markers := &rig.Markers{Places: []rig.Marker{{Name: "chin", Place: [3]float64{-0.52, 1.6, -0.42}}, {Name: "groin", Place: [3]float64{-0.5538, 0.95, -0.4914}}}}
	for marker, joint := range map[string]string{"Wrist": "hand", "Elbow": "forearm", "Knee": "shin"} {
		for side, end := range map[string]string{"left": ".L", "right": ".R"} {
			markers.Places = append(markers.Places, rig.Marker{Name: side + marker, Place: [3]float64(was[named(t, m, joint+end)])})
		}
	}
	out := fit(t, m, markers)
	is := restPlaces(out)
	body, _ := humanoid.Find(m.Skeleton)
	for j, name := range out.Skeleton.Name {
		k := body.First(name)
		if k < 0 || name == "spine" {
			continue
		}
		if d := is[j].Sub(was[k]).Length(); d > 0.07 { // of 1.96 m
			t.Errorf("%s is %.3f m from strider's %s", name, d, m.Skeleton.Name[k])
		}
	}
	a, b := oracle.Evaluate(m, nil, 0), oracle.Evaluate(out, nil, 0)
	for i := range a.Meshes {
		for v, p := range a.Meshes[i].Position {
			if m.Meshes[i].Morphs == nil && p.Sub(b.Meshes[i].Position[v]).Length() > 1e-6 {
				t.Fatalf("mesh %d, vertex %d moved from %v to %v", i, v, p, b.Meshes[i].Position[v])
			}
		}
	}
	for _, c := range out.Clips {
		for _, tr := range c.Tracks {
			if tr.Property <= soa.Scale {
				t.Errorf("clip %q still moves a joint", c.Name)
			}
		}
	}
}

// A body that is turned, moved and made larger gets the same skeleton, turned, moved and larger.
func TestFitFollowsTheBody(t *testing.T) {
	for s := range seed.Cases(t, 8) {
		r := rand.New(rand.NewPCG(s, 8))
		m, markers := person()
		if s%2 == 1 {
			m, markers = dog()
		}
		// Both sides, since which way a body looks is told from them.
		for _, x := range markers.Places[2:] {
			if part, side := humanoid.SplitRole(x.Name); side != humanoid.Middle {
				markers.Places = append(markers.Places, rig.Marker{Name: (-side).Role(part), Place: [3]float64{-x.Place[0], x.Place[1], x.Place[2]}})
			}
		}
		yaw, size := r.Float64()*2*math.Pi, math.Exp(2*r.NormFloat64())
		shift := [3]float64{r.NormFloat64() * size, r.NormFloat64() * size, r.NormFloat64() * size}
		sin, cos := math.Sincos(yaw)
		move := func(p [3]float64) [3]float64 {
			return [3]float64{size*(cos*p[0]+sin*p[2]) + shift[0], size*p[1] + shift[1], size*(cos*p[2]-sin*p[0]) + shift[2]}
		}
		want := restPlaces(fit(t, m, markers))
		mesh := *m.Meshes[0]
		mesh.Position = make([]float32, len(mesh.Position))
		for v := range mesh.Vertices() {
			p := m.Meshes[0].Position[3*v:]
			for c, x := range move([3]float64{float64(p[0]), float64(p[1]), float64(p[2])}) {
				mesh.Position[3*v+c] = float32(x)
			}
		}
		moved := &soa.Model{Skeleton: m.Skeleton, Meshes: []*soa.Mesh{&mesh}}
		there := &rig.Markers{Kind: markers.Kind}
		for _, x := range markers.Places {
			there.Places = append(there.Places, rig.Marker{Name: x.Name, Place: move(x.Place)})
		}
		out := fit(t, moved, there)
		for j, p := range restPlaces(out) {
			w := move(want[j])
			// A body that looks nearly along an axis is taken to look along it.
			if d := p.Sub(oracle.Vec3(w)).Length(); d > 0.06*size {
				t.Errorf("%s is %v m off, of a body %v m high", out.Skeleton.Name[j], d, 1.8*size)
			}
		}
	}
}

// Markers are read from JSON, and what is wrong with them is named.
func TestMarkersRefused(t *testing.T) {
	good, err := rig.ParseMarkers([]byte(`{"kind": "biped", "markers": {"chin": [0, 1.52, 0.07], "groin": [0, 0.82, 0],
		"leftWrist": [0.7, 1.4, 0], "leftElbow": [0.46, 1.4, 0], "leftKnee": [0.1, 0.5, 0]}}`))
	must.Do(t, err)
	m, _ := person()
	fit(t, m, good)
	for text, want := range map[string]error{
		`{`: soa.ErrFormat, `{"kind": "biped"}`: soa.ErrFormat, `{"kind": "fish", "markers": {"chin": [0, 0, 0]}}`: soa.ErrFormat,
		`{"kind": "biped", "markers": {"chin": [0, 0]}}`: soa.ErrFormat, `{"kind": "biped", "markers": {"chin": [0, 0, "x"]}}`: soa.ErrFormat,
		`{"kind": "biped", "markers": {"chin": [0, 0, 0]}, "hat": 1}`: soa.ErrFormat,
	} {
		if _, err := rig.ParseMarkers([]byte(text)); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
	change := func(name string, to ...float64) *rig.Markers {
		out := &rig.Markers{Kind: good.Kind}
		for _, x := range good.Places {
			if x.Name == name && len(to) == 0 {
				continue
			}
			if x.Name == name {
				x.Place = [3]float64(to)
			}
			out.Places = append(out.Places, x)
		}
		return out
	}
	more := func(name string) *rig.Markers {
		out := change("")
		out.Places = append(out.Places, rig.Marker{Name: name})
		return out
	}
	for name, c := range map[string]struct {
		markers *rig.Markers
		says    string
	}{
		"none":            {nil, "no kind"},
		"missing":         {change("leftElbow"), "leftElbow or rightElbow missing"},
		"unknown":         {more("leftElbo"), "leftElbow"},
		"twice":           {more("chin"), "chin is there twice"},
		"NaN":             {change("chin", 0, math.NaN(), 0), "chin"},
		"infinite":        {change("chin", 0, math.Inf(1), 0), "chin"},
		"outside":         {change("leftWrist", 0.7, 2.2, 0), "leftWrist at [0.7 2.2 0] is 0.7"},
		"upside down":     {change("chin", 0, 0.82, 0.1), "the chin is"},
		"knee at groin":   {change("leftKnee", 0.1, 0.82, 0), "leftKnee"},
		"all in one line": {&rig.Markers{Places: []rig.Marker{{Name: "chin", Place: [3]float64{0, 1.5, 0}}, {Name: "groin", Place: [3]float64{0, 0.82, 0}}, {Name: "leftWrist", Place: [3]float64{0, 1.4, 0}}, {Name: "leftElbow", Place: [3]float64{0, 1.3, 0}}, {Name: "leftKnee", Place: [3]float64{0, 0.5, 0}}}}, "cannot be told apart"},
	} {
		out, r, err := rig.FitSkeleton(context.Background(), m, c.markers)
		if err = failed(out, r, err); !errors.Is(err, rig.ErrMarker) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
	for n, m := range []*soa.Model{
		{Skeleton: &soa.Skeleton{Rest: soa.MakeTransforms(0)}},
		new(tubes).model(),
	} {
		if _, _, err := rig.FitSkeleton(context.Background(), m, good); !errors.Is(err, rig.ErrSurface) {
			t.Errorf("no mesh, %d: %v", n, err)
		}
	}
}

// Whatever the mesh, FitSkeleton gives a valid model or an error that says why not.
func TestFitInAnyMesh(t *testing.T) {
	fitted := 0
	for s := range seed.Cases(t, 60) {
		r := rand.New(rand.NewPCG(s, 9))
		m := figure.Random(s, 5)
		for _, mesh := range m.Meshes { // triangles at random: open, crossing, of no area
			for n := mesh.Vertices(); n > 0 && len(mesh.Index) < 3*n; {
				mesh.Index = append(mesh.Index, uint32(r.IntN(n)))
			}
		}
		markers := &rig.Markers{Kind: rig.BodyKind(s % 2)}
		var at []oracle.Vec3
		for _, mesh := range oracle.Evaluate(m, nil, 0).Meshes {
			at = append(at, mesh.Position...)
		}
		if len(at) == 0 {
			continue
		}
		for _, name := range markers.Kind.Names() {
			x := at[r.IntN(len(at))]
			markers.Places = append(markers.Places, rig.Marker{Name: name, Place: [3]float64(x)})
		}
		out, report, err := rig.FitSkeleton(context.Background(), m, markers)
		if err != nil {
			if !errors.Is(err, rig.ErrMarker) && !errors.Is(err, rig.ErrSurface) {
				t.Errorf("%v", err)
			}
			continue
		}
		fitted++
		must.Do(t, out.Validate())
		if s := fmt.Sprint(report.Notes, out.Skeleton.Rest); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
			t.Errorf("%s", s)
		}
	}
	if fitted == 0 {
		t.Error("no mesh was fitted")
	}
}
