package control_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/documents"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/soa"
)

// allInRange is a document with one modifier, stack one with a constraint.
func allInRange(modifier string) string {
	return `{"control": {"version": 1, "modifiers": [` + modifier + `]}}`
}

func stack(entry string) string {
	return allInRange(`{"constraintStack": {"joint": "a", "stack": [` + entry + `]}}`)
}

func follows(a, b string) string {
	return `{"constraintStack": {"joint": "` + a + `", "stack": [{"copyLocation": {}, "target": "` + b + `"}]}}`
}

// What is wrong has a named error, that begins with its place.
func TestRefuses(t *testing.T) {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	twice := *model.Skeleton
	twice.Name = append([]string{}, twice.Name...)
	twice.Name[3] = "spine0"
	nodes := func(n int) string {
		return strings.Repeat(`{"jointLimit": {"joint": "a", "cone": {"axis": [0, 1, 0], "angle": 9}}},`, n)
	}
	for _, c := range []struct {
		text     string
		skeleton *soa.Skeleton
		want     error
		parts    []string
	}{
		{`{`, nil, soa.ErrFormat, []string{"/: ", "line 1"}},
		{"\"\xff\"", nil, soa.ErrFormat, []string{"UTF-8"}},
		{strings.Repeat(" ", 5<<20), nil, control.ErrLimit, []string{"/: "}},
		{strings.Repeat("[", 20000), nil, soa.ErrFormat, []string{"/: "}},
		{`{"graph": {}}`, nil, soa.ErrFormat, []string{`"graph"`}},
		{`{"version": 1, "root": "walk"}`, nil, soa.ErrFormat, []string{`unknown field "version"`}},
		{`{"control": {"version": 3}}`, nil, soa.ErrFormat, []string{"/control/version: ", "version 3"}},
		{allInRange(`{"twoBone": {}}`), nil, soa.ErrFormat, []string{"/control/modifiers/0: ", `"twoBone"`, `"twoBoneIK"`}},
		{allInRange(`{"twoBoneIK": {"root": "a", "mid": "b"}}`), nil, soa.ErrFormat, []string{"/control/modifiers/0/twoBoneIK: ", `"end"`}},
		{allInRange(`{"twoBoneIK": {"root": "a", "mid": "b", "end": 3}}`), nil, soa.ErrFormat, []string{"/control/modifiers/0/twoBoneIK/end: ", "3 is no text"}},
		{allInRange(`{"twoBoneIK": {"root": "a", "mid": "a", "end": "c"}}`), nil, control.ErrDocument, []string{"/twoBoneIK/mid: ", "below itself"}},
		{allInRange(`{"twoBoneIK": {"root": "a", "mid": "b", "end": "c", "soft": 2}}`), nil, control.ErrDocument, []string{"/twoBoneIK/soft: ", "2 is outside"}},
		{allInRange(`{"twoBoneIK": {"root": "a", "mid": "b", "end": "c", "soft": 1e39}}`), nil, soa.ErrFormat, []string{"/twoBoneIK/soft: ", "1e39"}},
		{allInRange(`{"twoBoneIK": {"root": "a", "mid": "b", "end": "c", "pole": "d"}}`), nil, control.ErrDocument, []string{"/twoBoneIK: ", "poleIsPoint"}},
		{allInRange(`{"twoBoneIK": {"root": "a", "mid": "b", "end": "c", "poleWeight": 1}}`), nil, control.ErrDocument, []string{"no pole"}},
		{allInRange(`{"twoBoneIK": {"root": "a", "mid": "b", "end": "c"}, "weight": 1}`), nil, control.ErrDocument, []string{"no target"}},
		{allInRange(`{"twoBoneIK": {"root": "a", "mid": "b", "end": "c", "target": "a"}}`), nil, control.ErrDocument, []string{"/twoBoneIK/target: ", "moves with"}},
		{allInRange(`{"twoBoneIK": {"root": "a", "mid": "b", "end": "c", "rotation": [0, 0, 0, 0]}}`), nil, control.ErrDocument, []string{"/twoBoneIK/rotation: ", "no length"}},
		{allInRange(`{"aim": {"joint": "a", "forward": [0, 0, 0]}}`), nil, control.ErrDocument, []string{"/aim/forward: ", "no direction"}},
		{allInRange(`{"aim": {"joint": "a", "forward": [0, 0, NaN]}}`), nil, soa.ErrFormat, []string{"not JSON"}},
		{allInRange(`{"aim": {"joint": "a", "forward": [0, 0, 1], "target": {"keys": [[1, 0, 0, 0], [0, 0, 0, 0]]}}}`), nil, soa.ErrFormat, []string{"/aim/target/keys/1: ", "not after"}},
		{allInRange(`{"aim": {"joint": "a", "forward": [0, 0, 1], "target": {"keys": [[0, 0, 0]]}}}`), nil, soa.ErrFormat, []string{"/aim/target/keys/0: ", "4 entries"}},
		{allInRange(`{"aim": {"joint": "a", "forward": [0, 0, 1], "target": {"keys": [[-1, 0, 0, 0]]}}}`), nil, control.ErrDocument, []string{"/aim/target/keys/0/0: ", "negative"}},
		{allInRange(`{"aim": {"joint": "a", "forward": [0, 0, 1], "target": {"keys": [[0, 0, 0, 0]], "loop": true}}}`), nil, control.ErrDocument, []string{"/aim/target: ", "two keys"}},
		{allInRange(`{"lookAt": {"joints": ["a", "b"], "forward": [0, 0, 1]}}`), nil, control.ErrDocument, []string{"/lookAt/weights: ", "2 joints", "0 weights"}},
		{allInRange(`{"lookAt": {"joints": ["a"], "cones": [1, 2], "forward": [0, 0, 1]}}`), nil, control.ErrDocument, []string{"/lookAt/cones: "}},
		{allInRange(`{"lookAt": {"joints": ["a", "a"], "weights": [1], "forward": [0, 0, 1]}}`), nil, control.ErrDocument, []string{"/lookAt/joints/1: "}},
		{allInRange(`{"jointLimit": {"joint": "a", "hinge": {"axis": [1, 0, 0], "from": 10, "to": -10}}}`), nil, control.ErrDocument, []string{"/jointLimit/hinge/from: ", "10° is above"}},
		{allInRange(`{"jointLimit": {"joint": "a", "hinge": {"axis": [1, 0, 0], "from": 0, "to": 10}}}, {"jointLimit": {"joint": "a", "hinge": {"axis": [1, 0, 0], "from": 20, "to": 30}}}`), nil, control.ErrDocument, []string{"/modifiers/1/jointLimit: ", "modifier 0"}},
		{allInRange(`{"jointLimit": {"joint": "a", "hinge": {"axis": [1, 0, 0], "from": 0, "to": 1}, "cone": {"axis": [1, 0, 0], "angle": 1}}}`), nil, soa.ErrFormat, []string{`both "hinge" and "cone"`}},
		{allInRange(`{"name": "x", "jointLimit": {"joint": "a", "cone": {"axis": [0, 1, 0], "angle": 9}}}, {"name": "x", "jointLimit": {"joint": "b", "cone": {"axis": [0, 1, 0], "angle": 9}}}`), nil, control.ErrDocument, []string{"/control/modifiers/1: ", "modifier 0"}},
		{allInRange(nodes(1100) + `{"jointLimit": {"joint": "a", "cone": {"axis": [0, 1, 0], "angle": 9}}}`), nil, control.ErrLimit, []string{"/control/modifiers: ", "1024"}},
		{allInRange(`{"modifyJoint": {"joint": "` + strings.Repeat("x", 2000) + `", "scale": [1, 1, 1]}}`), nil, control.ErrLimit, []string{"/modifyJoint/joint: "}},
		{allInRange(`{"chainIK": {"joints": ["a"], "effectors": []}}`), nil, soa.ErrFormat, []string{"/chainIK/joints: "}},
		{allInRange(`{"chainIK": {"joints": ["a", "b"], "effectors": [{"joint": "c"}]}}`), nil, control.ErrDocument, []string{"/chainIK/effectors/0/joint: ", "none of the chain"}},
		{allInRange(`{"chainIK": {"joints": ["a", "b"], "effectors": [{"joint": "b"}], "iterations": 5000}}`), nil, control.ErrDocument, []string{"/chainIK/iterations: "}},
		{allInRange(`{"chainIK": {"joints": ["spine0", "left leg0"], "effectors": [{"joint": "left leg0"}]}}`), model.Skeleton, control.ErrDocument, []string{"/chainIK/joints/1: ", "not below"}},
		{allInRange(`{"springs": {"joints": [{"joint": "a", "stiffness": 0}], "tip": [0, 1, 0]}}`), nil, control.ErrDocument, []string{"/springs/joints/0/stiffness: "}},
		{allInRange(`{"springs": {"joints": [{"joint": "a", "stiffness": 9}]}}`), nil, control.ErrDocument, []string{"/springs: ", "tip"}},
		{allInRange(`{"springs": {"joints": [{"joint": "a", "stiffness": 9}], "tip": [0, 1, 0], "colliders": [{"joint": "a", "sphere": {}}]}}`), nil, control.ErrDocument, []string{"/springs/colliders/0/joint: ", "moves with"}},
		{allInRange(`{"springs": {"joints": [{"joint": "a", "stiffness": 9}], "tip": [0, 1, 0], "colliders": [{"plane": {"normal": [0, 2, 0]}}]}}`), nil, control.ErrDocument, []string{"/springs/colliders/0: "}},
		{allInRange(`{"springs": {"joints": [{"joint": "a", "stiffness": 9}], "tip": [0, 1, 0], "colliders": [{"sphere": {"radius": -1}}]}}`), nil, control.ErrDocument, []string{"/springs/colliders/0/sphere/radius: "}},
		{allInRange(`{"springs": {"joints": [{"joint": "a", "stiffness": 9}], "tip": [0, 1, 0], "colliders": [{"box": {}}]}}`), nil, soa.ErrFormat, []string{"/springs/colliders/0: ", `"box"`, `"sphere"`}},
		{allInRange(`{"vrmSprings": {"joints": [{"joint": "left arm0"}, {"joint": "left arm2"}], "tip": [0, 1, 0]}}`), model.Skeleton, control.ErrDocument, []string{"/vrmSprings/joints/1/joint: ", "no child"}},
		{allInRange(`{"vrmSprings": {"joints": [{"joint": "a"}], "tip": [0, 1, 0], "rate": 0.5}}`), nil, control.ErrDocument, []string{"/vrmSprings/rate: "}},
		{allInRange(`{"twist": {"source": "a", "rolls": [{"joint": "a", "share": 0.5}]}}`), nil, control.ErrDocument, []string{"/twist/rolls/0/joint: "}},
		{allInRange(`{"socket": {"joint": "a", "sockets": ["b"], "socket": 1}}`), nil, control.ErrDocument, []string{"/socket/socket: "}},
		{allInRange(`{"socket": {"joint": "a", "sockets": ["a"]}}`), nil, control.ErrDocument, []string{"/socket/sockets/0: "}},
		{allInRange(`{"handIK": {"root": "a", "mid": "b", "end": "c", "in": -1}}`), nil, control.ErrDocument, []string{"/handIK/in: "}},
		{allInRange(`{"footPlacement": {"pelvis": "root1", "legs": [{"root": "spine0", "mid": "left leg1", "ankle": "left leg2"}]}}`), model.Skeleton, control.ErrDocument, []string{"/footPlacement/legs/0/mid: ", "not below"}},
		{stack(`{"limitLocation": {"x": [2, 1]}}`), nil, control.ErrDocument, []string{"/stack/0/limitLocation/x: ", "2 is above 1"}},
		{stack(`{"limitRotation": {"x": [90, -90]}}`), nil, control.ErrDocument, []string{"/stack/0/limitRotation/x: ", "90 is above -90"}},
		{stack(`{"limitRotation": {"x": [null, 1]}}`), nil, soa.ErrFormat, []string{"/stack/0/limitRotation/x/0: "}},
		{stack(`{"copyLocation": {}}`), nil, soa.ErrFormat, []string{"/stack/0: ", `"target"`}},
		{stack(`{"copyLocaton": {}, "target": "b"}`), nil, soa.ErrFormat, []string{"/stack/0: ", `"copyLocation"`}},
		{stack(`{"lockedTrack": {"track": "x", "lock": "-x"}, "target": "b"}`), nil, control.ErrDocument, []string{"/lockedTrack/lock: "}},
		{stack(`{"stretchTo": {"restLength": 0}, "target": "b"}`), nil, control.ErrDocument, []string{"/stretchTo/restLength: "}},
		{stack(`{"childOf": {"keep": true, "inverse": [1,0,0,1, 0,1,0,0, 0,0,1,0]}, "target": "b"}`), nil, control.ErrDocument, []string{"/childOf: ", "keep"}},
		{stack(`{"followPath": {"points": [[0, 0, 0], [0, 0, 0]]}}`), nil, control.ErrDocument, []string{"/followPath: "}},
		{stack(`{"copyLocation": {}, "target": "a"}`), nil, control.ErrDocument, []string{"/stack/0/target: ", "moves with"}},
		{allInRange(follows("a", "b") + "," + follows("b", "c") + "," + follows("c", "a")), nil, control.ErrDocument, []string{"/modifiers/0/constraintStack/stack/0/target: ", "circle", `"a"`, `"b"`, `"c"`}},
		{allInRange(follows("left arm2", "right arm2") + "," + follows("right arm1", "left arm3")), model.Skeleton, control.ErrDocument, []string{"circle"}},
		{allInRange(follows("left arm2", "left arm3")), model.Skeleton, control.ErrDocument, []string{"moves with"}},
		{allInRange(follows("left arm9", "neck1")), model.Skeleton, control.ErrDocument, []string{"/constraintStack/joint: ", `"left arm9"`, "did you mean"}},
		{allInRange(follows("spine0", "neck1")), &twice, control.ErrDocument, []string{"/constraintStack/joint: ", "two joints"}},
		{allInRange(`{"twoBoneIK": {"root": "left leg0", "mid": "left arm1", "end": "left leg2"}}`), model.Skeleton, control.ErrDocument, []string{"/twoBoneIK/mid: ", "not below"}},
		{`{"control": {"version": 1, "humanoid": {"hip": "root1"}}}`, nil, control.ErrDocument, []string{"/control/humanoid/hip: ", `"hips"`}},
		{`{"control": {"version": 1, "humanoid": {"hips": "pelvis"}}}`, model.Skeleton, control.ErrDocument, []string{"/control/humanoid/hips: ", `"pelvis"`}},
	} {
		got, err := control.Parse([]byte(c.text))
		if err == nil {
			err = got.Check(c.skeleton)
		}
		if !errors.Is(err, c.want) || !strings.HasPrefix(err.Error(), "/") {
			t.Errorf("%.200s: %v", c.text, err)
			continue
		}
		for _, part := range c.parts {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%.200s: %q lacks %q", c.text, err, part)
			}
		}
	}
}

// A control that a program makes is checked too.
func TestRefusesMade(t *testing.T) {
	nan := float32(math.NaN())
	made := func(a control.Modifier) *control.Document {
		return &control.Document{Modifiers: []control.Entry{{Do: a}}}
	}
	entry := func(e control.Constraint) *control.Document {
		return made(&control.ConstraintStack{Joint: "a", Stack: []control.Constraint{e}})
	}
	for place, c := range map[string]*control.Document{
		"/: ":                                                              nil,
		"/control/modifiers/0: ":                                           made(nil),
		"/control/modifiers/0/aim/forward/2: ":                             made(&control.Aim{Joint: "a", Forward: [3]float32{0, 0, nan}}),
		"/control/modifiers/0/aim/twist: ":                                 made(&control.Aim{Joint: "a", Forward: [3]float32{0, 0, 1}, Twist: nan}),
		"/control/modifiers/0/aim/target/1: ":                              made(&control.Aim{Joint: "a", Forward: [3]float32{0, 0, 1}, Target: control.PointAt(0, float32(math.Inf(1)), 0)}),
		"/control/modifiers/0/lookAt: ":                                    made(&control.LookAt{Forward: [3]float32{0, 0, 1}}),
		"/control/modifiers/0/jointLimit: ":                                made(&control.JointLimit{Joint: "a", Kind: 9}),
		"/control/modifiers/0/modifyJoint/rotation: ":                      made(&control.ModifyJoint{Joint: "a", Rotation: control.Rotation([4]float32{})}),
		"/control/modifiers/0/twoBoneIK/target: ":                          made(&control.TwoBoneIK{Root: "a", Mid: "b", End: "c", Target: control.Point{Joint: "d", Value: control.Place(0, 0, 0)}}),
		"/control/modifiers/0/constraintStack/stack/0: ":                   entry(control.Constraint{}),
		"/control/modifiers/0/constraintStack/stack/0/influence: ":         entry(control.Constraint{Rule: constraint.LimitLocation{}, Influence: nan}),
		"/control/modifiers/0/constraintStack/stack/0/armature: ":          entry(control.Constraint{Rule: constraint.Armature{Weights: []float32{1}}}),
		"/control/modifiers/0/constraintStack/stack/0/followPath: ":        entry(control.Constraint{Rule: constraint.FollowPath{}}),
		"/control/modifiers/0/constraintStack/stack/0/dampedTrack/track: ": entry(control.Constraint{Rule: constraint.DampedTrack{Track: 7}, Targets: []control.Target{{Joint: "b"}}}),
	} {
		_, err := c.JSON()
		if !errors.Is(err, control.ErrDocument) || !strings.HasPrefix(err.Error(), place) {
			t.Errorf("%s is expected, not %v", place, err)
		}
	}
}

// Whatever is exchanged in a document, it is read or refused with a place, and what is read
// is written so that it is read as the same.
func TestMutations(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	words := []any{nil, true, 0.0, -1.0, 1e300, 0.5, "", "neck1", "xyz", "left arm0", []any{}, []any{1.0, 2.0, 3.0}, []any{0.0, 0.0, 0.0, 1.0}, map[string]any{}, map[string]any{"keys": []any{[]any{0.0, 1.0}}}}
	read := 0
	for range 800 {
		var tree any
		must.Do(t, json.Unmarshal(documents.Everything(t), &tree))
		mutate(random, &tree, words)
		data, err := json.Marshal(tree)
		must.Do(t, err)
		if checkText(t, data) {
			read++
		}
	}
	if read < 30 || read > 700 {
		t.Errorf("%d of 800 are read", read)
	}
}

// mutate exchanges or takes out one value of a tree.
func mutate(r *rand.Rand, tree *any, words []any) {
	for at := tree; ; {
		switch v := (*at).(type) {
		case map[string]any:
			for key, child := range v {
				if r.IntN(len(v)) > 0 && len(v) > 1 {
					continue
				}
				if r.IntN(6) == 0 {
					delete(v, key)
					return
				}
				mutate(r, &child, words)
				v[key] = child
				return
			}
			return
		case []any:
			if len(v) == 0 || r.IntN(8) == 0 {
				*at = words[r.IntN(len(words))]
				return
			}
			at = &v[r.IntN(len(v))]
		default:
			*at = words[r.IntN(len(words))]
			return
		}
	}
}

// checkText reads a document and holds that it is refused in order, or read again as it
// was written. It reports whether it was read.
func checkText(t *testing.T, data []byte) bool {
	t.Helper()
	c, err := control.Parse(data)
	if err != nil {
		known := errors.Is(err, soa.ErrFormat) || errors.Is(err, control.ErrDocument) || errors.Is(err, control.ErrLimit)
		if !known || !strings.HasPrefix(err.Error(), "/") {
			t.Fatalf("the error %q is of no known kind or has no place", err)
		}
		return false
	}
	text, err := c.JSON()
	if errors.Is(err, control.ErrLimit) && len(data) > 40_000 {
		return false // with line breaks it is too long
	}
	must.Do(t, err)
	back, err := control.Parse(text)
	must.Do(t, err)
	if !reflect.DeepEqual(back, c) {
		t.Fatalf("%s\nis read otherwise from\n%s", data, text)
	}
	return true
}

func FuzzControl(f *testing.F) {
	f.Add(documents.Everything(f))
	for _, s := range []string{
		`{"control":{"version":1}}`, allInRange(`{"twoBoneIK":{"root":"a","mid":"b","end":"c","rotation":[0,0,90],"twist":-0.0},"weight":{"keys":[[0,0],[1e-300,1]],"loop":true}}`),
		allInRange(`{"lookAt":{"joints":["a\u0000\ud800"],"forward":[-0.0,0,1e-45],"cones":[179.99999],"target":{"joint":"x","offset":[0,0,0]}}}`),
		stack(`{"transformation":{"from":{"channel":"rotation","x":[0,0]},"to":{"channel":"scale"}},"target":[0,0,0]}`),
		stack(`{"limitLocation":{"x":[null,null],"y":[-0.0,0]}}`), stack(`{"followPath":{"points":[[0,0,0],[1e38,0,0]],"fraction":1e300}}`),
		allInRange(follows("a", "b") + "," + follows("b", "a")), `{"control":{"version":1,"humanoid":{"hips":"a","head":""}}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkText(t, data) })
}
