//go:build cgo

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// TestDiffFail: --fail is exit code 1 beyond its limits, after the page, and only for what counts.
func TestDiffFail(t *testing.T) {
	dir := t.TempDir()
	a := strider(t, "strider.glb")
	in := func(name string, args ...string) string {
		out := filepath.Join(dir, name)
		succeed(t, append(args, "-o", out)...)
		return out
	}
	same := in("same.glb", "convert", a)
	reduced := in("reduced.glb", "edit", a, "--reduce", "5mm")
	pruned := in("pruned.glb", "weights", a, "--max", "1")
	posed := in("posed.glb", "rig", a, "--insert", "between=hand.L:0.5")
	for _, c := range []struct {
		b, flags string
		code     int
		kinds    string // of what fails
	}{
		{same, "--fail 0.001mm,0.01deg", exitOK, ""},
		{same, "--fail 0mm", exitOK, ""},
		{reduced, "", exitOK, ""},
		{reduced, "--fail 0.1mm", exitFailed, "motion"},
		{reduced, "--fail 0.0001m --fail 0.1deg", exitFailed, "motion"},
		{reduced, "--fail 1m,1deg", exitFailed, "motion"},
		{reduced, "--fail 1m,180deg", exitOK, ""},
		{reduced, "--fail 0.1mm --ignore motion", exitOK, ""},
		{reduced, "--fail 0.1mm --count rest,weights,parts", exitOK, ""},
		{pruned, "--fail 1m", exitFailed, "weights"},
		{pruned, "--fail 1m,100%", exitOK, ""},
		{pruned, "--fail 1m --ignore weights,names", exitOK, ""},
		{posed, "--fail 1m", exitFailed, "parts"},
		{posed, "--fail 1m --ignore parts,weights", exitOK, ""},
	} {
		code, stdout, stderr := sinew(t, append([]string{"diff", a, c.b, "--json"}, strings.Fields(c.flags)...)...)
		d := decode[reports.Diff](t, stdout)
		kinds := make(map[inspect.ChangeKind]bool)
		for _, f := range d.Failed {
			kinds[f.Kind] = true
		}
		if code != c.code || (code == exitFailed) != kinds[inspect.ChangeKind(c.kinds)] || (code == exitFailed) != strings.Contains(stderr, "--fail") {
			t.Errorf("%s %s: exit code %d, %+v, %s", filepath.Base(c.b), c.flags, code, d.Failed, stderr)
		}
	}
}

// TestDiffFailFolders: of two folders each pair is held to the limits.
func TestDiffFailFolders(t *testing.T) {
	dir := takesOf(t)
	other := t.TempDir()
	for _, name := range []string{"walk", "jump", "wave"} {
		reduce := "0.01mm"
		if name == "jump" {
			reduce = "5mm"
		}
		succeed(t, "edit", filepath.Join(dir, name+".fbx"), "--reduce", reduce, "-o", filepath.Join(other, name+".glb"))
	}
	code, _, stderr := sinew(t, "diff", dir, other, "--fail", "0.5mm")
	if code != exitFailed || !strings.Contains(stderr, "jump.fbx") || strings.Contains(stderr, "wave.fbx") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	succeed(t, "diff", dir, other, "--fail", "3cm")
	must.Do(t, os.Remove(filepath.Join(other, "wave.glb")))
	if code, _, stderr := sinew(t, "diff", dir, other, "--fail", "3cm"); code != exitFailed || !strings.Contains(stderr, "wave") {
		t.Errorf("a file of one folder alone: exit code %d: %s", code, stderr)
	}
}
