//go:build cgo

package main

import (
	"math"
	"path/filepath"
	"testing"
)

// A BVH file with Z up is compared with the model too, and is as near to it as one with Y up.
func TestConvertZUp(t *testing.T) {
	near := func(args ...string) float64 {
		out := filepath.Join(t.TempDir(), "walk.bvh")
		r := convertJSON(t, append([]string{strider(t, "strider.glb"), "--only", "walk", "-o", out, "--to-frames", "60"}, args...)...)
		if o := r.Outputs[0]; !o.Compared || len(o.Missing.Joints) > 0 {
			t.Errorf("%+v", o)
		}
		return r.Outputs[0].Joints
	}
	if y, z := near(), near("--z-up"); math.Abs(y-z) > 0.01 {
		t.Errorf("%v mm with Y up, %v mm with Z up", y, z)
	}
}
