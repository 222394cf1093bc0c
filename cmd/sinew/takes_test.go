//go:build cgo

package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/converter"
)

// takesOf copies the same-named takes of strider into a folder.
func takesOf(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range []string{"walk", "jump", "wave"} {
		put(t, filepath.Join(dir, name+".fbx"), read(t, strider(t, "strider_"+name+".fbx")))
	}
	return dir
}

// TestTakes: takes of one name are named after their files when they become one model, which is said, and
// --only and --except see those names.
func TestTakes(t *testing.T) {
	dir := takesOf(t)
	list := []string{dir + "/walk.fbx", dir + "/jump.fbx", dir + "/wave.fbx"}
	for name, c := range map[string]struct {
		args []string
		want string
		says int
	}{
		"all":       {list, "walk, jump, wave", 3},
		"except":    {append([]string{"--except", "jump", "--except", "Scene"}, list...), "walk, wave", 3},
		"only":      {append([]string{"--only", "wa*"}, list...), "walk, wave", 3},
		"rename":    {append([]string{"--rename", "{file}-{clip}", "--except", "wave-*"}, list...), "walk-Scene, jump-Scene", 0},
		"as one":    {[]string{"--as-one", "--except", "walk", dir}, "jump, wave", 3},
		"of two":    {append([]string{"--only", "jump"}, list[1:]...), "jump", 2},
		"into":      {append([]string{"--into"}, list...), "Scene, jump, wave", 2},
		"one alone": {list[:1], "Scene", 0},
	} {
		out := filepath.Join(t.TempDir(), "all.glb")
		if said := convertJSON(t, append([]string{"-o", out}, c.args...)...); len(said.Takes) != c.says {
			t.Errorf("%s: %+v", name, said.Takes)
		}
		if got := clipNamesOf(infoOf(t, out)); got != c.want {
			t.Errorf("%s: clips %s, want %s", name, got, c.want)
		}
	}
	// Where clips join a model, that keeps its names.
	if got := clipNamesOf(infoOf(t, list[0], "--with", list[1], "--with", list[2], "--except", "jump")); got != "Scene, wave" {
		t.Errorf("--with: %s", got)
	}
}

// TestDropStill: a take without movement is dropped and said.
func TestDropStill(t *testing.T) {
	dir := takesOf(t)
	still := filepath.Join(dir, "T-Pose.glb")
	succeed(t, "edit", dir+"/walk.fbx", "--trim", "0..0.0001", "-o", still)
	out := filepath.Join(dir, "out.glb")
	for _, c := range []struct {
		flags []string
		want  string
	}{
		{nil, "T-Pose, walk, jump"}, {[]string{"--drop-still"}, "walk, jump"},
		{[]string{"--drop-still=100m"}, "walk, jump"} /* whose morph weights change */, {[]string{"--drop-still=2cm", "--except", "walk"}, "jump"},
	} {
		said := convertJSON(t, append([]string{still, dir + "/walk.fbx", dir + "/jump.fbx", "-o", out}, c.flags...)...)
		if dropped := slices.ContainsFunc(said.Takes, func(x converter.Take) bool { return x.File == still && !strings.Contains(x.Message, "T-Pose") }); dropped != (len(c.flags) > 0) {
			t.Errorf("%q: %+v", c.flags, said.Takes)
		}
		if got := clipNamesOf(infoOf(t, out)); got != c.want {
			t.Errorf("%q: clips %s, want %s", c.flags, got, c.want)
		}
	}
	// An archive too, whose clips are not imported.
	packed := filepath.Join(dir, "all.sinew")
	succeed(t, "convert", still, dir+"/walk.fbx", "-o", packed)
	if got := clipNamesOf(infoOf(t, packed, "--drop-still", "--only", "w*")); got != "walk" {
		t.Errorf("an archive: %s", got)
	}
}
