package space

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Bands is a blend space of the plane by gradient bands (R. S. Johansen, Automated Semi-Procedural
// Animation for Character Locomotion, 2009): the weight of a sample is the least that any other
// sample leaves it, divided by the sum of all. It is immutable and may be shared.
type Bands struct {
	order  []uint8 // the caller's indices of the samples
	plain  plain
	polar  *polar // nil: Cartesian
	middle point
	reach  float64 // Cartesian bands clamp places to this distance from the middle
}

// reach is the clamp of Cartesian bands as a multiple of the larger side of the samples' box:
// beyond it float64 cannot compare the distances of two samples.
const reach = 0x1p16

// NewBands prepares samples for bands in Cartesian or polar coordinates. No two may be closer than
// 2⁻²⁰ of the larger side of the box around all samples and, for polar ones, the origin. The error
// wraps ErrSamples.
func NewBands(x, y []float64, inPolar bool) (*Bands, error) {
	p, order, middle, side, err := plane(x, y, inPolar)
	if err != nil {
		return nil, err
	}
	b := &Bands{order: order, middle: middle, reach: float64(side * reach)}
	if inPolar {
		b.polar = newPolar(p, order, side)
	}
	for i := range p {
		p[i].x, p[i].y = p[i].x-middle.x, p[i].y-middle.y
	}
	b.plain = newPlain(p)
	if b.polar != nil && b.polar.centre < 0 {
		b.average()
	}
	return b, nil
}

// At stores the weights of all samples, by the caller's indices, at the start of a slice. Weights
// are non-negative multiples of 2⁻²⁴, whose sum is exactly 1 in any order.
func (b *Bands) At(x, y float32, weight []float32) {
	weight = weight[:len(b.order)]
	px, py := coordinate(x), coordinate(y)
	if len(weight) <= 8 { // clears less memory
		var room [8]float64
		h := room[:len(weight)]
		b.restrict(px, py, h)
		share(h, b.order, weight)
		return
	}
	var room [MaxSamples]float64
	h := room[:len(weight)]
	b.restrict(px, py, h)
	share(h, b.order, weight)
}

// restrict stores the weight that each sample may have at a place.
func (b *Bands) restrict(x, y float64, h []float64) {
	if b.polar == nil {
		b.cartesian(x, y, h)
		return
	}
	at := b.polar.place(x, y)
	b.polar.restrict(at, h)
	b.complete(x, y, h)
	b.polar.fade(at.radius, h)
}

// cartesian is restrict by Cartesian bands. The sum is at least ½.
func (b *Bands) cartesian(x, y float64, h []float64) {
	x, y = x-b.middle.x, y-b.middle.y
	b.plain.restrict(max(-b.reach, min(x, b.reach)), max(-b.reach, min(y, b.reach)), h)
}

// share divides numbers by their sum. Each weight is the difference of two rounded partial sums, so
// that they are not negative and add up to 1.
func share(h []float64, order []uint8, weight []float32) {
	inverse := 1 / total(h)
	sum, before := 0., int32(0)
	for k, h := range h {
		sum += h
		now := count(sum * inverse)
		weight[order[k]] = weigh(now - before)
		before = now
	}
}

func total(h []float64) (sum float64) {
	for _, h := range h {
		sum += h
	}
	return sum
}

// plain is bands in Cartesian coordinates.
//
//	h_ij(p) = 1 − (p − p_i)·(p_j − p_i)/|p_j − p_i|²     1 at p_i, 0 at p_j
//	        = ½ − g,   h_ji = ½ + g
//
// The sample nearest to p has at least ½.
type plain []plainBand // of samples (1, 0), (2, 0), (2, 1), (3, 0) …

// plainBand is g of two samples: a linear function of the place.
type plainBand struct{ x, y, c float64 }

func newPlain(p []point) (bands plain) {
	for i := range p {
		for j := range i {
			dx, dy := p[j].x-p[i].x, p[j].y-p[i].y
			square := float64(dx*dx) + float64(dy*dy)
			g := plainBand{x: dx / square, y: dy / square}
			g.c = float64(g.x*(p[i].x+float64(dx/2))) + float64(g.y*(p[i].y+float64(dy/2)))
			bands = append(bands, g)
		}
	}
	return bands
}

func (b plain) restrict(x, y float64, h []float64) {
	for i := range h {
		least := 1.
		row := b[:i]
		b = b[i:]
		for j := range row {
			q := &row[j]
			g := float64(x*q.x) + float64(y*q.y) - q.c
			least = lesser(least, 0.5-g)
			h[j] = lesser(h[j], 0.5+g)
		}
		h[i] = least
	}
	for i, v := range h {
		h[i] = max(v, 0)
	}
}

// lesser is min of two numbers that are not NaN.
func lesser(a, b float64) float64 {
	if b < a {
		return b
	}
	return a
}

// complete raises a sum of polar bands below ½ to that by Cartesian bands.
func (b *Bands) complete(x, y float64, h []float64) {
	const enough = 0.5
	sum := total(h)
	if sum >= enough {
		return
	}
	var room [MaxSamples]float64
	u := room[:len(h)]
	b.cartesian(x, y, u)
	part := (enough - sum) / total(u)
	for k := range h {
		h[k] += float64(part * u[k])
	}
}

// average finds the weights at the origin without a sample there: the mean over all directions.
func (b *Bands) average() {
	const directions = 64
	h := make([]float64, len(b.order))
	mean := make([]float64, len(h))
	for k := range directions {
		s, c := exact.SinCos((float64(k) + 0.5) * (2 * math.Pi / directions))
		b.restrict(float64(c*b.polar.near), float64(s*b.polar.near), h)
		sum := total(h)
		for i, h := range h {
			mean[i] += float64(h / sum / directions)
		}
	}
	b.polar.mean = mean
}
