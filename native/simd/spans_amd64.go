//go:build !purego

package simd

import "unsafe"

// spanTableEntry is how eight values of a width are taken from their bytes: the
// bytes of each, of the second four from half on, and the shifts that leave the
// width's bits at the upper, then the lower end.
type spanTableEntry struct {
	shuffle     [32]uint8
	left, right [VectorLanes]uint32
	width, half uint32
	_           [24]uint8
}

// spanTable is the table of the assembly: an entry per width, and per code the
// offset of its width's entry.
var spanTable = func() (t struct {
	entry [MaxSpanWidth + 1]spanTableEntry
	code  [16]uint16
}) {
	for w := range t.entry {
		e := &t.entry[w]
		e.width, e.half = uint32(w), uint32(4*w/8)
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
	}
	for c := range t.code {
		t.code[c] = uint16(SpanWidth(c) * int(unsafe.Sizeof(t.entry[0])))
	}
	return t
}()

func unpackSpan(rows []float32, l *SpanLayout, s *SpanBits, residuals []byte) {
	if Current() == Generic {
		unpackSpanGo(rows, l, s, residuals)
		return
	}
	unpackSpanAVX2(&rows[0], 4*l.Stride, bytesOf(&l.Vectors[0]), len(l.Vectors), &l.Size[0], &l.Base[0],
		&s.Knots[0], &s.Next[0], &s.Codes[0], &residuals[0], s.Keys, &spanFractions[s.Keys][0], bytesOf(&spanTable))
}

func completeTurns(rows []float32, stride, n int, masks *TurnMasks) {
	if Current() == Generic {
		completeTurnsGo(rows, stride, n, masks)
		return
	}
	completeTurnsAVX2(&rows[0], 4*stride, n, bytesOf(masks))
}

func uniteTurns(rows []float32, stride, n int) {
	if Current() == Generic {
		uniteTurnsGo(rows, stride, n)
		return
	}
	uniteTurnsAVX2(&rows[0], 4*stride, n)
}

func slerpRows(out, a, b []float32, alpha float32) {
	if Current() == Generic {
		slerpRowsGo(out, a, b, alpha)
		return
	}
	s := newArcSeries(alpha)
	if slerpRowsAVX2(&out[0], &a[0], &b[0], len(out)/(4*VectorLanes), &s.alpha) != 0 {
		slerpWideRows(out, a, b, alpha)
	}
}

func lerpRows(out, a, b []float32, alpha float32) {
	if Current() == Generic {
		lerpRowsGo(out, a, b, alpha)
		return
	}
	lerpRowsAVX2(&out[0], &a[0], &b[0], len(out)/VectorLanes, alpha)
}

func placeTurns(dx, dy, dz, dw, row []float32, places []RowPlace) {
	if Current() == Generic {
		placeTurnsGo(dx, dy, dz, dw, row, places)
		return
	}
	placeTurnsAVX2(&dx[0], &dy[0], &dz[0], &dw[0], &row[0], bytesOf(&places[0]), len(places))
}
