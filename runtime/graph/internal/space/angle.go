package space

import "math"

// angle returns the direction of a place in (−π, π], 0 for the origin, to 5e-16, with the same bits
// on every processor. The rational function is that of Cephes, by S. L. Moshier.
func angle(x, y float64) float64 {
	a, b := math.Abs(x), math.Abs(y)
	least, most := min(a, b), max(a, b)
	if most == 0 {
		return 0
	}
	// atan(t) = π/4 + atan((t−1)/(t+1)), with one division less.
	base, u := 0., 0.
	if float64(least*0x1.3504f333f9de6p+1) > most { // 1/tan(π/8)
		base, u = math.Pi/4, (least-most)/(least+most)
	} else {
		u = least / most
	}
	z := float64(u * u)
	over := -8.750608600031904122785e-01
	over = float64(over*z) - 1.615753718733365076637e+01
	over = float64(over*z) - 7.500855792314704667340e+01
	over = float64(over*z) - 1.228866684490136173410e+02
	over = float64(over*z) - 6.485021904942025371773e+01
	under := z + 2.485846490142306297962e+01
	under = float64(under*z) + 1.650270098316988542046e+02
	under = float64(under*z) + 4.328810604912902668951e+02
	under = float64(under*z) + 4.853903996359136964868e+02
	under = float64(under*z) + 1.945506571482613964425e+02
	v := base + (u + float64(u*float64(z*over)/under))
	if b > a {
		v = math.Pi/2 - v
	}
	if x < 0 {
		v = math.Pi - v
	}
	if y < 0 {
		v = -v
	}
	return v
}
