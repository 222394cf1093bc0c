package space

import (
	"math"
	"math/big"
)

// predicates are the exact geometric predicates of a triangulation: in float64 where its error
// cannot change the sign, otherwise in integers.
type predicates struct {
	p     []point
	exact [][2]*big.Int // the points in a unit that makes them integers; nil until needed
}

// epsilon is half a unit in the last place of a float64.
const epsilon = 0x1p-53

// orient is positive where c lies to the left of the line from a to b, 0 on it.
func (s *predicates) orient(a, b, c int) int {
	p, q, r := s.p[a], s.p[b], s.p[c]
	// Error bounds of Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
	// Geometric Predicates" (1997).
	l, m := float64((p.x-r.x)*(q.y-r.y)), float64((p.y-r.y)*(q.x-r.x))
	if d := l - m; math.Abs(d) > float64(3.5*epsilon*(math.Abs(l)+math.Abs(m))) {
		return sign(d)
	}
	e := s.whole()
	x, y := differences(e[a], e[c]), differences(e[b], e[c])
	return cross(x, y).Sign()
}

// inCircle is positive where d lies in the circle through a, b and c, counterclockwise, 0 on it.
func (s *predicates) inCircle(a, b, c, d int) int {
	var sum, bound float64
	o := s.p[d]
	for _, k := range [3][3]int{{a, b, c}, {b, c, a}, {c, a, b}} {
		u, v, w := s.p[k[0]], s.p[k[1]], s.p[k[2]]
		u.x, u.y, v.x, v.y, w.x, w.y = u.x-o.x, u.y-o.y, v.x-o.x, v.y-o.y, w.x-o.x, w.y-o.y
		lift := float64(u.x*u.x) + float64(u.y*u.y)
		l, m := float64(v.x*w.y), float64(w.x*v.y)
		sum += float64(lift * (l - m))
		bound += float64(lift * (math.Abs(l) + math.Abs(m)))
	}
	if math.Abs(sum) > float64(11*epsilon*bound) {
		return sign(sum)
	}
	e := s.whole()
	u, v, w := differences(e[a], e[d]), differences(e[b], e[d]), differences(e[c], e[d])
	total := new(big.Int)
	for _, k := range [3][3][2]*big.Int{{u, v, w}, {v, w, u}, {w, u, v}} {
		lift := new(big.Int).Mul(k[0][0], k[0][0])
		lift.Add(lift, new(big.Int).Mul(k[0][1], k[0][1]))
		total.Add(total, lift.Mul(lift, cross(k[1], k[2])))
	}
	return total.Sign()
}

func sign(v float64) int {
	if v > 0 {
		return 1
	}
	return -1
}

func differences(a, b [2]*big.Int) [2]*big.Int {
	return [2]*big.Int{new(big.Int).Sub(a[0], b[0]), new(big.Int).Sub(a[1], b[1])}
}

func cross(a, b [2]*big.Int) *big.Int {
	c := new(big.Int).Mul(a[0], b[1])
	return c.Sub(c, new(big.Int).Mul(a[1], b[0]))
}

// whole returns the points as integers.
func (s *predicates) whole() [][2]*big.Int {
	if s.exact != nil {
		return s.exact
	}
	const bits = 24 // of a float32
	least := math.MaxInt
	for _, p := range s.p {
		for _, v := range [2]float64{p.x, p.y} {
			if _, e := math.Frexp(v); v != 0 {
				least = min(least, e-bits)
			}
		}
	}
	whole := func(v float64) *big.Int {
		f, e := math.Frexp(v)
		n := big.NewInt(int64(math.Ldexp(f, bits)))
		if v == 0 {
			return n
		}
		return n.Lsh(n, uint(e-bits-least))
	}
	for _, p := range s.p {
		s.exact = append(s.exact, [2]*big.Int{whole(p.x), whole(p.y)})
	}
	return s.exact
}
