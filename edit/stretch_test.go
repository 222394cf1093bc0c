package edit

import (
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// A stretch has the values of a track of its two keys, whatever is between them.
func TestStretch(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 6))
	value := func() (v Value) {
		for i := range v {
			v[i] = r.Float64()*2 - 1
		}
		return v
	}
	for _, property := range []soa.Property{soa.Translation, soa.Rotation, soa.Scale, soa.Weight} {
		for _, mode := range []soa.Interpolation{soa.Linear, soa.Cubic, soa.Step} {
			for range 50 {
				tr := Track{ID{property, 0}, mode, []Key{{0.5, value(), value(), value()}, {0.5 + r.Float64(), value(), value(), value()}}}
				for k := range tr.Keys {
					tr.Keys[k].Value = tr.unit(tr.Keys[k].Value)
				}
				s := newStretch(tr.ID, mode, &tr.Keys[0], &tr.Keys[1])
				for f := 0.; f <= 1; f += 0.125 {
					at := 0.5 + (tr.Keys[1].Time-0.5)*f
					if got, want := s.at(at), tr.LeftLimit(at); tr.distance(got, want) > 1e-12 {
						t.Fatalf("%v, %v: %v at %v of the way, want %v", property, mode, got, f, want)
					}
				}
			}
		}
	}
}
