//go:build !cgo

package main

import "testing"

// TestPure: without cgo what needs it says so.
func TestPure(t *testing.T) {
	for _, args := range [][]string{
		{"info", strider(t, "strider.glb")},
		{"pose", strider(t, "strider.glb")},
		{"diff", striderArchive(t), strider(t, "strider.glb")},
		{"bake", strider(t, "strider.glb"), "-o", t.TempDir()},
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
