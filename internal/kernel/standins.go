package kernel

import "unsafe"

// pairs is an affine matrix as the registers that it fits into.
type pairs = [3]struct{ a, b uint64 }

// CopyStandIns completes palettes whose first matrices are computed: matrix
// first+i of each becomes a copy of its matrix of[i], with of[i] < first+i.
// Palettes are stride values apart.
func CopyStandIns(palettes []float32, stride, instances, first int, of []uint16) {
	for i := range instances {
		m := castPairs(palettes[i*stride:][:affineFloats*(first+len(of))])
		to := m[first:][:len(of)]
		for k, from := range of {
			p, q := &to[k], &m[from]
			x, y, z := q[0], q[1], q[2] // in registers: the compiler cannot tell that the two do not overlap
			p[0], p[1], p[2] = x, y, z
		}
	}
}

func castPairs(values []float32) []pairs {
	return unsafe.Slice((*pairs)(unsafe.Pointer(unsafe.SliceData(values))), len(values)/affineFloats)
}
