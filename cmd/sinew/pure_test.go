//go:build !cgo

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
)

// wholeBuild is set where every command is in the build.
const wholeBuild = false

func needGPU(t *testing.T) { t.Helper(); t.Skip("nothing draws in this build") }

func TestMain(m *testing.M) {
	importer.ServeIsolated()
	os.Exit(m.Run())
}

// TestPure: without cgo what needs it says so.
func TestPure(t *testing.T) {
	for _, line := range []string{"info WALK", "pose WALK", "diff ARCHIVE WALK", "bake WALK -o out", "render ARCHIVE -o a.png", "view ARCHIVE", "demo"} {
		args := strings.Fields(strings.NewReplacer("WALK", strider(t, "strider_walk.fbx"), "ARCHIVE", striderArchive(t)).Replace(line))
		refused(t, exitFailed, args, "cgo")
	}
}

// TestPureBVH: a build without cgo writes BVH files, and reads and compares them.
func TestPureBVH(t *testing.T) {
	file := filepath.Join(t.TempDir(), "walk.bvh")
	if o := convertJSON(t, strider(t, "strider.glb"), "--only", "walk", "-o", file).Outputs[0]; !o.Compared {
		t.Errorf("%+v", o)
	}
	for _, args := range [][]string{{"info", file}, {"info", file, "--isolate=false"}, {"bake", file, "-o", t.TempDir()}} {
		if code, _, stderr := sinew(t, args...); code != 0 {
			t.Errorf("%v: exit code %d: %s", args, code, stderr)
		}
	}
}

// TestPureGLTF: a build without cgo reads glTF, in this process and in a child.
func TestPureGLTF(t *testing.T) {
	glb := strider(t, "strider.glb")
	for _, args := range [][]string{
		{"info", glb}, {"info", glb, "--isolate=false"}, {"pose", glb}, {"bake", glb, "-o", t.TempDir()}, {"diff", glb, glb},
	} {
		if code, out, stderr := sinew(t, args...); code != 0 || len(out)+len(stderr) == 0 {
			t.Errorf("%v: exit code %d: %s", args, code, stderr)
		}
	}
}
