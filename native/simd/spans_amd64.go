//go:build !purego

package simd

import "math/bits"

// spanTableEntry is how eight values of a width are taken from their bytes: the
// bytes of each, of the second four from half on, and the shifts that leave the
// width's bits at the upper, then the lower end.
type spanTableEntry struct {
	shuffle     [32]uint8
	left, right [VectorLanes]uint32
	width, half uint64
	_           [16]uint8
}

// spanTable is the table of the assembly: an entry per code, then one per width.
var spanTable = func() (t [len(spanWidths) + MaxSpanWidth + 1]spanTableEntry) {
	for i := range t {
		w := i - len(spanWidths)
		if w < 0 {
			w = SpanWidth(i)
		}
		t[i] = newSpanTableEntry(w)
	}
	return t
}()

func newSpanTableEntry(w int) (e spanTableEntry) {
	e.width, e.half = uint64(w), uint64(4*w/8)
	for i := range VectorLanes {
		bit := i * w
		if i >= 4 {
			bit -= 8 * int(e.half)
		}
		for k := range 4 {
			e.shuffle[4*i+k] = uint8(bit/8 + k)
		}
		e.left[i], e.right[i] = uint32(32-w-bit%8), uint32(min(32-w, 31))
		if w == 0 {
			e.left[i] = 32
		}
	}
	return e
}

// splatFractions are spanFractions, each in all lanes.
var splatFractions = func() (f [SpanKeys + 1][SpanKeys][VectorLanes]float32) {
	for n := range f {
		for k := range f[n] {
			for lane := range f[n][k] {
				f[n][k][lane] = spanFractions[n][k]
			}
		}
	}
	return f
}()

func unpackSpan(rows []float32, l *SpanLayout, s *SpanBits, residuals []byte) {
	if Current() == Generic {
		unpackSpanGo(rows, l, s, residuals)
		return
	}
	kernel := unpackSpanAVX2
	switch {
	case s.First > 1 || s.Last < s.Keys:
		kernel = unpackSomeAVX2
	case s.Keys < SpanKeys:
		kernel = unpackShortSpanAVX2
	}
	kernel(&rows[0], 4*l.stride, bytesOf(&l.vectors[0]), len(l.vectors), &l.size[0], &l.base[0],
		&s.Knots[0], &s.Next[0], &s.Codes[0], &residuals[0], s.Keys, &splatFractions[s.Keys][0][0], bytesOf(&spanTable), s.First, s.Last)
}

func completeTurns(rows []float32, stride, n int, masks []TurnMasks) {
	if Current() == Generic {
		completeTurnsGo(rows, stride, n, masks)
		return
	}
	completeTurnsAVX2(&rows[0], 4*stride, n, bytesOf(&masks[0]), len(masks))
}

func uniteTurns(rows []float32, stride, n int) {
	if Current() == Generic {
		uniteTurnsGo(rows, stride, n)
		return
	}
	uniteTurnsAVX2(&rows[0], 4*stride, n)
}

func betweenRows(out, a, b []float32, turns int, alpha float32) {
	if Current() == Generic {
		betweenRowsGo(out, a, b, turns, alpha)
		return
	}
	const most = 64 // groups at a time
	var wide [most]uint8
	s := newArcSeries(alpha)
	for {
		groups := min(turns/(4*VectorLanes), most)
		at := groups * 4 * VectorLanes
		vectors := 0
		if at == turns {
			vectors = (len(out) - at) / VectorLanes
		}
		if betweenRowsAVX2(&out[0], &a[0], &b[0], groups, vectors, &s.alpha, &wide[0]) != 0 {
			slerpWideRows(out, a, b, alpha, wide[:groups])
		}
		if turns -= at; turns == 0 {
			return
		}
		out, a, b = out[at:], a[at:], b[at:]
	}
}

// slerpWideRows writes the rotations that are too far apart for the series: a bit
// for each of a group.
func slerpWideRows(out, a, b []float32, alpha float32, wide []uint8) {
	for g, lanes := range wide {
		for ; lanes != 0; lanes &= lanes - 1 {
			i := g*4*VectorLanes + bits.TrailingZeros8(lanes)
			out[i], out[i+VectorLanes], out[i+2*VectorLanes], out[i+3*VectorLanes] = wideSlerpOf(rowKey(a[i:]), rowKey(b[i:]), alpha)
		}
	}
}

func placeVectors(dx, dy, dz, row []float32, places []RowPlace) {
	if Current() == Generic {
		placeVectorsGo(dx, dy, dz, row, places)
		return
	}
	placeVectorsAVX2(&dx[0], &dy[0], &dz[0], &row[0], bytesOf(&places[0]), len(places))
}

func placeTurns(dx, dy, dz, dw, row []float32, places []RowPlace) {
	if Current() == Generic {
		placeTurnsGo(dx, dy, dz, dw, row, places)
		return
	}
	placeTurnsAVX2(&dx[0], &dy[0], &dz[0], &dw[0], &row[0], bytesOf(&places[0]), len(places))
}
