package fbx

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fit"
)

// TestSlopes: what a motion's slopes come with are its values, and the slopes are those of
// the values.
func TestSlopes(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	for round := range 200 {
		m := &Motion{model: randomDriver(r)}
		for _, p := range []int{translation, rotation, scaling} {
			m.driven[p] = randomDriven(t, r, p, m.model)
		}
		for part := range ScalePart + 1 {
			own := map[Part]int{TranslationPart: translation, RotationPart: rotation, ScalePart: scaling}[part]
			at := map[Part]func(float64, Side) exact.Quat{
				TranslationPart: func(t float64, s Side) exact.Quat { return vector(m.Translation(t, s)) },
				RotationPart:    m.Rotation,
				ScalePart:       func(t float64, s Side) exact.Quat { return vector(m.Scale(t, s)) },
			}[part]
			slopes := m.Slopes(part)
			if part == TranslationPart && m.arms() {
				if slopes != nil {
					t.Fatal("rotations move the place")
				}
				continue
			}
			if slopes == nil {
				t.Fatalf("round %d: no slopes of %v", round, part)
			}
			knots := m.driven[own].Knots(nil, -3*second, 9*second, 100)
			for range 60 {
				time, side := (r.Float64()*12-3)*second, fit.At
				if r.IntN(2) == 0 {
					time, side = knots[r.IntN(len(knots))], Side(2*r.IntN(2))
				}
				got, want := slopes(time, side), at(time, side)
				if d := got.Value.Distance(want); !(d <= 1e-9) {
					t.Fatalf("round %d: part %v at %v from side %v: %v, want %v", round, part, time/second, side, got.Value, want)
				}
				h := 1e-8 * second
				a, b := time-h, time+h
				switch side {
				case fit.Before:
					b = time
				case fit.After:
					a = time
				}
				if next, _ := nearest(knots, time); side == fit.At && math.Abs(next-time) < 2*h {
					continue
				}
				va, vb := at(a, fit.At), at(b, fit.At)
				if side == fit.Before {
					vb = want
				} else if side == fit.After {
					va = want
				}
				for c := range va {
					if slope := (vb[c] - va[c]) / (b - a); math.Abs(slope-got.Slope[c])*second > 1e-3*(1+math.Abs(slope)*second) {
						t.Fatalf("round %d: part %v at %v from side %v: slopes %v, component %d is %v", round, part, time/second, side, got.Slope, c, slope)
					}
				}
			}
		}
	}
}

func vector(v exact.Vec) exact.Quat { return exact.Quat{v[0], v[1], v[2]} }

func nearest(list []float64, to float64) (best, off float64) {
	off = math.Inf(1)
	for _, v := range list {
		if d := math.Abs(v - to); d < off {
			best, off = v, d
		}
	}
	return best, off
}

// randomDriver is a model, with pivots in one of four.
func randomDriver(r *rand.Rand) *Model {
	m := &Model{spaces: r.IntN(3) > 0, order: Order(r.IntN(6))}
	m.rest[scaling] = [4]float64{1, 1, 1}
	some := func() [4]float64 { return [4]float64{r.NormFloat64() * 40, r.NormFloat64() * 40, r.NormFloat64() * 40} }
	m.rest[preRotation], m.rest[postRotation], m.rest[rotationOffset] = some(), some(), some()
	if r.IntN(4) == 0 {
		m.rest[rotationPivot] = some()
	}
	m.setSpaces()
	return m
}

// randomDriven is curves of all kinds without weights.
func randomDriven(t *testing.T, r *rand.Rand, p int, m *Model) *Driven {
	d := &Driven{Rest: [4]float64{1, 2, 3}, parts: []layerPart{{layer: &layer{first: true}, rest: [4]float64{1, 2, 3}}}}
	if p == rotation {
		d.kind, d.order = angles, m.order
	}
	for c := range 3 {
		if r.IntN(5) == 0 && c > 0 {
			continue
		}
		raw := rawCurve{shared: true}
		for _, at := range []float64{0, 1, 1, 2.5, 4, 6}[:1+r.IntN(6)] {
			raw.time, raw.value = append(raw.time, at*second), append(raw.value, r.NormFloat64()*30)
			flags := []int64{stepped, stepped | stepNext, 4, bent | userSlopes, bent | 0x100, bent | tcb}[r.IntN(6)]
			raw.flags, raw.count = append(raw.flags, flags), append(raw.count, 1)
			raw.slope = append(raw.slope, r.NormFloat64()*10, r.NormFloat64()*10, 0, 0)
			raw.pack = append(raw.pack, 0, 0, 0, 0)
		}
		for _, e := range []*extrapolation{&raw.before, &raw.after} {
			e.mode = "CK"[r.IntN(2)]
		}
		raw.shared = len(raw.time) < 3
		d.parts[0].curves[c] = raw.solved(t)
	}
	return d
}
