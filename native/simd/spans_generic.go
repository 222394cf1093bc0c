//go:build purego || !amd64

package simd

func unpackSpan(rows []float32, l *SpanLayout, s *SpanBits, residuals []byte) {
	unpackSpanGo(rows, l, s, residuals)
}

func completeTurns(rows []float32, stride, n int, masks []TurnMasks) {
	completeTurnsGo(rows, stride, n, masks)
}

func uniteTurns(rows []float32, stride, n int) { uniteTurnsGo(rows, stride, n) }

func betweenRows(out, a, b []float32, turns int, alpha float32) {
	betweenRowsGo(out, a, b, turns, alpha)
}

func placeVectors(dx, dy, dz, row []float32, places []RowPlace) {
	placeVectorsGo(dx, dy, dz, row, places)
}

func placeTurns(dx, dy, dz, dw, row []float32, places []RowPlace) {
	placeTurnsGo(dx, dy, dz, dw, row, places)
}
