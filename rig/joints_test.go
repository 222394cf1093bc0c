package rig_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/soa"
)

// rounding is what float32 keys and matrices may differ by, in parts of the pose's size, below chains
// of joints that also scale.
const rounding = 2e-5

// sizes are the numbers of joints of a random model.
func sizes(s uint64) int { return []int{1, 2, 15, 16, 17, 40}[s%6] }

// However strange the model, a joint that is inserted or added moves nothing.
func TestInsertedJointMovesNothing(t *testing.T) {
	for s := range seed.Cases(t, 24) {
		r := rand.New(rand.NewPCG(s, 1))
		m := figure.Random(s, sizes(s))
		j := r.IntN(m.Skeleton.Len())
		out, report, err := rig.InsertJoint(m, j, "new", r.Float64())
		must.Do(t, err)
		wantUnchanged(t, m, figure.Random(s, sizes(s)))
		wantReport(t, report, m, out)
		at := out.Skeleton.Joint("new")
		if out.Skeleton.Parent[report.Index[j]] != int16(at) {
			t.Errorf("joint %d is below %d, not %d", report.Index[j], out.Skeleton.Parent[report.Index[j]], at)
		}
		if joints, vertices := movement(t, r, m, out, report.Index); joints > rounding || vertices > rounding {
			t.Errorf("inserted above %d: joints are %v off, vertices %v", j, joints, vertices)
		}
		out, report, err = rig.AddJoint(m, r.IntN(m.Skeleton.Len()+1)-1, "new", [3]float64{r.Float64(), r.Float64(), -r.Float64()})
		must.Do(t, err)
		wantReport(t, report, m, out)
		if joints, vertices := movement(t, r, m, out, report.Index); joints != 0 || vertices != 0 {
			t.Errorf("added: joints are %v off, vertices %v", joints, vertices)
		}
	}
}

// A joint that is inserted at a third of the way is there, and one that is added where it was asked for.
func TestInsertedJointIsInItsPlace(t *testing.T) {
	m := loadStrider(t)
	k := m.Skeleton
	hand := named(t, m, "hand.L")
	out, report, err := rig.InsertJoint(m, hand, "wrist.L", 1./3)
	must.Do(t, err)
	from, to := restPlaces(m), restPlaces(out)
	parent := int(k.Parent[hand])
	for c := range 3 {
		want := from[parent][c] + (from[hand][c]-from[parent][c])/3
		must.Near(t, "wrist", to[out.Skeleton.Joint("wrist.L")][c], want, 1e-6)
	}
	if report.Index[hand] != hand+1 || report.Index[parent] != parent {
		t.Errorf("index %v", report.Index)
	}
	out, _, err = rig.AddJoint(m, hand, "sword", [3]float64{1, 2, 3})
	must.Do(t, err)
	must.AllNear(t, "sword", restPlaces(out)[out.Skeleton.Joint("sword")][:], []float64{1, 2, 3}, 1e-6)
}

// What remains after a removal plays as before, at rest exactly and in clips within the bound.
func TestRemovedJointLeavesTheOthers(t *testing.T) {
	for s := range seed.Cases(t, 24) {
		r := rand.New(rand.NewPCG(s, 2))
		m := even(s, sizes(s))
		j := r.IntN(m.Skeleton.Len())
		m.Skins, m.Meshes, m.Visibility = nil, nil, nil // their weights go elsewhere
		out, report, err := rig.RemoveJoint(m, j)
		must.Do(t, err)
		wantReport(t, report, m, out)
		if report.Index[j] != soa.NoJoint {
			t.Errorf("the removed joint is %d", report.Index[j])
		}
		// Chains below the joint multiply what a key misses, by their length and scales.
		bound := rounding + 8*report.Loosest
		if joints, _ := movement(t, r, m, out, report.Index); joints > bound {
			t.Errorf("without %d of %d: joints are %v off, bound %v, %v", j, m.Skeleton.Len(), joints, bound, report.Notes)
		}
	}
}

// A hand that loses the joint between it and the arm goes where it went.
func TestRemovedJointOfCharacter(t *testing.T) {
	m := loadStrider(t)
	for _, name := range []string{"forearm.L", "chest", "thigh.R"} {
		out, report, err := rig.RemoveJoint(m, named(t, m, name))
		if name == "chest" { // squashed in the jump
			if !errors.Is(err, rig.ErrScale) || !strings.Contains(err.Error(), `"chest"`) {
				t.Errorf("without chest: %v", err)
			}
			continue
		}
		must.Do(t, err)
		d, err := rig.MeasureChange(context.Background(), m, out, report.Index)
		must.Do(t, err)
		t.Logf("without %s: %v keys, loosest %.3g mm, joints %.3g mm, vertices %.3g mm: %q", name, report.Added, 1000*report.Loosest, d.Joint.Millimetres, d.Vertex.Millimetres, report.Notes)
		if d.Joint.Millimetres > 0.1 {
			t.Errorf("without %s: joint %s of clip %s is %v mm off", name, d.Joint.Part, d.Joint.Clip, d.Joint.Millimetres)
		}
		wantWeights(t, out)
	}
}

// What is measured after a removal is what is off between the keys that were added too: the linear keys that follow the
// parabola x = 40 t² of a removed joint are 10 h² off halfway between two, h seconds apart: 0.038 mm for 1/512 s.
func TestMeasureBetweenAddedKeys(t *testing.T) {
	m := manyjoints.Model(manyjoints.Chain, 3, 1)
	const speedUp, seconds = 80, 1
	tangents := []soa.Tangent{{}, {speedUp * seconds}}
	m.Clips = []*soa.Clip{{
		Name: "speed up", TicksPerSecond: 1, Duration: seconds,
		Tracks: []soa.Track{{Target: 1, Property: soa.Translation, Interpolation: soa.Cubic}},
		Time:   []float32{0, seconds}, X: []float32{0, speedUp * seconds * seconds / 2}, Y: []float32{0, 0}, Z: []float32{0, 0}, W: []float32{0, 0},
		In: tangents, Out: tangents,
	}}
	must.Do(t, m.Validate())
	out, report, err := rig.RemoveJoint(m, 1)
	must.Do(t, err)
	d, err := rig.MeasureChange(context.Background(), m, out, report.Index)
	must.Do(t, err)
	c := out.Clips[0]
	first, end := c.Keys(0)
	var want float64 // millimetres
	for k := first + 1; k < end; k++ {
		gap := float64(c.Time[k]) - float64(c.Time[k-1])
		want = max(want, 1000*speedUp*gap*gap/8)
	}
	must.Near(t, "millimetres", d.Joint.Millimetres, want, 0.02*want+5e-3) // and the rounding of 40 m
	if want < 0.01 || d.Joint.Millimetres > 1000*report.Loosest+5e-3 {
		t.Errorf("%v keys were added, %v mm off, loosest %v mm", report.Added, d.Joint.Millimetres, 1000*report.Loosest)
	}
}

// An inserted joint can be removed again, and the model is as it was.
func TestRemovalUndoesInsertion(t *testing.T) {
	for s := range seed.Cases(t, 12) {
		m := even(s, 17)
		r := rand.New(rand.NewPCG(s, 3))
		j := r.IntN(17)
		more, there, err := rig.InsertJoint(m, j, "new", 0.4)
		must.Do(t, err)
		back, again, err := rig.RemoveJoint(more, more.Skeleton.Joint("new"))
		must.Do(t, err)
		index := make([]int, 17)
		for i := range index {
			index[i] = again.Index[there.Index[i]]
			if index[i] != i {
				t.Fatalf("joint %d is %d", i, index[i])
			}
		}
		if again.Added != 0 {
			t.Errorf("%d keys were added for a joint that does not move", again.Added)
		}
		if joints, vertices := movement(t, r, m, back, index); joints > rounding || vertices > rounding {
			t.Errorf("joints are %v off, vertices %v", joints, vertices)
		}
	}
}

// wantWeights checks that the weights of each vertex sum to 1, largest first, without an entry twice.
func wantWeights(t testing.TB, m *soa.Model) {
	t.Helper()
	for _, mesh := range m.Meshes {
		for v := 0; mesh.Influences > 0 && v < mesh.Vertices(); v++ {
			row, bones := mesh.BoneWeight[v*mesh.Influences:][:mesh.Influences], mesh.BoneIndex[v*mesh.Influences:][:mesh.Influences]
			sum := float32(0)
			for i, w := range row {
				sum += w
				if i > 0 && (w > row[i-1] || w > 0 && slices.Contains(bones[:i], bones[i])) {
					t.Fatalf("mesh %q, vertex %d: %v of %v", mesh.Name, v, row, bones)
				}
			}
			if math.Abs(float64(sum)-1) > 1e-5 {
				t.Fatalf("mesh %q, vertex %d: weights sum to %v", mesh.Name, v, sum)
			}
		}
	}
}

// Names can be exchanged; the avatar's follow.
func TestRename(t *testing.T) {
	m := figure.Random(4, 5)
	m.Avatar = &soa.Avatar{Bones: []soa.AvatarBone{{Bone: "hips", Node: soa.AvatarNode{Joint: 1, Name: "joint 1"}}},
		Springs: []soa.AvatarSpring{{Joints: []soa.AvatarSpringJoint{{Node: soa.AvatarNode{Joint: 1, Name: "joint 1"}}}, Tail: &soa.AvatarNode{Joint: 2, Name: "joint 2"}}}}
	out, report, err := rig.RenameJoints(m, map[int]string{1: "joint 2", 2: "joint 1", 4: "tip"})
	must.Do(t, err)
	wantReport(t, report, m, out)
	if want := []string{"joint 0", "joint 2", "joint 1", "joint 3", "tip"}; !slices.Equal(out.Skeleton.Name, want) {
		t.Errorf("names are %q", out.Skeleton.Name)
	}
	if out.Avatar.Bones[0].Node.Name != "joint 2" || out.Avatar.Springs[0].Tail.Name != "joint 1" {
		t.Errorf("the avatar has %+v and %+v", out.Avatar.Bones[0], out.Avatar.Springs[0].Tail)
	}
	if m.Avatar.Springs[0].Tail.Name != "joint 2" || m.Skeleton.Name[4] != "joint 4" {
		t.Error("the argument was changed")
	}
}

// The reflection of a limb is where the limb is, on the other side, and so is that of a reflection.
func TestMirror(t *testing.T) {
	m := loadStrider(t)
	arm := named(t, m, "upperarm.L")
	other := named(t, m, "upperarm.R")
	var err error
	// Without its right arm strider gets one.
	bare := m
	for j := m.Skeleton.Len() - 1; j >= 0; j-- {
		if m.Skeleton.InSubtree(j, other) { // from the ends, which scale as they like
			bare, _, err = rig.RemoveJoint(bare, j)
			must.Do(t, err)
		}
	}
	out, report, err := rig.MirrorJoints(bare, bare.Skeleton.Joint("upperarm.L"))
	must.Do(t, err)
	wantReport(t, report, bare, out)
	want, got := restPlaces(m), restPlaces(out)
	n := 0
	for j := range m.Skeleton.Len() {
		if !m.Skeleton.InSubtree(j, arm) {
			continue
		}
		name := m.Skeleton.Name[j][:len(m.Skeleton.Name[j])-1] + "R"
		at := got[named(t, out, name)]
		must.AllNear(t, name, at[:], []float64{-want[j][0], want[j][1], want[j][2]}, 1e-6)
		n++
	}
	if out.Skeleton.Len() != bare.Skeleton.Len()+n {
		t.Errorf("%d joints became %d by %d", bare.Skeleton.Len(), out.Skeleton.Len(), n)
	}
	if _, vertices := movement(t, rand.New(rand.NewPCG(1, 1)), bare, out, report.Index); vertices != 0 {
		t.Errorf("vertices moved by %v m", vertices)
	}
	for i, s := range out.Skins {
		if !slices.Contains(s.Joint, uint16(named(t, out, "upperarm.R"))) {
			t.Errorf("skin %d has no entry of the new arm", i)
		}
	}
}

// A model of the most joints that there can be is changed in linear time; more are refused by name.
func TestManyJointsOfSkeletons(t *testing.T) {
	const most = soa.MaxJoints
	m := manyjoints.Model(manyjoints.Chain, most-1, 2)
	out, report, err := rig.InsertJoint(m, most/2, "new", 0.5)
	must.Do(t, err)
	wantReport(t, report, m, out)
	if _, _, err = rig.InsertJoint(out, 3, "one more", 0.5); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("joint %d: %v", most+1, err)
	}
	out, _, err = rig.RemoveJoint(out, out.Skeleton.Joint("new"))
	must.Do(t, err)
	turns := make([][4]float64, out.Skeleton.Len())
	for j := range turns {
		turns[j] = [4]float64{0.6, 0, 0, 0.8}
	}
	_, _, err = rig.TurnFrames(out, turns)
	must.Do(t, err)
	const beyond = 65_535
	k := &soa.Skeleton{Name: make([]string, beyond), Parent: make([]int16, beyond), Unit: make([]float32, beyond), Rest: soa.MakeTransforms(beyond)}
	k.Parent[0] = soa.NoJoint
	if _, _, err = rig.RenameJoints(&soa.Model{Skeleton: k}, nil); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("65,535 joints: %v", err)
	}
}

// What cannot be done is an error that says what stops it.
func TestRefused(t *testing.T) {
	plain := func() *soa.Model { return even(7, 16) }
	with := func(change func(m *soa.Model)) *soa.Model {
		m := plain()
		change(m)
		return m
	}
	node := func(j int) soa.AvatarNode { return soa.AvatarNode{Joint: j, Name: fmt.Sprint("joint ", j)} }
	nan := math.NaN()
	insert := func(m *soa.Model, j int, name string, part float64) error {
		out, r, err := rig.InsertJoint(m, j, name, part)
		return failed(out, r, err)
	}
	add := func(m *soa.Model, j int, name string, at [3]float64) error {
		out, r, err := rig.AddJoint(m, j, name, at)
		return failed(out, r, err)
	}
	remove := func(m *soa.Model, j int) error {
		out, r, err := rig.RemoveJoint(m, j)
		return failed(out, r, err)
	}
	rename := func(names map[int]string) error {
		out, r, err := rig.RenameJoints(plain(), names)
		return failed(out, r, err)
	}
	mirror := func(m *soa.Model, j int) error {
		out, r, err := rig.MirrorJoints(m, j)
		return failed(out, r, err)
	}
	turn := func(m *soa.Model, q [4]float64) error {
		turns := slices.Repeat([][4]float64{q}, 16)
		out, r, err := rig.TurnFrames(m, turns)
		return failed(out, r, err)
	}
	long := string(make([]byte, soa.MaxName+1))
	for name, c := range map[string]struct{ got, want error }{
		"insert into nothing":       {insert(nil, 0, "new", 0.5), soa.ErrInvalid},
		"insert above no joint":     {insert(plain(), 16, "new", 0.5), soa.ErrRange},
		"insert above joint -1":     {insert(plain(), -1, "new", 0.5), soa.ErrRange},
		"insert a name twice":       {insert(plain(), 3, "joint 5", 0.5), rig.ErrName},
		"insert without a name":     {insert(plain(), 3, "", 0.5), rig.ErrName},
		"insert a long name":        {insert(plain(), 3, long, 0.5), rig.ErrName},
		"insert at NaN":             {insert(plain(), 3, "new", nan), soa.ErrOption},
		"insert beyond":             {insert(plain(), 3, "new", 1.1), soa.ErrOption},
		"add at NaN":                {add(plain(), 3, "new", [3]float64{0, nan, 0}), soa.ErrOption},
		"add at infinity":           {add(plain(), 3, "new", [3]float64{0, math.Inf(1), 0}), soa.ErrOption},
		"add below no joint":        {add(plain(), 16, "new", [3]float64{}), soa.ErrRange},
		"add below a flat joint":    {add(with(func(m *soa.Model) { m.Skeleton.Rest.SX[0] = 0 }), 0, "new", [3]float64{}), rig.ErrScale},
		"remove no joint":           {remove(plain(), 99), soa.ErrRange},
		"remove an uneven joint":    {remove(with(func(m *soa.Model) { m.Skeleton.Rest.SX[3] *= 2 }), 3), rig.ErrScale},
		"remove a mirrored joint":   {remove(with(func(m *soa.Model) { m.Skeleton.Rest.SX[3] *= -1 }), 3), rig.ErrScale},
		"remove a bone":             {remove(with(func(m *soa.Model) { m.Avatar = &soa.Avatar{Bones: []soa.AvatarBone{{Bone: "head", Node: node(3)}}} }), 3), rig.ErrReference},
		"remove a collider's joint": {remove(with(func(m *soa.Model) { m.Avatar = &soa.Avatar{Colliders: []soa.AvatarCollider{{Node: node(3)}}} }), 3), rig.ErrReference},
		"remove what has the motion": {remove(with(func(m *soa.Model) {
			m.Clips[0].Motion = &soa.Motion{Joint: 3, Time: []float32{0}, X: []float32{0}, Y: []float32{0}, Z: []float32{0}, Yaw: []float32{0}}
		}), 3), rig.ErrReference},
		"rename to a name twice": {rename(map[int]string{3: "joint 5"}), rig.ErrName},
		"rename two alike":       {rename(map[int]string{3: "x", 4: "x"}), rig.ErrName},
		"rename to nothing":      {rename(map[int]string{3: ""}), rig.ErrName},
		"rename no joint":        {rename(map[int]string{16: "x"}), soa.ErrRange},
		"mirror without a side":  {mirror(plain(), 3), rig.ErrName},
		"mirror what is there":   {mirror(loadStrider(t), loadStrider(t).Skeleton.Joint("upperarm.L")), rig.ErrName},
		"turn by NaN":            {turn(plain(), [4]float64{nan, 0, 0, 1}), soa.ErrOption},
		"turn by nothing":        {turn(plain(), [4]float64{}), soa.ErrOption},
		"turn an uneven joint":   {turn(with(func(m *soa.Model) { m.Skeleton.Rest.SY[9] *= 2 }), [4]float64{0.6, 0, 0, 0.8}), rig.ErrScale},
		"turn a constrained joint": {turn(with(func(m *soa.Model) {
			m.Avatar = &soa.Avatar{Constraints: []soa.AvatarConstraint{{Node: node(2), Source: node(3), Kind: "roll"}}}
		}), [4]float64{0.6, 0, 0, 0.8}), rig.ErrReference},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("%s: %v, want %v", name, c.got, c.want)
		}
	}
}

// failed returns an error, which comes without a model.
func failed(m *soa.Model, r *rig.SkeletonReport, err error) error {
	if err != nil && (m != nil || r != nil) {
		return fmt.Errorf("a result comes with the error %v", err)
	}
	return err
}
