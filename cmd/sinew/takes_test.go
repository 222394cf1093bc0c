//go:build cgo

package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/converter"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/fbxfile"
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

// limbs is a file of hips that turn, with limbs of which each may end in a joint of its own.
func limbs(t *testing.T, ends int) string {
	turn := map[string][]exact.Vec{"R": {{0, 0, 0}, {0, 10, 0}, {0, 20, 0}}}
	f := &fbxfile.File{Models: []fbxfile.Model{{Name: "hips", Mesh: true, Curves: turn}}}
	for k := range 36 {
		name := fmt.Sprintf("limb %c", 'A'+k)
		f.Models = append(f.Models, fbxfile.Model{Name: name, Parent: "hips", Translation: exact.Vec{float64(k), 10, 0}, Curves: turn})
		if k < ends {
			f.Models = append(f.Models, fbxfile.Model{Name: name + " nub", Parent: name, Translation: exact.Vec{0, 5, 0}, Curves: turn})
		}
	}
	return f.Write(t)
}

// TestAlikeLosses: what an import loses of many joints is one entry with a count on a page, which JSON has in full.
func TestAlikeLosses(t *testing.T) {
	for _, ends := range []int{36, 5, 1} {
		args := []string{"convert", limbs(t, 0), "--with", limbs(t, ends), "-o", t.TempDir() + "/out.glb"}
		if page := succeed(t, args...); strings.Contains(page, fmt.Sprintf("(%d ", ends)) != (ends > 1) || strings.Count(page, "\n") > 10 {
			t.Errorf("%d ends: %s", ends, page)
		}
		if n := len(answer[struct{ Losses []any }](t, args...).Losses); n != ends {
			t.Errorf("%d losses in JSON, want %d", n, ends)
		}
	}
}
