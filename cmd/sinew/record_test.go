package main

import (
	"path/filepath"
	"testing"
)

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
