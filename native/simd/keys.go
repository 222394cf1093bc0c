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
	// Tangent[i] is the tangent that belongs to key First[i], where tracks
	// have tangents; else it is empty.
	Tangent []uint32
}

// fit reports whether every track has a target.
func (t *Tracks) fit() bool { return len(t.Target) == len(t.First) }

// mismatch names what is of unequal length among tracks and the components
// that a kernel writes and reads.
func (t *Tracks) mismatch(kernel string, dst, keys [][]float32) error {
	if !t.fit() {
		return lengthError(kernel, "Target", len(t.Target), len(t.First))
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

// CopyKeys writes, for each track, one component of key First+key as it is.
func CopyKeys(dst []float32, tracks *Tracks, x []float32, key uint32) error {
	if !tracks.fit() {
		return tracks.mismatch("CopyKeys", nil, nil)
	}
	copyKeys(dst, tracks, x, key)
	return nil
}

func copyKeys(dst []float32, tracks *Tracks, x []float32, key uint32) {
	target := tracks.Target[:len(tracks.First)]
	for i, first := range tracks.First {
		dst[target[i]] = x[first+key]
	}
}

// LerpVectors writes, for each track, the vector between the keys First+key and
// First+key+1, alpha of the way, in a straight line: a + (b-a)·alpha.
func LerpVectors(dx, dy, dz []float32, tracks *Tracks, keys *Keys, key uint32, alpha float32) error {
	if n, k := len(dx), len(keys.X); len(dy) != n || len(dz) != n || len(keys.Y) != k || len(keys.Z) != k || !tracks.fit() {
		return tracks.mismatch("LerpVectors", [][]float32{dx, dy, dz}, [][]float32{keys.X, keys.Y, keys.Z})
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
	if !tracks.fit() {
		return tracks.mismatch("LerpScalars", nil, nil)
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
