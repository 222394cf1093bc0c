//go:build cgo

package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/fbxfile"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// limbs is a file of hips that turn, with limbs of which each may end in a joint of its own.
func limbs(t *testing.T, ends int) string {
	turn := map[string][]exact.Vec{"R": {{0, 0, 0}, {0, 10, 0}, {0, 20, 0}}}
	f := &fbxfile.File{Models: []fbxfile.Model{{Name: "hips", Mesh: true, Curves: turn}}}
	for k := range 36 {
		name := fmt.Sprintf("limb %c", 'A'+k)
		f.Models = append(f.Models, fbxfile.Model{Name: name, Parent: "hips", Translation: exact.Vec{float64(k), 10, 0}, Curves: turn})
		if k < ends {
			f.Models = append(f.Models, fbxfile.Model{Name: name + " nub", Parent: name, Translation: exact.Vec{0, 5, 0}, Curves: turn})
		}
	}
	return f.Write(t)
}

// TestAlikeLosses: what an import loses of many joints is one line with a count, wherever it is printed;
// JSON has them all.
func TestAlikeLosses(t *testing.T) {
	for _, ends := range []int{36, 5, 1} {
		model, clip, out := limbs(t, 0), limbs(t, ends), t.TempDir()+"/out.glb"
		page := succeed(t, "convert", model, "--with", clip, "-o", out)
		if n := strings.Count(page, "lost by the import"); n != 1 {
			t.Errorf("%d ends: %d lines:\n%s", ends, n, page)
		}
		if counted := strings.Contains(strings.Join(strings.Fields(page), " "), fmt.Sprintf("(%d alike)", ends)); counted != (ends > 1) {
			t.Errorf("%d ends: %s", ends, page)
		}
		var said struct{ Losses []struct{ Where string } }
		must.Do(t, json.Unmarshal([]byte(succeed(t, "convert", model, "--with", clip, "-o", out, "--json")), &said))
		if len(said.Losses) != ends {
			t.Errorf("%d losses in JSON, want %d", len(said.Losses), ends)
		}
		code, _, problem := sinew(t, "control", model, "--with", clip, "-o", t.TempDir()+"/x.json")
		if n := strings.Count(problem, "no such joint"); code == exitOK && n > 1 {
			t.Errorf("%d ends: %d warnings:\n%s", ends, n, problem)
		}
	}
}

// TestRetargetSaysWhatToWrite: without the model that gets the clips.
func TestRetargetSaysWhatToWrite(t *testing.T) {
	for args, want := range map[string]string{
		"a.fbx b.glb":       "sinew retarget a.fbx --onto b.glb",
		"a.fbx b.fbx c.glb": "sinew retarget a.fbx b.fbx --onto c.glb",
		"a.fbx":             "sinew retarget a.fbx --onto MODEL",
	} {
		code, _, problem := sinew(t, append([]string{"retarget"}, strings.Fields(args)...)...)
		if code != exitUsage || !strings.Contains(problem, want) {
			t.Errorf("%s: %d %q, want %q", args, code, problem, want)
		}
	}
}
