package importer_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/fbxfile"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
)

// curveOf writes a curve and what it drives: a property of a model, in a layer. The data
// are the bits of numbers.
func curveOf(id, model, layer int, property, channel string, flags string, data string, counts string, seconds, values []float64) (objects, connections string) {
	var times, numbers []string
	for i := range seconds {
		times = append(times, fmt.Sprint(int64(math.Round(seconds[i]*fbxfile.Second))))
		numbers = append(numbers, fmt.Sprint(values[i]))
	}
	entries := strings.Count(counts, ",") + 1
	objects = fmt.Sprintf("\tAnimationCurveNode: %d, \"AnimCurveNode::%s\", \"\" {\n\t}\n\tAnimationCurve: %d, \"AnimCurve::\", \"\" {\n\t\tKeyTime: *%d {\n\t\t\ta: %s\n\t\t}\n\t\tKeyValueFloat: *%d {\n\t\t\ta: %s\n\t\t}\n\t\tKeyAttrFlags: *%d {\n\t\t\ta: %s\n\t\t}\n\t\tKeyAttrDataFloat: *%d {\n\t\t\ta: %s\n\t\t}\n\t\tKeyAttrRefCount: *%d {\n\t\t\ta: %s\n\t\t}\n\t}\n",
		id, property, id+1, len(times), strings.Join(times, ","), len(numbers), strings.Join(numbers, ","), entries, flags, 4*entries, data, entries, counts)
	connections = fmt.Sprintf("\tC: \"OO\",%d,%d\n\tC: \"OP\",%d,%d, %q\n\tC: \"OP\",%d,%d, \"d|%s\"\n", id, layer, id, model, property, id+1, id, channel)
	return objects, connections
}

// glowingFBX is an arm that turns for a second at 30 frames from 2 s on, with
// floats in every mode.
func glowingFBX() *fbxfile.File {
	turn := make([]exact.Vec, 31)
	for i := range turn {
		turn[i] = exact.Vec{0, 0, float64(i)}
	}
	f := &fbxfile.File{First: 60, Models: []fbxfile.Model{
		{Name: "root", Translation: exact.Vec{0, 1, 0}, Curves: map[string][]exact.Vec{"R": turn}},
		{Name: "lamp", Parent: "root", Properties: "\t\t\tP: \"glow\", \"double\", \"Number\", \"A+U\",0.5,0,100\n\t\t\tP: \"tint\", \"ColorRGB\", \"Color\", \"A+U\",0.1,0.2,0.3\n\t\t\tP: \"note\", \"KString\", \"\", \"A+U\", \"words\"\n\t\t\tP: \"held\", \"Integer\", \"\", \"A+U\",4\n"},
	}}
	add := func(objects, connections string) {
		f.Objects += objects
		f.Connections += connections
	}
	straight := []float64{2, 2.5, 3}
	add(curveOf(20000, 1001, 9001, "glow", "glow", "4", "0,0,0,0", "3", straight, []float64{0, 10, -10}))
	add(curveOf(20010, 1001, 9001, "tint", "Y", "1032", "1077936128,-1082130432,0,0", "2", []float64{2, 3}, []float64{0.25, 0.75}))
	add(curveOf(20020, 1000, 9001, "switch", "switch", "2", "0,0,0,0", "3", straight, []float64{0, 1, 0}))
	add(curveOf(20030, 1001, 9001, "note", "note", "4", "0,0,0,0", "3", straight, []float64{0, 1, 0}))
	add(curveOf(20040, 1001, 9001, "held", "held", "4", "0,0,0,0", "3", straight, []float64{4, 4, 4}))
	add(curveOf(20050, 1001, 9001, "Visibility", "Visibility", "4", "0,0,0,0", "3", straight, []float64{1, 1, 1}))
	return f
}

// floatAt is what the oracle makes of a float of a clip, found by name and joint.
func floatAt(t *testing.T, m *soa.Model, clip, name, joint string, seconds float64) float64 {
	t.Helper()
	j := soa.NoJoint
	if joint != "" {
		j = m.Skeleton.Joint(joint)
	}
	i := m.Float(name, int16(j))
	if i == soa.None {
		t.Fatalf("no float %q of %q: %+v", name, joint, m.Floats)
	}
	c := m.Clip(clip)
	if c == nil {
		t.Fatalf("no clip %q", clip)
	}
	return oracle.Evaluate(m, []*soa.Clip{c}, seconds).Floats[i]
}

func compareFloat(t *testing.T, m *soa.Model, clip, name, joint string, want map[float64]float64) {
	t.Helper()
	for s, v := range want {
		if got := floatAt(t, m, clip, name, joint, s); math.Abs(got-v) > 1e-5*math.Max(1, math.Abs(v)) {
			t.Errorf("%q of %q in %q at %v s: %v, want %v", name, joint, clip, s, got, v)
		}
	}
}

// checkGlow compares the floats of glowingFBX with what its curves are.
func checkGlow(t *testing.T, m *soa.Model, clip string) {
	t.Helper()
	compareFloat(t, m, clip, "glow", "lamp", map[float64]float64{1: 0, 2: 0, 2.1: 2, 2.5: 10, 2.75: 0, 3: -10, 4: -10})
	compareFloat(t, m, clip, "switch", "root", map[float64]float64{2: 0, 2.499: 0, 2.5: 1, 2.999: 1, 3: 0})
	spline := func(u float64) float64 { // from 0.25 to 0.75 with the slopes 3 and −1
		return 0.25 + 0.5*u*u*(3-2*u) + 3*u*(1-u)*(1-u) + u*u*(1-u)
	}
	compareFloat(t, m, clip, "tint.y", "lamp", map[float64]float64{2: 0.25, 2.2: spline(0.2), 2.5: spline(0.5), 2.9: spline(0.9), 3: 0.75})
	compareFloat(t, m, clip, "held", "lamp", map[float64]float64{2: 4, 3: 4})
}

func TestFBXFloats(t *testing.T) {
	f := glowingFBX()
	var r report.Report
	m := files.LoadWith(t, f.Write(t), importer.Options{Report: &r})
	checkGlow(t, m, "Take")
	rests := map[string]float32{"glow": 0.5, "tint.y": 0.2, "switch": 0, "held": 4}
	if len(m.Floats) != len(rests) {
		t.Errorf("%+v", m.Floats)
	}
	for _, fl := range m.Floats {
		if rest, ok := rests[fl.Name]; !ok || fl.Rest != rest {
			t.Errorf("%+v, want it to rest at %v", fl, rest)
		}
	}
	c := m.Clips[0]
	if c.Start != 2 || math.Abs(c.Seconds()-1) > 1e-9 || c.Floats() == nil || len(c.Floats().Tracks) != 3 {
		t.Errorf("%q from %v s for %v s: %+v", c.Name, c.Start, c.Seconds(), c.Tracks)
	}
	if !hasFinding(&r, report.Loss, report.NoNumber, "note") {
		t.Errorf("that words are animated is not told of: %v", r.Findings)
	}
}

func hasFinding(r *report.Report, s report.Severity, k report.Kind, text string) bool {
	for _, f := range r.Findings {
		if f.Severity == s && f.Kind == k && strings.Contains(f.String(), text) {
			return true
		}
	}
	return false
}

// TestFBXFloatsIsolated: a child process gives the same, also onto a model.
func TestFBXFloatsIsolated(t *testing.T) {
	path := glowingFBX().Write(t)
	isolated := importer.Options{Isolation: &importer.Limits{}}
	want, got := files.Load(t, path), files.LoadWith(t, path, isolated)
	if !reflect.DeepEqual(want, got) {
		t.Errorf("%+v\n%+v", want, got)
	}
	bare := glowingFBX()
	bare.Objects, bare.Connections = "", ""
	to := [2]*soa.Model{files.LoadWith(t, bare.Write(t), importer.Options{AllNodes: true}), files.LoadWith(t, bare.Write(t), importer.Options{AllNodes: true})}
	for i, opts := range []importer.Options{{}, isolated} {
		if len(to[i].Floats) != 0 {
			t.Fatalf("%+v", to[i].Floats)
		}
		to[i].Clips = nil
		addClips(t, to[i], path, opts)
		checkAdded(t, to[i])
	}
	if !reflect.DeepEqual(to[0], to[1]) {
		t.Errorf("%+v\n%+v", to[0], to[1])
	}
}

// checkAdded compares floats that another file's clip brought.
func checkAdded(t *testing.T, m *soa.Model) {
	t.Helper()
	compareFloat(t, m, "Take", "glow", "lamp", map[float64]float64{2: 0, 2.1: 2, 2.5: 10, 2.75: 0, 3: -10})
	compareFloat(t, m, "Take", "switch", "root", map[float64]float64{2: 0, 2.5: 1, 2.999: 1, 3: 0})
}

// TestAddClipsMatchesFloats: by joint and name, and what rests in its own file
// says so where the model rests otherwise.
func TestAddClipsMatchesFloats(t *testing.T) {
	from := glowingFBX()
	m := files.Load(t, from.Write(t))
	i := m.Float("held", int16(m.Skeleton.Joint("lamp")))
	m.Floats[i].Rest, m.Clips[0].Name = 9, "before"
	before := len(m.Floats)
	addClips(t, m, glowingFBX().Write(t), importer.Options{})
	if len(m.Floats) != before {
		t.Errorf("floats were added: %+v", m.Floats)
	}
	checkGlow(t, m, "Take")

	for k := range from.Models { // the same rig without the lamp
		if from.Models[k].Name == "lamp" {
			from.Models[k].Name = "torch"
		}
	}
	from.Objects, from.Connections = "", ""
	var r report.Report
	other := files.LoadWith(t, from.Write(t), importer.Options{AllNodes: true})
	addClips(t, other, glowingFBX().Write(t), importer.Options{Report: &r})
	if len(other.Floats) != 1 || other.Floats[0].Name != "switch" {
		t.Errorf("%+v", other.Floats)
	}
	if !hasFinding(&r, report.Loss, report.MissingJoint, "glow") {
		t.Errorf("the lost glow is not told of: %v", r.Findings)
	}
}

// TestFBXFloatStacks: each stack is a clip of its own, also one that moves no
// node, which libassimp leaves out.
func TestFBXFloatStacks(t *testing.T) {
	f := glowingFBX()
	f.Objects += "\tAnimationStack: 9100, \"AnimStack::Dim\", \"\" {\n\t}\n\tAnimationLayer: 9101, \"AnimLayer::Base\", \"\" {\n\t}\n"
	f.Connections += "\tC: \"OO\",9101,9100\n"
	objects, connections := curveOf(30000, 1001, 9101, "glow", "glow", "4", "0,0,0,0", "2", []float64{-1, 1}, []float64{8, 0})
	f.Objects, f.Connections = f.Objects+objects, f.Connections+connections
	m := files.Load(t, f.Write(t))
	checkGlow(t, m, "Take")
	compareFloat(t, m, "Dim", "glow", "lamp", map[float64]float64{-1: 8, 0: 4, 0.5: 2, 1: 0})
	compareFloat(t, m, "Dim", "switch", "root", map[float64]float64{-1: 0, 1: 0})
	if c := m.Clip("Dim"); c.Start != -1 || math.Abs(c.Seconds()-2) > 1e-9 || c.TicksPerSecond != 30 {
		t.Errorf("%+v", c)
	}

	// One that says what was so anyway is no clip.
	g := glowingFBX()
	g.Objects += "\tAnimationStack: 9100, \"AnimStack::Same\", \"\" {\n\t}\n\tAnimationLayer: 9101, \"AnimLayer::Base\", \"\" {\n\t}\n"
	g.Connections += "\tC: \"OO\",9101,9100\n"
	objects, connections = curveOf(30000, 1001, 9101, "glow", "glow", "4", "0,0,0,0", "2", []float64{-1, 1}, []float64{0.5, 0.5})
	g.Objects, g.Connections = g.Objects+objects, g.Connections+connections
	if m := files.Load(t, g.Write(t)); len(m.Clips) != 1 {
		t.Errorf("%d clips", len(m.Clips))
	}

	// A file of nothing but floats.
	f.Models[0].Curves = nil
	m = files.Load(t, f.Write(t))
	checkGlow(t, m, "Take")
	to := files.Load(t, glowingFBX().Write(t))
	to.Clips = nil
	addClips(t, to, f.Write(t), importer.Options{})
	checkGlow(t, to, "Take")
}

// TestFBXFloatsCut: a stack's range cuts curves of floats as it cuts others.
func TestFBXFloatsCut(t *testing.T) {
	f := glowingFBX()
	f.Window = [2]int{10, 20}
	m := files.Load(t, f.Write(t))
	compareFloat(t, m, "Take", "glow", "lamp", map[float64]float64{2 + 1./3: 20. / 3, 2.5: 10, 2 + 2./3: 10. / 3})
	if c := m.Clips[0]; math.Abs(c.Start-2-1./3) > 1e-6 || math.Abs(c.Seconds()-1./3) > 1e-6 {
		t.Errorf("from %v s for %v s", c.Start, c.Seconds())
	}
}

// TestFBXFloatsBroken: a curve that cannot be read is told of, and one of too
// many keys refused.
func TestFBXFloatsBroken(t *testing.T) {
	f := glowingFBX()
	objects, connections := curveOf(30000, 1000, 9001, "broken", "broken", "4", "0,0,0,0", "2", []float64{2, 3}, []float64{1, math.NaN()})
	f.Objects, f.Connections = f.Objects+strings.Replace(objects, "KeyValueFloat: *2 {\n\t\t\ta: 1,NaN", "KeyValueFloat: *1 {\n\t\t\ta: 1", 1), f.Connections+connections
	objects, connections = curveOf(30010, 1000, 9001, "endless", "endless", "4", "0,0,0,0", "3", []float64{2, 2.5, 3}, []float64{1, math.Inf(1), 3})
	f.Objects, f.Connections = f.Objects+objects, f.Connections+connections
	var r report.Report
	path := f.Write(t)
	m := files.LoadWith(t, path, importer.Options{Report: &r})
	checkGlow(t, m, "Take")
	compareFloat(t, m, "Take", "endless", "root", map[float64]float64{2: 1, 2.5: 2, 3: 3})
	if !hasFinding(&r, report.Loss, report.InvalidCurve, "broken") || !hasFinding(&r, report.Repair, report.InvalidKey, "1 keys") {
		t.Errorf("%v", r.Findings)
	}
	if _, err := importer.Load(context.Background(), path, importer.Options{Bounds: importer.Bounds{Keys: 100}}); !errors.Is(err, importer.ErrTooLarge) {
		t.Errorf("more keys than are allowed: %v", err)
	}
}

// TestRobotFloats: a file of the FBX SDK's, with a switch and a choice that are
// keyed as steps, and visibilities that never change, which do not count.
func TestRobotFloats(t *testing.T) {
	m := files.Load(t, shared(t, "models/fbx/robot.fbx"))
	if len(m.Floats) != 2 {
		t.Errorf("%+v", m.Floats)
	}
	compareFloat(t, m, "Take 001", "grasp", "thumb2", map[float64]float64{0: 0, 3.6: 0, 3.7: 1, 5.8: 1, 5.9: 0, 14: 0})
	compareFloat(t, m, "Take 001", "lock_orientation", "target", map[float64]float64{0: 1, 2.3: 0, 3.4: 2, 3.7: 0, 5.1: 1, 14.2: 1})
}

// pointerChannel is a glTF file of a lamp on a root that moves for two seconds, with
// channels of KHR_animation_pointer: each has a pointer, a mode, seconds, and
// values.
type pointerChannel struct {
	pointer, mode string
	times         []float32
	values        []float32
}

func writePointers(t *testing.T, moves bool, channels ...pointerChannel) string {
	t.Helper()
	w := &gltfWriter{Name: object{"asset": object{"version": "2.0"}, "scene": 0, "extensionsUsed": []any{"KHR_animation_pointer"}, "extensionsRequired": []any{"KHR_animation_pointer"}}}
	w.Name["scenes"] = []any{object{"nodes": []int{0}}}
	w.Name["nodes"] = []any{
		object{"name": "root", "children": []int{1, 2}},
		object{"name": "lamp", "mesh": 0, "extras": object{"glow": 0.5, "on": true, "label": "words", "rig": object{"a/b": []float64{1, 2}}}},
		object{"name": "ball", "translation": []float64{0, 1, 0}},
	}
	position := w.accessor("VEC3", gltfFloat, 3, []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}, object{"min": []int{0, 0, 0}, "max": []int{1, 1, 0}})
	up := w.accessor("VEC3", gltfFloat, 3, []float32{0, 0, 1, 0, 0, 1, 0, 0, 1}, object{"min": []int{0, 0, 1}, "max": []int{0, 0, 1}})
	w.Name["materials"] = []any{object{"name": "steel", "pbrMetallicRoughness": object{"roughnessFactor": 0.25}}}
	w.Name["meshes"] = []any{object{"name": "bulb", "weights": []float64{0, 0}, "primitives": []any{object{
		"attributes": object{"POSITION": position}, "material": 0, "targets": []any{object{"POSITION": up}, object{"POSITION": up}},
	}}}}
	var list, samplers []any
	sampler := func(mode string, times, values []float32, kind string, width int) int {
		in := w.accessor("SCALAR", gltfFloat, len(times), times, object{"min": []float32{times[0]}, "max": []float32{times[len(times)-1]}})
		out := w.accessor(kind, gltfFloat, len(values)/width, values, nil)
		samplers = append(samplers, object{"input": in, "output": out, "interpolation": mode})
		return len(samplers) - 1
	}
	if moves {
		s := sampler("LINEAR", []float32{0, 2}, []float32{0, 0, 0, 2, 0, 0}, "VEC3", 3)
		list = append(list, object{"sampler": s, "target": object{"node": 0, "path": "translation"}})
	}
	for _, c := range channels {
		s := sampler(c.mode, c.times, c.values, "SCALAR", 1)
		list = append(list, object{"sampler": s, "target": object{"path": "pointer", "extensions": object{"KHR_animation_pointer": object{"pointer": c.pointer}}}})
	}
	w.Name["animations"] = []any{object{"name": "shine", "channels": list, "samplers": samplers}}
	w.Name["accessors"], w.Name["bufferViews"] = w.accessors, w.views
	w.Name["buffers"] = []any{object{"byteLength": w.buffer.Len(), "uri": "data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(w.buffer.Bytes())}}
	data, err := json.Marshal(w.Name)
	if err != nil {
		t.Fatal(err)
	}
	return store(t, "pointers.gltf", data)
}

var everyPointer = []pointerChannel{
	{"/nodes/1/extras/glow", "LINEAR", []float32{0, 1, 2}, []float32{0, 10, -10}},
	{"/nodes/1/extras/on", "STEP", []float32{0, 1, 2}, []float32{0, 1, 0}},
	{"/nodes/1/extras/rig/a~1b", "LINEAR", []float32{0, 2}, []float32{0, 10, 4, 20}},
	{"/materials/0/pbrMetallicRoughness/roughnessFactor", "CUBICSPLINE", []float32{0, 2}, []float32{0, 0.25, 1, -1, 0.75, 0}},
	{"/materials/0/alphaCutoff", "LINEAR", []float32{0, 2}, []float32{1, 0}},
	{"/nodes/2/scale", "LINEAR", []float32{0, 2}, []float32{1, 1, 1, 3, 3, 3}},
	{"/nodes/1/weights/1", "LINEAR", []float32{0, 2}, []float32{0, 1}},
	{"/nodes/1/extras/label", "LINEAR", []float32{0, 2}, []float32{0, 1}},
	{"/nodes/7/extras/glow", "LINEAR", []float32{0, 2}, []float32{0, 1}},
	{"/nodes/2/rotation", "LINEAR", []float32{0, 2}, []float32{0, 1, 2}},
}

func checkPointers(t *testing.T, m *soa.Model) {
	t.Helper()
	compareFloat(t, m, "shine", "glow", "lamp", map[float64]float64{0: 0, 0.25: 2.5, 1: 10, 1.5: 0, 2: -10})
	compareFloat(t, m, "shine", "on", "lamp", map[float64]float64{0: 0, 0.99: 0, 1: 1, 1.99: 1, 2: 0})
	compareFloat(t, m, "shine", "rig/a/b.x", "lamp", map[float64]float64{0: 0, 1: 2, 2: 4})
	compareFloat(t, m, "shine", "rig/a/b.y", "lamp", map[float64]float64{0: 10, 1: 15, 2: 20})
	u := 0.25
	spline := 0.25 + 0.5*u*u*(3-2*u) + 2*u*(1-u)*(1-u)*1 + 2*u*u*(1-u)*1
	compareFloat(t, m, "shine", "/materials/0/pbrMetallicRoughness/roughnessFactor", "", map[float64]float64{0: 0.25, 0.5: spline, 2: 0.75})
	compareFloat(t, m, "shine", "/materials/0/alphaCutoff", "", map[float64]float64{0: 1, 0.5: 0.75, 2: 0})
	pose := oracle.Evaluate(m, m.Clips, 1)
	if s := pose.Local[m.Skeleton.Joint("ball")]; math.Abs(s[0]-2) > 1e-6 {
		t.Errorf("the ball's scale by a pointer: %v", s)
	}
	if len(pose.Weights) != 2 || pose.Weights[0] != 0 || math.Abs(pose.Weights[1]-0.5) > 1e-6 {
		t.Errorf("one weight by a pointer: %v", pose.Weights)
	}
}

func TestGLTFPointers(t *testing.T) {
	for _, moves := range []bool{true, false} {
		path := writePointers(t, moves, everyPointer...)
		var r report.Report
		m := files.LoadWith(t, path, importer.Options{Report: &r})
		checkPointers(t, m)
		for name, rest := range map[string]float32{"glow": 0.5, "on": 1, "rig/a/b.x": 1, "rig/a/b.y": 2} {
			if f := m.Floats[m.Float(name, int16(m.Skeleton.Joint("lamp")))]; f.Rest != rest {
				t.Errorf("%+v, want it to rest at %v", f, rest)
			}
		}
		for name, rest := range map[string]float32{"/materials/0/pbrMetallicRoughness/roughnessFactor": 0.25, "/materials/0/alphaCutoff": 0.5} {
			if f := m.Floats[m.Float(name, soa.NoJoint)]; f.Rest != rest {
				t.Errorf("%+v, want it to rest at %v", f, rest)
			}
		}
		for kind, text := range map[report.Kind]string{report.NoNumber: "label", report.InvalidCurve: "/nodes/7"} {
			if !hasFinding(&r, report.Loss, kind, text) {
				t.Errorf("%v of %q is not told of: %v", kind, text, r.Findings)
			}
		}
		if !hasFinding(&r, report.Loss, report.InvalidCurve, "/nodes/2/rotation") {
			t.Errorf("three values a rotation are not told of: %v", r.Findings)
		}
		if got := files.LoadWith(t, path, importer.Options{Isolation: &importer.Limits{}}); !reflect.DeepEqual(m, got) {
			t.Errorf("%+v\n%+v", m, got)
		}
	}
}

// TestGLTFPointersDamaged: whatever becomes of a file, its import ends.
func TestGLTFPointersDamaged(t *testing.T) {
	data, err := os.ReadFile(writePointers(t, true, everyPointer...))
	must.Do(t, err)
	for name, change := range map[string][2]string{
		"a pointer to nowhere":    {"/nodes/1/extras/glow", "/nodes/1/extras/glow/much/deeper"},
		"no pointer":              {"/nodes/1/extras/glow", ""},
		"a pointer to itself":     {"/nodes/1/extras/glow", "/"},
		"a word for a node":       {"/nodes/1/extras/glow", "/nodes/one/extras/glow"},
		"a great index":           {"/nodes/1/weights/1", "/nodes/1/weights/99999999999999999999"},
		"a great weight":          {"/nodes/1/weights/1", "/nodes/1/weights/4000000"},
		"a mesh that there isn't": {"/nodes/1/weights/1", "/meshes/3/weights/1"},
		"another sampler":         {`"sampler":1,`, `"sampler":99,`},
	} {
		text := strings.Replace(string(data), change[0], change[1], 1)
		if text == string(data) {
			t.Fatalf("%s: nothing was changed", name)
		}
		path := filepath.Join(t.TempDir(), "damaged.gltf")
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
		m := files.Load(t, path)
		compareFloat(t, m, "shine", "on", "lamp", map[float64]float64{0: 0, 1: 1})
	}
}
