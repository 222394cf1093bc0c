package fbx

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/internal/testing/seed"
)

// Layers of angles, by the SDK's rules: a rotation after that of the layers below where one adds, the way to
// its own where one passes through, instead of theirs where it overrides, and sums of angles where a layer
// says so.
func TestLayersOfAngles(t *testing.T) {
	for k := range seed.Cases(t, 300) {
		r := rand.New(rand.NewPCG(k, 1))
		d := Driven{kind: angles, order: Order(r.IntN(6))}
		draw := func() (v [4]float64) {
			for i := range 3 {
				v[i] = 80 * (2*r.Float64() - 1)
			}
			return v
		}
		base := draw()
		d.parts = []layerPart{{layer: &layer{first: true, weight: 1}, rest: base}}
		sum, want := base, d.order.Rotation(base)
		for range 1 + r.IntN(3) {
			l := &layer{mode: blend(r.IntN(3)), weight: r.Float64(), byChannel: r.IntN(2) == 0}
			over := draw()
			d.parts = append(d.parts, layerPart{layer: l, rest: over})
			switch {
			case l.mode == override:
				sum = over
			case l.byChannel:
				for i := range sum {
					if l.mode == passthrough {
						sum[i] *= 1 - l.weight
					}
					sum[i] += l.weight * over[i]
				}
			default:
				q, to := d.order.Rotation(sum), d.order.Rotation(over)
				if l.mode == additive {
					sum = d.order.angles(q.Mul(exact.Slerp(exact.IdentityQuat(), to, l.weight)))
				} else {
					sum = d.order.angles(exact.Slerp(q, to, l.weight))
				}
			}
			want = d.order.Rotation(sum)
			for name, got := range map[string]exact.Quat{"At": d.order.Rotation(d.At(1, fit.At)), "Rotation": d.Rotation(1, fit.At)} {
				if dot := math.Abs(got[0]*want[0] + got[1]*want[1] + got[2]*want[2] + got[3]*want[3]); !(dot >= 1-1e-9) {
					t.Fatalf("case %d, order %v, %d layers, the last %+v: %s is %v, want %v", k, d.order, len(d.parts), *l, name, got, want)
				}
			}
		}
	}
}
