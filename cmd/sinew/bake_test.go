//go:build cgo

package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/baker"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa/archive"
)

// TestBakeModels bakes model files of three formats, and their archives play as
// they do.
func TestBakeModels(t *testing.T) {
	out := t.TempDir()
	files := []string{strider(t, "strider_walk.fbx"), strider(t, "strider_wave.dae"), filepath.Join(filepath.Dir(strider(t, "")), "warden", "warden.md5mesh")}
	said := answer[baker.Summary](t, append([]string{"bake", "-o", out, "--clips", "exact"}, files...)...)
	for i, f := range said.Files {
		if f.Error != "" || len(f.Clips) == 0 || f.ImportSeconds <= 0 {
			t.Errorf("%+v", f)
		}
		d := answer[reports.Diff](t, "diff", files[i], f.Output)
		if d.Joint != 0 || d.Vertex != 0 || len(d.Clips) != len(f.Clips) || d.Clips[0].MeshesCompared == 0 {
			t.Errorf("%s: %+v", f.Output, d)
		}
	}
	a, err := archive.Open(said.Files[2].Output)
	must.Do(t, err)
	defer a.Close()
	m, err := a.Meta()
	must.Do(t, err)
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
	copied := func(from, to string) {
		put(t, filepath.Join(dir, to), read(t, filepath.Join(filepath.Dir(strider(t, "")), "warden", from)))
	}
	copied("warden.md5mesh", "warden.md5mesh")
	copied("warden_body.png", "warden_body.png")
	for _, name := range []string{"", "warden_body.png", "warden_head.png"} {
		if name != "" {
			copied("warden_metal.png", name)
		}
		for _, number := range []int{1, 0} {
			checkMade(t, number, filepath.Join(dir, "warden.md5mesh"), "-o", filepath.Join(dir, "out.sinew"))
		}
	}
}

// TestBakeLibrary joins the clips of several files.
func TestBakeLibrary(t *testing.T) {
	out := filepath.Join(t.TempDir(), "strider.sinew")
	succeed(t, "bake", strider(t, "strider_walk.fbx"), strider(t, "strider_wave.fbx"), strider(t, "strider_jump.fbx"), "--library", "-o", out)
	if got := clipNamesOf(infoOf(t, out)); got != "Scene, strider_wave, strider_jump" {
		t.Errorf("clips %s", got)
	}
}

// TestStriderArchive: the archive that is checked in is that of strider.glb. It was
// baked with libassimp 5.2; later versions have the vertices of glTF files in another order.
func TestStriderArchive(t *testing.T) {
	d := answer[reports.Diff](t, "diff", strider(t, "strider.glb"), striderArchive(t))
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
	if img := drawn(t, striderArchive(t), "--clip", "wave", "--size", "64x64"); img.Bounds().Dx() != 64 {
		t.Errorf("it measures %v", img.Bounds())
	}
}

// Curves with a key on every frame hold the bound on frames and, between, against the
// curve through them; the archive states it, diff measures so and tells the bends apart,
// and info tells them of the model. With --exact-curves the bound is about the curves.
func TestBakeCurves(t *testing.T) {
	file := filepath.Join("..", "..", "testdata", "strider", "strider_walk.fbx")
	bakeAs := func(more ...string) (string, models.PackedInfo) {
		out := filepath.Join(t.TempDir(), "walk.sinew")
		succeed(t, append([]string{"bake", "--bank", file, "-o", out}, more...)...)
		a := infoOf(t, out).Archive
		if len(a.Packed) != 1 || len(a.Banks) != 1 || a.Banks[0].Clips[0].OnFrames != a.Packed[0].OnFrames {
			t.Fatalf("%q: %+v", more, a)
		}
		return out, a.Packed[0]
	}
	frames, onFrames := bakeAs()
	curves, exactly := bakeAs("--exact-curves")
	if !onFrames.OnFrames || exactly.OnFrames || onFrames.Bytes >= exactly.Bytes {
		t.Errorf("%+v and %+v", onFrames, exactly)
	}
	for _, out := range []string{frames, curves} {
		d := answer[reports.Diff](t, "diff", file, out)
		c := &d.Clips[0]
		if c.Joint.Max > 1e-4 || c.OnFrames != (out == frames) || (c.Bend.Max > 1e-4) != (out == frames) {
			t.Errorf("%s: %+v", out, c)
		}
	}
	if b := infoOf(t, file).Clips[0].Bend; b == nil || !(b.Largest > 1e-4) {
		t.Errorf("info says %+v", b)
	}
}

// A clip in which no foot ever stands is told of, in the report too.
func TestBakeContactsWarns(t *testing.T) {
	leg := func(side, x string) string {
		return "JOINT " + side + "UpLeg\n{\nOFFSET " + x + " 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT " + side + "Leg\n{\nOFFSET 0 -0.45 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT " +
			side + "Foot\n{\nOFFSET 0 -0.45 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -0.1 0.1\n}\n}\n}\n}\n"
	}
	bvh := "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n" + leg("Left", "0.1") + leg("Right", "-0.1") + "}\nMOTION\nFrames: 6\nFrame Time: 0.05\n"
	for k := range 6 {
		bvh += "0 " + []string{"1", "1.4"}[k%2] + " 0" + strings.Repeat(" 0", 3+2*9) + "\n"
	}
	file := write(t, "shaken.bvh", bvh)
	out := filepath.Join(t.TempDir(), "shaken.sinew")
	code, stdout, stderr := sinew(t, "bake", file, "-o", out, "--unit", "1", "--contacts", "--json")
	checkComplaint(t, stderr, "shaken.sinew", "Motion")
	if said := decode[baker.Summary](t, stdout); code != exitOK || !slices.Equal(said.Files[0].NoContact, []string{"Motion"}) {
		t.Errorf("exit code %d: %+v", code, said.Files[0])
	}
}
