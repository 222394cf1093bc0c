package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// What is recorded is, at its keys, what sinew pose prints of the same flags: layers, a graph with its
// input, and a control; in an archive and in a GLB.
func TestEditRecords(t *testing.T) {
	file := strider(t, "strider.glb")
	layers, control := write(t, "layers.json", []byte(waveWhileWalking)), write(t, "reach.json", []byte(reaching))
	graph, input := write(t, "hero.json", []byte(locomotion)), write(t, "jump.json", []byte(jumping))
	for out, flags := range map[string][]string{
		"layers.sinew": {"--layers", layers}, "graph.sinew": {"--graph", graph, "--play", input}, "control.sinew": {"--clip", "walk", "--control", control},
		"all.glb": {"--graph", graph, "--play", input, "--control", control},
	} {
		out := filepath.Join(t.TempDir(), out)
		var said struct {
			Recorded struct {
				Name          string
				Seconds, Rate float64
				Keys          int
			}
		}
		text := succeed(t, append([]string{"edit", file, "--record", "baked", "--seconds", "1", "-o", out, "--json"}, flags...)...)
		if err := json.Unmarshal([]byte(text), &said); err != nil {
			t.Fatal(err)
		}
		if r := said.Recorded; r.Name != "baked" || r.Seconds != 1 || r.Rate != 60 || r.Keys < 1000 {
			t.Errorf("%s: it reports %+v", out, r)
		}
		const times = "0,0.05,0.25,0.5,0.75,0.95"
		want := poseOf(t, file, append([]string{"--time", times}, flags...)...)
		got := poseOf(t, out, "--clip", "baked", "--time", times)
		for s := range want.Samples {
			for j, joint := range want.Samples[s].Joints {
				if d := difference32(got.Samples[s].Joints[j].Matrix, joint.Matrix); d > 3e-5 {
					t.Fatalf("%s: at %v s %s is %v off", out, want.Samples[s].Time, joint.Name, d)
				}
			}
		}
	}
}

// Other flags edit the recorded clip, which is as long as what plays where no length is asked for.
func TestEditEditsRecordings(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.glb")
	page := succeed(t, "edit", strider(t, "strider.glb"), "--record", "baked", "--layers", write(t, "layers.json", []byte(waveWhileWalking)),
		"--reverse", "--reduce", "0.5mm", "-o", out)
	for _, part := range []string{"recorded baked: 2.000 s of walk + wave (override), 60 poses per second", "clip baked: 2.000 s", "reverse", "out.glb"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q:\n%s", part, page)
		}
	}
	if strings.Contains(page, "clip walk:") {
		t.Errorf("other clips are edited:\n%s", page)
	}
}

func TestEditRecordRefuses(t *testing.T) {
	file, out := strider(t, "strider.glb"), filepath.Join(t.TempDir(), "out.sinew")
	layers, graph := write(t, "layers.json", []byte(waveWhileWalking)), write(t, "hero.json", []byte(locomotion))
	for _, test := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--record", "x"}, 2, "what plays"},
		{[]string{"--layers", layers, "--reverse"}, 2, "--record NAME"},
		{[]string{"--record", "walk", "--layers", layers}, 1, `a clip "walk" already`},
		{[]string{"--record", "x", "--layers", layers, "--graph", graph}, 2, "both choose what plays"},
		{[]string{"--record", "x", "--layers", layers, "--seconds", "-1"}, 2, "no duration"},
		{[]string{"--record", "x", "--layers", layers, "--seconds", "NaN"}, 2, "no duration"},
		{[]string{"--record", "x", "--layers", layers, "--seconds", "900000"}, 1, "too large"},
		{[]string{"--record", "x", "--layers", layers, "--as", "y"}, 2, "--as"},
		{[]string{"--record", "x", "--graph", "none.json"}, 1, "none.json"},
		{[]string{"--record", "x", "--layers", graph}, 1, "hero.json"},
	} {
		code, _, stderr := sinew(t, append([]string{"edit", file, "-o", out}, test.args...)...)
		if code != test.code || !strings.Contains(stderr, test.says) {
			t.Errorf("%v: exit code %d, %s", test.args, code, stderr)
		}
	}
}
