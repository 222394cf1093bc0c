package draco

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/draco/internal/code"
	"github.com/sinew-anim/sinew/internal/draco/internal/topology"
)

// plainSum corrects by addition, and has nothing to read.
type plainSum struct{}

func (plainSum) read(*decoder) {}
func (plainSum) correct(predicted, value []int32) {
	for k := range value {
		value[k] += predicted[k]
	}
}

// Values without triangles to predict them from are sums of the corrections so far, however few they are.
func TestPredictionsOfFewValues(t *testing.T) {
	const width = 2
	for name, run := range map[string]func(*prediction, *decoder){
		"difference": (*prediction).differences, "parallelogram": (*prediction).parallelograms, "constrained": (*prediction).constrained,
	} {
		for count := range 6 {
			r := rand.New(rand.NewPCG(uint64(count), 1))
			p := &prediction{corrector: plainSum{}, width: width, group: &group{surface: &topology.Surface{}, count: count, corners: slices.Repeat([]int32{topology.None}, count)}}
			sum, want := [width]int32{}, []int32(nil)
			for range count {
				for k := range sum {
					by := int32(r.IntN(100) - 50)
					sum[k] += by
					p.values = append(p.values, by)
				}
				want = append(want, sum[:]...)
			}
			d := &decoder{Reader: &code.Reader{Data: make([]byte, maxParallelograms)}} // no creases
			if run(p, d); d.Err != nil || !slices.Equal(p.values, want) {
				t.Errorf("%s of %d values: %v, want %v; %v", name, count, p.values, want, d.Err)
			}
		}
	}
}
