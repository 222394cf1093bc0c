//go:build !purego

package simd

import "unsafe"

// The kernels of native/simd/gen/neon. They trust the lengths that the
// exported functions have checked.

//go:noescape
func sampleRowsNEON(pose *float32, values *float32, at *Frames, stride int, rotations int, others int)

//go:noescape
func rigPaletteNEON(out *float32, outStride int, pose *float32, others *float32, joints *rigJoint, count int, scratch *float32)

//go:noescape
func rigRowsNEON(out *float32, outStride int, values *float32, at *Frames, stride int, joints *rigJoint, count int, scratch *float32)

//go:noescape
func generalPaletteNEON(out *float32, outStride int, pose *float32, others *float32, joints *generalJoint, count int, scratch *float32)

// first is where s starts, which may be its end.
func first(s []float32) *float32 { return unsafe.SliceData(s) }

// startNEON puts the state above parentless joints into the first place of
// scratch, for four lanes: a quarter of the rows of other kernels, which is
// how NEON kernels keep all their states.
func (r *Rig) startNEON(scratch []float32) {
	repeat4(scratch, []float32{0, 0, 0, 1, 2})
	m := affine12{0: r.root, 5: r.root, 10: r.root}
	repeat4(scratch[4*(stateRows-affineFloats):], m[:])
}

// repeat4 writes each value four times.
func repeat4(dst, values []float32) {
	for i, v := range values {
		q := dst[4*i:][:4]
		q[0], q[1], q[2], q[3] = v, v, v, v
	}
}
