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
)

// TestSimilaritiesOfCrowd: the matrices of a crowd's similarities are its palettes; a skeleton that
// scales by unequal factors is refused, and so is what does not fit.
func TestSimilaritiesOfCrowd(t *testing.T) {
	crowd, err := runtime.NewCrowd(runtime.Keyframes(figure.Character(figure.Motion{Name: "sway", Seconds: 1.3, Drive: figure.Captured})), 20,
		runtime.CrowdOptions{Play: &play.Options{Seed: 1}})
	must.Do(t, err)
	must.Do(t, crowd.Update(0.7))
	const first, n = 3, 15
	stride := crowd.Layout().SimilarityStride()
	out := make([]float32, n*stride)
	must.Do(t, crowd.Similarities(out, first, n))
	for k := range n {
		palette := crowd.Instance(first + k).Palette()
		for s := range crowd.Layout().Rotations() {
			var m [12]float32
			kernel.SimilarityMatrix(&m, out[k*stride+8*s:][:8])
			for c, v := range m {
				if w := palette[12*s+c]; !(math.Abs(float64(v-w)) < 1e-5*max(1, math.Abs(float64(w)))) {
					t.Fatalf("instance %d, slot %d: %v, want %v", first+k, s, m, palette[12*s:12*s+12])
				}
			}
		}
	}
	if a := testing.AllocsPerRun(5, func() { must.Do(t, crowd.Similarities(out, 0, n)) }); a != 0 {
		t.Errorf("%v allocations", a)
	}
	model := figure.Character(figure.Motion{Name: "sway", Seconds: 1.3, Drive: figure.Captured})
	model.Skeleton.Rest.SX[1] = 1.2
	scaled, err := runtime.NewCrowd(runtime.Keyframes(model), 20, runtime.CrowdOptions{Play: &play.Options{Seed: 1}})
	must.Do(t, err)
	must.Do(t, scaled.Update(0.7))
	for name, c := range map[string]struct {
		err, want error
	}{
		"unequal": {scaled.Similarities(make([]float32, 20*scaled.Layout().SimilarityStride()), 0, 20), runtime.ErrShear},
		"before":  {crowd.Similarities(out, -1, 2), runtime.ErrRange},
		"beyond":  {crowd.Similarities(out, 10, 11), runtime.ErrRange},
		"none":    {crowd.Similarities(out, 0, -1), runtime.ErrRange},
		"short":   {crowd.Similarities(out[1:], 0, n), simd.ErrLength},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v", name, c.err)
		}
	}
}
