package simd

// SampleRows1 evaluates one instance between the rows a and b of a bank, alpha of the
// way, by the arithmetic of SampleRows16. Its pose is laid out as a row.
func SampleRows1(pose, a, b []float32, alpha float32) error {
	const kernel = "SampleRows1"
	n := len(pose)
	switch {
	case n%(4*groupJoints) != 0:
		return lengthError(kernel, "pose", n, padGroup(n/4)*4)
	case len(a) != n:
		return lengthError(kernel, "the first row", len(a), n)
	case len(b) != n:
		return lengthError(kernel, "the second row", len(b), n)
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
