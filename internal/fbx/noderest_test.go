package fbx

import (
	"fmt"
	"math"
	"testing"
)

// A curve node states components without a curve by a letter, or the first one by the name of its
// property. What is not stated, or no number, is what it was.
func TestNodeRest(t *testing.T) {
	type stated map[string][]float64
	was := [4]float64{10, 20, 30, 40}
	for _, c := range []struct {
		stated stated
		name   string
		width  int
		want   [4]float64
	}{
		{stated{}, "Lcl Translation", 3, was},
		{stated{"d|X": {1}, "d|Y": {2}, "d|Z": {3}, "d|W": {4}}, "Lcl Translation", 3, [4]float64{1, 2, 3, 40}},
		{stated{"d|X": {1}, "d|Y": {2}, "d|Z": {3}, "d|W": {4}}, "Lcl Translation", 4, [4]float64{1, 2, 3, 4}},
		{stated{"d|X": {1}, "d|Y": {2}}, "Lcl Translation", 1, [4]float64{1, 20, 30, 40}},
		{stated{"d|Y": {2}}, "Lcl Translation", 3, [4]float64{10, 2, 30, 40}},
		{stated{"d|Z": {0}}, "Lcl Translation", 3, [4]float64{10, 20, 0, 40}},
		{stated{"d|R": {1}, "d|G": {2}, "d|B": {3}, "d|A": {4}}, "tint", 4, [4]float64{1, 2, 3, 4}},
		{stated{"d|R": {5}, "d|X": {1}}, "tint", 3, [4]float64{1, 20, 30, 40}},
		{stated{"d|glow": {7}}, "glow", 1, [4]float64{7, 20, 30, 40}},
		{stated{"d|glow": {7}}, "glow", 3, [4]float64{7, 20, 30, 40}},
		{stated{"d|glow": {7}, "d|X": {1}, "d|Z": {3}}, "glow", 3, [4]float64{1, 20, 3, 40}},
		{stated{"d|glow": {7, 8}}, "glow", 3, [4]float64{7, 20, 30, 40}},
		{stated{"d|X": {}, "d|R": {5}}, "glow", 3, [4]float64{5, 20, 30, 40}},
		{stated{"d|X": {math.NaN()}, "d|Y": {math.Inf(1)}, "d|G": {6}}, "glow", 3, [4]float64{10, 6, 30, 40}},
		{stated{"d|X": {1, math.NaN()}}, "glow", 3, [4]float64{1, 20, 30, 40}},
		{stated{"d|Y": {7}}, "Y", 3, [4]float64{7, 20, 30, 40}},
		{stated{"X": {1}, "d|x": {2}}, "glow", 3, was},
	} {
		all := map[string]property{}
		for name, values := range c.stated {
			all[name] = property{values: values}
		}
		r := &reader{t: &takes{}, properties: map[int64]map[string]property{5: all}}
		if got := r.nodeRest(5, c.name, c.width, was); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%v of the %d components of %q: %v, want %v", c.stated, c.width, c.name, got, c.want)
		}
	}
}
