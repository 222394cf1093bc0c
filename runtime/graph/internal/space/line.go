package space

import (
	"cmp"
	"fmt"
	"slices"
)

// Line is a blend space of one axis: each place blends the samples on both sides. It is immutable
// and may be shared.
type Line struct {
	span        []span
	first, last float64
	perCell     float64
	start       []uint8 // the span in which each cell begins
}

// span is the interval between two neighbours.
type span struct {
	from, to float64
	inverse  float64 // 1 over its length
	i, j     int32   // the caller's indices of the neighbours
}

// NewLine prepares samples at places on a line, in any order, which must differ as float32. The
// error wraps ErrSamples.
func NewLine(at []float64) (*Line, error) {
	at, err := narrow("its place", at)
	if err != nil {
		return nil, err
	}
	order := make([]int, len(at))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(at[i], at[j]) })
	l := &Line{first: at[order[0]], last: at[order[len(at)-1]]}
	if len(at) == 1 {
		l.span = []span{{from: l.first, to: l.first}}
	}
	for k, j := range order[1:] {
		i := order[k]
		if at[i] == at[j] {
			return nil, fmt.Errorf("%w: samples %d and %d are both at %v, as float32", ErrSamples, i, j, float32(at[i]))
		}
		l.span = append(l.span, span{at[i], at[j], 1 / (at[j] - at[i]), int32(i), int32(j)})
	}
	l.index()
	return l, nil
}

// index finds the spans in which equal cells begin.
func (l *Line) index() {
	cells := 4 * len(l.span)
	if len(l.span) < 4 { // no faster
		cells = 0
	}
	if l.last > l.first {
		l.perCell = float64(cells) / (l.last - l.first)
	}
	k := 0
	for cell := range cells + 1 {
		for k < len(l.span)-1 && l.cell(l.span[k].to) < cell {
			k++
		}
		l.start = append(l.start, uint8(k))
	}
}

// cell returns the cell of a place between the first and the last sample.
func (l *Line) cell(v float64) int { return int(float64((v - l.first) * l.perCell)) }

// At returns the caller's indices of the neighbours of a place, and the weight of the second; that
// of the first is exactly 1 − w.
func (l *Line) At(x float32) (i, j int, w float32) {
	v := coordinate(x)
	if v >= l.last {
		s := &l.span[len(l.span)-1]
		return int(s.i), int(s.j), 1
	}
	if v <= l.first {
		return int(l.span[0].i), int(l.span[0].j), 0
	}
	k := int(l.start[l.cell(v)])
	for v >= l.span[k].to {
		k++
	}
	s := &l.span[k]
	return int(s.i), int(s.j), weigh(count((v - s.from) * s.inverse))
}
