//go:build !purego

package simd

//go:noescape
func sampleRows1NEON(pose, a, b *float32, lines int, alpha float32)

func sampleRows1(pose, a, b []float32, alpha float32) {
	if Current() != NEON {
		sampleRows1Go(pose, a, b, alpha)
		return
	}
	sampleRows1NEON(&pose[0], &a[0], &b[0], len(pose)/16, alpha)
}
