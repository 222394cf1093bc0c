package exact

import "math"

// ln2 in two parts: products of the first with integers below 2²⁰ are exact.
const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
)

// Exp returns eˣ, to a few units in 1e-16 of it.
func Exp(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 709.7:
		return math.Inf(1)
	case x < -745.2:
		return 0
	}
	n := math.RoundToEven(x * (1 / math.Ln2))
	r := (x - float64(n*ln2High)) - float64(n*ln2Low)
	sum := 1.0
	for k := 17.0; k >= 1; k-- { // Taylor's series, Σ rᵏ/k!
		sum = 1 + float64(r*sum)/k
	}
	return math.Ldexp(sum, int(n))
}

// Log returns the natural logarithm, to a few units in 1e-16; of 0 it is −∞, of
// negative numbers not a number.
func Log(x float64) float64 {
	switch {
	case x != x || math.IsInf(x, 1):
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	fraction, exponent := math.Frexp(x)
	if fraction < math.Sqrt2/2 {
		fraction, exponent = 2*fraction, exponent-1
	}
	s := (fraction - 1) / (fraction + 1) // the logarithm of the fraction is 2·artanh s, |s| < 0.172
	y, sum := float64(s*s), 0.0
	for n := 23.0; n >= 1; n -= 2 {
		sum = 1/n + float64(sum*y)
	}
	n := float64(exponent)
	return float64(n*ln2High) + (float64(n*ln2Low) + 2*float64(s*sum))
}

// Pow returns x to the power of y for x ≥ 0; 1 for y = 0.
func Pow(x, y float64) float64 {
	switch {
	case y == 0:
		return 1
	case y == 1:
		return x
	case y == 2:
		return float64(x * x)
	case x == 0 && y > 0:
		return 0
	}
	return Exp(y * Log(x))
}

// Halved is 2^−x for x ≥ 0, by a polynomial of the part of x below 1: less than 2e-9
// off, and the same bits on every processor.
func Halved(x float64) float64 {
	if x > 1000 {
		return 0
	}
	n := math.Floor(x)
	y := float64((x - n) * -math.Ln2)
	sum := 1.
	for k := 9; k > 0; k-- {
		sum = 1 + float64(float64(y*sum)/float64(k))
	}
	return math.Ldexp(sum, -int(n))
}
