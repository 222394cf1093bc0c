package keys

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// turn is a rotation by up to an angle of quaternions.
func turn(r *rand.Rand, from exact.Quat, angle float64) exact.Quat {
	q := from
	for i := range q {
		q[i] += angle * (2*r.Float64() - 1)
	}
	return q.Unit()
}

// The chords of an arc are those that its angle says, where their number changes too.
func TestArcChords(t *testing.T) {
	one, several := 0, 0
	for s := range seed.Cases(t, 40) {
		r := rand.New(rand.NewPCG(s, 1))
		c := &curve{arc: MaxArc / (1 + r.Float64())}
		for range 200 {
			a := turn(r, exact.IdentityQuat(), 2)
			b := turn(r, a, c.arc*3*r.Float64())
			got, want := c.arcChords(a, b), int(math.Ceil(2*halfAngle(a, b)/c.arc))
			if got != max(want, 1) {
				t.Fatalf("seed %#x: %v and %v: %d chords, want %d", s, a, b, got, want)
			}
			if got == 1 {
				one++
			} else {
				several++
			}
		}
	}
	if one == 0 || several == 0 {
		t.Errorf("%d arcs of one chord and %d of several", one, several)
	}
}

// What the control points say of a spline's distance from zero is what its points do.
func TestBendsWell(t *testing.T) {
	well, badly := 0, 0
	for s := range seed.Cases(t, 40) {
		r := rand.New(rand.NewPCG(s, 2))
		for range 200 {
			slope := math.Exp2(float64(r.IntN(24) - 6))
			draw := func(size float64) (q exact.Quat) {
				for i := range q {
					q[i] = size * (2*r.Float64() - 1)
				}
				return q
			}
			c := &curve{
				property: soa.Rotation, interpolation: soa.Cubic, time: []float32{0, 1 + r.Float32()}, tolerance: Tolerance,
				value: []exact.Quat{draw(1).Unit(), draw(1).Unit()}, out: []exact.Quat{draw(slope), {}}, in: []exact.Quat{{}, draw(slope)},
			}
			if r.IntN(2) == 0 {
				c.value[1] = turn(r, c.value[0], 0.1)
			}
			p := c.points(0, 0, 1)
			size, step, least := 0.0, 0.0, math.Inf(1)
			for k, q := range p {
				size = max(size, q.Length())
				if k > 0 {
					step = max(step, q.Distance(p[k-1]))
				}
			}
			for k := range 17 {
				least = min(least, exact.Hermite(c.value[0], c.value[1], c.out[0], c.in[1], float64(k)/16, c.ticks(0)).Length())
			}
			want := (size+step)*bendGrain <= Tolerance*(least-3*step/32)
			if got := c.bendsWell(0); got != want {
				t.Fatalf("seed %#x: %v of %+v, want %v", s, got, c, want)
			}
			if want {
				well++
			} else {
				badly++
			}
		}
	}
	if well == 0 || badly == 0 {
		t.Errorf("%d bend well and %d badly", well, badly)
	}
}

// Chords keep within the tolerance of a spline where their farthest points do.
func TestChordsKeep(t *testing.T) {
	keep, stray := 0, 0
	for s := range seed.Cases(t, 40) {
		r := rand.New(rand.NewPCG(s, 3))
		for range 100 {
			c := &curve{interpolation: soa.Cubic, time: []float32{0, 1}, tolerance: Tolerance * math.Exp2(float64(-r.IntN(20))), arc: MaxArc}
			c.property = []soa.Property{soa.Rotation, soa.Translation}[r.IntN(2)]
			a := turn(r, exact.IdentityQuat(), 1)
			b := turn(r, a, 0.1*r.Float64())
			slope := b
			for i := range slope {
				slope[i] -= a[i]
			}
			c.value, c.out, c.in = []exact.Quat{a, b}, []exact.Quat{{}, {}}, []exact.Quat{{}, slope}
			for i := range slope {
				c.out[0][i] = slope[i] + float64(math.Exp2(float64(-r.IntN(30)))*(r.Float64()-0.5))
			}
			spline := c.spline(0)
			for n := 1; n < 40; n += 1 + n/3 {
				want := farthest(c, n) <= c.tolerance
				if got := c.keeps(&spline, n); got != want {
					t.Fatalf("seed %#x: %d chords of %+v: %v, want %v", s, n, c, got, want)
				}
				if want {
					keep++
				} else {
					stray++
				}
			}
		}
	}
	if keep == 0 || stray == 0 {
		t.Errorf("%d keep and %d stray", keep, stray)
	}
}

// farthest is the greatest distance of n chords from a curve's first interval, at three points each.
func farthest(c *curve, n int) (worst float64) {
	a := c.at(0, 0)
	for p := range n {
		b := c.at(0, float64(p+1)/float64(n))
		if c.property == soa.Rotation {
			if b = b.NearestSign(a); a.Distance(b) > c.arc {
				return math.Inf(1)
			}
		}
		for _, u := range [...]float64{0.25, 0.5, 0.75} {
			v := a.Lerp(b, u)
			if c.property == soa.Rotation {
				v = v.Unit()
			}
			worst = max(worst, c.distance(v, c.at(0, (float64(p)+u)/float64(n))))
		}
		a = b
	}
	return worst
}
