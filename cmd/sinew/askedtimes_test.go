package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
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
