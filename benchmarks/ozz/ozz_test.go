//go:build ozz

package ozz

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/benchmarks/rig"
	"github.com/sinew-anim/sinew/internal/oracle"
	"github.com/sinew-anim/sinew/soa"
)

// TestSameWork holds that ozz computes what the oracle does: the benchmark
// would compare nothing otherwise.
func TestSameWork(t *testing.T) {
	m := rig.Character(rig.Motion{Name: "sway", Seconds: 1.3})
	bind := make([]soa.Affine, m.Skeleton.Len())
	for j := range bind {
		bind[j] = soa.IdentityAffine()
	}
	o, err := New(m, m.Clips, bind, false)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	for _, staged := range []bool{false, true} {
		seconds := []float32{0, 0.4, 1.1}
		if err := o.Run([]int32{0, 0, 0}, seconds, staged); err != nil {
			t.Fatal(err)
		}
		for i, s := range seconds {
			want := oracle.Evaluate(m, m.Clips[:1], m.Clips[0].Start+float64(s))
			for j := range bind {
				got := o.Palette(i, j)
				for _, k := range []int{3, 7, 11} {
					if d := math.Abs(float64(got[k]) - want.Model[j][k]); d > 5e-3 {
						t.Fatalf("joint %d at %v s is off by %v", j, s, d)
					}
				}
			}
		}
	}
}
