package simd

// Keys is the values of keys in structure-of-arrays form: key k is X[k], Y[k],
// Z[k], W[k]. Slices that a kernel does not read may be empty.
type Keys struct {
	X, Y, Z, W []float32
}

// Tracks is a set of tracks that are keyed at the same times: track i has its
// keys from First[i] on and drives index Target[i] of what a kernel writes.
type Tracks struct {
	First  []uint32
	Target []int16
}

// check reports tracks or components of unequal length. The slices are given
// as lengths so that the check costs no more than comparing them.
func (t *Tracks) check(kernel string, dst [4]int, keys [4]int) error {
	if len(t.Target) != len(t.First) {
		return lengthError(kernel, "Target", len(t.Target), len(t.First))
	}
	for i := range dst {
		if dst[i] != dst[0] {
			return lengthError(kernel, "dst", dst[i], dst[0])
		}
		if keys[i] != keys[0] {
			return lengthError(kernel, "keys", keys[i], keys[0])
		}
	}
	return nil
}

// LerpVectors writes, for each track, the vector between the keys First+key and
// First+key+1, alpha of the way, in a straight line: a + (b-a)·alpha.
func LerpVectors(dx, dy, dz []float32, tracks *Tracks, keys *Keys, key uint32, alpha float32) error {
	n, k := len(dx), len(keys.X)
	if err := tracks.check("LerpVectors", [4]int{n, len(dy), len(dz), n}, [4]int{k, len(keys.Y), len(keys.Z), k}); err != nil {
		return err
	}
	lerpVectors(dx, dy, dz, tracks, keys, key, alpha)
	return nil
}

func lerpVectors(dx, dy, dz []float32, tracks *Tracks, keys *Keys, key uint32, alpha float32) {
	x := keys.X
	y, z := keys.Y[:len(x)], keys.Z[:len(x)]
	dy, dz = dy[:len(dx)], dz[:len(dx)]
	target := tracks.Target[:len(tracks.First)]
	for i, first := range tracks.First {
		k, j := int(first+key), int(target[i])
		if k+1 >= len(x) || uint(j) >= uint(len(dx)) {
			continue // never for what Validate passed; it spares nine bounds checks
		}
		ax, ay, az := x[k], y[k], z[k]
		dx[j] = ax + float32((x[k+1]-ax)*alpha)
		dy[j] = ay + float32((y[k+1]-ay)*alpha)
		dz[j] = az + float32((z[k+1]-az)*alpha)
	}
}

// LerpScalars does what LerpVectors does for single values.
func LerpScalars(dst []float32, tracks *Tracks, x []float32, key uint32, alpha float32) error {
	n, k := len(dst), len(x)
	if err := tracks.check("LerpScalars", [4]int{n, n, n, n}, [4]int{k, k, k, k}); err != nil {
		return err
	}
	lerpScalars(dst, tracks, x, key, alpha)
	return nil
}

func lerpScalars(dst []float32, tracks *Tracks, x []float32, key uint32, alpha float32) {
	target := tracks.Target[:len(tracks.First)]
	for i, first := range tracks.First {
		k, j := int(first+key), int(target[i])
		if k+1 < len(x) && uint(j) < uint(len(dst)) {
			dst[j] = x[k] + float32((x[k+1]-x[k])*alpha)
		}
	}
}
