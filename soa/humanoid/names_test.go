package humanoid_test

import (
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/soa/humanoid"
)

// TestOtherSides: names in the conventions of several tools, each with its other side.
func TestOtherSides(t *testing.T) {
	for left, right := range map[string]string{
		"upper_arm.L.001": "upper_arm.R.001", "FootL": "FootR", "mixamorig:LeftUpLeg": "mixamorig:RightUpLeg",
		"thigh_l": "thigh_r", "lfemur": "rfemur", "Lefthand": "Righthand", "左腕": "右腕", "ひじ.左": "ひじ.右",
	} {
		for side, pair := range map[humanoid.Side][2]string{humanoid.Left: {left, right}, humanoid.Right: {right, left}} {
			if others := humanoid.OtherNames(pair[0]); !slices.Contains(others, pair[1]) {
				t.Errorf("%s: other names %v, want %s", pair[0], others, pair[1])
			}
			if got := humanoid.SideOf(pair[0]); got != side {
				t.Errorf("%s: side %v, want %v", pair[0], got, side)
			}
		}
	}
	for _, name := range []string{"spine", "Hips", "mixamorig:Head", "頭"} {
		if humanoid.SideOf(name) != humanoid.Middle || len(humanoid.OtherNames(name)) > 0 {
			t.Errorf("%s has a side", name)
		}
	}
}
