package simd

// SampleRows1 is SampleRows16 for one instance, at alpha between the rows a and b. Its pose is a
// row.
func SampleRows1(pose, a, b []float32, alpha float32) error {
	n := len(pose)
	if n%16 != 0 || len(a) != n || len(b) != n {
		return checkExact("SampleRows1", length{"pose", n, n / 16 * 16}, length{"the first row", len(a), n}, length{"the second row", len(b), n})
	}
	if n > 0 {
		sampleRows1(pose, a, b, alpha)
	}
	return nil
}

func sampleRows1Go(pose, a, b []float32, alpha float32) {
	a, b = a[:len(pose)], b[:len(pose)]
	for i := range pose {
		pose[i] = float32((b[i]-a[i])*alpha) + a[i]
	}
}
