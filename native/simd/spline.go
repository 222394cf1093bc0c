package simd

// tangentFloats is the number of components of a tangent.
const tangentFloats = 4

// Hermite writes, for each track, one component of the value between the keys
// First+key and First+key+1, which are ticks apart, alpha of the way, on glTF's
// cubic spline
//
//	(2α³-3α²+1)·a + (α³-2α²+α)·ticks·out + (3α²-2α³)·b + (α³-α²)·ticks·in
//
// written around a, so that alpha 0 gives a exactly. x is that component of all
// keys. out and in are slopes per tick, four components each, with which the
// curve leaves and reaches the key that a tangent belongs to: here component
// c of tangent Tangent+key and of Tangent+key+1.
func Hermite(dst []float32, tracks *Tracks, x, out, in []float32, c int, key uint32, alpha, ticks float32) error {
	if !tracks.fit() {
		return tracks.mismatch("Hermite", nil, nil)
	}
	if len(tracks.Tangent) != len(tracks.First) {
		return lengthError("Hermite", "Tangent", len(tracks.Tangent), len(tracks.First))
	}
	if len(in) != len(out) {
		return lengthError("Hermite", "in", len(in), len(out))
	}
	if c < 0 || c >= tangentFloats {
		return lengthError("Hermite", "a tangent", tangentFloats, c+1)
	}
	hermite(dst, tracks, x, out[min(c, len(out)):], in[min(c, len(in)):], key, alpha, ticks)
	return nil
}

func hermite(dst []float32, tracks *Tracks, x, out, in []float32, key uint32, alpha, ticks float32) {
	rest := 1 - alpha
	square := float32(alpha * alpha)
	toB := float32(square * (3 - (alpha + alpha)))
	byOut := float32(float32(float32(alpha*rest)*rest) * ticks)
	byIn := float32(float32(square*rest) * ticks)
	target, tangent := tracks.Target[:len(tracks.First)], tracks.Tangent[:len(tracks.First)]
	for i, first := range tracks.First {
		k, g := int(first+key), tangentFloats*int(tangent[i]+key)
		a := x[k]
		dst[target[i]] = a + ((float32((x[k+1]-a)*toB) + float32(out[g]*byOut)) - float32(in[g+tangentFloats]*byIn))
	}
}

// NormalizeQuaternions gives the quaternions that tracks drive unit length. One
// that has none, since a spline of rotations can pass through zero, becomes the
// identity.
func NormalizeQuaternions(x, y, z, w []float32, tracks *Tracks) error {
	if n := len(x); len(y) != n || len(z) != n || len(w) != n || !tracks.fit() {
		return tracks.mismatch("NormalizeQuaternions", [][]float32{x, y, z, w}, nil)
	}
	normalizeQuaternions(x, y, z, w, tracks)
	return nil
}

func normalizeQuaternions(x, y, z, w []float32, tracks *Tracks) {
	y, z, w = y[:len(x)], z[:len(x)], w[:len(x)]
	for _, j := range tracks.Target {
		qx, qy, qz, qw := x[j], y[j], z[j], w[j]
		d := (float32(qx*qx) + float32(qy*qy)) + (float32(qz*qz) + float32(qw*qw))
		if !(d > 0) {
			x[j], y[j], z[j], w[j] = 0, 0, 0, 1
			continue
		}
		n := 1 / sqrt32(d)
		x[j], y[j], z[j], w[j] = float32(qx*n), float32(qy*n), float32(qz*n), float32(qw*n)
	}
}
