package runtime

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// crowdWeights are the morph weights of a crowd.
type crowdWeights struct {
	values []float32 // [instance][weight]
	each   int
	moving []movingWeight
	bank   *soa.Bank
}

// movingWeight is a weight that is a value of the rows.
type movingWeight struct{ weight, value int }

func (w *crowdWeights) prepare(b *soa.Bank, instances int) {
	w.bank, w.each = b, len(b.WeightColumn)
	w.values = make([]float32, w.each*instances)
	for i := range instances {
		copy(w.of(i), b.WeightRest)
	}
	for k, c := range b.WeightColumn {
		if c >= 0 {
			w.moving = append(w.moving, movingWeight{k, int(c)})
		}
	}
}

func (w *crowdWeights) of(i int) []float32 { return w.values[i*w.each : (i+1)*w.each : (i+1)*w.each] }

// evaluate computes the weights of an instance between two rows, in the order of
// operations of the kernels.
func (w *crowdWeights) evaluate(i int, row int64, alpha float32) {
	stride, first := w.bank.Stride(), 4*w.bank.Rotations()
	out := w.of(i)
	for _, m := range w.moving {
		at := int(row) + first + m.value
		a, b := w.bank.Rows[at], w.bank.Rows[at+stride]
		out[m.weight] = float32((b-a)*alpha) + a
	}
}

// evaluateBlock computes the weights of 16 instances from i on.
func (w *crowdWeights) evaluateBlock(i int, at *simd.Frames) {
	if len(w.moving) == 0 {
		return
	}
	for l := range simd.Lanes {
		w.evaluate(i+l, at.Row[l], at.Alpha[l])
	}
}

// Weights returns the morph weights of instance i, one per weight of the model.
// The next Update overwrites them.
func (c *Crowd) Weights(i int) []float32 { return c.weights.of(i) }

// AllWeights returns the morph weights of all instances, WeightStride apart.
func (c *Crowd) AllWeights() []float32 { return c.weights.values[:c.n*c.weights.each] }

// WeightStride returns the number of morph weights of an instance.
func (c *Crowd) WeightStride() int { return c.weights.each }
