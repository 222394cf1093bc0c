//go:build purego || !amd64

package simd

func unpackSpan(rows []float32, l *SpanLayout, s *SpanBits, residuals []byte) {
	unpackSpanGo(rows, l, s, residuals)
}

func completeTurns(rows []float32, stride, n int, masks *TurnMasks) {
	completeTurnsGo(rows, stride, n, masks)
}

func slerpRows(dx, dy, dz, dw []float32, targets []int16, a, b []float32, alpha float32) {
	slerpRowsGo(dx, dy, dz, dw, targets, a, b, alpha)
}

func lerpRows(dx, dy, dz []float32, targets []int16, a, b []float32, alpha float32) {
	lerpRowsGo(dx, dy, dz, targets, a, b, alpha)
}
