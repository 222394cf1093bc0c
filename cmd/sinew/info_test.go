//go:build cgo

package main

import (
	"encoding/json"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/truth"
)

func TestInfoJSON(t *testing.T) {
	file := strider(t, "strider.glb")
	var in information
	if err := json.Unmarshal([]byte(succeed(t, "info", "--json", file)), &in); err != nil {
		t.Fatal(err)
	}
	if in.File != file || in.Format != "glb" || !strings.HasPrefix(in.Importer, "assimp ") || in.ImportSeconds <= 0 {
		t.Errorf("the head is %q, %q, %q, %v s", in.File, in.Format, in.Importer, in.ImportSeconds)
	}
	animated, skinned := 0, 0
	for i, j := range in.Joints {
		if j.Parent >= i {
			t.Errorf("joint %d %q has the parent %d", i, j.Name, j.Parent)
		}
		if j.Animated {
			animated++
		}
		if j.Skinned {
			skinned++
		}
	}
	if animated < 29 || skinned < 29 || animated >= len(in.Joints) {
		t.Errorf("%d joints, %d animated, %d skinned", len(in.Joints), animated, skinned)
	}
	names := map[string]bool{}
	for _, c := range in.Clips {
		names[c.Name] = true
		if c.End <= c.Start || c.Tracks == 0 || c.Keys < c.Tracks || c.Interpolation["linear"] != c.Tracks || c.File != file {
			t.Errorf("clip %+v", c)
		}
	}
	if !names["walk"] || !names["wave"] || !names["jump"] {
		t.Errorf("clips %v", names)
	}
	targets := 0
	for _, m := range in.Meshes {
		targets += len(m.MorphTargets)
	}
	if len(in.Weights) != 3 || targets < 3 || len(in.Skins) == 0 || len(in.Materials) < 2 {
		t.Errorf("%d weights, %d morph targets, %d skins, %d materials", len(in.Weights), targets, len(in.Skins), len(in.Materials))
	}
}

func TestInfoWith(t *testing.T) {
	with := strider(t, "strider_jump.fbx")
	var in information
	if err := json.Unmarshal([]byte(succeed(t, "info", "--json", strider(t, "strider_walk.fbx"), "--with", with)), &in); err != nil {
		t.Fatal(err)
	}
	if len(in.Clips) != 2 || in.Clips[0].File != in.File || in.Clips[1].File != with || len(in.With) != 1 || in.With[0].Clips != 1 {
		t.Errorf("clips %+v, with %+v", in.Clips, in.With)
	}
}

// TestInfoPage looks at the page for people.
func TestInfoPage(t *testing.T) {
	out := succeed(t, "info", strider(t, "strider_walk.fbx"))
	for _, part := range []string{
		"FBX, read by assimp", "a unit of 0.01 m", "Skeleton: 34 joints, 30 animated (*), 29 skinned (+)",
		"\n     CharRig\n", "\n  *+ └ root\n", "\n  *+     │ └ chest\n", "Clips:", "  0  Scene ", "Meshes:", "morph targets: puff, belly, pointy", "Findings:",
	} {
		if !strings.Contains(out, part) {
			t.Errorf("the page lacks %q:\n%s", part, out)
		}
	}
	checkPage(t, out)
	out = succeed(t, "info", write(t, "line.bvh", []byte(smallBVH)))
	if !strings.Contains(out, "No meshes") {
		t.Errorf("the page:\n%s", out)
	}
	out = succeed(t, "info", write(t, "triangle.obj", []byte(smallOBJ)))
	if !strings.Contains(out, "No clips") {
		t.Errorf("the page:\n%s", out)
	}
}

// TestInfoShared prints the page of every shared model: each has to keep to 80
// columns, whatever its names.
func TestInfoShared(t *testing.T) {
	root := truth.Shared(t, "models")
	printed := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch filepath.Ext(path) {
		case ".fbx", ".dae", ".md5mesh", ".gltf", ".glb":
			code, stdout, stderr := sinew(t, "info", path)
			if code != exitOK {
				checkComplaint(t, stderr)
				t.Logf("%s", stderr)
				return nil
			}
			printed++
			checkPage(t, stdout)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if printed < 15 {
		t.Errorf("only %d pages", printed)
	}
}
