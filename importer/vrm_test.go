package importer_test

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/soa"
)

// avatarNodes are those of a small avatar: a body, hair of three nodes and an end, an ear
// that branches, and a sleeve that follows the arm.
//
//	0 root ─ 1 hips ─ 2 spine ─ 3 head ─┬ 4 eye.L   5 eye.R
//	                  │                 ├ 6 hair.0 ─ 7 hair.1 ─ 8 hair.2 ─ 9 hair.end
//	                  │                 └ 10 ear ─┬ 11 tip ─ 13 end
//	                  │                           └ 12 fur
//	                  └ 14 arm ─ 15 sleeve
var avatarNodes = []object{
	{"name": "root", "children": []int{1}}, {"name": "hips", "translation": []float64{0, 1, 0}, "children": []int{2}},
	{"name": "spine", "translation": []float64{0, 0.25, 0}, "children": []int{3, 14}}, {"name": "head", "translation": []float64{0, 0.5, 0}, "rotation": []float64{0, 0.70710678, 0, 0.70710678}, "children": []int{4, 5, 6, 10}},
	{"name": "eye.L", "translation": []float64{0.03, 0.1, 0.05}}, {"name": "eye.R", "translation": []float64{-0.03, 0.1, 0.05}},
	{"name": "hair.0", "translation": []float64{0, 0.2, -0.1}, "children": []int{7}}, {"name": "hair.1", "translation": []float64{0, -0.1, -0.05}, "children": []int{8}},
	{"name": "hair.2", "translation": []float64{0, -0.1, 0}, "children": []int{9}}, {"name": "hair.end", "translation": []float64{0, -0.08, 0}},
	{"name": "ear", "translation": []float64{0.1, 0.1, 0}, "children": []int{11, 12}}, {"name": "tip", "translation": []float64{0, 0.1, 0}, "children": []int{13}},
	{"name": "fur", "translation": []float64{0.05, 0, 0}}, {"name": "end", "translation": []float64{0, 0.05, 0}},
	{"name": "arm", "translation": []float64{0.2, 0.4, 0}, "children": []int{15}}, {"name": "sleeve", "translation": []float64{0.2, 0, 0}, "rotation": []float64{0.5, 0.5, 0.5, 0.5}},
}

// avatarFile is a file of the avatar with extensions, as a .glb of a name.
func avatarFile(t *testing.T, name string, nodes map[int]object, extensions object) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	must.Do(t, os.WriteFile(file, avatarGLB(t, nodes, extensions), 0o644))
	return file
}

// avatarGLB is the avatar, whose mesh has the morph targets smile and lids.
func avatarGLB(t testing.TB, nodes map[int]object, extensions object) []byte {
	t.Helper()
	points := make([]byte, 36)
	for k, v := range []float32{0, 0, 0, 1, 0, 0, 0, 1, 0} {
		binary.LittleEndian.PutUint32(points[4*k:], math.Float32bits(v))
	}
	list := []any{}
	for k, n := range avatarNodes {
		copied := object{}
		for key, value := range n {
			copied[key] = value
		}
		if k == 0 {
			copied["mesh"] = 0
		}
		for key, value := range nodes[k] {
			copied[key] = value
		}
		list = append(list, copied)
	}
	text, err := json.Marshal(object{
		"asset": object{"version": "2.0"}, "scene": 0, "scenes": []any{object{"nodes": []int{0}}}, "nodes": list, "extensions": extensions,
		"meshes":      []any{object{"primitives": []any{object{"attributes": object{"POSITION": 0}, "targets": []any{object{"POSITION": 0}, object{"POSITION": 0}}}}, "extras": object{"targetNames": []string{"smile", "lids"}}}},
		"accessors":   []any{object{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": []int{0, 0, 0}, "max": []int{1, 1, 0}}},
		"bufferViews": []any{object{"buffer": 0, "byteLength": 36}},
		"buffers":     []any{object{"byteLength": 36}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	words := func(data []byte, list ...int) []byte {
		for _, v := range list {
			data = binary.LittleEndian.AppendUint32(data, uint32(v))
		}
		return data
	}
	data := words([]byte("glTF"), 2, 28+len(text)+len(points), len(text), 0x4E4F534A)
	return append(words(append(data, text...), len(points), 0x004E4942), points...)
}

// loadAvatar imports a file and reads its control.
func loadAvatar(t *testing.T, file string, opts importer.Options) (*control.Document, *report.Report) {
	t.Helper()
	var r report.Report
	opts.Report = &r
	m, err := importer.Load(t.Context(), file, opts)
	if err != nil {
		t.Fatal(err)
	}
	c := controlOf(m, &r)
	if c == nil {
		t.Fatalf("no control; %v", r.Findings)
	}
	if err := c.Check(m.Skeleton); err != nil {
		t.Fatal(err)
	}
	return c, &r
}

// controlOf makes a control of the avatar of a file. Its notes join the report.
func controlOf(m *soa.Model, r *report.Report) *control.Document {
	c, notes := control.AvatarDocument(m)
	for _, n := range notes {
		severity, kind := report.Info, report.LostControl
		if n.Lost {
			severity = report.Loss
		}
		if n.Gaze {
			kind = report.LostGaze
		}
		r.Add(severity, kind, n.Where, "%s", n.Message)
	}
	return c
}

// avatarOne is what a VRM 1.0 file says.
func avatarOne() (map[int]object, object) {
	follow := func(kind string, fields object) object {
		return object{"extensions": object{"VRMC_node_constraint": object{"specVersion": "1.0", "constraint": object{kind: fields}}}}
	}
	nodes := map[int]object{
		15: follow("roll", object{"source": 14, "rollAxis": "X", "weight": 0.5}),
		14: follow("rotation", object{"source": 12}),
		12: follow("aim", object{"source": 3, "aimAxis": "NegativeY", "weight": 0.25}),
	}
	return nodes, object{
		"VRMC_vrm": object{
			"specVersion": "1.0",
			"humanoid":    object{"humanBones": object{"hips": object{"node": 1}, "spine": object{"node": 2}, "head": object{"node": 3}, "leftEye": object{"node": 4}, "rightEye": object{"node": 5}}},
			"firstPerson": object{"meshAnnotations": []any{object{"node": 0, "type": "auto"}}},
			"lookAt":      object{"type": "bone", "offsetFromHeadBone": []float64{0, 0.06, 0}, "rangeMapHorizontalInner": object{"inputMaxValue": 90, "outputScale": 8}, "rangeMapHorizontalOuter": object{"inputMaxValue": 90, "outputScale": 12}, "rangeMapVerticalDown": object{"outputScale": 10}, "rangeMapVerticalUp": object{"outputScale": 10}},
			"expressions": object{"preset": object{"happy": object{}}, "custom": object{"wink": object{}}},
		},
		"VRMC_springBone": object{
			"specVersion": "1.0",
			"colliders": []any{
				object{"node": 3, "shape": object{"sphere": object{"offset": []float64{0, 0.1, 0}, "radius": 0.12}}},
				object{"node": 2, "shape": object{"capsule": object{"offset": []float64{0, 0, 0}, "tail": []float64{0, 0.4, 0}, "radius": 0.15}}},
				object{"node": 2, "shape": object{"sphere": object{"radius": 9}}, "extensions": object{"VRMC_springBone_extended_collider": object{"shape": object{"plane": object{"offset": []float64{0, -1, 0}, "normal": []float64{0, 1, 0}}}}}},
			},
			"colliderGroups": []any{object{"name": "body", "colliders": []int{0, 1}}, object{"name": "floor", "colliders": []int{2}}},
			"springs": []any{object{
				"name": "hair", "colliderGroups": []int{0, 1}, "center": 1,
				"joints": []any{
					object{"node": 6, "stiffness": 0.5, "gravityPower": 0.25, "gravityDir": []float64{0, -1, 0}, "dragForce": 0.4, "hitRadius": 0.02},
					object{"node": 7, "stiffness": 0.75}, object{"node": 8}, object{"node": 9},
				},
			}},
		},
	}
}

// A VRM 1.0 avatar becomes a control: bones, eyes, constraints after what they follow, and
// springs, with findings about the rest.
func TestVRM(t *testing.T) {
	nodes, extensions := avatarOne()
	for _, name := range []string{"avatar.vrm", "avatar.glb"} {
		for isolated, opts := range map[bool]importer.Options{false: {}, true: {Isolation: &importer.Limits{}}} {
			c, r := loadAvatar(t, avatarFile(t, name, nodes, extensions), opts)
			if r.Count(report.Loss) != 0 {
				t.Errorf("%s, isolated %v: %v", name, isolated, r.Findings)
			}
			if got := fmt.Sprint(c.Humanoid); got != "[{head head} {hips hips} {leftEye eye.L} {rightEye eye.R} {spine spine}]" {
				t.Errorf("bones %s", got)
			}
			var kinds []string
			for k := range c.Modifiers {
				kinds = append(kinds, c.Modifiers[k].Kind()+" "+strings.Join(c.Modifiers[k].Joints(), " "))
			}
			if got := strings.Join(kinds, ", "); got != "lookAt eye.L, lookAt eye.R, constraintStack fur, constraintStack arm, constraintStack sleeve, vrmSprings hair.0 hair.1 hair.2" {
				t.Fatalf("%s: %s", name, got)
			}
		}
	}
	c, r := loadAvatar(t, avatarFile(t, "avatar.vrm", nodes, extensions), importer.Options{})
	eye := c.Modifiers[0].Do.(*control.LookAt)
	if c.Modifiers[0].Begins() || degreesOf(eye.Cones[0]) != 12 || far(eye.Forward, [3]float32{-1, 0, 0}) || far(eye.Up, [3]float32{0, 1, 0}) {
		t.Errorf("the eye is %+v", eye)
	}
	sleeve := c.Modifiers[4].Do.(*control.ConstraintStack).Stack
	roll, ok := sleeve[1].Rule.(constraint.Roll)
	if rest, is := sleeve[0].Rule.(constraint.LimitRotation); !is || !ok || rest.Use != constraint.AllAxes || roll.Axis != constraint.PlusX || roll.Frame != [4]float32{0.5, 0.5, 0.5, 0.5} ||
		sleeve[1].Influence != 0.5 || sleeve[1].TargetSpace != constraint.Local || sleeve[1].Targets[0].Joint != "arm" {
		t.Errorf("the sleeve is %+v", sleeve)
	}
	if fur := c.Modifiers[2].Do.(*control.ConstraintStack).Stack[1]; fur.Rule != (constraint.DampedTrack{Track: constraint.MinusY}) || fur.Influence != 0.25 || fur.Targets[0].Joint != "head" {
		t.Errorf("the fur is %+v", fur)
	}
	hair := c.Modifiers[5].Do.(*control.VRMSprings)
	want := control.VRMSpringJoint{Joint: "hair.0", Stiffness: 0.5, Gravity: [3]float32{0, -0.25, 0}, Drag: 0.4, Radius: 0.02}
	if hair.Joints[0] != want || hair.Joints[1].Stiffness != 0.75 || hair.Joints[2].Drag != 0.5 || far(hair.Tip, [3]float32{0, -0.08, 0}) {
		t.Errorf("the hair is %+v", hair)
	}
	shapes := []spring.Shape{spring.Sphere, spring.Capsule, spring.Plane}
	for k, shape := range shapes {
		if hair.Colliders[k].Shape.Shape != shape {
			t.Errorf("collider %d is %+v", k, hair.Colliders[k])
		}
	}
	for _, want := range []string{"cone of 12°", "swings in the world, not relative to \"hips\"", "1 annotation(s)"} {
		if !reported(r, want) {
			t.Errorf("the report lacks %q: %v", want, r.Findings)
		}
	}
}

// avatarZero is what a VRM 0.x file says.
func avatarZero() object {
	down := object{"x": 0, "y": -1, "z": 0}
	return object{"VRM": object{
		"humanoid":         object{"humanBones": []any{object{"bone": "hips", "node": 1}, object{"bone": "head", "node": 3}, object{"bone": "leftEye", "node": 4}, object{"bone": "leftThumbProximal", "node": 14}, object{"bone": "leftThumbIntermediate", "node": 15}}},
		"firstPerson":      object{"firstPersonBone": 3, "lookAtTypeName": "Bone", "lookAtHorizontalInner": object{"xRange": 90, "yRange": 15}},
		"blendShapeMaster": object{"blendShapeGroups": []any{object{"name": "A"}}},
		"secondaryAnimation": object{
			"boneGroups":     []any{object{"comment": "ears", "stiffiness": 0.7, "gravityPower": 0.1, "gravityDir": down, "dragForce": 0.3, "hitRadius": 0.01, "center": -1, "bones": []int{10}, "colliderGroups": []int{0}}},
			"colliderGroups": []any{object{"node": 3, "colliders": []any{object{"offset": object{"x": 0.1, "y": 0.2, "z": 0.3}, "radius": 0.1}}}},
		},
	}}
}

// Springs of VRM 0.x go on below their bones: the first branch with the bone, others by
// themselves, each 7 cm beyond its last joint.
func TestVRMZero(t *testing.T) {
	c, r := loadAvatar(t, avatarFile(t, "avatar.vrm", nil, avatarZero()), importer.Options{})
	if r.Count(report.Loss) != 0 {
		t.Error(r.Findings)
	}
	if got := fmt.Sprint(c.Humanoid); got != "[{hips hips} {head head} {leftEye eye.L} {leftThumbMetacarpal arm} {leftThumbProximal sleeve}]" {
		t.Errorf("bones %s", got)
	}
	if eye := c.Modifiers[0].Do.(*control.LookAt); far(eye.Forward, [3]float32{1, 0, 0}) || degreesOf(eye.Cones[0]) != 15 {
		t.Errorf("the eye is %+v", eye)
	}
	ear, fur := c.Modifiers[1].Do.(*control.VRMSprings), c.Modifiers[2].Do.(*control.VRMSprings)
	if len(ear.Joints) != 3 || ear.Joints[2].Joint != "end" || ear.Joints[1].Stiffness != 0.7 || far(ear.Tip, [3]float32{0, 0.07, 0}) ||
		len(fur.Joints) != 1 || fur.Joints[0].Joint != "fur" || far(fur.Tip, [3]float32{0.07, 0, 0}) {
		t.Errorf("the ear is %+v, its fur %+v", ear, fur)
	}
	if ball := ear.Colliders[0]; ball.Joint != "head" || far(ball.Shape.A, [3]float32{0.1, 0.2, -0.3}) {
		t.Errorf("the collider is %+v", ball)
	}
}

// A gaze of an avatar without joints of eyes, or expressions of a gaze, moves nothing, which is no
// loss.
func TestVRMGaze(t *testing.T) {
	for typ, want := range map[string]report.Severity{"Bone": report.Info, "BlendShape": report.Info} {
		e := avatarZero()
		e["VRM"].(object)["humanoid"] = object{"humanBones": []any{object{"bone": "hips", "node": 1}, object{"bone": "head", "node": 3}}}
		e["VRM"].(object)["firstPerson"].(object)["lookAtTypeName"] = typ
		_, r := loadAvatar(t, avatarFile(t, "avatar.vrm", nil, e), importer.Options{})
		told := 0
		for _, f := range r.Findings {
			if f.Kind == report.LostGaze {
				told++
				if f.Severity != want || !f.Kind.Looks() {
					t.Errorf("%s: %v", typ, f)
				}
			} else if f.Severity == report.Loss {
				t.Errorf("%s: %v", typ, f)
			}
		}
		if told != 1 {
			t.Errorf("%s: %v", typ, r.Findings)
		}
	}
}

// What is wrong with an avatar is left out and reported, and the rest is there.
func TestVRMWrong(t *testing.T) {
	constrained := func(source any) object {
		return object{"extensions": object{"VRMC_node_constraint": object{"constraint": object{"rotation": object{"source": source}}}}}
	}
	springs := func(joints ...any) object { return object{"name": "s", "joints": joints, "colliderGroups": []int{7}} }
	for _, c := range []struct {
		change func(nodes map[int]object, springBone, vrm object)
		want   string
	}{
		{func(nodes map[int]object, _, _ object) { nodes[14], nodes[12] = constrained(12), constrained(14) }, "goes in a circle"},
		{func(nodes map[int]object, _, _ object) { nodes[14] = constrained(15); delete(nodes, 15) }, "moves with"},
		{func(nodes map[int]object, _, _ object) { nodes[14] = constrained(99) }, "node 99 of 16"},
		{func(nodes map[int]object, _, _ object) { nodes[14] = constrained("head") }, "the constraint of node 14"},
		{func(_ map[int]object, s, _ object) {
			s["springs"] = []any{springs(object{"node": 6}, object{"node": 8}, object{"node": 9})}
		}, "no child"},
		{func(_ map[int]object, s, _ object) {
			s["springs"] = []any{springs(object{"node": 6}, object{"node": 4})}
		}, "no length"},
		{func(_ map[int]object, s, _ object) {
			s["springs"] = []any{springs(object{"node": 6, "dragForce": 3}, object{"node": 7})}
		}, "drag"},
		{func(_ map[int]object, s, _ object) {
			s["springs"] = []any{springs(object{"node": 6}, object{"node": 7})}
		}, "collider group 7 of 2"},
		{func(_ map[int]object, s, _ object) { s["springs"] = 7 }, "VRMC_springBone"},
		{func(_ map[int]object, s, _ object) { s["springs"] = []any{springs()} }, `the spring "s" has no joints`},
		{func(_ map[int]object, s, _ object) {
			s["springs"] = []any{springs(object{"node": 6, "stiffness": 1e300}, object{"node": 7})}
		}, "the stiffness 1e+300"},
		{func(_ map[int]object, s, _ object) {
			s["colliderGroups"] = []any{object{"colliders": []int{1 << 33}}}
			s["springs"] = []any{object{"name": "s", "joints": []any{object{"node": 6}, object{"node": 7}}, "colliderGroups": []int{0}}}
		}, "the collider 8589934592 of"},
		{func(nodes map[int]object, _, _ object) {
			nodes[14] = object{"extensions": object{"VRMC_node_constraint": object{"constraint": object{"rotation": object{"source": 12, "weight": -1e300}}}}}
		}, "the weight -1e+300"},
		{func(_ map[int]object, _, v object) {
			v["lookAt"] = object{"type": "bone", "offsetFromHeadBone": []float64{0, 1e200, 0}}
		}, "the avatar's gaze"},
		{func(_ map[int]object, s, _ object) {
			s["colliders"] = []any{object{"node": 3, "shape": object{"box": object{}}}}
		}, "no sphere, capsule or plane"},
		{func(_ map[int]object, _, v object) {
			v["humanoid"] = object{"humanBones": object{"tail": object{"node": 6}}}
		}, `the bone "tail"`},
		{func(_ map[int]object, _, v object) {
			v["humanoid"] = object{"humanBones": object{"hips": object{"node": -1}}}
		}, "node -1 of 16"},
	} {
		nodes, extensions := avatarOne()
		c.change(nodes, extensions["VRMC_springBone"].(object), extensions["VRMC_vrm"].(object))
		var r report.Report
		m, err := importer.Load(t.Context(), avatarFile(t, "avatar.glb", nodes, extensions), importer.Options{Report: &r})
		if err != nil {
			t.Errorf("%s: %v", c.want, err)
			continue
		}
		doc := controlOf(m, &r)
		if !reported(&r, c.want) || r.Count(report.Loss) == 0 {
			t.Errorf("the report lacks %q: %v", c.want, r.Findings)
		}
		if doc == nil || len(doc.Modifiers) == 0 {
			t.Errorf("%s: no control", c.want)
		} else if err := doc.Check(m.Skeleton); err != nil {
			t.Errorf("%s: %v", c.want, err)
		}
	}
}

// An avatar whose springs, constraints and bones are about nodes outside the scene has none of
// them.
func TestVRMOutside(t *testing.T) {
	file := filepath.Join(t.TempDir(), "avatar.gltf")
	must.Do(t, os.WriteFile(file, []byte(`{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "a", "mesh": 0}, {"name": "b", "translation": [0, 1, 0],
		"extensions": {"VRMC_node_constraint": {"constraint": {"rotation": {"source": 0}}}}}],
		"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}],
		"bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}],
		"extensions": {"VRMC_vrm": {"humanoid": {"humanBones": {"hips": {"node": 1}}}, "lookAt": {"type": "bone"}}, "VRMC_springBone": {"springs": [{"joints": [{"node": 1}]}]}}}`), 0o644))
	var r report.Report
	m, err := importer.Load(t.Context(), file, importer.Options{Report: &r})
	if err != nil {
		t.Fatal(err)
	}
	if c := controlOf(m, &r); c != nil || r.Count(report.Loss) < 3 {
		t.Errorf("control %v, %v", c, r.Findings)
	}
}

func reported(r *report.Report, text string) bool {
	for _, f := range r.Findings {
		if strings.Contains(f.String(), text) && (f.Kind == report.LostControl || f.Kind == report.LostGaze) {
			return true
		}
	}
	return false
}

func far(a, b [3]float32) bool {
	for k := range a {
		if d := a[k] - b[k]; d > 1e-6 || d < -1e-6 {
			return true
		}
	}
	return false
}

// degreesOf is an angle in whole degrees.
func degreesOf(radians float32) int { return int(radians*(180/math.Pi) + 0.5) }
