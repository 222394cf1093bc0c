package main

import (
	"path/filepath"
	"strings"
	"testing"
)

const materialAlone = `{"asset":{"version":"2.0"},"materials":[{"name":"red","pbrMetallicRoughness":{"baseColorFactor":[1,0,0,1]}}]}`

// A glTF file without nodes is read by every command, and none is silent about what it does not show.
func TestFileWithoutNodes(t *testing.T) {
	file := write(t, "red.gltf", []byte(materialAlone))
	at := func(name string) string { return filepath.Join(filepath.Dir(file), name) }
	has := func(page string, parts ...string) {
		t.Helper()
		for _, part := range parts {
			if !strings.Contains(page, part) {
				t.Errorf("no %q in\n%s", part, page)
			}
		}
	}
	has(succeed(t, "info", file), "1 joint", "ROOT", "No meshes", "red", "[no-nodes]")
	for _, strict := range []string{"--strict", "--strict=motion"} {
		for _, args := range [][]string{{"info", file}, {"convert", file, "-o", at("strict.glb")}} {
			code, _, stderr := sinew(t, append(args, strict)...)
			if code != exitFailed {
				t.Errorf("%q, %s: exit code %d", args, strict, code)
			}
			checkComplaint(t, stderr, strict, "1 loss", "not shown: 1 material")
		}
	}
	has(succeed(t, "pose", file), "ROOT")
	has(succeed(t, "bake", file, "-o", at("red.sinew")), "1 loss")
	has(succeed(t, "diff", file, at("red.sinew")), "joints    largest         0 mm")
	for _, from := range []string{file, at("red.sinew")} {
		succeed(t, "convert", from, "-o", at("red.glb"))
		has(succeed(t, "info", at("red.glb")), "1 joint", "ROOT", "red")
	}
}
