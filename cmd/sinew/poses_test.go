package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

// TestAskedTimes: what springs show at a time does not depend on the other times that are asked, nor on
// their order.
func TestAskedTimes(t *testing.T) {
	tail := func(times string, at float64) (matrices [][12]float32) {
		for _, s := range posing(t, "../../testdata/hair/hair.vrm", "--control", "own", "--time", times).Samples {
			for _, j := range s.Joints {
				if s.Time == at && strings.HasPrefix(j.Name, "hair") {
					matrices = append(matrices, j.Matrix)
				}
			}
		}
		if len(matrices) == 0 {
			t.Fatalf("no hair at %v s of %s", at, times)
		}
		return matrices
	}
	for _, c := range []struct {
		at    float64
		times string
	}{
		{0.5, "0.013,0.29,0.3,0.47,0.5,0.59"}, {0.3, "0.013,0.3"}, {0.51, "0.5,0.505,0.51"}, {0.5, "0.51,0.5"}, {1.234, "2.5,0.1,1.234"}, {700.25, "1,650,700,700.25"},
	} {
		if !slices.Equal(tail(c.times, c.at), tail(fmt.Sprint(c.at), c.at)) {
			t.Errorf("the hair at %v s depends on %s", c.at, c.times)
		}
	}
	if slices.Equal(tail("0.3", 0.3), tail("0.5", 0.5)) {
		t.Error("the hair does not move")
	}
}

// TestProportions: a clip that keys the lengths of another body's bones is told of, and its rotations
// alone leave the model as long as it is.
func TestProportions(t *testing.T) {
	const model, clip = "../../testdata/proportions/m.gltf", "../../testdata/proportions/tall.gltf"
	if f := infoOf(t, model, "--with", clip).Findings; len(f) != 1 || f[0].Kind != "other-lengths" || f[0].SizeUnit != "mm" || f[0].Size < 111 || f[0].Size > 113 {
		t.Errorf("%+v", f)
	}
	for _, c := range []struct {
		flags []string
		want  float64
	}{{nil, 0.392}, {[]string{"--with-rotations"}, 0.28}} {
		p := posing(t, model, append([]string{"--with", clip, "--clip", "act", "--time", "1"}, c.flags...)...)
		must.Near(t, "an arm", apart(p.joint(t, 0, "mixamorig:LeftArm"), p.joint(t, 0, "mixamorig:LeftForeArm")), c.want, 1e-6)
		said := bakeJSON(t, append([]string{model, clip, "--library", "-o", t.TempDir() + "/m.sinew"}, c.flags...)...)
		if told := len(said.Files[0].Proportions); (told > 0) != (c.flags == nil) {
			t.Errorf("bake %q: %+v", c.flags, said.Files[0])
		}
	}
}
