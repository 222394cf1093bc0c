package soa

import "github.com/sinew-anim/sinew/internal/packing"

// runs counts the coded tracks of a grid of PackedSpans, run by run.
func (p *Packed) runs(grid int) (runs [packing.Runs]int) {
	coded, rotation := 0, 0
	for place := range p.Places() {
		if p.KindAt(place) != PackedCoded {
			continue
		}
		left := 0
		property, _ := p.At(place)
		if property == Rotation {
			left, _ = packing.Omitted(p.Left[rotation])
			rotation++
		}
		if len(p.Grid) == 0 || int(p.Grid[coded]) == grid {
			runs[packing.RunOf(property, left)]++
		}
		coded++
	}
	return runs
}

// validateSpans checks that the knots and residuals of all spans lie in Data.
func (p *Packed) validateSpans() error {
	vectors, segment := 0, 0
	for g := range p.Grids {
		grid := packing.Grid(p.Grids[g])
		if grid.PerSegment != packing.Span {
			return p.wrong("grid %d has spans of %d keys, want %d", g, grid.PerSegment, packing.Span)
		}
		codes, first, knot := 0, 0, 0
		for run, n := range p.runs(g) {
			for ; n > 0; n -= packing.Lanes {
				lanes, end := min(n, packing.Lanes), vectors+packing.Components(run)
				if end > len(p.Knot) {
					return p.wrong("%d widths of knots, too few for grid %d", len(p.Knot), g)
				}
				for ; vectors < end; vectors++ {
					f, w := int(p.First[vectors]), int(p.Knot[vectors])
					if max(f, w) > packing.MaxWidth {
						return p.wrong("knots of %d bits, at most %d are possible", max(f, w), packing.MaxWidth)
					}
					codes, first, knot = codes+(lanes+1)/2, first+(f*lanes+7)/8, knot+(w*lanes+7)/8
				}
			}
		}
		spans := grid.Segments()
		if before := int64(first) + int64(spans)*int64(knot); before > int64(p.Segment[segment]) {
			return p.wrong("the knots of grid %d take %d bytes, and its spans start at byte %d", g, before, p.Segment[segment])
		}
		for s := range spans {
			end := len(p.Data) - packing.SpanPadding
			if next := segment + s + 1; next < len(p.Segment) {
				end = int(p.Segment[next])
			}
			if err := p.validateSpan(int(p.Segment[segment+s]), end, codes, grid.Interior(s)); err != nil {
				return err
			}
		}
		segment += spans
	}
	if vectors != len(p.Knot) {
		return p.wrong("%d widths of knots for %d vectors", len(p.Knot), vectors)
	}
	return nil
}

// validateSpan checks the span in bytes [at, end), with the given numbers of bytes of
// codes and of keys between its knots.
func (p *Packed) validateSpan(at, end, codes, keys int) error {
	if at+codes > end {
		return p.wrong("the codes of a span at byte %d end after byte %d", at, end)
	}
	n := at + codes
	for _, c := range p.Data[at:n] {
		n += (packing.Width(int(c&15))*keys+7)/8 + (packing.Width(int(c>>4))*keys+7)/8
	}
	if n > end {
		return p.wrong("a span at byte %d ends at byte %d, after byte %d", at, n, end)
	}
	return nil
}
