//go:build cgo

package main

import (
	"path/filepath"
	"testing"
)

// A capture whose offsets lie along the joints' own axes has a T pose in its first frame: there the target is
// at rest. With the file's rest pose legs point up.
func TestRetargetFirstFrame(t *testing.T) {
	from, to := filepath.Join("testdata", "first_frame.bvh"), filepath.Join("testdata", "first_frame_target.gltf")
	rest := posing(t, to)
	for _, flags := range [][]string{nil, {"--rest-frame", "0"}, {"--rest-frame", "file"}} {
		out := filepath.Join(t.TempDir(), "out.sinew")
		succeed(t, append([]string{"retarget", from, "--onto", to, "-o", out, "--exact"}, flags...)...)
		worst := 0.
		for _, j := range posing(t, out).Samples[0].Joints {
			worst = max(worst, apart(j.place(), rest.joint(t, 0, j.Name)))
		}
		if file := len(flags) > 0 && flags[1] == "file"; (worst > 2e-3) != file {
			t.Errorf("%v: %v m from rest", flags, worst)
		}
	}
}

// Rig takes the pose of a frame for the rest pose, and clips play as before.
func TestRigPoseOfAFrame(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.glb")
	said := rigged(t, filepath.Join("testdata", "first_frame.bvh"), "--pose", "0", "-o", out)
	if said.Steps[0].Apart.Joint.Millimetres > 0.01 || rigged(t, out).Pose != "T" {
		t.Errorf("%+v", said.Steps[0])
	}
}
