package benchmarks

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/sinew-anim/sinew/internal/measure"
	"github.com/sinew-anim/sinew/native/simd"
)

var walker = sync.OnceValues(measure.NewWalker)

// modifierName is the name of a sub-benchmark of BenchmarkModifier.
func (c *crowdCase) modifierName() string {
	isa := measure.Own
	if c.narrow() {
		isa = c.crowd.ISA.String()
	}
	return fmt.Sprintf("modifier=%v/n=%d/source=%s/simd=%s", c.crowd.Modifier, c.crowd.Instances, c.path.Source, isa)
}

// modifierCases returns all combinations.
func modifierCases() (list []crowdCase) {
	for _, m := range measure.Modifiers() {
		for _, source := range []string{"rows", "ozz"} {
			path, ok := measure.PathNamed(source)
			isas := simd.ISAs()
			if path.Kind != measure.Kernels {
				isas = isas[:1]
			}
			for _, n := range []int{1, 16, 112, 4000} {
				for _, isa := range isas {
					if ok {
						list = append(list, crowdCase{path: path, crowd: measure.Crowd{Instances: n, Clips: 1, Workers: 1, ISA: isa, Modifier: m}})
					}
				}
			}
		}
	}
	return list
}

// BenchmarkModifier measures the cost of a modifier per instance, frames included: the difference
// to the same crowd without it.
func BenchmarkModifier(b *testing.B) {
	all := strings.Contains(flag.Lookup("test.bench").Value.String(), "/")
	for _, c := range modifierCases() {
		if all || !c.narrow() {
			b.Run(c.modifierName(), func(b *testing.B) { runModifier(b, c.path, c.crowd) })
		}
	}
}

// runModifier runs both crowds alternately, in stretches long enough for the clock. Each stretch
// follows an untimed frame that reloads what the other crowd has evicted from the caches.
func runModifier(b *testing.B, path measure.Path, crowd measure.Crowd) {
	restore, err := simd.Use(crowd.ISA)
	if err != nil {
		b.Fatal(err)
	}
	defer restore()
	character, err := walker()
	if err != nil {
		b.Fatal(err)
	}
	var works [2]*measure.Work
	for k, m := range [2]measure.Modifier{measure.NoModifier, crowd.Modifier} {
		crowd.Modifier = m
		works[k], err = path.Start(character, crowd)
		if errors.Is(err, measure.ErrLeftOut) {
			b.Skip(err)
		} else if err != nil {
			b.Fatal(err)
		}
		defer works[k].Close()
	}
	least := [2]float64{math.Inf(1), math.Inf(1)}
	n := crowd.Instances
	batch := [2]int{works[0].Batch(), works[1].Batch()}
	b.ReportAllocs()
	for b.Loop() {
		for k, w := range works {
			w.Run(1)
			least[k] = min(least[k], w.Least(batch[k], batch[k])/float64(n))
		}
	}
	b.ReportMetric(least[1]-least[0], "ns/instance")
	b.ReportMetric(least[0], "without-ns/instance")
	b.ReportMetric(least[1], "with-ns/instance")
	b.ReportMetric(least[1]/least[0], "ratio")
}
