package simd

// Transforms is n local transforms T·R·S in structure-of-arrays form: ten
// slices of length n. It has the fields of soa.Transforms in the same order, so
// that a pointer to one converts to a pointer to the other.
type Transforms struct {
	TX, TY, TZ     []float32
	RX, RY, RZ, RW []float32
	SX, SY, SZ     []float32
}

// check reports a component whose length is not n.
func (t *Transforms) check(kernel string, n int) error {
	if len(t.TX) == n && len(t.TY) == n && len(t.TZ) == n &&
		len(t.RX) == n && len(t.RY) == n && len(t.RZ) == n && len(t.RW) == n &&
		len(t.SX) == n && len(t.SY) == n && len(t.SZ) == n {
		return nil
	}
	for i, c := range [...][]float32{t.TX, t.TY, t.TZ, t.RX, t.RY, t.RZ, t.RW, t.SX, t.SY, t.SZ} {
		if len(c) != n {
			const names = "TXTYTZRXRYRZRWSXSYSZ"
			return lengthError(kernel, names[2*i:2*i+2], len(c), n)
		}
	}
	return nil
}
