//go:build !purego

package simd

//go:noescape
func unpackSpanAVX2(rows *float32, stride int, vectors *SpanVector, count int, size *float32, base *int32, knots, next, codes, residuals *byte,
	keys int, fractions *float32, table *spanTableEntry, first, last int)

// unpackShortSpanAVX2 is for spans of fewer than SpanKeys keys.
//
//go:noescape
func unpackShortSpanAVX2(rows *float32, stride int, vectors *SpanVector, count int, size *float32, base *int32, knots, next, codes, residuals *byte,
	keys int, fractions *float32, table *spanTableEntry, first, last int)

// unpackSomeAVX2 is for some of the keys.
//
//go:noescape
func unpackSomeAVX2(rows *float32, stride int, vectors *SpanVector, count int, size *float32, base *int32, knots, next, codes, residuals *byte,
	keys int, fractions *float32, table *spanTableEntry, first, last int)

//go:noescape
func reconstructQuaternionsAVX2(rows *float32, stride, n int, masks *DroppedComponents, groups int)

//go:noescape
func renormalizeQuaternionsAVX2(rows *float32, stride, n int)

// spanTableEntry tells how to extract eight values of a width: the bytes of each,
// those of the second four counted from byte half, then a shift left that puts the
// value at the upper end of its 32 bits, and a shift right that extends its sign.
type spanTableEntry struct {
	shuffle     [32]uint8
	left, right [VectorLanes]uint32
	width, half uint64
	_           [16]uint8
}

// spanTable has an entry per code, then one per width.
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

// splatFractions is spanFractions with each value in all lanes.
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
	kernel(&rows[0], 4*l.stride, &l.vectors[0], len(l.vectors), &l.size[0], &l.base[0],
		&s.Knots[0], &s.Next[0], &s.Codes[0], &residuals[0], s.Keys, &splatFractions[s.Keys][0][0], &spanTable[0], s.First, s.Last)
}

func reconstructQuaternions(rows []float32, stride, n int, masks []DroppedComponents) {
	if Current() == Generic {
		reconstructQuaternionsGo(rows, stride, n, masks)
		return
	}
	reconstructQuaternionsAVX2(&rows[0], 4*stride, n, &masks[0], len(masks))
}

func renormalizeQuaternions(rows []float32, stride, n int) {
	if Current() == Generic {
		renormalizeQuaternionsGo(rows, stride, n)
		return
	}
	renormalizeQuaternionsAVX2(&rows[0], 4*stride, n)
}
