package benchmarks

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/oracle"
)

// The classic methods do the work they are measured by.
func TestClassicsAgreeWithOracle(t *testing.T) {
	for _, s := range subjects() {
		for _, seconds := range []float64{0, 0.01, 0.5, 1.2} {
			want := oracle.Evaluate(s.model, s.model.Clips, seconds).Palette[0]
			for name, method := range map[string]classicPalettes{"ogldev": newOGLdev(s.model, s.clip), "binary": newArrays(s.model, s.clip)} {
				for i, m := range method.evaluate(seconds * s.clip.TicksPerSecond) {
					for c := range 12 {
						if d := math.Abs(float64(m[c]) - want[i][c]); !(d < 1e-5) {
							t.Fatalf("%s at %v s: element %d of entry %d is %v, want %v", name, seconds, c, i, m[c], want[i][c])
						}
					}
				}
			}
		}
	}
}
