package extent_test

import (
	"testing"

	"github.com/sinew-anim/sinew/internal/extent"
)

func TestSpan(t *testing.T) {
	type list [][]float64 // the keys of each track
	for name, c := range map[string]struct {
		tracks      list
		first, last float64
	}{
		"no tracks":            {nil, 0, 0},
		"no keys":              {list{{}}, 0, 0},
		"one track":            {list{{1, 2, 4}}, 1, 4},
		"a lone key before":    {list{{0}, {1, 2}}, 1, 2},
		"a lone key after":     {list{{0, 1}, {3}}, 0, 3},
		"a lone key within":    {list{{0, 4}, {3}}, 0, 4},
		"lone keys only":       {list{{3}, {1}, {2}}, 1, 3},
		"one lone key":         {list{{-2}}, -2, -2},
		"before the time line": {list{{-5, -2}, {-7}}, -5, -2},
	} {
		for _, backwards := range []bool{false, true} {
			var e extent.Extent
			for i := range c.tracks {
				if backwards {
					i = len(c.tracks) - 1 - i
				}
				if keys := c.tracks[i]; len(keys) > 0 {
					e.See(keys[0], keys[len(keys)-1], len(keys))
				} else {
					e.See(0, 0, 0)
				}
			}
			if first, last := e.Span(); first != c.first || last != c.last || e.Empty() != (name == "no tracks" || name == "no keys") {
				t.Errorf("%s: from %v to %v, want %v to %v; empty: %v", name, first, last, c.first, c.last, e.Empty())
			}
		}
	}
}
