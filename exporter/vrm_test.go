package exporter_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// avatar returns a body of the bones that VRM needs, with a face, hair that swings, and rules.
func avatar(t *testing.T) *soa.Model {
	t.Helper()
	names := []string{
		"hips", "spine", "head", "leftUpperArm", "leftLowerArm", "leftHand", "rightUpperArm", "rightLowerArm", "rightHand",
		"leftUpperLeg", "leftLowerLeg", "leftFoot", "rightUpperLeg", "rightLowerLeg", "rightFoot",
	}
	parents := []int16{-1, 0, 1, 1, 3, 4, 1, 6, 7, 0, 9, 10, 0, 12, 13}
	a := &soa.Avatar{Name: "made"}
	at := func(j int) soa.AvatarNode { return soa.AvatarNode{Joint: j} }
	for j, name := range names {
		a.Bones = append(a.Bones, soa.AvatarBone{Bone: name, Node: at(j)})
	}
	slices.SortFunc(a.Bones, func(x, y soa.AvatarBone) int { return strings.Compare(x.Bone, y.Bone) })
	names, parents = append(names, "hair", "hair end", "sleeve"), append(parents, 2, 15, 4)
	k := &soa.Skeleton{Name: names, Parent: parents, Rest: soa.MakeTransforms(len(names)), Unit: slices.Repeat([]float32{1}, len(names))}
	k.Rest.TY[0], k.Rest.TY[1], k.Rest.TY[2], k.Rest.TX[16] = 1, 0.2, 0.4, 0.1
	k.ComputeDepth()
	end := at(16)
	a.Springs = []soa.AvatarSpring{{
		Name: "hair", Tip: 0.07, Tail: &end, Colliders: []int{0, 1, 2},
		Joints: []soa.AvatarSpringJoint{{Node: at(15), Stiffness: 0.5, Power: 0.25, Drag: 0.4, Radius: 0.02, Gravity: [3]float64{0, -1, 0}}},
	}}
	a.Colliders = []soa.AvatarCollider{
		{Node: at(2), Shape: "sphere", Offset: [3]float64{0, 0.1, 0}, Normal: [3]float64{0, 0, 1}, Radius: 0.12},
		{Node: at(1), Shape: "capsule", Tail: [3]float64{0, 0.4, 0}, Normal: [3]float64{0, 0, 1}, Radius: 0.15},
		{Node: at(0), Shape: "plane", Offset: [3]float64{0, -1, 0}, Normal: [3]float64{0, 1, 0}},
	}
	a.Constraints = []soa.AvatarConstraint{{Node: at(17), Source: at(4), Kind: "roll", Axis: "X", Weight: 0.5}}
	a.Gaze = &soa.AvatarGaze{Offset: [3]float64{0, 0.06, 0}, Inner: soa.GazeRange{From: 90, To: 1}, Outer: soa.GazeRange{From: 80, To: 1}, Down: soa.GazeRange{From: 90, To: 1}, Up: soa.GazeRange{From: 90, To: 0.5}}
	m := &soa.Model{Name: "made", Skeleton: k, Avatar: a}
	m.Floats = []soa.NamedFloat{{Name: soa.ExpressionFloat("happy"), Joint: soa.NoJoint}, {Name: soa.ExpressionFloat("wink"), Joint: soa.NoJoint}}
	m.Weights = []soa.MorphWeight{{Mesh: "face", Target: "smile"}}
	m.Skins = []*soa.Skin{{Joint: []uint16{2}, InverseBind: []soa.Affine{{1, 0, 0, 0, 0, 1, 0, -1.6, 0, 0, 1, 0}}}}
	m.Meshes = []*soa.Mesh{{
		Name: "face", Node: "face", Skin: 0, Joint: soa.NoJoint, Offset: soa.IdentityAffine(), Influences: 4, Material: soa.None,
		Position: []float32{0, 1.6, 0, 0.1, 1.6, 0, 0, 1.7, 0}, Normal: slices.Repeat([]float32{0, 0, 1}, 3), Index: []uint32{0, 1, 2},
		BoneIndex: make([]uint16, 12), BoneWeight: []float32{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
		Morphs: []soa.MorphTarget{{Name: "smile", Vertex: []uint32{1}, Position: []float32{0, 0.01, 0}}},
	}}
	m.Expressions = []soa.Expression{
		{Name: "happy", Preset: true, Float: 0, Binds: []soa.ExpressionBind{{Value: 0.75}}, Overrides: [soa.ExpressionParts]soa.Override{soa.EyesClosed: soa.BlockOverride}},
		{Name: "wink", Binary: true, Float: 1},
	}
	c := &soa.Clip{Name: "nod", TicksPerSecond: 1000, Duration: 1000}
	addTrack(c, soa.Translation, 0, soa.Linear, []float32{0, 1000}, func(k int) [4]float32 { return [4]float32{0, 1, float32(k)} })
	addTrack(c, soa.Rotation, 2, soa.Linear, []float32{0, 500, 1000}, func(k int) [4]float32 { return [4]float32{0.6 * float32(k%2), 0, 0, 1 - 0.2*float32(k%2)} })
	addTrack(c, soa.Float, 0, soa.Linear, []float32{0, 250, 1000}, func(k int) [4]float32 { return [4]float32{0.5 * float32(k)} })
	m.Clips = []*soa.Clip{c}
	must.Do(t, m.Validate())
	return m
}

const meta = `{"name": "Made", "authors": ["Somebody"], "licenseUrl": "https://vrm.dev/licenses/1.0/"}`

// An avatar comes back from VRM with its bones, expressions, gaze, springs and constraints.
func TestVRM(t *testing.T) {
	m := avatar(t)
	var file bytes.Buffer
	var found exporter.Report
	must.Do(t, exporter.VRM(t.Context(), &file, m, []byte(meta), exporter.Options{Report: &found}))
	if len(found.Losses()) > 0 {
		t.Error(found.Losses())
	}
	back, err := importer.LoadReader(t.Context(), &file, "made.vrm", importer.Options{})
	must.Do(t, err)
	if joint, vertex := worst(t, m, back); !(joint < 1e-6 && vertex < 1e-6) {
		t.Errorf("joints are %v m off, vertices %v", joint, vertex)
	}
	a, b := describe(m), describe(back)
	if a != b {
		t.Errorf("read again the avatar is\n%s\nnot\n%s", b, a)
	}
	if !reflect.DeepEqual(m.Expressions[0].Binds, back.Expressions[0].Binds) || m.Expressions[0].Overrides != back.Expressions[0].Overrides || !back.Expressions[1].Binary {
		t.Errorf("%+v", back.Expressions)
	}
}

// describe prints an avatar with the names of its joints in place of their numbers.
func describe(m *soa.Model) string {
	a := *m.Avatar
	var text strings.Builder
	(&a).Nodes(func(n *soa.AvatarNode) { fmt.Fprintf(&text, "%s ", m.Skeleton.Name[n.Joint]) })
	a.Wrong = nil
	for _, s := range a.Springs {
		fmt.Fprintf(&text, "\n%s %v", s.Name, s.Colliders)
		for _, j := range s.Joints {
			fmt.Fprint(&text, " ", j.Stiffness, j.Power, j.Drag, j.Radius, j.Gravity)
		}
	}
	for _, c := range a.Colliders {
		fmt.Fprintf(&text, "\n%s %v %v %v %v %v", c.Shape, c.Offset, c.Tail, c.Normal, c.Radius, c.Inside)
	}
	for _, c := range a.Constraints {
		fmt.Fprintf(&text, "\n%s %s %v", c.Kind, c.Axis, c.Weight)
	}
	fmt.Fprintf(&text, "\n%+v", *a.Gaze)
	return text.String()
}

// An animation for any avatar has the bones, the hips' movement and expressions, and no mesh.
func TestVRMA(t *testing.T) {
	m := avatar(t)
	var file bytes.Buffer
	must.Do(t, exporter.VRMA(t.Context(), &file, m, exporter.Options{}))
	back, err := importer.LoadReader(t.Context(), &file, "made.vrma", importer.Options{})
	must.Do(t, err)
	if joint, _ := worst(t, m, back); !(joint < 1e-6) || len(back.Meshes) != 0 || !back.Avatar.Animation || len(back.Avatar.Bones) != 15 {
		t.Errorf("%v m, %d meshes, %+v", joint, len(back.Meshes), back.Avatar)
	}
	at := back.Float(soa.ExpressionFloat("happy"), soa.NoJoint)
	if at == soa.None {
		t.Fatalf("no expression in %+v", back.Floats)
	}
	c := back.Clips[0]
	i := slices.IndexFunc(c.Tracks, func(tr soa.Track) bool { return tr.Property == soa.Float && int(tr.Target) == at })
	if first, end := c.Keys(i); !slices.Equal(c.X[first:end], []float32{0, 0.5, 1}) || !slices.Equal(c.Time[first:end], []float32{0, 250, 1000}) {
		t.Errorf("%v at %v", c.X[first:end], c.Time[first:end])
	}
}

// An animation for any avatar keeps properties that only look like the gaze's: of a joint, or of another name.
func TestVRMAKeepsFloats(t *testing.T) {
	m := avatar(t)
	own := []soa.NamedFloat{{Name: soa.GazeYaw, Joint: soa.NoJoint}, {Name: soa.GazePitch, Joint: soa.NoJoint}, {Name: "mood", Joint: soa.NoJoint}, {Name: soa.GazeYaw, Joint: 2}, {Name: "mood", Joint: 2}}
	for i, f := range own {
		addTrack(m.Clips[0], soa.Float, int16(len(m.Floats)), soa.Linear, []float32{0, 1000}, func(k int) [4]float32 { return [4]float32{float32((i + 2) * k)} })
		m.Floats = append(m.Floats, f)
	}
	must.Do(t, m.Validate())
	var file bytes.Buffer
	must.Do(t, exporter.VRMA(t.Context(), &file, m, exporter.Options{}))
	back, err := importer.LoadReader(t.Context(), &file, "made.vrma", importer.Options{})
	must.Do(t, err)
	c := back.Clips[0]
	for i, f := range own {
		joint := f.Joint
		if joint != soa.NoJoint {
			joint = int16(slices.Index(back.Skeleton.Name, m.Skeleton.Name[joint]))
		}
		at := back.Float(f.Name, joint)
		track := slices.IndexFunc(c.Tracks, func(tr soa.Track) bool { return tr.Property == soa.Float && int(tr.Target) == at })
		if at == soa.None || track < 0 {
			t.Errorf("%+v is property %d of %+v, track %d", f, at, back.Floats, track)
			continue
		}
		if _, end := c.Keys(track); !(math.Abs(float64(c.X[end-1])-float64(i+2)) <= 1e-4) {
			t.Errorf("%+v ends at %v, want %d", f, c.X[end-1], i+2)
		}
	}
}

// What is no avatar, or not all of one, is an error that says why.
func TestVRMRefuses(t *testing.T) {
	headless := avatar(t)
	headless.Avatar.Bones = slices.DeleteFunc(headless.Avatar.Bones, func(b soa.AvatarBone) bool { return b.Bone == "head" })
	for want, m := range map[string]*soa.Model{"no bones": platform(), "head": headless} {
		if err := exporter.VRM(t.Context(), new(bytes.Buffer), m, nil, exporter.Options{}); !errors.Is(err, soa.ErrInvalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if err := exporter.VRM(t.Context(), new(bytes.Buffer), avatar(t), []byte(`{"name": "x"}`), exporter.Options{}); !errors.Is(err, soa.ErrInvalid) {
		t.Error(err)
	}
}
