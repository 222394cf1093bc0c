//go:build cgo

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/summary"
)

// TestGuideGraph: the graph and input of docs/graphs.md play, and all of both is used.
func TestGuideGraph(t *testing.T) {
	graph, input := guideFile(t, "graphs.md", "hero.json"), guideFile(t, "graphs.md", "jump.json")
	page := succeed(t, "graph", "--strict", graph, strider(t, "strider.glb"), "--play", input)
	if !strings.Contains(page, "2 of 2 states, 2 of 2 transitions, 2 of 2 samples") {
		t.Error(page)
	}
}

// guideFile writes a file that a page of docs contains.
func guideFile(t *testing.T, page, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", page))
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(string(data), "<!-- file: "+name+" -->\n```json\n")
	text, _, closed := strings.Cut(text, "```\n")
	if !found || !closed {
		t.Fatalf("%s does not contain %s", page, name)
	}
	return write(t, name, []byte(text))
}

// TestArchivedGraph: an archive keeps a graph, which plays as the file does.
func TestArchivedGraph(t *testing.T) {
	hero, input := write(t, "hero.json", []byte(locomotion)), write(t, "jump.json", []byte(jumping))
	dir := t.TempDir()
	out, again := filepath.Join(dir, "hero.sinew"), filepath.Join(dir, "again.sinew")
	bake := []string{"bake", strider(t, "strider.glb"), "-o", out, "--graph", hero, "--root-motion", "--clips", "exact"}
	succeed(t, bake...)
	if said := succeed(t, bake...); !strings.Contains(said, "unchanged") {
		t.Errorf("baked again it says %q", said)
	}
	succeed(t, "bake", out, "-o", again, "--clips", "exact")
	var want tracedPlay
	if err := json.Unmarshal([]byte(succeed(t, "graph", hero, out, "--play", input, "--json")), &want); err != nil {
		t.Fatal(err)
	}
	if want.Steps[179].Place.Z < 0.3 {
		t.Errorf("it stays at %+v", want.Steps[179].Place)
	}
	for _, file := range []string{out, again} {
		var got tracedPlay
		if err := json.Unmarshal([]byte(succeed(t, "graph", file, "--play", input, "--json")), &got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s plays otherwise", file)
		}
		page := succeed(t, "info", file)
		if !strings.Contains(page, "\nGraph locomotion: 9 nodes, ") || !strings.Contains(page, "  speed, jump, wave, move, armed\n") || !strings.Contains(page, "GRPH") {
			t.Errorf("info says %s", page)
		}
		if tree := succeed(t, "graph", file); !strings.Contains(tree, ": locomotion\n") || !strings.Contains(tree, "state stand (start)") {
			t.Errorf("%s", tree)
		}
		var pose layeredPose
		if err := json.Unmarshal([]byte(succeed(t, "pose", file, "--play", input, "--time", "1", "--json")), &pose); err != nil {
			t.Fatal(err)
		}
		if l := pose.Samples[0].Layers; len(l) != 2 || l[0].Clip != "jump" {
			t.Errorf("pose has layers %+v", l)
		}
	}
	var in summary.Model
	if err := json.Unmarshal([]byte(succeed(t, "info", out, "--json")), &in); err != nil || in.Archive.Graph.Nodes != 9 || len(in.Archive.Graph.Hash) != 16 {
		t.Errorf("%+v, %v", in.Archive.Graph, err)
	}
	if err := os.WriteFile(hero, []byte(strings.Replace(locomotion, `"above": 3`, `"above": 4`, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if said := succeed(t, bake...); strings.Contains(said, "unchanged") {
		t.Error("another graph changes nothing")
	}
	for _, c := range []struct {
		code int
		want []string
		args []string
	}{
		{1, []string{"hero.json", "jmup"}, []string{strider(t, "strider.glb"), "--graph", write(t, "hero.json", []byte(strings.Replace(locomotion, `"clip": "jump"`, `"clip": "jmup"`, 1)))}},
		{1, []string{"hero.json", "/root"}, []string{strider(t, "strider.glb"), "--graph", write(t, "hero.json", []byte(`{"version": 1, "root": 7}`))}},
		{1, []string{"nowhere.json"}, []string{strider(t, "strider.glb"), "--graph", "nowhere.json"}},
		{2, []string{"--graph is for one archive"}, []string{strider(t, "strider.glb"), strider(t, "strider_walk.fbx"), "--graph", hero}},
	} {
		code, _, stderr := sinew(t, append([]string{"bake", "-o", t.TempDir()}, c.args...)...)
		if code != c.code {
			t.Errorf("%v: exit code %d", c.args, code)
		}
		checkComplaint(t, stderr, c.want...)
	}
}
