package soa

const (
	// PackedSpan is the number of keys from one knot of PackedSpans to the next.
	PackedSpan = 9
	// PackedLanes is the number of tracks of a group.
	PackedLanes = 8
	// MaxPackedWidth is the largest number of bits of a knot or residual.
	MaxPackedWidth = 25
)

// PackedWidths maps the code of residuals to their number of bits.
var PackedWidths = [16]uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 18, MaxPackedWidth}

// PackedLeft decodes a value of Packed.Left: the omitted component, 0 for X to
// 3 for W, and whether it is negative; component is 4 if none is omitted. The
// value is the component, plus 4 if it is negative, or 8 for none.
func PackedLeft(v uint8) (component int, negative bool) {
	if v >= 8 {
		return 4, false
	}
	return int(v % 4), v >= 4
}

// The runs of the coded tracks of a grid of PackedSpans.
const (
	PackedRotations      = iota // rotations with an omitted component
	PackedWholeRotations        // rotations with all four components
	PackedTranslations
	PackedScales
	PackedWeights
	PackedFloats
	PackedRuns
)

// PackedComponents is the number of coded components per track of each run.
var PackedComponents = [PackedRuns]int{3, 4, 3, 3, 1, 1}

// PackedRunOf returns the run of a track. left is the omitted component of a
// rotation, or 4, as PackedLeft returns it, and has no meaning for other
// properties.
func PackedRunOf(property Property, left int) int {
	switch property {
	case Translation:
		return PackedTranslations
	case Rotation:
		if left == 4 {
			return PackedWholeRotations
		}
		return PackedRotations
	case Scale:
		return PackedScales
	case Weight:
		return PackedWeights
	}
	return PackedFloats
}

// runs counts the coded tracks of a grid of PackedSpans, run by run.
func (p *Packed) runs(grid int) (runs [PackedRuns]int) {
	coded, rotation := 0, 0
	for place := range p.Places() {
		if p.KindAt(place) != PackedCoded {
			continue
		}
		left := 0
		property, _ := p.At(place)
		if property == Rotation {
			left, _ = PackedLeft(p.Left[rotation])
			rotation++
		}
		if len(p.Grid) == 0 || int(p.Grid[coded]) == grid {
			runs[PackedRunOf(property, left)]++
		}
		coded++
	}
	return runs
}

// validateSpans checks that the knots and residuals of all spans lie in Data.
func (p *Packed) validateSpans() error {
	vectors, segment := 0, 0
	for g := range p.Grids {
		grid := &p.Grids[g]
		if grid.PerSegment != PackedSpan {
			return p.wrong("grid %d has spans of %d keys, want %d", g, grid.PerSegment, PackedSpan)
		}
		codes, first, knot := 0, 0, 0
		for run, n := range p.runs(g) {
			for ; n > 0; n -= PackedLanes {
				lanes, end := min(n, PackedLanes), vectors+PackedComponents[run]
				if end > len(p.Knot) {
					return p.wrong("%d widths of knots, too few for grid %d", len(p.Knot), g)
				}
				for ; vectors < end; vectors++ {
					f, w := int(p.First[vectors]), int(p.Knot[vectors])
					if max(f, w) > MaxPackedWidth {
						return p.wrong("knots of %d bits, at most %d are possible", max(f, w), MaxPackedWidth)
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
			end := len(p.Data) - PackedSpanPadding
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

// Interior returns the number of keys between the knots of a span.
func (g *PackedGrid) Interior(span int) int {
	return min(PackedSpan, int(g.Intervals)-span*PackedSpan) - 1
}

// validateSpan checks the span in bytes [at, end), with the given numbers of bytes of
// codes and of keys between its knots.
func (p *Packed) validateSpan(at, end, codes, keys int) error {
	if at+codes > end {
		return p.wrong("the codes of a span at byte %d end after byte %d", at, end)
	}
	n := at + codes
	for _, c := range p.Data[at:n] {
		n += (int(PackedWidths[c&15])*keys+7)/8 + (int(PackedWidths[c>>4])*keys+7)/8
	}
	if n > end {
		return p.wrong("a span at byte %d ends at byte %d, after byte %d", at, n, end)
	}
	return nil
}
