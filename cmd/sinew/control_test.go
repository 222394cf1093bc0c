package main

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// reaching is a control for the strider: eyes on something that goes by, a hand that rises
// and one that follows it.
const reaching = `{"control": {"version": 1, "name": "reaching", "modifiers": [
  {"name": "gaze", "lookAt": {"joints": ["spine", "chest", "neck", "head"], "weights": [0.2, 0.3, 0.5], "cones": [20, 30, 50, 80],
    "forward": [0, 0, 1], "up": [0, 1, 0], "pole": [0, 1, 0], "speed": 180,
    "target": {"keys": [[0, -2, 1.5, 1], [1, 2, 1.5, 1], [2, -2, 1.5, 1]], "loop": true}}},
  {"name": "right hand", "twoBoneIK": {"root": "upperarm.R", "mid": "forearm.R", "end": "hand.R",
    "target": {"keys": [[0, -0.3, 1.1, 0.2], [1, -0.2, 1.3, 0.25]]}, "pole": [0, -1, -1]}},
  {"twoBoneIK": {"root": "upperarm.L", "mid": "forearm.L", "end": "hand.L", "target": {"joint": "hand.R", "offset": [0, 0, 0.05]}, "pole": [0, -1, -1]}},
  {"name": "foot", "twoBoneIK": {"root": "thigh.L", "mid": "shin.L", "end": "foot.L"}}
]}}`

// TestControl lists the modifiers, and what waits for a program.
func TestControl(t *testing.T) {
	file := write(t, "reach.json", reaching)
	for _, args := range [][]string{{file}, {file, strider(t, "strider.sinew")}} {
		said := answer[reports.Control](t, append([]string{"control"}, args...)...)
		if (said.Model != "") != (len(args) > 1) || len(said.Modifiers) != 4 || said.Modifiers[1].Name != "right hand" || !said.Modifiers[1].Begins || said.Modifiers[3].Begins {
			t.Errorf("%+v", said)
		}
	}
	if schema := succeed(t, "control", "--schema"); !json.Valid([]byte(schema)) {
		t.Error("the schema is no JSON")
	}
}

// TestPoseControl: hands are where the control has them; a pose does not depend on those
// that were printed before it.
func TestPoseControl(t *testing.T) {
	file := write(t, "reach.json", reaching)
	args := []string{"--clip", "walk", "--time", "0.5", "--time", "1"}
	plain, got := poseLayers(t, args...), poseLayers(t, append(args, "--control", file)...)
	for sample, want := range [][3]float64{{-0.25, 1.2, 0.225}, {-0.2, 1.3, 0.25}} {
		right := got.joint(t, sample, "hand.R")
		must.Near(t, "how far the right hand is off", apart(right, want), 0, 1e-4)
		must.Near(t, "the distance of the hands", apart(got.joint(t, sample, "hand.L"), right), 0.05, 1e-3)
		for _, name := range []string{"foot.L", "foot.R", "hips"} {
			if got.joint(t, sample, name) != plain.joint(t, sample, name) {
				t.Errorf("%s moves", name)
			}
		}
	}
	alone := poseLayers(t, "--clip", "walk", "--time", "1", "--control", file)
	if !reflect.DeepEqual(alone.Samples[0], got.Samples[1]) {
		t.Error("the pose at 1 s depends on the one before it")
	}
	// In local space the matrices lead to the same places.
	local := poseLayers(t, "--clip", "walk", "--time", "1", "--space", "local", "--control", file)
	for k, m := range upward(&local.Samples[0]) {
		must.Near(t, local.Samples[0].Joints[k].Name, apart([3]float64{m[3], m[7], m[11]}, alone.Samples[0].Joints[k].place()), 0, 1e-4)
	}
}

// TestPoseControlOf: layers and graphs are controlled as clips are.
func TestPoseControlOf(t *testing.T) {
	file := write(t, "reach.json", strings.Replace(reaching, `{"keys": [[0, -0.3, 1.1, 0.2], [1, -0.2, 1.3, 0.25]]}`, `[-0.55, 1.2, -0.2]`, 1))
	stack := write(t, "layers.json", `[{"clip": "walk"}, {"clip": "wave", "kind": "override", "weight": 0.5, "mask": [{"subtree": "chest"}]}]`)
	for _, args := range [][]string{{"--layers", stack}, {"--graph", write(t, "hero.json", locomotion)}} {
		got := poseLayers(t, append(args, "--time", "0.5", "--control", file)...)
		must.Near(t, args[0]+": how far the right hand is off", apart(got.joint(t, 0, "hand.R"), [3]float64{-0.55, 1.2, -0.2}), 0, 1e-4)
		if again := poseLayers(t, append(args, "--time", "0.2", "--time", "0.5", "--control", file)...); !reflect.DeepEqual(got.Samples[0], again.Samples[1]) {
			t.Errorf("%v: the pose depends on the one before it", args)
		}
	}
}
