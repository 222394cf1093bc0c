package main

import (
	"path/filepath"
	"testing"
)

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
