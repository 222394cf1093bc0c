package main

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

// TestProportions: a clip that keys the lengths of another body's bones is told of, and its rotations
// alone leave the model as long as it is.
func TestProportions(t *testing.T) {
	const model, clip = "../../testdata/proportions/m.gltf", "../../testdata/proportions/tall.gltf"
	code, page, problem := sinew(t, "info", model, "--with", clip)
	page = strings.Join(strings.Fields(page), " ")
	if code != exitOK || !strings.Contains(page, "112 mm") || !strings.Contains(page, "sinew retarget fits them") {
		t.Fatalf("%d %s %s", code, page, problem)
	}
	for _, c := range []struct {
		flags []string
		want  float64
	}{{nil, 0.392}, {[]string{"--with-rotations"}, 0.28}} {
		code, page, problem := sinew(t, append([]string{"pose", model, "--with", clip, "--clip", "act", "--time", "1", "--json"}, c.flags...)...)
		if code != exitOK {
			t.Fatalf("%d %s", code, problem)
		}
		var found struct {
			Samples []struct {
				Joints []struct {
					Name   string
					Matrix [12]float64
				}
			}
		}
		must.Do(t, json.Unmarshal([]byte(page), &found))
		at := make(map[string][3]float64)
		for _, j := range found.Samples[0].Joints {
			at[j.Name] = [3]float64{j.Matrix[3], j.Matrix[7], j.Matrix[11]}
		}
		a, b := at["mixamorig:LeftArm"], at["mixamorig:LeftForeArm"]
		if got := math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2])); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%q: an arm of %v m, want %v", c.flags, got, c.want)
		}
	}

	for _, c := range []struct {
		flags []string
		told  bool
	}{{nil, true}, {[]string{"--with-rotations"}, false}} {
		out := t.TempDir() + "/m.sinew"
		page := succeed(t, append([]string{"bake", model, clip, "--library", "-o", out}, c.flags...)...)
		if strings.Contains(page, "112 mm") != c.told {
			t.Errorf("bake %q: %s", c.flags, page)
		}
	}
}
