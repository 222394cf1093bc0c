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
