package runtime_test

import (
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// TestDualQuaternionsOfCrowd: the matrices of a crowd's dual quaternions are its palettes,
// eight values a slot where these are rigid and 20 elsewhere.
func TestDualQuaternionsOfCrowd(t *testing.T) {
	for _, drive := range []figure.Drive{figure.Captured, figure.Everything} {
		model := figure.Character(figure.Motion{Name: "sway", Seconds: 1.3, Drive: drive})
		crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 20, runtime.CrowdOptions{Play: &play.Options{Seed: 1}})
		must.Do(t, err)
		must.Do(t, crowd.Update(0.7))
		each, want := crowd.Layout().DualValues(), kernel.DualValues
		if crowd.Layout().Form == soa.General {
			want = kernel.ScaledDualValues
		}
		if each != want || crowd.Layout().DualStride() != each*crowd.Layout().Rotations() {
			t.Fatalf("%d values a slot, %d an instance", each, crowd.Layout().DualStride())
		}
		const first, n = 3, 15
		dual := make([]float32, n*crowd.Layout().DualStride())
		must.Do(t, crowd.DualQuaternions(dual, first, n))
		for k := range n {
			palette := crowd.Instance(first + k).Palette()
			for s := range crowd.Layout().Rotations() {
				var m [12]float32
				kernel.DualMatrix(&m, dual[k*crowd.Layout().DualStride()+s*each:][:each])
				for c, v := range m {
					if w := palette[12*s+c]; !(math.Abs(float64(v-w)) < 1e-5*max(1, math.Abs(float64(w)))) {
						t.Fatalf("instance %d, slot %d: %v, want %v", first+k, s, m, palette[12*s:12*s+12])
					}
				}
			}
		}
		if a := testing.AllocsPerRun(5, func() { must.Do(t, crowd.DualQuaternions(dual, 0, n)) }); a != 0 {
			t.Errorf("%v allocations", a)
		}
		for name, c := range map[string]struct {
			err, want error
		}{
			"before": {crowd.DualQuaternions(dual, -1, 2), runtime.ErrRange},
			"beyond": {crowd.DualQuaternions(dual, 10, 11), runtime.ErrRange},
			"none":   {crowd.DualQuaternions(dual, 0, -1), runtime.ErrRange},
			"short":  {crowd.DualQuaternions(dual[1:], 0, n), simd.ErrLength},
		} {
			if !errors.Is(c.err, c.want) {
				t.Errorf("%s: %v", name, c.err)
			}
		}
	}
}

func BenchmarkDualQuaternions(b *testing.B) {
	for name, drive := range map[string]figure.Drive{"rigid": figure.Captured, "scaled": figure.Everything} {
		b.Run(name, func(b *testing.B) {
			crowd, err := runtime.NewCrowd(runtime.Keyframes(figure.Character(figure.Motion{Name: "sway", Seconds: 1.3, Drive: drive})), 112, runtime.CrowdOptions{})
			must.Do(b, err)
			dual := make([]float32, crowd.Len()*crowd.Layout().DualStride())
			for b.Loop() {
				must.Do(b, crowd.DualQuaternions(dual, 0, crowd.Len()))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(crowd.Len()*crowd.Layout().Rotations()), "ns/slot")
		})
	}
}
