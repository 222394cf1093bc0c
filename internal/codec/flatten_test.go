package codec

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Flattened keys stay within flatOff steps, between knots that stay, with residuals no wider than
// those of rounding; a line takes no bits.
func TestFlatten(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	narrower := 0
	for trial := range 500 {
		tr := &sourceTrack{flat: 1 << 20}
		tr.packed.size = 0.25
		noise := []float64{0, 0.3, 2, 40}[trial%4]
		var values []int32
		for k := range 28 {
			x := float64(k)*1.3 + noise*(r.Float64()-0.5)
			tr.packed.value = append(tr.packed.value, exact.Quat{x * 0.25})
			values = append(values, round(x*0.25, 0.25))
		}
		was := append([]int32(nil), values...)
		tr.flattenAll(values, 0, 0, len(values))
		for k, v := range values {
			if off := math.Abs(float64(v) - tr.packed.value[k][0]/0.25); off > flatOff || k%9 == 0 && v != was[k] {
				t.Fatalf("noise %v: key %d is %v steps off", noise, k, off)
			}
		}
		for at := 0; at < 27; at += 9 {
			a, b := residualBits(values[at:at+10]), residualBits(was[at:at+10])
			if a > b {
				t.Fatalf("noise %v: residuals of %d bits, rounded ones of %d", noise, a, b)
			}
			narrower += b - a
		}
	}
	if narrower == 0 {
		t.Error("nothing became narrower")
	}
}
