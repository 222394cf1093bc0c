package surface

import (
	"cmp"
	"slices"
)

// rows is a list per point: of[start[p]:start[p+1]].
type rows[T any] struct {
	start []int32
	of    []T
}

func (r *rows[T]) row(p int) []T { return r.of[r.start[p]:r.start[p+1]] }

// newRows returns rows of the given lengths, of zeros.
func newRows[T any](length []int32) rows[T] {
	r := rows[T]{start: make([]int32, len(length)+1)}
	for p, n := range length {
		r.start[p+1] = r.start[p] + n
	}
	r.of = make([]T, r.start[len(length)])
	return r
}

// compact sorts each row and leaves out what is in it twice.
func compact[T cmp.Ordered](r *rows[T]) {
	kept := int32(0)
	for p := range len(r.start) - 1 {
		row := r.row(p)
		slices.Sort(row)
		row = slices.Compact(row)
		r.start[p] = kept
		kept += int32(copy(r.of[kept:], row))
	}
	r.start[len(r.start)-1] = kept
	r.of = r.of[:kept]
}
