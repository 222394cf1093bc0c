//go:build cgo

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/baker"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa/archive"
)

// TestBakeModels bakes model files of three formats, and their archives play as
// they do.
func TestBakeModels(t *testing.T) {
	out := t.TempDir()
	files := []string{strider(t, "strider_walk.fbx"), strider(t, "strider_wave.dae"), filepath.Join(filepath.Dir(strider(t, "")), "warden", "warden.md5mesh")}
	var said baker.Summary
	if err := json.Unmarshal([]byte(succeed(t, append([]string{"bake", "-o", out, "--json", "--clips", "exact"}, files...)...)), &said); err != nil {
		t.Fatal(err)
	}
	for i, f := range said.Files {
		if f.Error != "" || len(f.Clips) == 0 || f.ImportSeconds <= 0 {
			t.Errorf("%+v", f)
		}
		var d reports.Diff
		if err := json.Unmarshal([]byte(succeed(t, "diff", "--json", files[i], f.Output)), &d); err != nil {
			t.Fatal(err)
		}
		if d.Joint != 0 || d.Vertex != 0 || len(d.Clips) != len(f.Clips) || d.Clips[0].MeshesCompared == 0 {
			t.Errorf("%s: %+v", f.Output, d)
		}
	}
	a, err := archive.Open(said.Files[2].Output)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	m, err := a.Meta()
	if err != nil {
		t.Fatal(err)
	}
	var sources []string
	for _, s := range m.Sources {
		if s.Bytes > 0 {
			sources = append(sources, s.File)
		}
	}
	if strings.Join(sources, " ") != "warden.md5anim warden.md5mesh warden_body.png warden_cape.png warden_head.png warden_metal.png" {
		t.Errorf("sources %v", sources)
	}
}

// TestBakeNotices bakes again when a file changes that the model refers to, or
// one appears that it looked for.
func TestBakeNotices(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"warden.md5mesh", "warden_body.png"} {
		data, err := os.ReadFile(filepath.Join(filepath.Dir(strider(t, "")), "warden", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	model, out := filepath.Join(dir, "warden.md5mesh"), filepath.Join(dir, "out.sinew")
	bake := func() bool { return strings.Contains(succeed(t, "bake", model, "-o", out), "unchanged") }
	if bake() || !bake() {
		t.Error("it is not baked once")
	}
	for _, name := range []string{"warden_body.png", "warden_head.png"} {
		data, err := os.ReadFile(filepath.Join(filepath.Dir(strider(t, "")), "warden", "warden_metal.png"))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		if bake() || !bake() {
			t.Errorf("%s is not noticed", name)
		}
	}
}

// TestBakeLibrary joins the clips of several files.
func TestBakeLibrary(t *testing.T) {
	out := filepath.Join(t.TempDir(), "strider.sinew")
	succeed(t, "bake", strider(t, "strider_walk.fbx"), strider(t, "strider_wave.fbx"), strider(t, "strider_jump.fbx"), "--library", "-o", out)
	a, err := archive.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if a.Clips() != 3 || a.ClipName(0) != "Scene" || a.ClipName(1) != "strider_wave" || a.ClipName(2) != "strider_jump" {
		t.Errorf("%d clips, %q, %q, %q", a.Clips(), a.ClipName(0), a.ClipName(1), a.ClipName(2))
	}
}

// TestBakePartly: one file that cannot be imported does not keep the others
// from being baked.
func TestBakePartly(t *testing.T) {
	out := t.TempDir()
	code, stdout, stderr := sinew(t, "bake", write(t, "noise.fbx", []byte("no model at all")), strider(t, "strider_walk.fbx"), "-o", out)
	if code != exitFailed || !strings.Contains(stdout, "noise.sinew: FAILED") || !strings.Contains(stdout, "strider_walk.sinew: ") {
		t.Errorf("exit code %d:\n%s", code, stdout)
	}
	checkComplaint(t, stderr, "1 of 2 archives")
	onlyFile(t, filepath.Join(out, "strider_walk.sinew"))
}

// TestStriderArchive: the archive that is checked in is that of strider.glb. It was
// baked with libassimp 5.2; later versions have the vertices of glTF files in another order.
func TestStriderArchive(t *testing.T) {
	var d reports.Diff
	if err := json.Unmarshal([]byte(succeed(t, "diff", "--json", strider(t, "strider.glb"), striderArchive(t))), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Clips) != 3 || d.Joint > 1e-6 || len(d.OnlyA.Joints)+len(d.OnlyB.Joints) > 0 {
		t.Errorf("%+v", d)
	}
	major, minor, _ := assimp.Version()
	if older := major == 5 && minor < 4; older && (d.Vertex > 1e-6 || len(d.OnlyA.Meshes)+len(d.OnlyB.Meshes) > 0) {
		t.Errorf("%+v", d)
	}
}

// TestRenderArchive draws an archive.
func TestRenderArchive(t *testing.T) {
	needGPU(t)
	out := filepath.Join(t.TempDir(), "a.png")
	succeed(t, "render", striderArchive(t), "-o", out, "--clip", "wave", "--size", "64x64")
	if img := readPNG(t, out); img.Bounds().Dx() != 64 {
		t.Errorf("it measures %v", img.Bounds())
	}
}
