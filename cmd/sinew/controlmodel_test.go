//go:build cgo

package main

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// TestArchivedControl: an archive keeps a control, which acts as that of the file does.
func TestArchivedControl(t *testing.T) {
	file, dir := write(t, "reach.json", reaching), t.TempDir()
	out, again, text := filepath.Join(dir, "hero.sinew"), filepath.Join(dir, "again.sinew"), filepath.Join(dir, "own.json")
	bake := []string{strider(t, "strider.glb"), "-o", out, "--control", file, "--clips", "exact"}
	checkMade(t, 1, bake...)
	checkMade(t, 0, bake...)
	succeed(t, "bake", out, "-o", again, "--clips", "exact")
	succeed(t, "control", again, "-o", text)
	ask := []string{"--clip", "walk", "--time", "0.7", "--control"}
	want := posing(t, out, append(ask, file)...)
	for _, c := range [][2]string{{out, "own"}, {again, "own"}, {out, text}} {
		if got := posing(t, c[0], append(ask, c[1])...); !reflect.DeepEqual(got.Samples, want.Samples) {
			t.Errorf("%s is controlled otherwise by %s", c[0], c[1])
		}
	}
	for _, archive := range []string{out, again} {
		if c := infoOf(t, archive).Archive.Control; c == nil || c.Name != "reaching" {
			t.Errorf("info says %+v", c)
		}
		if said := answer[reports.Control](t, "control", archive); len(said.Modifiers) != 4 {
			t.Errorf("%+v", said)
		}
	}
	put(t, file, strings.Replace(reaching, `"speed": 180`, `"speed": 90`, 1))
	checkMade(t, 1, bake...)
}

// TestGuideControl: the control of docs/control.md fits the strider, and acts.
func TestGuideControl(t *testing.T) {
	file := guideFile(t, "control.md", "reach.json")
	said := answer[reports.Control](t, "control", file, strider(t, "strider.glb"))
	for _, m := range said.Modifiers {
		if len(said.Modifiers) != 4 || !m.Begins {
			t.Errorf("%+v", said)
		}
	}
	got := posing(t, strider(t, "strider.glb"), "--clip", "walk", "--time", "1", "--control", file)
	must.Near(t, "the distance of the hands", apart(got.joint(t, 0, "hand.R"), got.joint(t, 0, "hand.L")), 0.05, 1e-3)
}

// TestAvatar: the control of a VRM file is told, written, baked and acts: hair falls, and the
// sleeve takes its rotation.
func TestAvatar(t *testing.T) {
	file, dir := write(t, "avatar.gltf", vrmFile), t.TempDir()
	text, baked := filepath.Join(dir, "avatar.json"), filepath.Join(dir, "avatar.sinew")
	succeed(t, "control", file, "-o", text)
	succeed(t, "bake", file, "-o", baked)
	rest, want := posing(t, file), posing(t, file, "--time", "2", "--control", "own")
	if fall := rest.joint(t, 0, "hair.2")[1] - want.joint(t, 0, "hair.2")[1]; fall < 0.05 {
		t.Errorf("the hair falls by %v m", fall)
	}
	for _, args := range [][]string{{file, "--control", text}, {baked, "--control", "own"}} {
		if got := posing(t, args[0], append(args[1:], "--time", "2")...); !reflect.DeepEqual(got.Samples, want.Samples) {
			t.Errorf("%v acts otherwise", args)
		}
	}
}

// TestRetargetOntoAvatar: a clip goes to the bones that an avatar names, whatever its joints
// are called.
func TestRetargetOntoAvatar(t *testing.T) {
	body := `{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [
	  {"name": "a", "translation": [0, 1, 0], "children": [1, 2, 5]}, {"name": "b", "translation": [0, 0.5, 0]},
	  {"name": "c", "translation": [0.1, 0, 0], "children": [3]}, {"name": "d", "translation": [0, -0.4, 0], "children": [4]}, {"name": "e", "translation": [0, -0.4, 0]},
	  {"name": "f", "translation": [-0.1, 0, 0], "children": [6]}, {"name": "g", "translation": [0, -0.4, 0], "children": [7]}, {"name": "h", "translation": [0, -0.4, 0]}],
	 "extensions": {"VRMC_vrm": {"humanoid": {"humanBones": {"hips": {"node": 0}, "head": {"node": 1},
	  "leftUpperLeg": {"node": 2}, "leftLowerLeg": {"node": 3}, "leftFoot": {"node": 4}, "rightUpperLeg": {"node": 5}, "rightLowerLeg": {"node": 6}, "rightFoot": {"node": 7}}}}}}`
	said := answer[struct {
		Clips []struct {
			Retarget struct {
				Joints []struct{ Source, Target string }
			}
		}
	}](t, "retarget", strider(t, "strider.glb"), "--clip", "walk", "--onto", write(t, "body.gltf", body))
	found := make(map[string]string)
	for _, j := range said.Clips[0].Retarget.Joints {
		found[j.Source] = j.Target
	}
	for from, to := range map[string]string{"hips": "a", "head": "b", "thigh.L": "c", "shin.L": "d", "foot.L": "e", "thigh.R": "f", "shin.R": "g", "foot.R": "h"} {
		if found[from] != to {
			t.Errorf("%s is mapped to %q", from, found[from])
		}
	}
}

// TestRenderControl: pictures show what a control does, also to a model at rest, and each
// of several instances its own time.
func TestRenderControl(t *testing.T) {
	file := write(t, "reach.json", reaching)
	args := []string{strider(t, "strider.glb"), "--clip", "walk", "--time", "0.9", "--size", "320x400", "--camera", "front"}
	plain, got, once := drawn(t, args...), drawn(t, append(args, "--control", file)...), drawn(t, append(args, "--control", file)...)
	if n := differing(plain, got); n < 1000 {
		t.Errorf("%d pixels differ", n)
	}
	if n := differing(once, got); n > 0 {
		t.Errorf("%d pixels differ the second time", n)
	}
	still := render(t, "rest.gif", strider(t, "strider.glb"), "--except", "*", "--control", file, "--size", "96x96", "--fps", "5")
	if data := read(t, still); len(data) < 1000 {
		t.Errorf("%d bytes", len(data))
	}
	render(t, "crowd.png", strider(t, "strider.glb"), "--clip", "walk", "--instances", "5", "--time", "0.5", "--size", "160x120", "--control", file)
}
