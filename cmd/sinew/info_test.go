//go:build cgo

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/summary"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
)

func TestInfoJSON(t *testing.T) {
	file := strider(t, "strider.glb")
	in := infoOf(t, file)
	if in.File != file || in.Format != "glb" || in.Importer != "sinew" || in.ImportSeconds <= 0 {
		t.Errorf("the head is %q, %q, %q, %v s", in.File, in.Format, in.Importer, in.ImportSeconds)
	}
	animated, skinned := 0, 0
	for i, j := range in.Joints {
		if j.Parent >= i {
			t.Errorf("joint %d %q has the parent %d", i, j.Name, j.Parent)
		}
		if j.Animated {
			animated++
		}
		if j.Skinned {
			skinned++
		}
	}
	if animated < 29 || skinned < 29 || animated >= len(in.Joints) {
		t.Errorf("%d joints, %d animated, %d skinned", len(in.Joints), animated, skinned)
	}
	names := map[string]bool{}
	for _, c := range in.Clips {
		names[c.Name] = true
		if c.End <= c.Start || c.Tracks == 0 || c.Keys < c.Tracks || c.Interpolation["linear"] != c.Tracks || c.File != file {
			t.Errorf("clip %+v", c)
		}
	}
	if !names["walk"] || !names["wave"] || !names["jump"] {
		t.Errorf("clips %v", names)
	}
	targets := 0
	for _, m := range in.Meshes {
		targets += len(m.MorphTargets)
	}
	if len(in.Weights) != 3 || targets < 3 || len(in.Skins) == 0 || len(in.Materials) < 2 {
		t.Errorf("%d weights, %d morph targets, %d skins, %d materials", len(in.Weights), targets, len(in.Skins), len(in.Materials))
	}
}

func TestInfoWith(t *testing.T) {
	with := strider(t, "strider_jump.fbx")
	in := infoOf(t, strider(t, "strider_walk.fbx"), "--with", with)
	if len(in.Clips) != 2 || in.Clips[0].File != in.File || in.Clips[1].File != with || len(in.With) != 1 || in.With[0].Clips != 1 {
		t.Errorf("clips %+v, with %+v", in.Clips, in.With)
	}
}

// folderOfStriders has a character, clips for it and a file without any.
func folderOfStriders(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"strider_walk.fbx", "strider_wave.fbx", "strider_jump.fbx"} {
		put(t, filepath.Join(dir, name), read(t, strider(t, name)))
	}
	put(t, filepath.Join(dir, "triangle.obj"), smallOBJ)
	return dir
}

// TestInfoFolder: with --as-one one file of a folder is the model, the clips of the others
// join it, and what has none says so; a pattern after --with does the same.
func TestInfoFolder(t *testing.T) {
	dir := folderOfStriders(t)
	in := infoOf(t, dir, "--as-one")
	if got := clipNamesOf(in); got != "strider_jump, strider_walk, strider_wave" || filepath.Base(in.File) != "strider_jump.fbx" || len(in.With) != 3 {
		t.Errorf("clips %s of %s with %+v", got, in.File, in.With)
	}
	for _, w := range in.With {
		if bad := filepath.Base(w.File) == "triangle.obj"; (w.Error != "") != bad {
			t.Errorf("%+v", w)
		}
	}
	in = infoOf(t, strider(t, "strider_walk.fbx"), "--with", filepath.Join(dir, "*w*.fbx"))
	if got := clipNamesOf(in); got != "Scene, strider_walk, strider_wave" {
		t.Errorf("clips %s", got)
	}
	in = infoOf(t, filepath.Join(dir, "strider_walk.fbx"), "--with", filepath.Join(dir, "*w*.fbx"))
	if got := clipNamesOf(in); got != "Scene, strider_wave" {
		t.Errorf("a pattern that the model's own file matches: clips %s", got)
	}
}

// TestInfoFolderArchives: archives among model files count as these do, and the
// rules of clips hold for them.
func TestInfoFolderArchives(t *testing.T) {
	dir := folderOfStriders(t)
	succeed(t, "bake", filepath.Join(dir, "strider_wave.fbx"), "-o", filepath.Join(dir, "strider_wave.sinew"))
	must.Do(t, os.Remove(filepath.Join(dir, "strider_wave.fbx")))
	in := infoOf(t, dir, "--as-one")
	if got := clipNamesOf(in); got != "strider_jump, strider_walk, strider_wave" || filepath.Base(in.File) != "strider_jump.fbx" || in.Archive != nil {
		t.Errorf("clips %s of %s", got, in.File)
	}
	in = infoOf(t, filepath.Join(dir, "strider_walk.fbx"), "--with", filepath.Join(dir, "*.sinew"), "--rename", "{file}!")
	if got := clipNamesOf(in); got != "strider_walk!, strider_wave!" || len(in.With) != 1 || in.With[0].Clips != 1 {
		t.Errorf("clips %s with %+v", got, in.With)
	}
	in = infoOf(t, filepath.Join(dir, "*wa[v]*"), "--as-one")
	if got := clipNamesOf(in); got != "Scene" || in.Archive == nil || filepath.Base(in.File) != "strider_wave.sinew" {
		t.Errorf("clips %s of %s", got, in.File)
	}
}

// TestInfoClipRules chooses, renames and cuts on the command line.
func TestInfoClipRules(t *testing.T) {
	all := strider(t, "strider_all.fbx")
	if got := clipNamesOf(infoOf(t, all, "--only", "*.w*", "--except", "*_tail", "--rename", "{file}.{clip}")); got != "strider_all.walk, strider_all.wave" {
		t.Errorf("clips %s", got)
	}
	in := infoOf(t, all, "--only", "wave", "--range", "up=0..0.5", "--range", "down=30..45@30")
	if got := clipNamesOf(in); got != "up, down" || in.Clips[0].End != 0.5 || in.Clips[1].Start != 1 || in.Clips[1].End != 1.5 {
		t.Errorf("clips %+v", in.Clips)
	}
}

// TestInfoStrict: a loss fails, after the page; repairs do not.
func TestInfoStrict(t *testing.T) {
	lossy := write(t, "picture.obj", "mtllib picture.mtl\nusemtl m\n"+smallOBJ)
	put(t, filepath.Join(filepath.Dir(lossy), "picture.mtl"), "newmtl m\nmap_Kd nowhere.png\n")
	// A clip that drives a joint which is not there is a loss of motion.
	other, line := write(t, "other.bvh", strings.ReplaceAll(smallBVH, "JOINT Middle", "JOINT Other")), write(t, "line.bvh", smallBVH)
	for _, c := range []struct{ args, lost string }{
		{strider(t, "strider_walk.fbx") + " --strict", ""}, {lossy, ""}, {lossy + " --strict=motion", ""}, {lossy + " --strict", "nowhere.png"},
		{other + " --strict --with " + line, "Middle"}, {other + " --strict=all --with " + line, "Middle"}, {other + " --strict=motion --with " + line, "Middle"},
	} {
		code, stdout, stderr := sinew(t, append([]string{"info", "--json"}, strings.Fields(c.args)...)...)
		if f := decode[summary.Model](t, stdout).Findings; (code == exitFailed) != (c.lost != "") || !strings.Contains(stderr, c.lost) {
			t.Errorf("%s: exit code %d, %s, %+v", c.args, code, stderr, f)
		}
	}
	if f := infoOf(t, lossy).Findings; len(f) != 1 || f[0].Kind != "missing-texture" || f[0].Severity != "loss" || f[0].Changes != "looks" {
		t.Errorf("findings %+v", f)
	}
}

// TestInfoNumbers: histogram, memory and key spacing are told, as data and on
// the page.
func TestInfoNumbers(t *testing.T) {
	file := strider(t, "strider_walk.fbx")
	in := infoOf(t, file)
	if in.SceneBytes < 1000 || in.ModelBytes < 1000 || in.Clips[0].Spacing < 0.01 || in.Clips[0].Spacing > 0.1 {
		t.Errorf("%d bytes before, %d after, a key every %v s", in.SceneBytes, in.ModelBytes, in.Clips[0].Spacing)
	}
	for _, m := range in.Meshes {
		sum := 0
		for _, n := range m.Histogram {
			sum += n
		}
		if m.Skin >= 0 && sum != m.Vertices {
			t.Errorf("mesh %q: %d vertices in the histogram, %d in all", m.Name, sum, m.Vertices)
		}
	}
}

// TestInfoShared prints the page of every shared model: each has to keep to 80
// columns, whatever its names.
func TestInfoShared(t *testing.T) {
	root := truth.Shared(t, "models")
	printed := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch filepath.Ext(path) {
		case ".fbx", ".dae", ".md5mesh", ".gltf", ".glb":
			code, stdout, stderr := sinew(t, "info", path)
			if code != exitOK {
				checkComplaint(t, stderr)
				t.Logf("%s", stderr)
				return nil
			}
			printed++
			checkPage(t, stdout)
		}
		return nil
	})
	must.Do(t, err)
	if printed < 15 {
		t.Errorf("only %d pages", printed)
	}
}

// TestInfoOnly keeps the clips that a pattern matches.
func TestInfoOnly(t *testing.T) {
	for _, file := range []string{strider(t, "strider.glb"), strider(t, "strider.sinew")} {
		if got := clipNamesOf(infoOf(t, file, "--only", "w*")); got != "walk, wave" {
			t.Errorf("%s has %q", file, got)
		}
	}
}

// TestInfoRounding: info states by how much playing is off where float32 cannot hold a clip,
// and nothing of a clip that it can.
func TestInfoRounding(t *testing.T) {
	for text, stated := range map[string]int{smallBVH: 0, farBVH: 1} {
		file := write(t, "line.bvh", text)
		n := 0
		for _, f := range infoOf(t, file).Findings {
			if f.Kind != summary.Rounding {
				continue
			}
			n++
			if f.Where != "Base" || f.SizeUnit != "mm" || !(f.Size > 1 && f.Size < 300) || f.File != file {
				t.Errorf("%+v", f)
			}
		}
		if n != stated {
			t.Errorf("%d errors of rounding are stated, want %d", n, stated)
		}
	}
}
