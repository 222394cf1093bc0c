package runtime

import (
	"testing"

	"github.com/sinew-anim/sinew/benchmarks/rig"
)

// A character whose bones only turn and move is played in bind space, one whose
// bones scale is not; TestTickCrowdAgreesWithOracle covers both.
func TestBindSpaceIsUsed(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes many crowds")
	}
	m := rig.Character(rig.Motion{Name: "sway", Seconds: 1})
	c, err := NewTickCrowd(m, 1, CrowdOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if c.rig.bind == nil {
		t.Error("a rigid character is not played in bind space")
	}
	forms := map[bool]int{}
	for seed := range uint64(20) {
		if c, err = NewTickCrowd(rig.Random(seed, 17), 1, CrowdOptions{}); err != nil {
			t.Fatal(err)
		}
		forms[c.rig.bind != nil]++
	}
	if forms[false] == 0 {
		t.Error("no random character needs the general form")
	}
	m.Skeleton.Rest.SX[3] = 1.5
	if c, err = NewTickCrowd(m, 1, CrowdOptions{}); err != nil {
		t.Fatal(err)
	}
	if c.rig.bind != nil {
		t.Error("a character with scale is played in bind space")
	}
}
