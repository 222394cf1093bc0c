//go:build cgo

package main

import (
	"encoding/json"
	"image"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestArchivedControl: an archive keeps a control, which acts as that of the file does.
func TestArchivedControl(t *testing.T) {
	file := write(t, "reach.json", []byte(reaching))
	dir := t.TempDir()
	out, again := filepath.Join(dir, "hero.sinew"), filepath.Join(dir, "again.sinew")
	bake := []string{"bake", strider(t, "strider.glb"), "-o", out, "--control", file, "--clips", "exact"}
	succeed(t, bake...)
	if said := succeed(t, bake...); !strings.Contains(said, "unchanged") {
		t.Errorf("baked again it says %q", said)
	}
	succeed(t, "bake", out, "-o", again, "--clips", "exact")
	ask := []string{"--clip", "walk", "--time", "0.7"}
	want := poseOf(t, out, append(ask, "--control", file)...)
	for _, archive := range []string{out, again} {
		if got := poseOf(t, archive, append(ask, "--control", "own")...); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is controlled otherwise", archive)
		}
		if page := succeed(t, "info", archive); !strings.Contains(page, "\nControl reaching: 3 twoBoneIKs, 1 lookAt\n") || !strings.Contains(page, "CTRL") {
			t.Errorf("info says %s", page)
		}
		if page := succeed(t, "control", archive); !strings.Contains(page, "reaches for hand.R") {
			t.Errorf("%s", page)
		}
	}
	text := filepath.Join(dir, "own.json")
	succeed(t, "control", again, "-o", text)
	if got := poseOf(t, out, append(ask, "--control", text)...); !reflect.DeepEqual(got, want) {
		t.Error("what is written acts otherwise")
	}
	if err := os.WriteFile(file, []byte(strings.Replace(reaching, `"speed": 180`, `"speed": 90`, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if said := succeed(t, bake...); strings.Contains(said, "unchanged") {
		t.Error("another control changes nothing")
	}
	for _, c := range []struct {
		code int
		want []string
		args []string
	}{
		{1, []string{"reach.json", "/control/modifiers/0"}, []string{strider(t, "strider.glb"), "--control", write(t, "reach.json", []byte(strings.Replace(reaching, `"head"`, `"haed"`, 1)))}},
		{2, []string{"--control is for one archive"}, []string{strider(t, "strider.glb"), strider(t, "strider_walk.fbx"), "--control", file}},
	} {
		code, _, stderr := sinew(t, append([]string{"bake", "-o", t.TempDir()}, c.args...)...)
		if code != c.code {
			t.Errorf("%v: exit code %d", c.args, code)
		}
		checkComplaint(t, stderr, c.want...)
	}
}

// TestGuideControl: the control of docs/control.md fits the strider, and acts.
func TestGuideControl(t *testing.T) {
	file := guideFile(t, "control.md", "reach.json")
	if page := succeed(t, "control", file, strider(t, "strider.glb")); strings.Count(page, "\n") != 5 || strings.Contains(page, "waits") {
		t.Error(page)
	}
	got := poseOf(t, strider(t, "strider.glb"), "--clip", "walk", "--time", "1", "--control", file)
	if d := apart(got.joint(t, 0, "hand.R"), got.joint(t, 0, "hand.L")); math.Abs(d-0.05) > 1e-3 {
		t.Errorf("the hands are %v m apart", d)
	}
}

// vrmFile is a VRM file without pictures: hair on a head, and a sleeve that follows an arm.
const vrmFile = `{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [
  {"name": "hips", "children": [1]}, {"name": "head", "translation": [0, 0.5, 0], "children": [2, 5]},
  {"name": "hair.0", "translation": [0, 0.1, 0], "children": [3]}, {"name": "hair.1", "translation": [0.1, 0, 0], "children": [4]}, {"name": "hair.2", "translation": [0.1, 0, 0]},
  {"name": "arm", "translation": [0.1, 0, 0], "children": [6]},
  {"name": "sleeve", "translation": [0.1, 0, 0], "extensions": {"VRMC_node_constraint": {"constraint": {"rotation": {"source": 3}}}}}],
 "extensions": {"VRMC_vrm": {"humanoid": {"humanBones": {"hips": {"node": 0}, "head": {"node": 1}}}},
  "VRMC_springBone": {"springs": [{"name": "hair", "joints": [{"node": 2, "gravityPower": 1}, {"node": 3, "gravityPower": 1}, {"node": 4}]}]}}}`

// TestAvatar: the control of a VRM file is told, written, baked and acts: hair falls, and the
// sleeve takes its rotation.
func TestAvatar(t *testing.T) {
	file := write(t, "avatar.gltf", []byte(vrmFile))
	page := succeed(t, "control", file)
	for _, want := range []string{"avatar.gltf: avatar, which fits", "hair.0, hair.1\n", "sleeve: limitRotation, copyRotation of hair.1\n", "2 bones of a human body are named"} {
		if !strings.Contains(page, want) {
			t.Errorf("it lacks %q:\n%s", want, page)
		}
	}
	dir := t.TempDir()
	text, baked := filepath.Join(dir, "avatar.json"), filepath.Join(dir, "avatar.sinew")
	succeed(t, "control", file, "-o", text)
	succeed(t, "bake", file, "-o", baked)
	rest := poseOf(t, file)
	want := poseOf(t, file, "--time", "2", "--control", "own")
	if fall := rest.joint(t, 0, "hair.2")[1] - want.joint(t, 0, "hair.2")[1]; fall < 0.05 {
		t.Errorf("the hair falls by %v m", fall)
	}
	for _, args := range [][]string{{file, "--control", text}, {baked, "--control", "own"}} {
		got := poseOf(t, args[0], append(args[1:], "--time", "2")...)
		if !reflect.DeepEqual(got.Samples, want.Samples) {
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
	var said struct {
		Clips []struct {
			Retarget struct {
				Joints []struct{ Source, Target string }
			}
		}
	}
	out := succeed(t, "retarget", strider(t, "strider.glb"), "--clip", "walk", "--onto", write(t, "body.gltf", []byte(body)), "--json")
	if err := json.Unmarshal([]byte(out), &said); err != nil {
		t.Fatal(err)
	}
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
	file := write(t, "reach.json", []byte(reaching))
	args := []string{"--clip", "walk", "--time", "0.9", "--size", "320x400", "--camera", "front"}
	plain := readPNG(t, render(t, "plain.png", append(args, strider(t, "strider.glb"))...))
	got := readPNG(t, render(t, "controlled.png", append(args, strider(t, "strider.glb"), "--control", file)...))
	differs := func(a, b image.Image) int {
		n := 0
		for y := range 400 {
			for x := range 320 {
				if a.At(x, y) != b.At(x, y) {
					n++
				}
			}
		}
		return n
	}
	if n := differs(plain, got); n < 1000 {
		t.Errorf("%d pixels differ", n)
	}
	once := readPNG(t, render(t, "again.png", append(args, strider(t, "strider.glb"), "--control", file)...))
	if n := differs(once, got); n > 0 {
		t.Errorf("%d pixels differ the second time", n)
	}
	still := render(t, "rest.gif", strider(t, "strider.glb"), "--except", "*", "--control", file, "--size", "96x96", "--fps", "5")
	if data, err := os.ReadFile(still); err != nil || len(data) < 1000 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	render(t, "crowd.png", strider(t, "strider.glb"), "--clip", "walk", "--instances", "5", "--time", "0.5", "--size", "160x120", "--control", file)
}
