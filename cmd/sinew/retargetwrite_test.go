//go:build cgo

package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestRetargetFormats: retarget writes every format that convert writes, with the same movement, and the
// other parts of a glTF file stay.
func TestRetargetFormats(t *testing.T) {
	dir := t.TempDir()
	file, onto := strider(t, "strider_walk.fbx"), strider(t, "strider.glb")
	exact := filepath.Join(dir, "exact.sinew")
	succeed(t, "retarget", file, "--onto", onto, "--exact", "-o", exact)
	for _, name := range []string{"packed.sinew", "walk.glb", "walk.gltf", "{clip}.glb"} {
		out := filepath.Join(dir, name)
		succeed(t, "retarget", file, "--onto", onto, "-o", out)
		out = strings.ReplaceAll(out, "{clip}", "Scene")
		if got := clipNamesOf(infoOf(t, out)); got != "Scene" {
			t.Errorf("%s: clips %s", name, got)
		}
		succeed(t, "diff", exact, out, "--fail", "1mm,0.5deg", "--count", "motion,rest,weights,parts")
	}
	bvh := filepath.Join(dir, "walk.bvh")
	succeed(t, "retarget", file, "--onto", onto, "-o", bvh)
	if got := len(infoOf(t, bvh).Clips); got != 1 {
		t.Errorf("%d clips", got)
	}
	mirrored := filepath.Join(dir, "mirrored.glb")
	succeed(t, "retarget", onto, "--mirror", "--clip", "wave", "--keep", "-o", mirrored)
	if got := clipNamesOf(infoOf(t, mirrored)); got != clipNamesOf(infoOf(t, onto))+", wave_mirrored" {
		t.Errorf("kept clips: %s", got)
	}
	succeed(t, "diff", onto, mirrored, "--fail", "0.001mm,0.01deg", "--ignore", "parts")
	// A folder of outputs of another format.
	takes := takesOf(t)
	succeed(t, "retarget", takes, "--onto", onto, "-o", filepath.Join(dir, "all", "{file}.glb"))
	if got := clipNamesOf(infoOf(t, filepath.Join(dir, "all", "jump.glb"))); got != "Scene" {
		t.Errorf("of a folder: %s", got)
	}
}

// A capture whose offsets lie along the joints' own axes has a T pose in its first frame: there the target is
// at rest. With the file's rest pose legs point up.
func TestRetargetFirstFrame(t *testing.T) {
	from, to := filepath.Join("testdata", "first_frame.bvh"), filepath.Join("testdata", "first_frame_target.gltf")
	rest := posing(t, to)
	for _, flags := range [][]string{nil, {"--rest-frame", "0"}, {"--rest-frame", "file"}} {
		out := filepath.Join(t.TempDir(), "out.sinew")
		succeed(t, append([]string{"retarget", from, "--onto", to, "-o", out, "--exact"}, flags...)...)
		worst := 0.
		for _, j := range posing(t, out).Samples[0].Joints {
			worst = max(worst, apart(j.place(), rest.joint(t, 0, j.Name)))
		}
		if file := len(flags) > 0 && flags[1] == "file"; (worst > 2e-3) != file {
			t.Errorf("%v: %v m from rest", flags, worst)
		}
	}
}

// Rig takes the pose of a frame for the rest pose, and clips play as before.
func TestRigPoseOfAFrame(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.glb")
	said := rigged(t, filepath.Join("testdata", "first_frame.bvh"), "--pose", "0", "-o", out)
	if said.Steps[0].Apart.Joint.Millimetres > 0.01 || rigged(t, out).Pose != "T" {
		t.Errorf("%+v", said.Steps[0])
	}
}
