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

// Keys are left out within the distance that --reduce states, and the file is smaller.
func TestConvertReduce(t *testing.T) {
	dir := t.TempDir()
	whole := convertJSON(t, strider(t, "strider.glb"), "-o", filepath.Join(dir, "a.glb"), "--reduce", "0.01mm").Outputs[0]
	if o := convertJSON(t, strider(t, "strider.glb"), "-o", filepath.Join(dir, "b.glb"), "--reduce", "2mm").Outputs[0]; !(o.Joints > 0.5 && o.Joints <= 2) || o.Bytes >= whole.Bytes {
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

const materialAlone = `{"asset":{"version":"2.0"},"materials":[{"name":"red","pbrMetallicRoughness":{"baseColorFactor":[1,0,0,1]}}]}`

// A glTF file without nodes is read by every command, and none is silent about what it does not show.
func TestFileWithoutNodes(t *testing.T) {
	file := write(t, "red.gltf", materialAlone)
	at := func(name string) string { return filepath.Join(filepath.Dir(file), name) }
	if in := infoOf(t, file); len(in.Joints) != 1 || in.Joints[0].Name != "ROOT" || len(in.Meshes) > 0 || in.Materials[0].Name != "red" || in.Findings[0].Kind != "no-nodes" {
		t.Errorf("%+v", in)
	}
	for _, strict := range []string{"--strict", "--strict=motion"} {
		for _, args := range [][]string{{"info", file}, {"convert", file, "-o", at("strict.glb")}} {
			code, _, stderr := sinew(t, append(args, strict)...)
			if code != exitFailed {
				t.Errorf("%q, %s: exit code %d", args, strict, code)
			}
			checkComplaint(t, stderr, strict, "1 ", "material")
		}
	}
	posing(t, file).joint(t, 0, "ROOT")
	if said := bakeJSON(t, file, "-o", at("red.sinew")); said.Files[0].Losses != 1 {
		t.Errorf("%+v", said.Files[0])
	}
	if d := diffJSON(t, file, at("red.sinew")); d.Joint != 0 {
		t.Errorf("%+v", d)
	}
	for _, from := range []string{file, at("red.sinew")} {
		succeed(t, "convert", from, "-o", at("red.glb"))
		if in := infoOf(t, at("red.glb")); len(in.Joints) != 1 || in.Joints[0].Name != "ROOT" {
			t.Errorf("%+v", in)
		}
	}
}
