package assimp

import (
	"math"
	"testing"
)

// TestASECurves counts keys that curve, and measures how far they are from straight.
func TestASECurves(t *testing.T) {
	for text, want := range map[string]struct {
		counts [3]int
		off    float64
	}{
		"*CONTROL_POS_TRACK {\n*CONTROL_POS_SAMPLE 0 1 2 3\n}\n": {},
		// Flat tangents ease: the largest distance of u²(3−2u)−u at eighths is 0.09375.
		"*CONTROL_POS_BEZIER {\n\t*CONTROL_BEZIER_POS_KEY 0 0 0 0 0 0 0 0 0 0 0\n\t*CONTROL_BEZIER_POS_KEY 100 8 0 0 0 0 0 0 0 0 0\r\n}\n": {[3]int{2, 0, 0}, 0.75},
		// Two keys without parameters are straight.
		"*CONTROL_POS_TCB {\n*CONTROL_TCB_POS_KEY 0 0 0 0 0 0 0 0 0\n*CONTROL_TCB_POS_KEY 100 8 0 0 0 0 0 0 0\n}\n*CONTROL_TCB_ROT_KEY 0 1 0 0 1\n*CONTROL_TCB_SCALE_KEY 0 1 1 1\n": {[3]int{2, 1, 1}, 0},
		// Tension 1 makes tangents of 0.
		"*CONTROL_POS_TCB {\n*CONTROL_TCB_POS_KEY 0 0 0 0 1 0 0 0 0\n*CONTROL_TCB_POS_KEY 100 0 8 0 1 0 0 0 0\n}\n": {[3]int{2, 0, 0}, 0.75},
		"*CONTROL_TCB_POS_KEY\n*CONTROL_TCB_POS_KEY 1 x\n*CONTROL_BEZIER_POS_KEY 2 1 1 1\n":                         {[3]int{3, 0, 0}, 0},
	} {
		counts, off := aseCurves([]byte(text))
		if counts != want.counts || math.Abs(off-want.off) > 1e-9 {
			t.Errorf("%q: %v, %v, want %v", text, counts, off, want)
		}
	}
}
