package gpu

import "github.com/sinew-anim/sinew/soa"

// compose stores a·b, the matrix that applies b first.
func compose(dst, a, b *soa.Affine) {
	for r := 0; r < 12; r += 4 {
		x, y, z := a[r], a[r+1], a[r+2]
		dst[r] = x*b[0] + y*b[4] + z*b[8]
		dst[r+1] = x*b[1] + y*b[5] + z*b[9]
		dst[r+2] = x*b[2] + y*b[6] + z*b[10]
		dst[r+3] = x*b[3] + y*b[7] + z*b[11] + a[r+3]
	}
}

// apply returns the point a·p.
func apply(a *soa.Affine, p [3]float32) [3]float32 {
	return [3]float32{
		a[0]*p[0] + a[1]*p[1] + a[2]*p[2] + a[3],
		a[4]*p[0] + a[5]*p[1] + a[6]*p[2] + a[7],
		a[8]*p[0] + a[9]*p[1] + a[10]*p[2] + a[11],
	}
}

// mirrors reports whether the matrix turns a right hand into a left one.
func mirrors(a *soa.Affine) bool {
	return a[0]*(a[5]*a[10]-a[6]*a[9])-a[1]*(a[4]*a[10]-a[6]*a[8])+a[2]*(a[4]*a[9]-a[5]*a[8]) < 0
}
