//go:build cgo

package main

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

// TestLengths: --unit says what a BVH file does not, --scale multiplies, and bake stores
// both.
func TestLengths(t *testing.T) {
	check := func(metres float64, args ...string) {
		t.Helper()
		joints := posing(t, args[0], args[1:]...).Samples[0].Joints
		must.Near(t, strings.Join(args, " "), joints[len(joints)-1].place()[1], 200*metres, 1e-5*200*metres)
	}
	tall := write(t, "tall.bvh", strings.ReplaceAll(smallBVH, "OFFSET 0 1 0", "OFFSET 0 100 0"))
	for unit, metres := range map[string]float64{"": 0.01, "m": 1, "cm": 0.01, "mm": 0.001, "in": 0.0254, "ft": 0.3048, "0.5": 0.5} {
		check(metres, tall, "--unit="+unit)
	}
	out := filepath.Join(t.TempDir(), "tall.sinew")
	succeed(t, "bake", tall, "-o", out, "--unit", "in", "--scale", "2", "--clips", "exact")
	check(0.0254*2, out)
	if f := infoOf(t, tall).Findings; len(f) != 1 || f[0].Kind != "assumed-unit" {
		t.Errorf("info does not say the unit: %+v", f)
	}
}

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

// A BVH file has the lengths that --bvh-unit states.
func TestConvertUnits(t *testing.T) {
	want := posing(t, strider(t, "strider.glb"), "--clip", "walk").joint(t, 0, "head")
	for _, unit := range []string{"cm", "m", "in"} {
		out := filepath.Join(t.TempDir(), "walk.bvh")
		succeed(t, "convert", strider(t, "strider.glb"), "--only", "walk", "-o", out, "--bvh-unit", unit)
		must.Near(t, unit+": how far the head is off", apart(posing(t, out, "--unit", unit).joint(t, 0, "head"), want), 0, 1e-3)
	}
}
