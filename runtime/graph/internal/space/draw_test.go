package space

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// places is samples in the plane.
type places struct{ x, y []float64 }

func (p *places) add(x, y float64) { p.x, p.y = append(p.x, x), append(p.y, y) }

// distinct returns the samples that are far enough from those before.
func (p places) distinct(inPolar bool) (q places) {
	for i := range p.x {
		q.add(float64(float32(p.x[i])), float64(float32(p.y[i])))
		for {
			if _, _, _, _, err := plane(q.x, q.y, inPolar); err == nil || len(q.x) == 1 {
				break
			}
			q.x, q.y = q.x[:len(q.x)-1], q.y[:len(q.y)-1]
		}
	}
	// A sample far away may have made earlier ones too close.
	for {
		if _, _, _, _, err := plane(q.x, q.y, inPolar); err == nil {
			return q
		}
		q.x, q.y = q.x[1:], q.y[1:]
	}
}

// drawPlaces draws samples: of small integers, where many lie on lines and circles, of
// grids and rings, in clusters, nearly on a line, and of any kind.
func drawPlaces(t *rapid.T, inPolar bool) places {
	n := rapid.IntRange(1, 24).Draw(t, "samples")
	unit := rapid.Float64Range(-1, 1)
	var p places
	switch rapid.IntRange(0, 6).Draw(t, "kind") {
	case 0:
		for range n {
			p.add(float64(rapid.IntRange(-4, 4).Draw(t, "x")), float64(rapid.IntRange(-4, 4).Draw(t, "y")))
		}
	case 1:
		w, step := rapid.IntRange(1, 5).Draw(t, "width"), rapid.SampledFrom([]float64{0.1, 1, 1. / 3}).Draw(t, "step")
		for i := range n {
			p.add(float64(i%w)*step, float64(i/w)*step)
		}
	case 2:
		p.add(0, 0)
		for i := range n {
			s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			r := float64(1 + i%2)
			p.add(r*c, r*s)
		}
	case 3:
		for range n {
			p.add(unit.Draw(t, "x"), unit.Draw(t, "y"))
			if rapid.Bool().Draw(t, "near") {
				i := len(p.x) - 1
				p.add(p.x[i]+unit.Draw(t, "dx")*1e-5, p.y[i]+unit.Draw(t, "dy")*1e-5)
			}
		}
	case 4:
		a, b := unit.Draw(t, "slope"), rapid.SampledFrom([]float64{0, 1e-8, 1e-6, 1e-4}).Draw(t, "noise")
		for range n {
			x := unit.Draw(t, "x")
			p.add(x, a*x+b*unit.Draw(t, "y"))
		}
	case 5: // a rotated grid, rounded
		w, s, c := rapid.IntRange(2, 5).Draw(t, "width"), 0.6, 0.8
		for i := range n {
			x, y := float64(i%w)*0.1, float64(i/w)*0.1
			p.add(c*x-s*y, s*x+c*y)
		}
	default:
		for range n {
			p.add(unit.Draw(t, "x")*math.Pow(10, 3*unit.Draw(t, "scale")), unit.Draw(t, "y")*math.Pow(10, 3*unit.Draw(t, "scale")))
		}
	}
	return p.distinct(inPolar)
}

// size is the larger side of the box around samples, 1 of one.
func (p places) size() float64 {
	_, _, _, side, err := plane(p.x, p.y, false)
	if err != nil {
		panic(err)
	}
	if side == 0 {
		return 1
	}
	return side
}

// drawPlace draws a place among samples or around them: often on an edge or next to a
// sample.
func drawPlace(t *rapid.T, p places) (x, y float32) {
	i, j := rapid.IntRange(0, len(p.x)-1).Draw(t, "i"), rapid.IntRange(0, len(p.x)-1).Draw(t, "j")
	f := rapid.Float64Range(-0.5, 1.5).Draw(t, "f")
	x64, y64 := p.x[i]+f*(p.x[j]-p.x[i]), p.y[i]+f*(p.y[j]-p.y[i])
	if rapid.Bool().Draw(t, "off") {
		s := p.size() * rapid.SampledFrom([]float64{1e-7, 1e-3, 1, 3, 100}).Draw(t, "scale")
		x64 += s * rapid.Float64Range(-1, 1).Draw(t, "dx")
		y64 += s * rapid.Float64Range(-1, 1).Draw(t, "dy")
	}
	s := rapid.SampledFrom([]float64{1, 1, 1, 1e-3, 1e-7}).Draw(t, "to the origin")
	return float32(x64 * s), float32(y64 * s)
}

// space is one of the spaces of the plane, as weights of all samples.
type space func(x, y float32) []float32

func newSpace(t testing.TB, kind string, p places) space {
	if kind == "triangles" {
		s, err := NewTriangles(p.x, p.y)
		if err != nil {
			t.Fatal(err)
		}
		return func(x, y float32) []float32 {
			w := make([]float32, len(p.x))
			corner, weight := s.At(x, y)
			for k, c := range corner {
				w[c] += weight[k]
			}
			return w
		}
	}
	s, err := NewBands(p.x, p.y, kind == "polar")
	if err != nil {
		t.Fatal(err)
	}
	return func(x, y float32) []float32 {
		w := make([]float32, len(p.x))
		s.At(x, y, w)
		return w
	}
}

// eachKind checks a property of all spaces of the plane.
func eachKind(t *testing.T, check func(t *rapid.T, kind string, p places, at space)) {
	for _, kind := range []string{"triangles", "cartesian", "polar"} {
		t.Run(kind, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				p := drawPlaces(rt, kind == "polar")
				check(rt, kind, p, newSpace(t, kind, p))
			})
		})
	}
}
