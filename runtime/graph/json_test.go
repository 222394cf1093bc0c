package graph_test

import (
	"errors"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/testing/golden"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// everything has each type of nodes and each field, and is what its JSON is read as.
func everything() *graph.Graph {
	walk := &graph.Clip{Clip: "walk", Sync: "gait"}
	return &graph.Graph{
		Name: "hero",
		Parameters: []graph.Parameter{
			{Name: "speed", Default: 1, Max: 6, Smooth: 0.1},
			{Name: "lean", Min: math.Inf(-1), Max: 0.5},
			{Name: "weapon", Type: graph.Int, Default: 2, Min: -1, Max: math.Inf(1)},
			{Name: "crouch", Type: graph.Bool, Default: 1},
			{Name: "jump", Type: graph.Trigger, Lifetime: 0.2},
			{Name: "hit", Type: graph.Trigger, Lifetime: math.Inf(1)},
			{Name: "move", Type: graph.Vec2, Default: 0, DefaultY: 1, Min: -1, Max: 1, Smooth: 0.25},
		},
		Masks: []graph.Mask{{Name: "upper", Steps: []pose.MaskStep{
			{Joints: pose.BySubtree, Name: "chest", Weight: 1, Feather: 3}, {Joints: pose.ByPattern, Name: "hand.*", Weight: 0.5}, {Name: "head"},
		}}},
		Sync:      []graph.Sync{{Name: "gait", Markers: []string{"L", "R"}, Lead: true}, {Name: "breath"}},
		SubGraphs: []graph.Named{{Name: "legs", Node: walk}, {Name: "nothing"}},
		Root: &graph.Machine{
			Start: "air",
			States: []graph.State{
				{Name: "ground", Enter: []string{"land"}, Exit: []string{"leave", "go"}, Node: ground(walk), Transitions: []graph.Transition{
					{To: "air", When: []graph.Condition{{Test: graph.Fired, Name: "jump"}, {Test: graph.Is, Name: "crouch"}}, Fade: graph.Fade{Seconds: 0.1}, Start: 0.25},
					{To: "ground", Priority: 7, When: []graph.Condition{
						{Test: graph.Above, Name: "move.x", Value: 0.5}, {Test: graph.Below, Name: "speed"}, {Test: graph.IsNot, Name: "weapon", Value: 3}, {Test: graph.Exit, Value: 0.9},
						{Test: graph.After, Value: 0.3}, {Test: graph.Remaining, Value: 0.2}, {Test: graph.Passed, Name: "hit"}, {Test: graph.IsNot, Name: "crouch", Value: 1},
					}, Fade: graph.Fade{Part: 0.5, Curve: play.EaseIn, Inertialize: true}, Match: true, Interrupt: graph.InterruptBoth, Cooldown: 2},
				}},
				{Name: "air"},
			},
			Any: []graph.Transition{{To: "ground", Priority: -1, When: []graph.Condition{{Test: graph.Fired, Name: "hit"}}, Self: true, Interrupt: graph.InterruptNone}},
		},
	}
}

func ground(walk graph.Node) graph.Node {
	moving := &graph.Blend2D{X: graph.ValueOf("move.x"), Y: graph.Value{Parameter: "move.y", Scale: -2, Offset: 0.5}, Method: graph.Polar, Sync: "gait", Samples: []graph.Sample{
		{Node: &graph.Clip{Clip: "idle", Sync: graph.SyncNone}}, {Y: 1, Node: walk}, {X: 1, Y: -0.5},
	}}
	speeds := &graph.Blend1D{X: graph.ValueOf("speed"), Samples: []graph.Sample{{X: -1, Node: moving}, {X: 1.5, Node: &graph.SubGraph{Name: "legs"}}, {X: 6}}, Sync: graph.SyncNone}
	parts := &graph.Weights{Normalize: true, Sync: "breath", Inputs: []graph.Weighted{
		{Weight: graph.Number(0), Node: speeds}, {Weight: graph.ValueOf("crouch"), Node: &graph.Speed{Speed: graph.Number(-1), Node: walk}}, {Weight: graph.Number(1)},
	}}
	breathing := &graph.Additive{Base: parts, Add: &graph.Clip{Clip: "breathe"}, Weight: graph.Number(0), Mask: "upper", Subtract: true}
	aiming := &graph.Layer{Base: breathing, Weight: graph.ValueOf("lean"), Mask: "upper", ModelSpace: true, Over: &graph.Switch{
		By: graph.ValueOf("weapon"), Fade: graph.Fade{Seconds: 0.2},
		Inputs: []graph.Node{&graph.Clip{Clip: "sword"}, nil, &graph.TimeSeek{At: graph.ValueOf("lean"), Node: &graph.Clip{Clip: "bow", Loop: play.Clamp, Speed: graph.Number(0), Start: 0.5}}},
	}}
	return &graph.OneShot{Base: aiming, Trigger: "hit", Mask: "upper", Adds: true, Again: true,
		In: graph.Fade{Seconds: 0.1}, Out: graph.Fade{Seconds: 0.3, Part: 0.1, Curve: play.Straight},
		Shot: &graph.Weights{Inputs: []graph.Weighted{{Weight: graph.Number(1), Node: &graph.Unknown{Type: "ragdoll", JSON: []byte(`{"type": "ragdoll",  "optional":true, "stiff": [1, 2.50]}`)}}}}}
}

// The JSON of a graph with everything is that of a file, and is read as the graph.
func TestJSON(t *testing.T) {
	g := everything()
	got, err := g.JSON()
	must.Do(t, err)
	golden.File(t, "testdata/everything.json", got, os.Getenv("SINEW_UPDATE") != "")
	back, err := graph.Parse(got)
	must.Do(t, err)
	if !reflect.DeepEqual(back, g) {
		t.Errorf("the graph is read as\n%+v\nwant\n%+v", back, g)
	}
	if back.Hash() != g.Hash() || g.Hash() == 0 {
		t.Errorf("hashes are %x and %x", back.Hash(), g.Hash())
	}
}

// checkError holds an error to its kind and text.
func checkError(t *testing.T, what string, err, kind error, parts ...string) {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Errorf("%.200s: error %v, want %v", what, err, kind)
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%.200s: error %q lacks %q", what, err, part)
		}
	}
	if n := len(err.Error()); n > 400 || !strings.HasPrefix(err.Error(), "/") {
		t.Errorf("%.200s: the error has %d bytes: %.400s", what, n, err)
	}
}

// within is a file around a node.
func within(node string) string {
	return `{"version": 1, "parameters": {"speed": {"type": "float"}, "n": {"type": "int"}, "on": {"type": "bool"}, "jump": {"type": "trigger"}, "move": {"type": "vec2"}},
 "masks": {"upper": [{"joint": "head"}]}, "sync": {"gait": {}}, "subgraphs": {"legs": "walk"}, "root": ` + node + `}`
}

// machine is a file with a machine, with transitions of its first state.
func machine(transitions string) string {
	return within(`{"type": "machine", "states": {"run": {"transitions": [` + transitions + `]}, "air": {}}}`)
}

// Each refused file names the place and what is wrong.
func TestParseRefuses(t *testing.T) {
	deep := strings.Repeat(`{"type": "time-seek", "at": 0, "node": `, 33) + `"a"` + strings.Repeat(`}`, 33)
	many := strings.TrimSuffix(strings.Repeat(`"a",`, 65), ",")
	format, invalid, limit := soa.ErrFormat, graph.ErrGraph, graph.ErrLimit
	for _, c := range []struct {
		data string
		kind error
		part []string
	}{
		{``, format, []string{"line 1"}},
		{"{\"version\": 1,\n}", format, []string{"line 2"}},
		{`{"version": 1} {}`, format, []string{"after top-level"}},
		{`{"version": 1, "name": "` + "\xff" + `"}`, format, []string{"UTF-8"}},
		{`[]`, format, []string{"/: ", "object"}},
		{`{}`, format, []string{"/: ", `needs "version"`}},
		{`{"version": 2}`, format, []string{"/version: ", "version 2"}},
		{`{"version": "1"}`, format, []string{"/version: ", `"1"`}},
		{`{"version": 1, "rot": null}`, format, []string{"/: ", `"rot"`, `did you mean "root"?`}},
		{`{"version": 1, "root": "a", "root": "a"}`, format, []string{"/: ", "twice"}},
		{`{"version": 1, "name": ` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`, format, []string{"exceeded max depth"}},
		{strings.Repeat(" ", jsondoc.MaxText) + `{"version": 1}`, limit, []string{"bytes"}},
		{`{"version": 1, "name": "` + strings.Repeat("x", 2000) + `"}`, limit, []string{"/name: ", "2000 bytes"}},
		{`{"version": 1, "subgraphs": {"` + strings.Repeat("x", 2000) + `": 1}}`, limit, []string{"/subgraphs: ", "2000 bytes"}},
		{`{"version": 1, "` + strings.Repeat("x", 2000) + `": 1}`, format, []string{"/: ", "unknown field"}},
		{`{"version": 1, "root": {"type": "` + strings.Repeat("x", 2000) + `"}}`, format, []string{"/root: ", "unknown type"}},
		{within(`{"type": "clip", "clip": "a", "speed": "` + strings.Repeat("x", 2000) + `"}`), limit, []string{"/root/speed: ", "2000 bytes"}},
		{within(`{"type": "clip", "clip": "a", "loop": "` + strings.Repeat("x", 2000) + `"}`), format, []string{"/root/loop: "}},
		{`{"version": 1, "name": ""}`, format, []string{"/name: ", "empty"}},
		{`{"version": 1, "parameters": {"": {"type": "int"}}}`, invalid, []string{"/parameters: ", "name"}},
		{`{"version": 1, "parameters": {"a": {"type": "int", "default": 0.5}}}`, invalid, []string{"/parameters/a/default: ", "0.5"}},
		{`{"version": 1, "parameters": {"a": {"type": "flaot"}}}`, format, []string{"/parameters/a/type: ", `did you mean "float"?`}},
		{`{"version": 1, "parameters": {"a": {"default": 1}}}`, format, []string{"/parameters/a: ", `needs "type"`}},
		{`{"version": 1, "parameters": {"a": {"type": "float", "min": 2, "max": 2}}}`, format, []string{"/parameters/a/min: ", "not below"}},
		{`{"version": 1, "parameters": {"a": {"type": "float", "min": 1}}}`, invalid, []string{"/parameters/a/default: ", "0 is outside"}},
		{`{"version": 1, "parameters": {"a": {"type": "float", "smooth": -1}}}`, invalid, []string{"/parameters/a/smooth: ", "negative"}},
		{`{"version": 1, "parameters": {"a": {"type": "float", "max": 1e999}}}`, format, []string{"/parameters/a/max: ", "1e999"}},
		{`{"version": 1, "parameters": {"a": {"type": "float", "default": 1e300}}}`, invalid, []string{"/parameters/a/default: ", "1e+300"}},
		{`{"version": 1, "parameters": {"a": {"type": "float", "default": NaN}}}`, format, []string{"line 1"}},
		{`{"version": 1, "parameters": {"a": {"type": "bool", "default": 1}}}`, format, []string{"/parameters/a/default: ", "neither true nor false"}},
		{`{"version": 1, "parameters": {"a": {"type": "bool", "min": 0}}}`, format, []string{"/parameters/a: ", `"min"`}},
		{`{"version": 1, "parameters": {"a": {"type": "vec2", "default": [1]}}}`, format, []string{"/parameters/a/default: ", "needs 2"}},
		{`{"version": 1, "parameters": {"a": {"type": "vec2", "default": [1, 2, 3]}}}`, format, []string{"/parameters/a/default: ", "needs 2"}},
		{`{"version": 1, "parameters": {"a": {"type": "trigger", "lifetime": "use"}}}`, format, []string{"/parameters/a/lifetime: ", `"use"`, `"used"`}},
		{`{"version": 1, "parameters": {"a": {"type": "trigger", "default": true}}}`, format, []string{"/parameters/a: ", `"default"`}},
		{`{"version": 1, "parameters": {"a": {"type": "vec2"}, "a.x": {"type": "int"}}}`, invalid, []string{"/parameters/a.x: ", `"a"`}},
		{`{"version": 1, "masks": {"a/b": []}}`, soa.ErrOption, []string{"/masks/a~1b: ", "0 entries"}},
		{`{"version": 1, "masks": {"a": [{"joint": "x", "wieght": 1}]}}`, format, []string{"/masks/a/0: ", `did you mean "weight"?`}},
		{`{"version": 1, "sync": {"-": {}}}`, invalid, []string{"/sync/-: "}},
		{`{"version": 1, "sync": {"a": {"markers": [""]}}}`, format, []string{"/sync/a/markers/0: ", "empty"}},
		{`{"version": 1, "subgraphs": {"a": {"type": "subgraph", "name": "b"}, "b": {"type": "time-seek", "at": 0, "node": {"type": "subgraph", "name": "a"}}}}`, invalid, []string{`/subgraphs/b/node: `, `"a" contains itself`}},
		{`{"version": 1, "subgraphs": {"a": {"type": "subgraph", "name": "a"}}}`, invalid, []string{`/subgraphs/a: `, `"a" contains itself`}},
		{within(`3`), format, []string{"/root: ", "3 is no object"}},
		{within(`""`), format, []string{"/root: ", "empty"}},
		{within(`{}`), format, []string{"/root: ", `needs "type"`}},
		{within(`{"type": "clpi"}`), format, []string{"/root: ", `did you mean "clip"?`}},
		{within(`{"type": "ragdoll", "optional": false}`), format, []string{"/root: ", `"ragdoll"`}},
		{within(`{"type": "clip", "clip": "a", "optional": true}`), format, []string{"/root: ", "optional"}},
		{within(`{"type": "clip", "clp": "a"}`), format, []string{"/root: ", `did you mean "clip"?`}},
		{within(`{"type": "clip"}`), format, []string{"/root: ", `needs "clip"`}},
		{within(`{"type": "clip", "clip": "a", "loop": "loop"}`), format, []string{"/root/loop: ", `"loop"`, "wrap"}},
		{within(`{"type": "clip", "clip": "a", "start": 1.5}`), invalid, []string{"/root/start: ", "1.5 is outside 0 to 1"}},
		{within(`{"type": "clip", "clip": "a", "speed": "sped"}`), invalid, []string{"/root/speed: ", `unknown parameter "sped", did you mean "speed"?`}},
		{within(`{"type": "clip", "clip": "a", "speed": {"parameter": "sped", "offset": 1}}`), invalid, []string{"/root/speed/parameter: ", `did you mean "speed"?`}},
		{within(`{"type": "clip", "clip": "a", "speed": {"parameter": "speed", "scale": 0}}`), invalid, []string{"/root/speed/scale: ", "no effect"}},
		{within(`{"type": "clip", "clip": "a", "speed": {"scale": 2}}`), format, []string{"/root/speed: ", `needs "parameter"`}},
		{within(`{"type": "clip", "clip": "a", "speed": true}`), format, []string{"/root/speed: ", "true"}},
		{within(`{"type": "clip", "clip": "a", "speed": "jump"}`), invalid, []string{"/root/speed: ", "trigger"}},
		{within(`{"type": "clip", "clip": "a", "speed": "move"}`), invalid, []string{"/root/speed: ", `"move.x"`}},
		{within(`{"type": "clip", "clip": "a", "sync": "gate"}`), invalid, []string{"/root/sync: ", `unknown sync "gate", did you mean "gait"?`}},
		{within(`{"type": "clip", "clip": "a", "sync": true}`), format, []string{"/root/sync: "}},
		{within(`{"type": "clip", "clip": "a", "sync": "-"}`), format, []string{"/root/sync: ", "false"}},
		{within(`{"type": "blend1d", "x": 0, "samples": []}`), format, []string{"/root/samples: ", "needs 1"}},
		{within(`{"type": "blend1d", "x": 0}`), format, []string{"/root: ", `needs "samples"`}},
		{within(`{"type": "blend1d", "samples": [{"at": 0}]}`), format, []string{"/root: ", `needs "x"`}},
		{within(`{"type": "blend1d", "x": 0, "samples": [{"node": "a"}]}`), format, []string{"/root/samples/0: ", `needs "at"`}},
		{within(`{"type": "blend1d", "x": 0, "samples": [{"at": 1}, {"at": 2}, {"at": 1}]}`), invalid, []string{"/root/samples/2/at: ", "0 and 2"}},
		{within(`{"type": "blend2d", "x": 0, "y": 0, "samples": [{"at": [1, 2]}, {"at": [1, 2]}]}`), invalid, []string{"/root/samples/1/at: ", "0 and 1"}},
		{within(`{"type": "blend2d", "x": 0, "y": 0, "samples": [{"at": [1, 1e39]}]}`), invalid, []string{"/root/samples/0/at/1: ", "1e+39"}},
		{within(`{"type": "switch", "by": 0, "inputs": [` + many + `]}`), limit, []string{"/root/inputs: ", "64"}},
		{within(`{"type": "switch", "by": 0, "inputs": ["a"], "fade": -1}`), invalid, []string{"/root/fade: ", "negative"}},
		{within(`{"type": "switch", "by": 0, "inputs": ["a"], "fade": {"part": -1}}`), invalid, []string{"/root/fade/part: ", "negative"}},
		{within(`{"type": "switch", "by": 0, "inputs": ["a"], "fade": {"curve": "eas-in"}}`), format, []string{"/root/fade/curve: ", `"ease-in"`}},
		{within(`{"type": "layer", "mask": "uper"}`), invalid, []string{"/root/mask: ", `unknown mask "uper", did you mean "upper"?`}},
		{within(`{"type": "one-shot"}`), format, []string{"/root: ", `needs "trigger"`}},
		{within(`{"type": "one-shot", "trigger": "speed"}`), invalid, []string{"/root/trigger: ", `"speed" is a float`}},
		{within(`{"type": "subgraph", "name": "lgs"}`), invalid, []string{"/root/name: ", `unknown subgraph "lgs", did you mean "legs"?`}},
		{within(deep), limit, []string{"/root/node/", "32 deep"}},
		{within(`{"type": "machine"}`), format, []string{"/root: ", `needs "states"`}},
		{within(`{"type": "machine", "states": {}}`), format, []string{"/root/states: ", "needs 1"}},
		{within(`{"type": "machine", "states": {"a": {}, "a": {}}}`), format, []string{"/root/states: ", "twice"}},
		{within(`{"type": "machine", "start": "b", "states": {"a": {}}}`), invalid, []string{"/root/start: ", `unknown state "b"`}},
		{within(`{"type": "machine", "states": {"a": "idle"}}`), format, []string{"/root/states/a: ", "object"}},
		{within(`{"type": "machine", "states": {"a": {}}, "any": [{"to": "a"}]}`), invalid, []string{"/root/any/0: ", "condition"}},
		{machine(`{"to": "ari"}`), invalid, []string{"/root/states/run/transitions/0/to: ", `unknown state "ari", did you mean "air"?`}},
		{machine(`{"to": "air", "self": true}`), format, []string{"/root/states/run/transitions/0: ", `"self"`}},
		{machine(`{"to": "air", "match": true, "start": 0.5}`), invalid, []string{"/root/states/run/transitions/0: ", "match and start"}},
		{machine(`{"to": "air", "priority": 1}, {"to": "run"}`), invalid, []string{"/root/states/run/transitions/1: ", "priority 1", "transitions/0"}},
		{machine(`{"to": "air", "priority": 0.5}`), format, []string{"/root/states/run/transitions/0/priority: ", "0.5"}},
		{machine(`{"to": "air", "when": [{"exit": 1}, {"exit": 1}, {"parameter": "sped", "above": 1}]}`), invalid, []string{"/root/states/run/transitions/0/when/2/parameter: ", `unknown parameter "sped", did you mean "speed"?`}},
		{machine(`{"to": "air", "when": [{"parameter": "sped", "is": true}]}`), invalid, []string{"/when/0/parameter: ", `did you mean "speed"?`}},
		{machine(`{"to": "air", "when": [{}]}`), format, []string{"/when/0: ", "one of", "remaining"}},
		{machine(`{"to": "air", "when": [{"parameter": "speed", "abov": 1}]}`), format, []string{"/when/0: ", `did you mean "above"?`}},
		{machine(`{"to": "air", "when": [{"parameter": "speed", "above": 1, "below": 2}]}`), format, []string{"/when/0: ", `both "above" and "below"`}},
		{machine(`{"to": "air", "when": [{"above": 1}]}`), format, []string{"/when/0: ", `needs "parameter"`}},
		{machine(`{"to": "air", "when": [{"parameter": "on", "above": true}]}`), invalid, []string{"/when/0/above: ", `"on"`}},
		{machine(`{"to": "air", "when": [{"parameter": "on", "is": 1}]}`), format, []string{"/when/0/is: ", "neither true nor false"}},
		{machine(`{"to": "air", "when": [{"parameter": "n", "is": 1.5}]}`), invalid, []string{"/when/0/is: ", "1.5"}},
		{machine(`{"to": "air", "when": [{"parameter": "n", "is": true}]}`), format, []string{"/when/0/is: ", "no number"}},
		{machine(`{"to": "air", "when": [{"parameter": "jump", "is": 1}]}`), invalid, []string{"/when/0/parameter: ", "trigger"}},
		{machine(`{"to": "air", "when": [{"trigger": "on"}]}`), invalid, []string{"/when/0/trigger: ", `"on" is a bool`}},
		{machine(`{"to": "air", "when": [{"trigger": "jmp"}]}`), invalid, []string{"/when/0/trigger: ", `did you mean "jump"?`}},
		{machine(`{"to": "air", "when": [{"exit": -0.5}]}`), invalid, []string{"/when/0/exit: ", "negative"}},
		{machine(`{"to": "air", "when": [{"event": ""}]}`), format, []string{"/when/0/event: ", "empty"}},
		{machine(`{"to": "air", "when": [{"exit": 1, "parameter": "speed"}]}`), format, []string{"/when/0: ", `unknown field "parameter"`}},
		{machine(`{"to": "air", "interrupt": "all"}`), format, []string{"/interrupt: ", `"none"`}},
	} {
		_, err := graph.Parse([]byte(c.data))
		checkError(t, c.data, err, c.kind, c.part...)
	}
}
