package main

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

// editReport is what edit --json prints.
type editReport struct {
	Clips []struct {
		Clip    string
		Results []string
		After   float64 `json:"seconds_after"`
		Steps   []struct {
			Edit  string
			Notes []string
		}
	}
	Recorded struct {
		Name          string
		Seconds, Rate float64
		Keys          int
	}
}

func editJSON(t *testing.T, args ...string) editReport {
	t.Helper()
	return answer[editReport](t, append([]string{"edit"}, args...)...)
}

// Backwards twice, through two files, is the clip.
func TestEditReversesTwice(t *testing.T) {
	dir := t.TempDir()
	once, twice := filepath.Join(dir, "once.sinew"), filepath.Join(dir, "twice.glb")
	succeed(t, "edit", strider(t, "strider.glb"), "--reverse", "-o", once)
	succeed(t, "edit", once, "--reverse", "-o", twice)
	if d := diffOf(t, strider(t, "strider.glb"), twice); !(d < 1e-5) {
		t.Errorf("reversed twice it is %v m from itself", d)
	}
}

// Edits act in the order of their flags, and the list that is saved does what they did.
func TestEditSavesWhatItDid(t *testing.T) {
	dir, file := t.TempDir(), strider(t, "strider.glb")
	flags, ops, again := filepath.Join(dir, "flags.sinew"), filepath.Join(dir, "ops.json"), filepath.Join(dir, "again.sinew")
	said := editJSON(t, file, "--clip", "walk", "--as", "stroll", "--root-motion", "--trim", "0.2..0.8", "--speed", "0.5", "--loop", "0.2",
		"--smooth", "gaussian:0.03", "--reduce", "0.5mm", "--save-ops", ops, "-o", flags)
	if len(said.Clips) != 1 || len(said.Clips[0].Steps) != 6 || said.Clips[0].Steps[1].Edit != "trim" || said.Clips[0].Results[0] != "stroll" ||
		said.Clips[0].After < 1.199 || said.Clips[0].After > 1.201 {
		t.Errorf("it reports %+v", said)
	}
	succeed(t, "edit", file, "--ops", ops, "-o", again)
	if read(t, flags) != read(t, again) {
		t.Error("the list does not do what the flags did")
	}
}

// A loop of a walk that travels is closed, and keeps its way.
func TestEditLoopsOnTheWay(t *testing.T) {
	out := filepath.Join(t.TempDir(), "loop.sinew")
	succeed(t, "edit", strider(t, "strider.glb"), "--clip", "walk", "--trim", "0..0.8", "--loop", "0.2", "--root-motion", "-o", out)
	p := posing(t, out, "--clip", "walk", "--root-motion", "--time", "0,0.8")
	first, last := p.Samples[0], p.Samples[1]
	checkJoints(t, "the loop's end", &last, &first, 1e-4)
	must.Near(t, "the way of a loop", math.Hypot(last.Place.X-first.Place.X, last.Place.Z-first.Place.Z), 0.892, 1e-3)
}

// Words of --root-motion are fields of the edit.
func TestEditRootMotionWords(t *testing.T) {
	ops := filepath.Join(t.TempDir(), "ops.json")
	for words, want := range map[string]string{
		"":                            `{}`,
		"=forward":                    `{}`,
		"=follow":                     `{"follow": true}`,
		"=height,no-yaw,joint=hips":   `{"joint": "hips", "height": true, "noYaw": true}`,
		"=min-turn=12.5,max-sway=0.1": `{"minTurn": 12.5, "maxSway": 0.1}`,
		"=forward,remove-travel":      `{"removeTravel": true}`,
	} {
		succeed(t, "edit", strider(t, "strider.glb"), "--clip", "walk", "--root-motion"+words, "--save-ops", ops)
		data := read(t, ops)
		if text := strings.Join(strings.Fields(string(data)), ""); !strings.Contains(text, `{"rootMotion":`+strings.ReplaceAll(want, " ", "")+`}`) {
			t.Errorf("%q is %s", words, data)
		}
	}
}

// Steps are events of the file that is written, and the report says which part of a take loops.
func TestEditFindsStepsAndLoops(t *testing.T) {
	out := filepath.Join(t.TempDir(), "cycle.sinew")
	said := editJSON(t, strider(t, "strider.glb"), "--clip", "walk", "--footfalls=l,r", "--find-loop=0.8..1.1", "-o", out)
	if c := said.Clips[0]; len(c.Steps) != 2 || c.Steps[1].Edit != "findLoop" || len(c.Steps[1].Notes) == 0 || c.After < 1.06 || c.After > 1.07 {
		t.Errorf("%+v", said)
	}
	if c := infoOf(t, out).Clips[1]; c.Name != "walk" || len(c.Events) != 1 || c.Events[0].Name != "l" || c.Events[0].Time < 0.3 || c.Events[0].Time > 0.4 {
		t.Errorf("%+v", c)
	}
}

// What is recorded is, at its keys, what sinew pose prints of the same flags: layers, a graph with its
// input, and a control; in an archive and in a GLB.
func TestEditRecords(t *testing.T) {
	file := strider(t, "strider.glb")
	layers, control := write(t, "layers.json", waveWhileWalking), write(t, "reach.json", reaching)
	graph, input := write(t, "hero.json", locomotion), write(t, "jump.json", jumping)
	for out, flags := range map[string][]string{
		"layers.sinew": {"--layers", layers}, "graph.sinew": {"--graph", graph, "--play", input}, "control.sinew": {"--clip", "walk", "--control", control},
		"all.glb": {"--graph", graph, "--play", input, "--control", control},
	} {
		out := filepath.Join(t.TempDir(), out)
		said := editJSON(t, append([]string{file, "--record", "baked", "--seconds", "1", "-o", out}, flags...)...)
		if r := said.Recorded; r.Name != "baked" || r.Seconds != 1 || r.Rate != 60 || r.Keys < 1000 {
			t.Errorf("%s: it reports %+v", out, r)
		}
		const times = "0,0.05,0.25,0.5,0.75,0.95"
		want, got := posing(t, file, append([]string{"--time", times}, flags...)...), posing(t, out, "--clip", "baked", "--time", times)
		for s := range want.Samples {
			checkJoints(t, out, &got.Samples[s], &want.Samples[s], 3e-5)
		}
	}
}

// Other flags edit the recorded clip alone, which is as long as what plays where no length is asked for.
func TestEditEditsRecordings(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.glb")
	said := editJSON(t, strider(t, "strider.glb"), "--record", "baked", "--layers", write(t, "layers.json", waveWhileWalking), "--reverse", "--reduce", "0.5mm", "-o", out)
	if r := said.Recorded; r.Name != "baked" || r.Seconds != 2 || len(said.Clips) != 1 || said.Clips[0].Clip != "baked" || len(said.Clips[0].Steps) != 2 {
		t.Errorf("%+v", said)
	}
}
