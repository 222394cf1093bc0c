package simd

// Hermite returns the value between keys a and b, ticks apart, at the fraction
// alpha of the way, for the slopes per tick with which the curve leaves a and
// reaches b. It is glTF's cubic spline
//
//	(2α³-3α²+1)·a + (α³-2α²+α)·ticks·out + (3α²-2α³)·b + (α³-α²)·ticks·in
//
// written around a, so that alpha 0 gives a exactly.
func Hermite(a, b, out, in [4]float32, alpha, ticks float32) [4]float32 {
	rest := 1 - alpha
	square := float32(alpha * alpha)
	h01 := float32(square * (3 - (alpha + alpha)))
	h10 := float32(float32(float32(alpha*rest)*rest) * ticks)
	h11 := float32(float32(square*rest) * ticks)
	var r [4]float32
	for i := range r {
		r[i] = a[i] + ((float32((b[i]-a[i])*h01) + float32(out[i]*h10)) - float32(in[i]*h11))
	}
	return r
}

// Normalize returns q with unit length, or the identity where q has none: a
// spline of quaternions can pass through zero.
func Normalize(q [4]float32) [4]float32 {
	d := (float32(q[0]*q[0]) + float32(q[1]*q[1])) + (float32(q[2]*q[2]) + float32(q[3]*q[3]))
	if !(d > 0) {
		return [4]float32{3: 1}
	}
	n := 1 / sqrt32(d)
	return [4]float32{float32(q[0] * n), float32(q[1] * n), float32(q[2] * n), float32(q[3] * n)}
}
