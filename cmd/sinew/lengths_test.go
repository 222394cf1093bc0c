//go:build cgo

package main

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"
)

// height is how far up the last joint of a model is, at the start of its clip.
func height(t *testing.T, args ...string) float64 {
	t.Helper()
	var posed struct {
		Samples []struct {
			Joints []struct {
				Matrix [12]float64 `json:"matrix"`
			} `json:"joints"`
		} `json:"samples"`
	}
	out := succeed(t, append([]string{"pose", "--json", "--time", "0"}, args...)...)
	if err := json.Unmarshal([]byte(out), &posed); err != nil || len(posed.Samples) != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	joints := posed.Samples[0].Joints
	return joints[len(joints)-1].Matrix[7]
}

// TestLengths: --unit says what a BVH file does not, --scale multiplies, and bake stores
// both.
func TestLengths(t *testing.T) {
	tall := write(t, "tall.bvh", []byte(strings.ReplaceAll(smallBVH, "OFFSET 0 1 0", "OFFSET 0 100 0")))
	for unit, metres := range map[string]float64{"": 0.01, "m": 1, "cm": 0.01, "mm": 0.001, "in": 0.0254, "ft": 0.3048, "0.5": 0.5} {
		if got, want := height(t, tall, "--unit="+unit), 200*metres; math.Abs(got-want) > 1e-5*want {
			t.Errorf("--unit %q: %v m, want %v", unit, got, want)
		}
	}
	out := filepath.Join(t.TempDir(), "tall.sinew")
	succeed(t, "bake", tall, "-o", out, "--unit", "in", "--scale", "2", "--clips", "exact")
	if got, want := height(t, out), 200*0.0254*2; math.Abs(got-want) > 1e-5*want {
		t.Errorf("baked: %v m, want %v", got, want)
	}
	if text := succeed(t, "info", tall); !strings.Contains(text, "centimetres are assumed") {
		t.Errorf("info does not say the unit: %s", text)
	}
	for _, args := range [][]string{{"info", tall, "--unit", "miles"}, {"info", tall, "--scale", "-1"}, {"info", tall, "--scale", "0"}, {"info", out, "--scale", "2"}, {"bake", tall, "-o", out, "--force", "--scale", "0"}, {"bake", tall, "-o", out, "--force", "--unit", "em"}} {
		if code, _, _ := sinew(t, args...); code == 0 {
			t.Errorf("sinew %v succeeds", args)
		}
	}
}
