package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/converter"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// convertJSON converts files and returns the report.
func convertJSON(t *testing.T, args ...string) converter.Result {
	t.Helper()
	return answer[converter.Result](t, append([]string{"convert"}, args...)...)
}

// What convert writes is within a thousandth of a millimetre of what it read, and another time
// the same bytes.
func TestConvert(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.glb", "a.gltf", "a.sinew"} {
		r := convertJSON(t, strider(t, "strider.glb"), "-o", filepath.Join(dir, name))
		o := r.Outputs[0]
		if !o.Compared || !(o.Millimetres < 1e-3) || o.Clips != 3 || len(o.Missing.Joints)+len(o.Missing.Meshes)+len(o.Missing.Clips) > 0 {
			t.Errorf("%s: %+v", name, o)
		}
		// The other way, from what was written.
		again := convertJSON(t, o.File, "-o", filepath.Join(dir, "again.glb"))
		if !(again.Outputs[0].Millimetres < 1e-3) {
			t.Errorf("%s: %+v", name, again.Outputs[0])
		}
	}
	succeed(t, "convert", strider(t, "strider.glb"), "-o", filepath.Join(dir, "b.glb"), "--no-check")
	if a, b := read(t, filepath.Join(dir, "a.glb")), read(t, filepath.Join(dir, "b.glb")); a != b {
		t.Error("two conversions differ")
	}
	onlyThese(t, dir, "a.bin", "a.glb", "a.gltf", "a.sinew", "again.glb", "b.glb")
}

// onlyThese fails unless a folder has exactly these files.
func onlyThese(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must.Do(t, err)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("the folder has %q, not %q", got, names)
	}
}

// One file for each clip, and clips of several files in one.
func TestConvertClips(t *testing.T) {
	dir := t.TempDir()
	r := convertJSON(t, strider(t, "strider.glb"), "--only", "w*", "-o", filepath.Join(dir, "{clip}.glb"))
	if len(r.Outputs) < 2 {
		t.Fatalf("%+v", r)
	}
	var parts []string
	for _, o := range r.Outputs {
		if o.Clips != 1 {
			t.Errorf("%+v", o)
		}
		parts = append(parts, o.File)
	}
	all := convertJSON(t, append(parts, "-o", filepath.Join(dir, "all.glb"))...)
	if o := all.Outputs[0]; o.Clips != len(parts) || !(o.Millimetres < 1e-3) {
		t.Errorf("%+v", o)
	}
	into := convertJSON(t, "--into", parts[0], parts[1], "-o", filepath.Join(dir, "into.glb"))
	if o := into.Outputs[0]; o.Clips != 2 {
		t.Errorf("%+v", o)
	}
}

// --strict fails where something is lost, and the file is there all the same.
func TestConvertStrict(t *testing.T) {
	dir := t.TempDir()
	baked, out := filepath.Join(dir, "additive.sinew"), filepath.Join(dir, "out.glb")
	succeed(t, "bake", strider(t, "strider.glb"), "-o", baked, "--additive", "wave@first")
	code, stdout, stderr := sinew(t, "convert", baked, "-o", out, "--strict=motion", "--json")
	if f := decode[converter.Result](t, stdout).Outputs[0].Findings; code != exitFailed || len(f) != 1 || !strings.Contains(f[0].Where, "wave") {
		t.Errorf("exit code %d, %+v", code, f)
	}
	checkComplaint(t, stderr, "--strict=motion", "1 ")
	succeed(t, "convert", strider(t, "strider.glb"), "-o", filepath.Join(dir, "whole.glb"), "--strict")
	onlyThese(t, dir, "additive.sinew", "out.glb", "whole.glb")
}
