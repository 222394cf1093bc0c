package benchmarks

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/measure"
	"github.com/sinew-anim/sinew/native/simd"
)

var blends = []measure.Blend{measure.NoBlend, measure.Fading, measure.Masked, measure.Added, measure.Tenth, measure.Inertialized}

// blendName is the name of a sub-benchmark of BenchmarkBlend.
func (c *crowdCase) blendName() string {
	isa, b := measure.Own, c.crowd.Blend
	if c.narrow() {
		isa = c.crowd.ISA.String()
	}
	return fmt.Sprintf("n=%d/layers=%d/masks=%d/blend=%v/source=%s/form=%s/simd=%s",
		c.crowd.Instances, b.Layers(), b.Masks(), b, c.path.Source, c.path.Form, isa)
}

// blendCases returns all combinations, for the default character.
func blendCases() (list []crowdCase) {
	for _, n := range []int{1, 16, 112, 4000} {
		for _, blend := range blends {
			for _, p := range measure.Paths() {
				isas := simd.ISAs()
				if p.Kind != measure.Kernels {
					isas = isas[:1]
				}
				if p.Kind == measure.Classic || p.Kind == measure.Peer && (blend >= measure.Tenth || p.Source != "ozz") {
					continue
				}
				for _, isa := range isas {
					crowd := measure.Crowd{Instances: n, Clips: blend.Clips(), Workers: 1, ISA: isa, Blend: blend}
					list = append(list, crowdCase{p, crowd, &subjects()[0]})
				}
			}
		}
	}
	return list
}

// BenchmarkBlend measures whole frames of instances that combine clips.
func BenchmarkBlend(b *testing.B) {
	all := strings.Contains(flag.Lookup("test.bench").Value.String(), "/")
	for _, c := range blendCases() {
		if all || !c.narrow() && c.path.Form != "general" {
			c.run(b, c.blendName())
		}
	}
}
