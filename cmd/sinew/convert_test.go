package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/converter"
)

// convertJSON converts files and returns the report.
func convertJSON(t *testing.T, args ...string) (r converter.Result) {
	t.Helper()
	if err := json.Unmarshal([]byte(succeed(t, append([]string{"convert", "--json"}, args...)...)), &r); err != nil {
		t.Fatal(err)
	}
	return r
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
	page := succeed(t, "convert", strider(t, "strider.glb"), "-o", filepath.Join(dir, "c.glb"))
	if !strings.Contains(page, "round trip") {
		t.Errorf("no round trip in\n%s", page)
	}
	onlyThese(t, dir, "a.bin", "a.glb", "a.gltf", "a.sinew", "again.glb", "b.glb", "c.glb")
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// onlyThese fails unless a folder has exactly these files.
func onlyThese(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
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

// What cannot be written is an error, and leaves no file.
func TestConvertRefuses(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.glb")
	if err := os.WriteFile(in, []byte(read(t, strider(t, "strider.glb"))), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.glb"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		out  string
		code int
		says string
	}{
		{in, exitFailed, "is an input"},
		{filepath.Join(dir, "out.fbx"), exitUsage, "Blender"},
		{filepath.Join(dir, "out.obj"), exitUsage, ".glb"},
		{filepath.Join(dir, "missing", "out.glb"), exitFailed, "no such file"},
		{filepath.Join(dir, "folder.glb"), exitFailed, "folder.glb: is a directory"},
	} {
		code, stdout, stderr := sinew(t, "convert", in, "-o", c.out)
		if code != c.code || stdout != "" || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit code %d, %q, %q", c.out, code, stdout, stderr)
		}
	}
	onlyThese(t, dir, "folder.glb", "in.glb")
	if code, _, stderr := sinew(t, "convert", "-o", "x.glb"); code != exitUsage || !strings.Contains(stderr, "needs a model file") {
		t.Error(code, stderr)
	}
}

// --strict fails where something is lost, and the file is there all the same.
func TestConvertStrict(t *testing.T) {
	dir := t.TempDir()
	baked := filepath.Join(dir, "additive.sinew")
	succeed(t, "bake", strider(t, "strider.glb"), "-o", baked, "--additive", "wave@first")
	out := filepath.Join(dir, "out.glb")
	code, page, stderr := sinew(t, "convert", baked, "-o", out, "--strict=motion")
	if code != exitFailed || !strings.Contains(page, "additive") || !strings.Contains(stderr, "1 loss") {
		t.Error(code, page, stderr)
	}
	succeed(t, "convert", strider(t, "strider.glb"), "-o", filepath.Join(dir, "whole.glb"), "--strict")
	onlyThese(t, dir, "additive.sinew", "out.glb", "whole.glb")
}
