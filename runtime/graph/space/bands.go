package space

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Bands is a blend space of the plane by gradient bands (R. S. Johansen, Automated
// Semi-Procedural Animation for Character Locomotion, 2009): each sample weighs as much
// as the sample that restricts it most lets it, and the weights are divided by their
// sum. It is read only, so any number of goroutines may use one.
type Bands struct {
	order  []uint8 // the caller's numbers of the samples
	plain  plain
	polar  *polar // nil: Cartesian
	middle point
	reach  float64 // to Cartesian bands places count as not further than this from the middle
}

// reach is how many times the larger side of the box around the samples a place is away
// from its middle at most, in Cartesian bands: further away float64 does not tell which
// of two samples is nearer.
const reach = 0x1p16

// NewBands prepares samples in the plane, for bands of Cartesian or of polar coordinates.
// No two may be closer than 2⁻²⁰ of the larger side of the box around all, and around
// the origin of polar ones. The error wraps ErrSamples.
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

// At stores the weights of all samples, in the caller's numbering, at the start of a
// slice that has room for them. Weights are not negative; they are multiples of 2⁻²⁴, so
// that their sum, in any order, is exactly 1.
func (b *Bands) At(x, y float32, weight []float32) {
	weight = weight[:len(b.order)]
	px, py := coordinate(x), coordinate(y)
	if len(weight) <= 8 { // few need not clear room for many
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

// restrict stores what each sample may weigh at a place.
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

// cartesian stores what each sample may weigh by Cartesian bands. Their sum is ½ at
// least.
func (b *Bands) cartesian(x, y float64, h []float64) {
	x, y = x-b.middle.x, y-b.middle.y
	b.plain.restrict(max(-b.reach, min(x, b.reach)), max(-b.reach, min(y, b.reach)), h)
}

// share stores the parts that numbers have of their sum. Each is the difference of two
// rounded sums, so that none is lost or negative.
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

// total is the sum of numbers.
func total(h []float64) (sum float64) {
	for _, h := range h {
		sum += h
	}
	return sum
}

// plain is the bands of Cartesian coordinates.
//
//	h_ij(p) = 1 − (p − p_i)·(p_j − p_i)/|p_j − p_i|²     1 at p_i, 0 at p_j
//	        = ½ − g,   h_ji = ½ + g
//
// The sample nearest to p has ½ at least, so the sum of all is not less.
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

// restrict stores what each sample may weigh.
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

// complete raises the sum of what samples may weigh by polar bands to ½ where it is
// less, by Cartesian bands.
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

// average finds the weights at the origin where no sample is: the mean of those of all
// directions.
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
