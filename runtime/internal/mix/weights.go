package mix

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Weights are the morph weights of a crowd.
type Weights struct {
	Values []float32 // [instance][weight]
	Each   int
	moves  []movingWeight
}

// movingWeight is a weight with a column.
type movingWeight struct {
	weight int
	value  int // of a row
	lanes  int // of the pose of a block: where the column's first component is
}

func (w *Weights) Prepare(poses *pose.Layout, instances int) {
	w.Each = len(poses.WeightColumn)
	w.Values = make([]float32, w.Each*instances)
	for i := range instances {
		w.Rest(i, poses)
	}
	for k, c := range poses.WeightColumn {
		if c >= 0 {
			column := poses.Rotations() + int(c)
			w.moves = append(w.moves, movingWeight{k, 4 * column, poses.BlockRow(column)})
		}
	}
}

func (w *Weights) Rest(i int, poses *pose.Layout) { copy(w.Row(i), poses.WeightRest) }
func (w *Weights) Row(i int) []float32            { return w.Values[i*w.Each : (i+1)*w.Each : (i+1)*w.Each] }

// ofRow computes the weights of an instance between two rows, in the order of
// operations of the kernels.
func (w *Weights) ofRow(i int32, rows *simd.Rows, row int64, alpha float32) {
	out := w.Row(int(i))
	for _, m := range w.moves {
		at := int(row) + m.value
		a, b := rows.Values[at], rows.Values[at+rows.Stride]
		out[m.weight] = float32((b-a)*alpha) + a
	}
}

// ofBlock copies the weights of a block from its pose.
func (w *Weights) ofBlock(instance []int32, block []float32) {
	for l, i := range instance {
		if i < 0 {
			continue
		}
		out := w.Row(int(i))
		for _, m := range w.moves {
			out[m.weight] = block[m.lanes+l]
		}
	}
}

// ofPose copies the weights of an instance from its pose in a row.
func (w *Weights) ofPose(i int32, row []float32) {
	out := w.Row(int(i))
	for _, m := range w.moves {
		out[m.weight] = row[m.value]
	}
}
