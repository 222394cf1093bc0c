package simd

// MaxKeyPairs is the number of entries that a KeyPairs holds.
const MaxKeyPairs = 64

// KeyPairs lists work for the interpolating kernels: entry i blends key Key[i]
// with the key after it, Alpha[i] of the way in [0, 1), and writes the result
// to index Target[i]. It has a fixed size so that it can live on a stack.
type KeyPairs struct {
	Len    int
	Key    [MaxKeyPairs]uint32
	Alpha  [MaxKeyPairs]float32
	Target [MaxKeyPairs]int16
}

// Keys is the values of keys in structure-of-arrays form. Z, Y and W may be
// empty where a kernel does not read them.
type Keys struct {
	X, Y, Z, W []float32
}

// check reports a pair list that is too long or component slices of different
// lengths.
func (p *KeyPairs) check(kernel string, dst, keys [][]float32) error {
	if p.Len < 0 || p.Len > MaxKeyPairs {
		return lengthError(kernel, "pairs", p.Len, MaxKeyPairs)
	}
	for _, c := range dst {
		if len(c) != len(dst[0]) {
			return lengthError(kernel, "dst", len(c), len(dst[0]))
		}
	}
	for _, c := range keys {
		if len(c) != len(keys[0]) {
			return lengthError(kernel, "keys", len(c), len(keys[0]))
		}
	}
	return nil
}

// LerpVectors blends vectors of three components in a straight line,
// a + (b-a)·alpha.
func LerpVectors(dx, dy, dz []float32, p *KeyPairs, keys *Keys) error {
	if len(dx) != len(dy) || len(dx) != len(dz) || len(keys.X) != len(keys.Y) || len(keys.X) != len(keys.Z) ||
		uint(p.Len) > MaxKeyPairs {
		return p.check("LerpVectors", [][]float32{dx, dy, dz}, [][]float32{keys.X, keys.Y, keys.Z})
	}
	lerpVectors(dx, dy, dz, p, keys)
	return nil
}

func lerpVectors(dx, dy, dz []float32, p *KeyPairs, keys *Keys) {
	x := keys.X
	y, z := keys.Y[:len(x)], keys.Z[:len(x)]
	dy, dz = dy[:len(dx)], dz[:len(dx)]
	for i := range p.Key[:p.Len] {
		k, j, alpha := int(p.Key[i]), int(p.Target[i]), p.Alpha[i]
		if k+1 >= len(x) || uint(j) >= uint(len(dx)) {
			continue // never for what Validate passed; it spares six bounds checks
		}
		dx[j] = x[k] + float32((x[k+1]-x[k])*alpha)
		dy[j] = y[k] + float32((y[k+1]-y[k])*alpha)
		dz[j] = z[k] + float32((z[k+1]-z[k])*alpha)
	}
}

// LerpScalars blends single values in a straight line.
func LerpScalars(dst []float32, p *KeyPairs, x []float32) error {
	if uint(p.Len) > MaxKeyPairs {
		return p.check("LerpScalars", [][]float32{dst}, [][]float32{x})
	}
	lerpScalars(dst, p, x)
	return nil
}

func lerpScalars(dst []float32, p *KeyPairs, x []float32) {
	for i := range p.Key[:p.Len] {
		k, j, alpha := int(p.Key[i]), int(p.Target[i]), p.Alpha[i]
		if k+1 < len(x) && uint(j) < uint(len(dst)) {
			dst[j] = x[k] + float32((x[k+1]-x[k])*alpha)
		}
	}
}
