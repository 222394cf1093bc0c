//go:build cgo

package main

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/graphs"
)

// TestGuideGraph: the graph and input of docs/graphs.md play, and all of both is used.
func TestGuideGraph(t *testing.T) {
	graph, input := guideFile(t, "graphs.md", "hero.json"), guideFile(t, "graphs.md", "jump.json")
	p := answer[tracedPlay](t, "graph", "--strict", graph, strider(t, "strider.glb"), "--play", input)
	if states, transitions, samples := p.Coverage.Unused(); len(states)+len(transitions)+len(samples) > 0 || len(p.Steps) == 0 {
		t.Errorf("not used are %q, %q, %q", states, transitions, samples)
	}
}

// guideFile writes a file that a page of docs contains.
func guideFile(t *testing.T, page, name string) string {
	t.Helper()
	_, text, found := strings.Cut(read(t, filepath.Join("..", "..", "docs", page)), "<!-- file: "+name+" -->\n```json\n")
	text, _, closed := strings.Cut(text, "```\n")
	if !found || !closed {
		t.Fatalf("%s does not contain %s", page, name)
	}
	return write(t, name, text)
}

// TestArchivedGraph: an archive keeps a graph, which plays as the file does.
func TestArchivedGraph(t *testing.T) {
	hero, input, dir := write(t, "hero.json", locomotion), write(t, "jump.json", jumping), t.TempDir()
	out, again := filepath.Join(dir, "hero.sinew"), filepath.Join(dir, "again.sinew")
	bake := []string{strider(t, "strider.glb"), "-o", out, "--graph", hero, "--root-motion", "--clips", "exact"}
	checkMade(t, 1, bake...)
	checkMade(t, 0, bake...)
	succeed(t, "bake", out, "-o", again, "--clips", "exact")
	want := answer[tracedPlay](t, "graph", hero, out, "--play", input)
	if want.Steps[179].Place.Z < 0.3 {
		t.Errorf("it stays at %+v", want.Steps[179].Place)
	}
	for _, file := range []string{out, again} {
		if got := answer[tracedPlay](t, "graph", file, "--play", input); !reflect.DeepEqual(got, want) {
			t.Errorf("%s plays otherwise", file)
		}
		if g := infoOf(t, file).Archive.Graph; g.Name != "locomotion" || g.Nodes != 9 || len(g.Hash) != 16 || strings.Join(g.Parameters, " ") != "speed jump wave move armed" {
			t.Errorf("info says %+v", g)
		}
		if in := answer[graphs.Info](t, "graph", file); in.Name != "locomotion" || in.Nodes != 9 {
			t.Errorf("%+v", in)
		}
		if l := posing(t, file, "--play", input, "--time", "1").Samples[0].Layers; len(l) != 2 || l[0].Clip != "jump" {
			t.Errorf("pose has layers %+v", l)
		}
	}
	put(t, hero, strings.Replace(locomotion, `"above": 3`, `"above": 4`, 1))
	checkMade(t, 1, bake...)
}
