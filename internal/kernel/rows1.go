package kernel

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
	quads, from, to := castQuads(pose), castQuads(a), castQuads(b)
	from, to = from[:len(quads)], to[:len(quads)]
	for i := range quads {
		q, a, b := &quads[i], &from[i], &to[i]
		x, y := float32((b[0]-a[0])*alpha)+a[0], float32((b[1]-a[1])*alpha)+a[1]
		z, w := float32((b[2]-a[2])*alpha)+a[2], float32((b[3]-a[3])*alpha)+a[3]
		q[0], q[1], q[2], q[3] = x, y, z, w
	}
}
