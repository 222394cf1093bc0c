package main

import (
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

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
