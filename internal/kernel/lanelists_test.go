package kernel

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/native/simd"
)

// Rows are gathered into the lanes in use, whatever set is in use, and no lane beyond four changes.
func TestLaneRows(t *testing.T) {
	for s := range seed.Cases(t, 20) {
		r := newRandom(s)
		var sources [][]float32
		for range 1 + r.IntN(3) {
			sources = append(sources, r.values(40*simd.Lanes, -1, 1))
		}
		var list LaneRows
		lanes := 1 + r.IntN(4)
		before := r.values(64*simd.Lanes, -1, 1)
		want := slices.Clone(before)
		for at := 0; at < 40; {
			n := 1 + r.IntN(9)
			var from []LaneSource
			for lane := range lanes {
				from = append(from, LaneSource{r.IntN(len(sources)), r.IntN(30 * simd.Lanes)})
				for row := range n {
					want[(at+row)*simd.Lanes+lane] = sources[from[lane].Source][from[lane].Value+row*simd.Lanes]
				}
			}
			list.Add(at*simd.Lanes, n, from...)
			at += n
		}
		for _, isa := range simd.ISAs() {
			restore, err := simd.Use(isa)
			must.Do(t, err)
			got := slices.Clone(before)
			must.Do(t, list.Gather(got, sources))
			restore()
			for i := range got {
				if l := i % simd.Lanes; got[i] != want[i] && (l < lanes || l >= 4) {
					t.Fatalf("%v: row %d, lane %d of %d: %v, want %v", isa, i/simd.Lanes, l, lanes, got[i], want[i])
				}
			}
		}
	}
}

// Columns leave their lanes, whatever set is in use.
func TestLaneColumns(t *testing.T) {
	for s := range seed.Cases(t, 20) {
		r := newRandom(s)
		from, before := r.values(60*simd.Lanes, -1, 1), r.values(60*simd.Lanes, -1, 1)
		var list LaneColumns
		n := 1 + r.IntN(7)
		first := r.IntN(n)
		want := slices.Clone(before)
		for i := range n {
			to, at := 5*i*simd.Lanes+r.IntN(simd.Lanes), r.IntN(50*simd.Lanes)
			list.Add(to, at)
			for row := 0; row < 5 && i >= first; row++ {
				want[to+row*simd.Lanes] = from[at+row*simd.Lanes]
			}
		}
		for _, isa := range simd.ISAs() {
			restore, err := simd.Use(isa)
			must.Do(t, err)
			got := slices.Clone(before)
			must.Do(t, list.Scatter(got, from, first, n-first))
			restore()
			if !slices.Equal(got, want) {
				t.Fatalf("%v: columns %d to %d: %v, want %v", isa, first, n, got, want)
			}
		}
	}
}

func TestLaneListsRefuse(t *testing.T) {
	var rows LaneRows
	rows.Add(simd.Lanes, 2, LaneSource{0, 0}, LaneSource{1, 3})
	var columns LaneColumns
	columns.Add(0, 2)
	to, long, short := make([]float32, 2*simd.Lanes+4), make([]float32, simd.Lanes+4), make([]float32, simd.Lanes)
	block := make([]float32, 4*simd.Lanes+3)
	must.Do(t, rows.Gather(to, [][]float32{long, long}))
	must.Do(t, columns.Scatter(block, block, 0, 1))
	for name, err := range map[string]error{
		"short rows": rows.Gather(to[1:], [][]float32{long, long}), "a short source": rows.Gather(to, [][]float32{long, short}), "one source": rows.Gather(to, [][]float32{long}),
		"a short block": columns.Scatter(block, block[1:], 0, 1), "short columns": columns.Scatter(block[:4*simd.Lanes], block, 0, 1), "two columns": columns.Scatter(block, block, 0, 2),
		"columns from −1": columns.Scatter(block, block, -1, 1), "−1 columns": columns.Scatter(block, block, 1, -1), "columns without end": columns.Scatter(block, block, 1, math.MaxInt),
	} {
		if !errors.Is(err, simd.ErrLength) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
