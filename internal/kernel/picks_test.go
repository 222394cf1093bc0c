package kernel

import (
	"errors"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/native/simd"
)

// Picked columns go to a block and back with the same bits whatever set is in use, and no other value
// changes.
func TestPicks(t *testing.T) {
	for s := range seed.Cases(t, 20) {
		r := newRandom(s)
		c := simd.Columns{Rotations: r.IntN(9), Others: r.IntN(5)}
		columns := r.Perm(c.Rotations + c.Others)[:r.IntN(c.Rotations+c.Others+1)]
		p, err := NewPicks(c, columns)
		must.Do(t, err)
		row, before := r.values(c.RowValues(), -1, 1), r.values(PoseValues(c), -1, 1)
		want, back := slices.Clone(before), slices.Clone(row)
		for _, column := range columns {
			q, at := row[4*column:], ColumnStart(c, column)
			for k := range 4 {
				want[at+k*simd.Lanes] = q[k]
			}
			if column < c.Rotations {
				want[at+4*simd.Lanes] = 1 / ((float32(q[0]*q[0]) + float32(q[1]*q[1])) + (float32(q[2]*q[2]) + float32(q[3]*q[3])))
			}
		}
		for _, isa := range simd.ISAs() {
			restore, err := simd.Use(isa)
			must.Do(t, err)
			block, got := slices.Clone(before), slices.Clone(row)
			must.Do(t, p.Set(block, row))
			for _, column := range columns {
				clear(got[4*column:][:4])
			}
			must.Do(t, p.Get(got, block))
			restore()
			if !slices.Equal(block, want) || !slices.Equal(got, back) {
				t.Fatalf("%v, columns %v of %v: %v and %v, want %v and %v", isa, columns, c, block, got, want, back)
			}
		}
	}
}

func TestPicksRefuse(t *testing.T) {
	c := simd.Columns{Rotations: 3, Others: 1}
	p, err := NewPicks(c, []int{3, 1})
	must.Do(t, err)
	row, block := make([]float32, c.RowValues()), make([]float32, PoseValues(c))
	_, negative := NewPicks(c, []int{-1})
	_, beyond := NewPicks(c, []int{4})
	for name, err := range map[string]error{
		"a short row": p.Set(block, row[1:]), "a short block": p.Get(row, block[1:]), "column -1": negative, "column 4 of 4": beyond,
	} {
		if !errors.Is(err, simd.ErrLength) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
