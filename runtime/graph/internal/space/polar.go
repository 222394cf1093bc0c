package space

import "math"

// polar is bands in directions and lengths. For two samples that are not at the origin
//
//	h_ij(p) = 1 − ip·ij/|ij|²,  mean = (|p_i| + |p_j|)/2
//	ij = ((|p_j| − |p_i|)/mean, 2·∠(p_i, p_j))
//	ip = ((|p| − |p_i|)/mean,   2·∠(p_i, p))
//
// with signed angles. Johansen measures ∠(p_i, p) the short way around, so that it jumps by 2π
// opposite to p_i. Here it grows up to a right angle from the direction midway between p_i and
// p_j and shrinks beyond: places that mirror each other at the line across that direction are
// equal. Bands of samples on all sides are the same; without one behind weights change gradually.
//
// With a sample c at the origin the angle to p_j counts once instead of twice, and is that of p
// for both:
//
//	h_jc(p) = 4·|p|/|p_j| / (4 + ∠(p, p_j)²),  h_cj = 1 − h_jc
type polar struct {
	band    []polarBand // of samples (1, 0), (2, 0), (2, 1), (3, 0) …, except that at the origin
	at      []polarPlace
	inverse []float64 // with a sample at the origin: 1 over the distance of each from it
	centre  int       // that sample, the last one, or -1
	middle  float64   // its radius, not exactly 0
	near    float64   // without one: directions fade within this radius
	mean    []float64 // without one: weights at the origin; nil until they are known
}

// polarPlace is a place by its direction and length.
type polarPlace struct{ radius, theta float64 }

// polarBand is g of two samples, h_ij = ½ − g and h_ji = ½ + g, at a radius and an
// angle:
//
//	radius·r + ||angle − mirror| − π|·theta − c
type polarBand struct{ radius, mirror, theta, c float64 }

// origin is the distance within which a sample counts as at the origin, as a part of the larger
// side of the box: half the least distance of two.
const origin = closest / 2

// newPolar prepares samples and moves that at the origin to the end.
func newPolar(p []point, order []uint8, side float64) *polar {
	b := &polar{centre: -1, near: math.Inf(1)}
	for i, q := range p {
		if b.place(q.x, q.y).radius <= float64(side*origin) {
			b.centre = len(p) - 1
			n := order[i]
			copy(p[i:], p[i+1:])
			copy(order[i:], order[i+1:])
			p[b.centre], order[b.centre] = q, n
			break
		}
	}
	for _, q := range p {
		b.at = append(b.at, b.place(q.x, q.y))
	}
	for i, q := range b.at {
		if i == b.centre {
			b.middle = q.radius
			break
		}
		b.near = min(b.near, q.radius/8)
		for _, o := range b.at[:i] {
			b.band = append(b.band, newPolarBand(q, o))
		}
	}
	if b.centre >= 0 {
		b.at = b.at[:b.centre]
		for _, q := range b.at {
			b.inverse = append(b.inverse, 1/(q.radius-b.middle))
		}
	}
	return b
}

func newPolarBand(i, j polarPlace) polarBand {
	mean := (i.radius + j.radius) / 2
	r, a := (j.radius-i.radius)/mean, wrapAngle(j.theta-i.theta)
	square := float64(r*r) + float64(4*float64(a*a))
	b := polarBand{radius: r / mean / square, mirror: wrapAngle(i.theta + float64(a/2) + math.Pi/2), theta: 4 * a / square}
	b.c = float64(b.radius*mean) + float64(b.theta*(math.Pi/2))
	return b
}

// wrapAngle wraps an angle in (−3π, 3π) to [−π, π].
func wrapAngle(a float64) float64 {
	switch {
	case a > math.Pi:
		return a - 2*math.Pi
	case a < -math.Pi:
		return a + 2*math.Pi
	}
	return a
}

func (b *polar) place(x, y float64) polarPlace {
	return polarPlace{math.Sqrt(float64(x*x) + float64(y*y)), angle(x, y)}
}

func (b *polar) restrict(p polarPlace, h []float64) {
	radius := p.radius
	if b.centre < 0 {
		radius = max(radius, b.near)
	}
	band := b.band
	for i := range b.at {
		least := 1.
		row := band[:i]
		band = band[i:]
		for j := range row {
			q := &row[j]
			g := float64(radius*q.radius) + float64(math.Abs(math.Abs(p.theta-q.mirror)-math.Pi)*q.theta) - q.c
			least = lesser(least, 0.5-g)
			h[j] = lesser(h[j], 0.5+g)
		}
		h[i] = least
	}
	if b.centre >= 0 {
		least := 1.
		for j := range b.at {
			a := math.Pi - math.Abs(math.Abs(p.theta-b.at[j].theta)-math.Pi)
			v := 4 * float64((radius-b.middle)*b.inverse[j]) / (4 + float64(a*a))
			h[j] = lesser(h[j], v)
			least = lesser(least, 1-v)
		}
		h[b.centre] = least
	}
	for i, v := range h {
		h[i] = max(v, 0)
	}
}

// fade blends the weights of a direction into those at the origin, if no sample is there.
func (b *polar) fade(radius float64, h []float64) {
	if b.mean == nil || radius >= b.near {
		return
	}
	sum, part := total(h), radius/b.near
	for k := range h {
		h[k] = float64(part/sum*h[k]) + float64((1-part)*b.mean[k])
	}
}
