package codec

import (
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/soa"
)

// spanReader decodes the spans of a grid into rows.
type spanReader struct {
	p      *soa.Packed
	grid   packing.Grid
	rows   *rowLayout
	layout *kernel.SpanLayout
	masks  []kernel.DroppedComponents // per group of turns
	first  int                        // of the grid's spans in p.Segment
	knot   int                        // bytes of a knot but the first
	zeros  []byte                     // the differences of the first knot
}

// knotWidths are the widths of knots, per vector of the grids to come.
type knotWidths struct{ first, other []uint8 }

// newSpanReader prepares a grid. It takes the widths of its vectors from those
// given.
func newSpanReader(p *soa.Packed, grid int, rows *rowLayout, widths *knotWidths) (*spanReader, error) {
	s := &spanReader{p: p, grid: packing.Grid(p.Grids[grid]), rows: rows, first: firstSegment(p, grid)}
	var vectors []kernel.SpanVector
	var size []float32
	firsts := 0 // bytes of the first knot
	for run := range rows.runs {
		r := &rows.runs[run]
		for g := range r.groups() {
			tracks := r.tracks[g*kernel.VectorLanes : min((g+1)*kernel.VectorLanes, len(r.tracks))]
			if run == packing.Rotations {
				s.masks = append(s.masks, turnMasks(tracks))
			}
			for c := range packing.Components(run) {
				i := len(vectors)
				vectors = append(vectors, kernel.SpanVector{
					Knot: uint32(s.knot), Width: uint32(widths.other[i]), Row: uint32(r.float(g*kernel.VectorLanes, c)),
					Codes: kernel.SpanCodes(len(tracks)),
				})
				size = append(size, sizes(tracks)...)
				s.knot += kernel.SpanBytes(int(widths.other[i]), len(tracks))
				firsts += kernel.SpanBytes(int(widths.first[i]), len(tracks))
			}
		}
	}
	var base []int32
	r := bitReader{data: p.Data, pos: 8 * (int(p.Segment[s.first]) - s.grid.Segments()*s.knot - firsts)}
	for i := range vectors {
		base = append(base, r.vector(int(widths.first[i]), vectors[i].Tracks())...)
	}
	widths.first, widths.other = widths.first[len(vectors):], widths.other[len(vectors):]
	s.zeros = make([]byte, s.knot+packing.SpanPadding)
	var err error
	s.layout, err = kernel.NewSpanLayout(vectors, size, base, rows.stride)
	return s, err
}

// sizes returns the steps of a group's tracks, and 0 for unused lanes.
func sizes(tracks []*track) []float32 {
	size := make([]float32, kernel.VectorLanes)
	for i, t := range tracks {
		size[i] = t.size
	}
	return size
}

// turnMasks returns the omitted components of a group's rotations.
func turnMasks(tracks []*track) (masks kernel.DroppedComponents) {
	for i := range kernel.VectorLanes {
		left, negative := 3, false
		if i < len(tracks) {
			left, negative = packing.Omitted(tracks[i].left)
		}
		masks.Set(i, left, negative)
	}
	return masks
}

// vector returns the values of a vector's tracks, and zeros for others.
func (r *bitReader) vector(width, tracks int) []int32 {
	v := make([]int32, kernel.VectorLanes)
	for i := range tracks {
		if width > 0 {
			v[i] = r.signed(width)
		}
	}
	r.pos = (r.pos + 7) &^ 7
	return v
}

// read decodes a span into rows: its knots and the keys first to last between them. Rotations
// remain incomplete.
func (s *spanReader) read(span int, rows []float32, first, last int) error {
	data := s.p.Data
	next := int(s.p.Segment[s.first]) - (s.grid.Segments()-span)*s.knot
	bits := kernel.SpanBits{Knots: s.zeros, Next: data[next:], Codes: data[s.p.Segment[s.first+span]:], Keys: s.grid.Interior(span)}
	bits.First, bits.Last = max(first, 1), min(last, bits.Keys)
	if span > 0 {
		bits.Knots = data[next-s.knot:]
	}
	return kernel.UnpackSpan(rows, s.layout, &bits)
}

// decode decodes a span into rows.
func (s *spanReader) decode(span int, rows []float32) error {
	n := s.rowsOf(span)
	if err := s.read(span, rows, 1, n); err != nil {
		return err
	}
	return s.complete(rows, n)
}

// rowsOf returns the number of rows of a span.
func (s *spanReader) rowsOf(span int) int { return s.grid.Interior(span) + 2 }

// complete restores the unit quaternions of n rows.
func (s *spanReader) complete(rows []float32, n int) error {
	if err := kernel.ReconstructQuaternions(rows, s.rows.stride, n, s.masks); err != nil {
		return err
	}
	whole := &s.rows.runs[packing.WholeRotations]
	for g := range whole.groups() {
		if err := kernel.RenormalizeQuaternions(rows[whole.float(g*kernel.VectorLanes, 0):], s.rows.stride, n); err != nil {
			return err
		}
	}
	return nil
}

// unpack decodes all tracks of a grid to values[track][component][key].
func (s *spanReader) unpack(values [][4][]float32) error {
	rows := make([]float32, kernel.SpanRows*s.rows.stride)
	for span := range s.grid.Segments() {
		if err := s.decode(span, rows); err != nil {
			return err
		}
		for run := range s.rows.runs {
			r := &s.rows.runs[run]
			for i, track := range r.index {
				for c := range r.components {
					from, to := rows[r.float(i, c):], values[track][c][span*packing.Span:][:s.rowsOf(span)]
					for k := range to {
						to[k] = from[k*s.rows.stride]
					}
				}
			}
		}
	}
	return nil
}
