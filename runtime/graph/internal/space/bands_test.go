package space

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

// turn returns the signed angle from a to b, the short way around.
func turn(ax, ay, bx, by float64) float64 { return math.Atan2(ax*by-ay*bx, ax*bx+ay*by) }

// mirrored is what an angle from p_i counts as towards a p_j at the angle a: it turns
// back a right angle from the middle of both.
func mirrored(v, a float64) float64 { return a/2 + math.Asin(math.Sin(v-a/2)) }

// straight is that of the thesis.
func straight(v, a float64) float64 { return v }

// johansen returns the weights of gradient bands as the thesis defines them, and the
// sum by which they are divided.
func (p places) johansen(x, y float64, inPolar bool, count func(v, a float64) float64) (w []float64, sum float64) {
	for i := range p.x {
		h := 1.
		for j := range p.x {
			if i == j {
				continue
			}
			// In polar coordinates the first axis is the radius.
			ip, ij := [2]float64{x - p.x[i], y - p.y[i]}, [2]float64{p.x[j] - p.x[i], p.y[j] - p.y[i]}
			if inPolar {
				ri, rj, r := math.Hypot(p.x[i], p.y[i]), math.Hypot(p.x[j], p.y[j]), math.Hypot(x, y)
				avg := (ri + rj) / 2
				switch {
				case ri == 0:
					ij[1], ip[1] = turn(x, y, p.x[j], p.y[j]), 0
				case rj == 0:
					ij[1] = turn(p.x[i], p.y[i], x, y)
					ip[1] = ij[1]
				default:
					ij[1] = 2 * turn(p.x[i], p.y[i], p.x[j], p.y[j])
					ip[1] = 2 * count(turn(p.x[i], p.y[i], x, y), ij[1]/2)
				}
				ij[0], ip[0] = (rj-ri)/avg, (r-ri)/avg
			}
			h = min(h, max(0, 1-(ip[0]*ij[0]+ip[1]*ij[1])/(ij[0]*ij[0]+ij[1]*ij[1])))
		}
		w, sum = append(w, h), sum+h
	}
	for i := range w {
		w[i] /= sum
	}
	return w, sum
}

func TestCartesianBandsAreJohansens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlaces(t, false)
		x, y := drawPlace(t, p)
		want, sum := p.johansen(float64(x), float64(y), false, straight)
		if sum < 0.4999999 {
			t.Fatalf("the sum is %v", sum)
		}
		must.AllNear(t, "bands", newSpace(nil, "cartesian", p)(x, y), want, 1e-6)
	})
}

// sizes returns the least and the greatest distance of samples from the origin, but of
// one there, and whether there is one.
func (p places) sizes() (least, most float64, centre bool) {
	least = math.Inf(1)
	for i := range p.x {
		r := math.Hypot(p.x[i], p.y[i])
		most = max(most, r)
		if r == 0 {
			centre = true
		} else {
			least = min(least, r)
		}
	}
	return least, most, centre
}

func TestPolarBandsAreJohansens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlaces(t, true)
		x, y := drawPlace(t, p)
		least, most, centre := p.sizes()
		r := math.Hypot(float64(x), float64(y))
		if !centre && r <= least/8 || r == 0 || least < most*1e-6 {
			t.Skip("at the origin")
		}
		want, sum := p.johansen(float64(x), float64(y), true, mirrored)
		if sum < 0.51 {
			t.Skip("hardly any weight")
		}
		must.AllNear(t, "bands", newSpace(nil, "polar", p)(x, y), want, 1e-5)
	})
}

// Where samples are on all sides, directions that are mirrored have no weight.
func TestPolarBandsOfRingsAreThoseOfTheThesis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 12).Draw(t, "directions")
		var p places
		if rapid.Bool().Draw(t, "centre") {
			p.add(0, 0)
		}
		for ring := range rapid.IntRange(1, 2).Draw(t, "rings") {
			for i := range n {
				s, c := math.Sincos(2*math.Pi*float64(i)/float64(n) + 0.1)
				p.add(float64(float32(c*float64(ring+1))), float64(float32(s*float64(ring+1))))
			}
		}
		r, v := rapid.Float64Range(0.2, 3).Draw(t, "radius"), rapid.Float64Range(-math.Pi, math.Pi).Draw(t, "angle")
		x, y := float32(r*math.Cos(v)), float32(r*math.Sin(v))
		want, _ := p.johansen(float64(x), float64(y), true, straight)
		must.AllNear(t, "bands", newSpace(nil, "polar", p)(x, y), want, 1e-6)
	})
}

// gap returns samples of which the thesis leaves no weight at all to any at (gapX, gapY).
func gap() (p places) {
	radius := []float64{0.1257287390405587, 10.864163583512484, 0.1368548707868518, 0.5326308060993971, 1.4023983663145358, 0.16395111016658478}
	angle := []float64{-0.5632903968795729, -0.7328066191025501, 1.0619958474307551, -0.0060133411820921555, 0.18529111850267438, -1.4024826684849843}
	for i := range radius {
		p.add(radius[i]*math.Cos(angle[i]), radius[i]*math.Sin(angle[i]))
	}
	return p
}

var gapX, gapY = 5.19309141646653 * math.Cos(-2.3028866670240866), 5.19309141646653 * math.Sin(-2.3028866670240866)

func TestPolarBandsFillGapsOfTheThesis(t *testing.T) {
	p, x, y := gap(), gapX, gapY
	if _, sum := p.johansen(x, y, true, mirrored); sum != 0 {
		t.Fatalf("the sum is %v", sum)
	}
	got := newSpace(t, "polar", p)(float32(x), float32(y))
	want, _ := p.johansen(x, y, false, straight)
	for i := range got {
		if math.Abs(float64(got[i])-want[i]) > 1e-6 {
			t.Fatalf("%v, want those of Cartesian bands, %v", got, want)
		}
	}
}

// Around the place where they fill a gap, weights are continuous too.
func TestFilledGapsAreContinuous(t *testing.T) {
	p := gap()
	at := newSpace(t, "polar", p)
	for i := range p.x {
		const steps = 1 << 16
		var last []float32
		for k := range steps {
			f := float64(k) / steps
			w := at(float32(gapX+f*(p.x[i]-gapX)), float32(gapY+f*(p.y[i]-gapY)))
			for j := range last {
				if d := math.Abs(float64(w[j] - last[j])); d > 0.02 {
					t.Fatalf("towards sample %d at %v: %v, then %v", i, f, last, w)
				}
			}
			last = w
		}
	}
}

// Weights change gradually behind samples, across ±π and across the origin.
func TestPolarBandsAreContinuousAround(t *testing.T) {
	forward := places{[]float64{1, 0.75, 0.75}, []float64{0, 0.75, -0.75}}
	for name, p := range map[string]places{
		"forward":          forward,
		"forward and idle": {append([]float64{0}, forward.x...), append([]float64{0}, forward.y...)},
		"opposite":         {[]float64{1, -1}, []float64{0, 0}},
		"opposite ways":    {[]float64{1, -2, 0, 0}, []float64{0, 0, -1, 3}},
		"one way":          {[]float64{1, 2}, []float64{0, 0}},
		"directions":       {[]float64{1, 0, -1, 0}, []float64{0, 1, 0, -1}},
	} {
		at := newSpace(t, "polar", p)
		const steps = 1 << 14
		path := func(what string, place func(f float64) (x, y float64)) {
			var last []float32
			for k := range steps + 1 {
				x, y := place(float64(k) / steps)
				w := at(float32(x), float32(y))
				for i := range last {
					if d := math.Abs(float64(w[i] - last[i])); d > 16./steps {
						t.Fatalf("%s, %s %v: %v, then %v", name, what, float64(k)/steps, last, w)
					}
				}
				last = w
			}
		}
		for _, r := range []float64{0, 1e-30, 1e-6, 0.01, 0.124, 0.126, 0.5, 1, 1.5, 3} {
			path("around", func(f float64) (x, y float64) { return r * math.Cos(2*math.Pi*f), r * math.Sin(2*math.Pi*f) })
		}
		for v := range 16 {
			s, c := math.Sincos(math.Pi * float64(v) / 16)
			path("across", func(f float64) (x, y float64) { return (f - 0.5) * c, (f - 0.5) * s })
		}
	}
}

// Which of these samples is nearer to places far away, no float64 tells.
func TestCartesianBandsFarAway(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u, v := float64(rapid.IntRange(1, 99).Draw(t, "u")), float64(rapid.IntRange(1, 99).Draw(t, "v"))
		var p places
		for k := range 8 {
			p.add(u*float64(k*k+1), v*float64(k*k+1))
		}
		at := newSpace(nil, "cartesian", p)
		far := math.Ldexp(1, rapid.IntRange(0, 118).Draw(t, "far"))
		valid(t, at(float32(v*far), float32(-u*far)))
	})
}

// Without a sample at the origin, all directions count there.
func TestPolarBandsAtTheOrigin(t *testing.T) {
	at := newSpace(t, "polar", places{[]float64{1, 0, -1, 0}, []float64{0, 1, 0, -1}})
	for i, w := range at(0, 0) {
		if w != 0.25 {
			t.Errorf("sample %d weighs %v at the origin", i, w)
		}
	}
	if w := at(0.125, 0); w[0] != 1 {
		t.Errorf("an eighth of the way out: %v", w)
	}
	if w := at(0.0625, 0); w[0] != 0.625 {
		t.Errorf("a sixteenth of the way out: %v", w)
	}
	centred := newSpace(t, "polar", places{[]float64{1e-8, 0, -1, 0, 1}, []float64{0, 1, 0, -1, 0}})
	for _, x := range []float32{0, 1e-8} {
		if w := centred(x, 0); w[0] != 1 {
			t.Errorf("a sample of rounding at the origin: %v", w)
		}
	}
}

func TestAngle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := float64(rapid.Float32().Draw(t, "x"))+0, float64(rapid.Float32().Draw(t, "y"))+0 // not -0
		if got, want := angle(x, y), math.Atan2(y, x); math.Abs(got-want) > 5e-16*max(1, math.Abs(want)) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}
