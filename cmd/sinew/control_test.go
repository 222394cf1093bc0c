package main

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
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

// joint returns a joint's place in a sample.
func (p *layeredPose) joint(t *testing.T, sample int, name string) [3]float64 {
	t.Helper()
	for _, j := range p.Samples[sample].Joints {
		if j.Name == name {
			return [3]float64{float64(j.Matrix[3]), float64(j.Matrix[7]), float64(j.Matrix[11])}
		}
	}
	t.Fatalf("no joint %q", name)
	return [3]float64{}
}

func apart(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

// TestControlPage: the check lists the modifiers, and what waits for a program.
func TestControlPage(t *testing.T) {
	file := write(t, "reach.json", []byte(reaching))
	page := succeed(t, "control", file)
	for _, want := range []string{
		"reach.json: reaching\n", "gaze                 lookAt          spine, chest, neck, head look at a place that moves for 2 s\n",
		"reaches for hand.R\n", "foot                 twoBoneIK       thigh.L, shin.L, foot.L; waits for a target\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("it lacks %q:\n%s", want, page)
		}
	}
	var said reports.Control
	if err := json.Unmarshal([]byte(succeed(t, "control", "--json", file, strider(t, "strider.sinew"))), &said); err != nil {
		t.Fatal(err)
	}
	if said.Model == "" || len(said.Modifiers) != 4 || said.Modifiers[1].Name != "right hand" || said.Modifiers[3].Begins {
		t.Errorf("%+v", said)
	}
	if schema := succeed(t, "control", "--schema"); !json.Valid([]byte(schema)) {
		t.Error("the schema is no JSON")
	}
	wrong := write(t, "wrong.json", []byte(strings.Replace(reaching, `"forearm.R"`, `"foream.R"`, 1)))
	for _, c := range []struct {
		code int
		want []string
		args []string
	}{
		{1, []string{"wrong.json", "/control/modifiers/1/twoBoneIK/mid", `"foream.R"`, `"forearm.R"`}, []string{wrong, strider(t, "strider.sinew")}},
		{1, []string{"nowhere.json"}, []string{"nowhere.json"}},
		{1, []string{"strider.sinew", "no control of its own"}, []string{strider(t, "strider.sinew")}},
		{1, []string{"/control/version"}, []string{write(t, "v.json", []byte(`{"control": {"version": 9}}`))}},
		{2, []string{"0 files"}, nil},
		{2, []string{"3 files"}, []string{"a.json", "b", "c"}},
		{2, []string{"-o"}, []string{file, "-o", "x.txt"}},
	} {
		code, _, stderr := sinew(t, append([]string{"control"}, c.args...)...)
		if code != c.code {
			t.Errorf("%v: exit code %d", c.args, code)
		}
		checkComplaint(t, stderr, c.want...)
	}
}

// TestPoseControl: hands are where the control has them; a pose does not depend on those
// that were printed before it.
func TestPoseControl(t *testing.T) {
	file := write(t, "reach.json", []byte(reaching))
	args := []string{"--clip", "walk", "--time", "0.5", "--time", "1"}
	plain, got := poseLayers(t, args...), poseLayers(t, append(args, "--control", file)...)
	for sample, want := range [][3]float64{{-0.25, 1.2, 0.225}, {-0.2, 1.3, 0.25}} {
		right, left := got.joint(t, sample, "hand.R"), got.joint(t, sample, "hand.L")
		if d := apart(right, want); d > 1e-4 {
			t.Errorf("the right hand is %v m off", d)
		}
		if d := apart(left, right); math.Abs(d-0.05) > 1e-3 {
			t.Errorf("the left hand is %v m from the right one", d)
		}
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
	at := make([][12]float64, len(local.Samples[0].Joints))
	for k, j := range local.Samples[0].Joints {
		for i, v := range j.Matrix {
			at[k][i] = float64(v)
		}
		if j.Parent >= 0 {
			at[k] = product(at[j.Parent], at[k])
		}
		if d := apart([3]float64{at[k][3], at[k][7], at[k][11]}, alone.joint(t, 0, j.Name)); d > 1e-4 {
			t.Errorf("%s is %v m off", j.Name, d)
		}
	}
}

func product(a, b [12]float64) (c [12]float64) {
	for r := range 3 {
		for k := range 4 {
			for i := range 3 {
				c[4*r+k] += a[4*r+i] * b[4*i+k]
			}
		}
		c[4*r+3] += a[4*r+3]
	}
	return c
}

// TestPoseControlOf: layers and graphs are controlled as clips are, and what is wrong is told.
func TestPoseControlOf(t *testing.T) {
	file := write(t, "reach.json", []byte(strings.Replace(reaching, `{"keys": [[0, -0.3, 1.1, 0.2], [1, -0.2, 1.3, 0.25]]}`, `[-0.55, 1.2, -0.2]`, 1)))
	stack := write(t, "layers.json", []byte(`[{"clip": "walk"}, {"clip": "wave", "kind": "override", "weight": 0.5, "mask": [{"subtree": "chest"}]}]`))
	for _, args := range [][]string{
		{"--layers", stack}, {"--graph", write(t, "hero.json", []byte(locomotion))},
	} {
		got := poseLayers(t, append(args, "--time", "0.5", "--control", file)...)
		if d := apart(got.joint(t, 0, "hand.R"), [3]float64{-0.55, 1.2, -0.2}); d > 1e-4 {
			t.Errorf("%v: the right hand is %v m off", args, d)
		}
		again := poseLayers(t, append(args, "--time", "0.2", "--time", "0.5", "--control", file)...)
		if !reflect.DeepEqual(got.Samples[0], again.Samples[1]) {
			t.Errorf("%v: the pose depends on the one before it", args)
		}
	}
	for _, c := range []struct{ want, text string }{
		{"/control/modifiers", `{"control": {"version": 1, "modifiers": 3}}`}, {"no control of its own", ""}, {`"hat"`, `{"control": {"version": 1, "modifiers": [{"aim": {"joint": "hat", "forward": [0, 0, 1]}}]}}`},
	} {
		name := "own"
		if c.text != "" {
			name = write(t, "wrong.json", []byte(c.text))
		}
		code, _, stderr := sinew(t, "pose", strider(t, "strider.sinew"), "--control", name)
		if code != 1 {
			t.Errorf("%s: exit code %d", c.text, code)
		}
		checkComplaint(t, stderr, c.want)
	}
}
