//go:build !cgo

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
)

func TestMain(m *testing.M) {
	importer.ServeIsolated()
	os.Exit(m.Run())
}

// TestPure: without cgo what needs it says so.
func TestPure(t *testing.T) {
	walk := strider(t, "strider_walk.fbx")
	for _, args := range [][]string{
		{"info", walk},
		{"pose", walk},
		{"diff", striderArchive(t), walk},
		{"bake", walk, "-o", t.TempDir()},
		{"render", striderArchive(t), "-o", "a.png"},
		{"view", striderArchive(t)},
		{"demo"},
	} {
		code, _, stderr := sinew(t, args...)
		if code != exitFailed {
			t.Errorf("%v: exit code %d", args, code)
		}
		checkComplaint(t, stderr, "without cgo")
	}
}

// TestPureBVH: a build without cgo writes BVH files, and reads and compares them.
func TestPureBVH(t *testing.T) {
	file := filepath.Join(t.TempDir(), "walk.bvh")
	page := succeed(t, "convert", strider(t, "strider.glb"), "--only", "walk", "-o", file)
	if strings.Contains(page, "not compared") {
		t.Error(page)
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
