//go:build cgo

package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/summary"
	"github.com/sinew-anim/sinew/internal/testing/truth"
)

func TestInfoJSON(t *testing.T) {
	file := strider(t, "strider.glb")
	var in summary.Model
	if err := json.Unmarshal([]byte(succeed(t, "info", "--json", file)), &in); err != nil {
		t.Fatal(err)
	}
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
	var in summary.Model
	if err := json.Unmarshal([]byte(succeed(t, "info", "--json", strider(t, "strider_walk.fbx"), "--with", with)), &in); err != nil {
		t.Fatal(err)
	}
	if len(in.Clips) != 2 || in.Clips[0].File != in.File || in.Clips[1].File != with || len(in.With) != 1 || in.With[0].Clips != 1 {
		t.Errorf("clips %+v, with %+v", in.Clips, in.With)
	}
}

// folderOfStriders has a character, clips for it and a file without any.
func folderOfStriders(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"strider_walk.fbx", "strider_wave.fbx", "strider_jump.fbx"} {
		data, err := os.ReadFile(strider(t, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "triangle.obj"), []byte(smallOBJ), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func infoOf(t *testing.T, args ...string) (in summary.Model) {
	t.Helper()
	if err := json.Unmarshal([]byte(succeed(t, append([]string{"info", "--json"}, args...)...)), &in); err != nil {
		t.Fatal(err)
	}
	return in
}

func clipNamesOf(in summary.Model) string {
	var names []string
	for _, c := range in.Clips {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
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
	if page := succeed(t, "info", dir, "--as-one"); !strings.Contains(page, "No clips of") || !strings.Contains(page, "triangle.obj") {
		t.Errorf("the page does not tell of the triangle:\n%s", page)
	}
	in = infoOf(t, strider(t, "strider_walk.fbx"), "--with", filepath.Join(dir, "*w*.fbx"))
	if got := clipNamesOf(in); got != "Scene, strider_walk, strider_wave" {
		t.Errorf("clips %s", got)
	}
	in = infoOf(t, filepath.Join(dir, "strider_walk.fbx"), "--with", filepath.Join(dir, "*w*.fbx"))
	if got := clipNamesOf(in); got != "Scene, strider_wave" {
		t.Errorf("a pattern that the model's own file matches: clips %s", got)
	}
	if code, _, stderr := sinew(t, "info", t.TempDir()); code != exitFailed || !strings.Contains(stderr, "no model file") {
		t.Errorf("an empty folder: %d, %s", code, stderr)
	}
}

// TestInfoFolderArchives: archives among model files count as these do, and the
// rules of clips hold for them.
func TestInfoFolderArchives(t *testing.T) {
	dir := folderOfStriders(t)
	succeed(t, "bake", filepath.Join(dir, "strider_wave.fbx"), "-o", filepath.Join(dir, "strider_wave.sinew"))
	if err := os.Remove(filepath.Join(dir, "strider_wave.fbx")); err != nil {
		t.Fatal(err)
	}
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
	for _, text := range []string{"up", "up=0.5", "=0..1", "up=1..0", "up=0..1@0", "up=a..b", "up=0..1@"} {
		if code, _, stderr := sinew(t, "info", all, "--range", text); code != exitUsage || !strings.Contains(stderr, "--range") {
			t.Errorf("%s: %d, %s", text, code, stderr)
		}
	}
	if code, _, stderr := sinew(t, "info", all, "--range", "late=7..9"); code != exitFailed || !strings.Contains(stderr, "late") {
		t.Errorf("a range outside every clip: %d, %s", code, stderr)
	}
}

// TestInfoStrict: a loss fails, after the page; repairs do not.
func TestInfoStrict(t *testing.T) {
	if code, stdout, stderr := sinew(t, "info", "--strict", strider(t, "strider_walk.fbx")); code != exitOK || stdout == "" {
		t.Errorf("without a loss: %d, %s", code, stderr)
	}
	lossy := write(t, "picture.obj", []byte("mtllib picture.mtl\nusemtl m\n"+smallOBJ))
	if err := os.WriteFile(filepath.Join(filepath.Dir(lossy), "picture.mtl"), []byte("newmtl m\nmap_Kd nowhere.png\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := sinew(t, "info", "--strict", "--json", lossy)
	if code != exitFailed || !strings.Contains(stderr, "nowhere.png") {
		t.Errorf("with a loss: %d, %s", code, stderr)
	}
	var in summary.Model
	if err := json.Unmarshal([]byte(stdout), &in); err != nil {
		t.Fatal(err)
	}
	if len(in.Findings) != 1 || in.Findings[0].Kind != "missing-texture" || in.Findings[0].Severity != "loss" {
		t.Errorf("findings %+v", in.Findings)
	}
	if in.Findings[0].Changes != "looks" {
		t.Errorf("a picture changes %q", in.Findings[0].Changes)
	}
	for _, args := range [][]string{{"info", lossy}, {"info", "--strict=motion", lossy}} {
		if code, _, stderr := sinew(t, args...); code != exitOK {
			t.Errorf("%v: %d, %s", args, code, stderr)
		}
	}
	// A clip that drives a joint which is not there is a loss of motion.
	other := write(t, "other.bvh", []byte(strings.ReplaceAll(smallBVH, "JOINT Middle", "JOINT Other")))
	for _, flag := range []string{"--strict", "--strict=all", "--strict=motion"} {
		if code, _, stderr := sinew(t, "info", flag, other, "--with", write(t, "line.bvh", []byte(smallBVH))); code != exitFailed || !strings.Contains(stderr, "Middle") {
			t.Errorf("%s, without a joint: %d, %s", flag, code, stderr)
		}
	}
	if code, _, stderr := sinew(t, "info", "--strict=much", lossy); code != exitUsage || !strings.Contains(stderr, `"much"`) {
		t.Errorf("a strictness that there is not: %d, %s", code, stderr)
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
	page := succeed(t, "info", file)
	for _, part := range []string{"Memory: ", " as a model", "influences", "###", "a key every 3"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q:\n%s", part, page)
		}
	}
}

// TestInfoPage looks at the page for people.
func TestInfoPage(t *testing.T) {
	out := succeed(t, "info", strider(t, "strider_walk.fbx"))
	for _, part := range []string{
		"FBX, read by assimp", "a unit of 0.01 m", "Skeleton: 34 joints, 30 animated (*), 29 skinned (+)",
		"\n     CharRig\n", "\n  *+ └ root\n", "\n  *+     │ └ chest\n", "Clips:", "  0  Scene ", "Meshes:", "morph targets: belly, pointy, puff", "Findings:",
	} {
		if !strings.Contains(out, part) {
			t.Errorf("the page lacks %q:\n%s", part, out)
		}
	}
	checkPage(t, out)
	out = succeed(t, "info", write(t, "line.bvh", []byte(smallBVH)))
	if !strings.Contains(out, "No meshes") {
		t.Errorf("the page:\n%s", out)
	}
	out = succeed(t, "info", write(t, "triangle.obj", []byte(smallOBJ)))
	if !strings.Contains(out, "No clips") {
		t.Errorf("the page:\n%s", out)
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
	if err != nil {
		t.Fatal(err)
	}
	if printed < 15 {
		t.Errorf("only %d pages", printed)
	}
}

// TestInfoOnly: a pattern that no clip matches is an error that lists what there is.
func TestInfoOnly(t *testing.T) {
	for _, file := range []string{strider(t, "strider.glb"), strider(t, "strider.sinew")} {
		code, _, stderr := sinew(t, "info", file, "--only", "walk", "--only", "swim*")
		if code == exitOK || !strings.Contains(stderr, `"swim*"`) || !strings.Contains(stderr, `"walk"`) {
			t.Errorf("exit code %d: %s", code, stderr)
		}
		if got := clipNamesOf(infoOf(t, file, "--only", "w*")); got == "" || strings.Contains(got, "jump") {
			t.Errorf("%s has %q", file, got)
		}
	}
	code, _, stderr := sinew(t, "info", write(t, "triangle.obj", []byte(smallOBJ)), "--only", "walk")
	if code == exitOK || !strings.Contains(stderr, "the files have none") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// TestInfoRounding: info states by how much playing is off where float32 cannot hold a clip,
// and nothing of a clip that it can.
func TestInfoRounding(t *testing.T) {
	far := strings.ReplaceAll(smallBVH, "0 0 0 0 0 0 45 0 0", "300000 0 0 0 0 0 45 0 0")
	far = strings.ReplaceAll(far, "1 0 0 0 0 0 90 0 0", "-300001 0 0 0 0 0 90 0 0")
	for text, stated := range map[string]int{smallBVH: 0, far: 1} {
		file := write(t, "line.bvh", []byte(text))
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
		page := succeed(t, "info", file)
		if n != stated || strings.Contains(page, "[rounding]") != (stated > 0) {
			t.Errorf("%d errors of rounding are stated, want %d:\n%s", n, stated, page)
		}
		checkPage(t, page)
	}
}
