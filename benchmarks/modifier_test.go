package benchmarks

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"testing"

	"github.com/sinew-anim/sinew/internal/measure"
)

var walker = sync.OnceValues(measure.NewWalker)

// BenchmarkModifier measures the cost of a modifier per instance, frames included: the difference
// to the same crowd without it.
func BenchmarkModifier(b *testing.B) {
	for _, m := range measure.Modifiers() {
		for _, source := range []string{"rows", "ozz"} {
			path, ok := measure.PathNamed(source)
			for _, n := range []int{1, 16, 112, 4000} {
				if ok {
					b.Run(fmt.Sprintf("modifier=%v/n=%d/source=%s", m, n, source), func(b *testing.B) { runModifier(b, path, m, n) })
				}
			}
		}
	}
}

// runModifier runs both crowds alternately, in stretches long enough for the clock. Each stretch
// follows an untimed frame that reloads what the other crowd has evicted from the caches.
func runModifier(b *testing.B, path measure.Path, m measure.Modifier, n int) {
	character, err := walker()
	if err != nil {
		b.Fatal(err)
	}
	var works [2]*measure.Work
	for k, m := range [2]measure.Modifier{measure.NoModifier, m} {
		works[k], err = path.Start(character, measure.Crowd{Instances: n, Clips: 1, Workers: 1, Modifier: m})
		if errors.Is(err, measure.ErrLeftOut) {
			b.Skip(err)
		} else if err != nil {
			b.Fatal(err)
		}
		defer works[k].Close()
	}
	least := [2]float64{math.Inf(1), math.Inf(1)}
	frames := max(1, 1000/n)
	b.ReportAllocs()
	for b.Loop() {
		for k, w := range works {
			w.Run(1)
			least[k] = min(least[k], w.Least(frames, frames)/float64(n))
		}
	}
	b.ReportMetric(least[1]-least[0], "ns/instance")
	b.ReportMetric(least[0], "without-ns/instance")
	b.ReportMetric(least[1]/least[0], "ratio")
}
