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
