//go:build cgo

package main

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/rigging"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// placesOf returns the places of joints at the start of a file's clip, or at rest.
func placesOf(t *testing.T, file string) map[string][3]float64 {
	t.Helper()
	var said struct {
		Samples []struct {
			Joints []struct {
				Name   string
				Matrix [12]float64
			}
		}
	}
	must.Do(t, json.Unmarshal([]byte(succeed(t, "pose", file, "--json")), &said))
	places := map[string][3]float64{}
	for _, j := range said.Samples[0].Joints {
		places[j.Name] = [3]float64{j.Matrix[3], j.Matrix[7], j.Matrix[11]}
	}
	return places
}

// A capture whose offsets lie along the joints' own axes has a T pose in its first frame: there the target is
// at rest, and the page says which pose was taken. With the file's rest pose legs point up.
func TestRetargetFirstFrame(t *testing.T) {
	from, to := filepath.Join("testdata", "first_frame.bvh"), filepath.Join("testdata", "first_frame_target.gltf")
	rest := placesOf(t, to)
	for _, flags := range [][]string{nil, {"--rest-frame", "0"}, {"--rest-frame", "file"}} {
		out := filepath.Join(t.TempDir(), "out.sinew")
		page := succeed(t, append([]string{"retarget", from, "--onto", to, "-o", out, "--exact"}, flags...)...)
		worst := 0.
		for name, at := range placesOf(t, out) {
			worst = max(worst, math.Hypot(math.Hypot(at[0]-rest[name][0], at[1]-rest[name][1]), at[2]-rest[name][2]))
		}
		file := len(flags) > 0 && flags[1] == "file"
		if said := strings.Contains(page, "rest pose  frame 0, at 0.000 s"); said == file || (worst > 2e-3) != file {
			t.Errorf("%v: %.1f mm from rest:\n%s", flags, 1000*worst, page)
		}
		if found := strings.Contains(page, "it stands in the T pose"); found != (flags == nil) {
			t.Errorf("%v:\n%s", flags, page)
		}
	}
	for flag, part := range map[string]string{"-1": "neither a frame", "T": "neither a frame", "9999": "frame 9999 of"} {
		if code, _, stderr := sinew(t, "retarget", from, "--onto", to, "--rest-frame="+flag); code == 0 || !strings.Contains(stderr, part) {
			t.Errorf("--rest-frame %s: %d, %s", flag, code, stderr)
		}
	}
}

// Rig takes the pose of a frame for the rest pose, and clips play as before.
func TestRigPoseOfAFrame(t *testing.T) {
	from, out := filepath.Join("testdata", "first_frame.bvh"), filepath.Join(t.TempDir(), "out.glb")
	var said rigging.Report
	must.Do(t, json.Unmarshal([]byte(succeed(t, "rig", from, "--pose", "0", "-o", out, "--json")), &said))
	if d := said.Steps[0].Apart; d == nil || d.Joint.Millimetres > 0.01 {
		t.Errorf("%+v", said.Steps[0])
	}
	if page := succeed(t, "rig", out); !strings.Contains(page, "arms: pose T") {
		t.Error(page)
	}
	if code, _, stderr := sinew(t, "rig", from, "--pose", "999", "-o", out); code == 0 || !strings.Contains(stderr, "61 frames") {
		t.Errorf("%d, %s", code, stderr)
	}
}
