package graph

import (
	"math"
	"testing"
)

// A gate is open exactly where its condition holds.
func TestGates(t *testing.T) {
	p := &Program{parameters: []parameter{{}}}
	next := func(x, to float32) float32 { return math.Nextafter32(x, to) }
	for _, than := range []float64{0, 1, 0.1, -0.1, 3, -3, 1e-30, maxValue, -maxValue} {
		v := float32(than)
		values := []float32{v, next(v, maxValue), next(v, -maxValue), v + 1, v - 1, 0, shortest, -v, maxValue, -maxValue, float32(math.Inf(1))}
		for test := Is; test <= Fired; test++ {
			w := condition{test: test, than: than, at: number{scale: 1}}
			g := p.gate(&transition{when: []condition{w}})
			for _, x := range values {
				d := driver{p: p, raw: []float32{x}}
				value := float64(g.of.value(d.raw))
				open := value >= g.low && value <= g.high
				if holds := d.isSo(&w); holds != open && !(open && test == IsNot) {
					t.Errorf("test %d of %v and %v: the gate is open: %v, the condition holds: %v", test, x, than, open, holds)
				}
			}
		}
	}
}
