package simd

import "math"

// Slerp moves along the great arc from quaternion a to b at constant speed.
// It is computed as a chord from a to b, walked to the fraction
//
//	u(α) = 1/2 + tan(vφ) / (2 tan φ)      v = 2α-1, 4φ = the angle of rotation from a to b
//
// and normalised: the point of the chord that lies in the direction of the
// arc's point. With e = |b-a|² = 4 sin²φ the fraction is the power series
//
//	u = α + c·(e/4)·(1/3 + (e/4)·(2+2w)/15 + (e/4)²·(24+31w+17w²)/315 + …)
//	w = v², c = v(w-1)/2
//
// (the Taylor series of tan(v·asin s)/tan(asin s) in s² = e/4). Its
// coefficients depend on α alone, which tracks keyed at the same times share.
// Cut off after the third term it moves the result by less than 1e-8 up to
// maxSeriesChord; beyond, wideSlerp evaluates the closed form.

// maxSeriesChord is the greatest |b-a|² for which the series is used: a
// rotation of 41 degrees.
const maxSeriesChord = 0.125

// arcSeries holds the coefficients of e, e² and e³ in u(α).
type arcSeries struct {
	alpha, c1, c2, c3 float32
}

func newArcSeries(alpha float32) arcSeries {
	v := alpha + alpha - 1
	w := float32(v * v)
	c := float32(0.5 * v * (w - 1))
	return arcSeries{
		alpha: alpha,
		c1:    float32(c * (1. / (3 * 4))),
		c2:    float32(c * float32((2./(15*16))*(1+w))),
		c3:    float32(c * (24./(315*64) + float32(w*(31./(315*64)+float32(w*(17./(315*64))))))),
	}
}

// SlerpQuaternions writes, for each track, the rotation between the keys
// First+key and First+key+1, alpha of the way on the shorter great arc. Keys
// are unit quaternions. The result is of unit length to rounding and within
// about 2e-7 of the exact one.
func SlerpQuaternions(dx, dy, dz, dw []float32, tracks *Tracks, keys *Keys, key uint32, alpha float32) error {
	n, k := len(dx), len(keys.X)
	if len(dy) != n || len(dz) != n || len(dw) != n || len(keys.Y) != k || len(keys.Z) != k || len(keys.W) != k || !tracks.fit() {
		return tracks.mismatch("SlerpQuaternions", [][]float32{dx, dy, dz, dw}, [][]float32{keys.X, keys.Y, keys.Z, keys.W})
	}
	slerpQuaternions(dx, dy, dz, dw, tracks, keys, key, alpha)
	return nil
}

func slerpQuaternions(dx, dy, dz, dw []float32, tracks *Tracks, keys *Keys, key uint32, alpha float32) {
	x := keys.X
	y, z, w := keys.Y[:len(x)], keys.Z[:len(x)], keys.W[:len(x)]
	dy, dz, dw = dy[:len(dx)], dz[:len(dx)], dw[:len(dx)]
	target := tracks.Target[:len(tracks.First)]
	s := newArcSeries(alpha)
	for i, first := range tracks.First {
		k, j := int(first+key), int(target[i])
		if k+1 >= len(x) || uint(j) >= uint(len(dx)) {
			continue // never for what Validate passed; it spares twelve bounds checks
		}
		ax, ay, az, aw := x[k], y[k], z[k], w[k]
		bx, by, bz, bw := x[k+1]-ax, y[k+1]-ay, z[k+1]-az, w[k+1]-aw
		e := (float32(bx*bx) + float32(by*by)) + (float32(bz*bz) + float32(bw*bw))
		u := s.alpha + float32(e*(s.c1+float32(e*(s.c2+float32(e*s.c3)))))
		qx, qy, qz, qw := ax+float32(bx*u), ay+float32(by*u), az+float32(bz*u), aw+float32(bw*u)
		if e > maxSeriesChord {
			dx[j], dy[j], dz[j], dw[j] = wideSlerp(keys, k, alpha)
			continue
		}
		n := 1 / sqrt32((float32(qx*qx)+float32(qy*qy))+(float32(qz*qz)+float32(qw*qw)))
		dx[j], dy[j], dz[j], dw[j] = float32(qx*n), float32(qy*n), float32(qz*n), float32(qw*n)
	}
}

// wideSlerp returns the rotation between key k and the next, however far apart,
// in float64 and rounded once: long chains of joints that all turn far would add
// up the rounding of every step. Where the arc is longer than a quarter of a
// circle it goes to the next key's negative, which is the same rotation.
//
//go:noinline
func wideSlerp(keys *Keys, k int, alpha float32) (x, y, z, w float32) {
	return wideSlerpOf([4]float32{keys.X[k], keys.Y[k], keys.Z[k], keys.W[k]},
		[4]float32{keys.X[k+1], keys.Y[k+1], keys.Z[k+1], keys.W[k+1]}, alpha)
}

func wideSlerpOf(from, to [4]float32, alpha float32) (x, y, z, w float32) {
	var a, b [4]float64
	for i := range a {
		a[i], b[i] = float64(from[i]), float64(to[i])
	}
	e := squareDistance(&a, &b)
	if e > 2 {
		b = [4]float64{-b[0], -b[1], -b[2], -b[3]}
		e = squareDistance(&a, &b)
	}
	u := wideFraction(float64(alpha), e)
	for i := range a {
		a[i] += float64((b[i] - a[i]) * u)
	}
	n := 1 / math.Sqrt((float64(a[0]*a[0])+float64(a[1]*a[1]))+(float64(a[2]*a[2])+float64(a[3]*a[3])))
	return float32(a[0] * n), float32(a[1] * n), float32(a[2] * n), float32(a[3] * n)
}

func squareDistance(a, b *[4]float64) float64 {
	x, y, z, w := b[0]-a[0], b[1]-a[1], b[2]-a[2], b[3]-a[3]
	return (float64(x*x) + float64(y*y)) + (float64(z*z) + float64(w*w))
}

// sqrt32 is the correctly rounded square root: the float64 root of a float32
// rounds to the same value, and compilers emit the single instruction for it.
func sqrt32(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// wideFraction is u(α) in closed form for a chord of square length e, at most
// 2. asin(s)/s is a Chebyshev fit in s² on [0, 1/2] (error 4e-10), tan Lambert's
// continued fraction cut at x⁷ (error 6e-11 on [0, π/4]).
func wideFraction(alpha, e float64) float64 {
	if e == 0 { // keys of one rotation, on either half of the sphere
		return alpha
	}
	m := min(float64(e*0.25), 0.5) // sin²φ
	s := math.Sqrt(m)
	a := 0.14315106122330065
	for _, c := range [...]float64{
		-0.19554627303806751, 0.1608317835455435, -0.04106808870534896, 0.036208176227620584, 0.028433801311241912,
		0.044797868648363166, 0.07499381287529563, 0.16666676148878942, 0.9999999997624108,
	} {
		a = c + float64(a*m)
	}
	v := alpha + alpha - 1
	x := float64(v * float64(s*a)) // vφ
	y := float64(x * x)
	sine := float64(x * (10395 + float64(y*(-1260+float64(y*21)))))
	cosine := 10395 + float64(y*(-4725+float64(y*(210-y))))
	// 1/tan φ = sqrt(1-m)/s
	return 0.5 + float64(float64(sine*math.Sqrt(1-m))/float64(2*float64(cosine*s)))
}
