//go:build purego || !amd64

package simd

func unpackSpan(rows []float32, l *SpanLayout, s *SpanBits, residuals []byte) {
	unpackSpanGo(rows, l, s, residuals)
}

func reconstructQuaternions(rows []float32, stride, n int, masks []DroppedComponents) {
	reconstructQuaternionsGo(rows, stride, n, masks)
}

func renormalizeQuaternions(rows []float32, stride, n int) { renormalizeQuaternionsGo(rows, stride, n) }
