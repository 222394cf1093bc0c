package benchmarks

import (
	"errors"
	"flag"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/measure"
	"github.com/sinew-anim/sinew/native/simd"
)

// crowdCase is one sub-benchmark of BenchmarkCrowd.
type crowdCase struct {
	path      measure.Path
	crowd     measure.Crowd
	character *subject
}

// mostClips is the number of clips that a mixed crowd plays.
const mostClips = 8

var crowdSizes = []int{1, 16, 112, 1000, 4000, 16000}

func (c *crowdCase) name() string {
	isa, times := measure.Own, "forward"
	if c.narrow() {
		isa = c.crowd.ISA.String()
	}
	if c.crowd.Random {
		times = "random"
	}
	return fmt.Sprintf("n=%d/source=%s/form=%s/simd=%s/clips=%d/times=%s/workers=%d/character=%s",
		c.crowd.Instances, c.path.Source, c.path.Form, isa, c.crowd.Clips, times, c.crowd.Workers, c.character.name)
}

// narrow reports whether the kernels use a lesser instruction set than the machine's best.
func (c *crowdCase) narrow() bool {
	isas := simd.ISAs()
	return c.path.Kind == measure.Kernels && c.crowd.ISA != isas[len(isas)-1]
}

// crowdCases returns all combinations.
func crowdCases() (list []crowdCase) {
	subjects := subjects()
	for _, n := range crowdSizes {
		for _, p := range measure.Paths() {
			isas, workers := simd.ISAs(), 2
			if p.Kind != measure.Kernels {
				isas = isas[:1]
			}
			if !p.Parallel {
				workers = 1
			}
			for s := range subjects {
				for _, isa := range isas {
					for w := 1; w <= workers; w++ {
						for _, clips := range slices.Compact([]int{1, subjects[s].clips}) {
							for _, random := range []bool{false, true} {
								crowd := measure.Crowd{Instances: n, Clips: clips, Random: random, Workers: w, ISA: isa}
								list = append(list, crowdCase{p, crowd, &subjects[s]})
							}
						}
					}
				}
			}
		}
	}
	return list
}

// usual reports whether a pattern without a slash selects the case.
func (c *crowdCase) usual(first *subject) bool {
	crowd, kernels := &c.crowd, c.path.Kind == measure.Kernels
	odd := 0 // number of keys with another value than the default
	for _, is := range []bool{crowd.Clips > 1, crowd.Random, crowd.Workers > 1, c.narrow(), c.character != first} {
		if is {
			odd++
		}
	}
	switch {
	case c.path.Kind == measure.Classic:
		return odd == 0 && (crowd.Instances == 1 || crowd.Instances == 112)
	case odd == 0:
		return true
	case kernels && c.narrow():
		return odd == 1 && (crowd.Instances == 1 || crowd.Instances == 112 || crowd.Instances == 4000)
	case kernels && c.path.Form == "general" && c.character == first:
		return false
	case crowd.Instances == 1000:
		return odd == 1 && crowd.Workers > 1
	case crowd.Instances == 4000:
		return odd == 1 || odd == 2 && crowd.Clips > 1 && crowd.Random
	}
	return false
}

// BenchmarkCrowd measures whole frames, from a time to the palette.
func BenchmarkCrowd(b *testing.B) {
	all := strings.Contains(flag.Lookup("test.bench").Value.String(), "/")
	for _, c := range crowdCases() {
		if all || c.usual(&subjects()[0]) {
			c.run(b, c.name())
		}
	}
}

// run sets up the crowd once, even if the testing package calls the benchmark several times.
func (c *crowdCase) run(b *testing.B, name string) {
	var work *measure.Work
	batch := 1
	b.Run(name, func(b *testing.B) {
		restore, err := simd.Use(c.crowd.ISA)
		if err != nil {
			b.Fatal(err)
		}
		defer restore()
		character, err := c.character.load()
		if err != nil {
			b.Fatal(err)
		}
		if work == nil {
			if work, err = c.path.Start(character, c.crowd); errors.Is(err, measure.ErrLeftOut) {
				b.Skip(err)
			} else if err != nil {
				b.Fatal(err)
			}
			runtime.GC() // of the set-up's garbage
			batch = work.Batch()
		}
		b.ReportAllocs()
		b.ResetTimer()
		least := work.Least(b.N, batch)
		report(b, least, c.crowd.Instances*character.Joints())
		if c.crowd.Blend == measure.Graphed {
			b.ReportMetric(least/float64(c.crowd.Instances), "least-ns/instance")
		}
	})
	if work != nil {
		work.Close()
	}
}

// report reports the mean and minimum time per joint.
func report(b *testing.B, least float64, joints int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(joints), "ns/joint")
	b.ReportMetric(least/float64(joints), "least-ns/joint")
}

// TestCrowdCases checks that names are unique and consist of keys and values, and that a pattern
// without a slash selects every path, in few enough cases for a few minutes.
func TestCrowdCases(t *testing.T) {
	usual, paths, seen := 0, map[string]int{}, map[string]bool{}
	for _, c := range crowdCases() {
		name := c.name()
		if seen[name] {
			t.Errorf("%s comes twice", name)
		}
		seen[name] = true
		for _, part := range strings.Split(name, "/") {
			if key, value, ok := strings.Cut(part, "="); !ok || key == "" || value == "" || strings.ContainsAny(value, "= ") {
				t.Errorf("%s: %q is not a key and a value", name, part)
			}
		}
		if c.usual(&subjects()[0]) {
			usual++
			paths[c.path.Name]++
		}
	}
	if usual < 60 || usual > 160 {
		t.Errorf("%d cases are usual", usual)
	}
	for _, p := range measure.Paths() {
		if paths[p.Name] == 0 {
			t.Errorf("path %s is not among the usual", p.Name)
		}
	}
}
