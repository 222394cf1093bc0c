//go:build purego || !amd64

package simd

func unpackSpan(rows []float32, l *SpanLayout, s *SpanBits, residuals []byte) {
	unpackSpanGo(rows, l, s, residuals)
}

func completeTurns(rows []float32, stride, n int, masks []TurnMasks) {
	completeTurnsGo(rows, stride, n, masks)
}

func uniteTurns(rows []float32, stride, n int) { uniteTurnsGo(rows, stride, n) }
