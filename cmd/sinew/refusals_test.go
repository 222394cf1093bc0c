package main

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

// refusalInputs makes the folder in of testdata/refusals.txt.
func refusalInputs(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	glb, archive, fbx := read(t, strider(t, "strider.glb")), read(t, striderArchive(t)), read(t, strider(t, "strider_walk.fbx"))
	flipped := []byte(archive)
	flipped[len(flipped)/2] ^= 1
	with := func(text, old, new string) string { return strings.Replace(text, old, new, 1) }
	for name, data := range map[string]string{
		"strider.glb": glb, "strider.sinew": archive, "copy.sinew": archive, "face.sinew": read(t, smilingArchive(t)), "line.bvh": smallBVH,
		"triangle.obj": smallOBJ, "red.gltf": materialAlone, "models/a.glb": glb, "models/b.glb": glb, "taken.fbx": "a file", "empty/sub/a.txt": "", "folder.glb/a": "", "a.png/a": "",
		"cut.glb": glb[:20000], "cut.sinew": archive[:len(archive)-1], "cut.fbx": fbx[:20000], "flipped.sinew": string(flipped), "empty.fbx": "",
		"noise.fbx": "no model at all", "walk.sinew": "no archive, whatever its name says", "model.xyz": "?", "bad.npy": "\x93NUMPY\x01", "w.json": "[[1]]",
		"hero.json": locomotion, "jump.json": jumping, "reach.json": reaching, "layers.json": waveWhileWalking,
		"goo.json": with(locomotion, `"to": "go"`, `"to": "goo"`), "jmup.json": with(locomotion, `"clip": "jump"`, `"clip": "jmup"`),
		"chset.json": with(locomotion, "chest", "chset"), "seven.json": `{"version": 1, "root": 7}`, "run.json": `{"version": 1, "root": {"type": "clip", "clip": "run"}}`,
		"sett.json":   `{"rate": 1, "count": 1, "steps": [{"at": 0, "set": {}, "sett": {}}]}`,
		"sped.json":   `{"rate": 1, "count": 3, "steps": [{"at": 2, "set": {"sped": 1}}]}`,
		"foream.json": with(reaching, `"forearm.R"`, `"foream.R"`), "haed.json": with(reaching, `"head"`, `"haed"`), "version.json": `{"control": {"version": 9}}`,
		"mods.json":   `{"control": {"version": 1, "modifiers": 3}}`,
		"hat.json":    `{"control": {"version": 1, "modifiers": [{"aim": {"joint": "hat", "forward": [0, 0, 1]}}]}}`,
		"broken.json": "[\n{", "clip.json": `[{"clip": "walk"}, {"clip": "wvae"}]`, "mask.json": `[{"clip": "walk", "mask": [{"subtree": "chst"}]}]`,
		"weight.json": `[{"clip": "walk", "weight": -1}]`, "speed.toml": "speed = 3\n", "broken.toml": "bank = =",
		"jog.json": `{"event": [{"clip": "jog", "name": "x"}]}`, "clap.json": `{"event": [{"clap": "jog"}]}`,
		"ops.json":   `{"edits": {"version": 1, "clips": [{"clip": "walk", "edits": [{"offset": {"track": {"joint": "haed"}, "by": [0, 0, 0]}}]}]}}`,
		"table.json": "{", "joint.json": `{"joint": {}}`, "chets.json": `{"joints": {"chets": "head"}}`, "boot.json": `{"mirror": {"boot": "shoe"}}`,
		"dab.json": `{"paint": {"version": 1, "steps": [{"dab": {}}]}}`, "shears.json": `{"rules": {"shears": {}}}`,
	} {
		put(t, filepath.Join(dir, name), data)
	}
	return dir
}

// TestRefusals runs the command lines of testdata/refusals.txt.
func TestRefusals(t *testing.T) {
	everywhere, whole, _ := strings.Cut(read(t, "testdata/refusals.txt"), "\n===")
	dir := refusalInputs(t)
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	for row := range strings.Lines(everywhere) {
		testRefusal(t, dir, row)
	}
	if _, rows, _ := strings.Cut(whole, "\n"); wholeBuild {
		for row := range strings.Lines(rows) {
			testRefusal(t, dir, row)
		}
	}
}

func testRefusal(t *testing.T, dir, row string) {
	parts := strings.Split(strings.TrimSpace(row), " | ")
	if parts[0] == "" || parts[0][0] == '#' {
		return
	}
	digit, line, _ := strings.Cut(parts[0], " ")
	t.Run(line, func(t *testing.T) {
		code, err := strconv.Atoi(digit)
		must.Do(t, err)
		args := strings.Fields(line)
		for i, arg := range args {
			if rest, ok := strings.CutPrefix(arg, "in/"); ok {
				args[i] = filepath.Join(dir, rest)
			}
		}
		if needsGPU(args) {
			needGPU(t)
		}
		t.Chdir(t.TempDir())
		refused(t, code, args, parts[1:]...)
		onlyFile(t, "nothing")
	})
}

// needsGPU reports whether a command draws.
func needsGPU(args []string) bool {
	switch args[0] {
	case "render", "view", "demo":
		return true
	}
	return false
}
