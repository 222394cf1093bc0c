//go:build !purego

package simd

import "math/bits"

// interpolateRowsAVX2 sets a bit in wide for each rotation of a group that is too far
// from the next, and returns whether there are any.
//
//go:noescape
func interpolateRowsAVX2(out, a, b *float32, groups, vectors int, series *float32, wide *uint8) uint32

//go:noescape
func placeQuaternionsAVX2(dx, dy, dz, dw, row *float32, places *RowPlace, count int)

//go:noescape
func placeVectorsAVX2(dx, dy, dz, row *float32, places *RowPlace, count int)

func interpolateRows(out, a, b []float32, rotations int, alpha float32) {
	if Current() == Generic {
		interpolateRowsGo(out, a, b, rotations, alpha)
		return
	}
	const most = 64 // groups at a time
	var wide [most]uint8
	s := newArcSeries(alpha)
	for {
		groups := min(rotations/(4*VectorLanes), most)
		at := groups * 4 * VectorLanes
		vectors := 0
		if at == rotations {
			vectors = (len(out) - at) / VectorLanes
		}
		if interpolateRowsAVX2(&out[0], &a[0], &b[0], groups, vectors, &s.alpha, &wide[0]) != 0 {
			slerpWideRows(out, a, b, alpha, wide[:groups])
		}
		if rotations -= at; rotations == 0 {
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
	placeVectorsAVX2(&dx[0], &dy[0], &dz[0], &row[0], &places[0], len(places))
}

func placeQuaternions(dx, dy, dz, dw, row []float32, places []RowPlace) {
	if Current() == Generic {
		placeQuaternionsGo(dx, dy, dz, dw, row, places)
		return
	}
	placeQuaternionsAVX2(&dx[0], &dy[0], &dz[0], &dw[0], &row[0], &places[0], len(places))
}
