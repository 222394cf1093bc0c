package pose_test

import (
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// palettesOf are the palettes of a block, a stride apart.
func palettesOf(t *testing.T, l *pose.Layout, block []float32) []float32 {
	t.Helper()
	stride := l.PaletteStride()
	p := make([]float32, pose.Lanes*stride)
	must(t, l.ToPalettes(pose.Palettes{Values: p, Stride: stride}, block, make([]float32, l.ScratchValues())))
	return p
}

// alike fails where two blocks do not look the same, within a tolerance.
func alike(t *testing.T, what string, l *pose.Layout, got, want []float32, tolerance float64) {
	t.Helper()
	p, q := palettesOf(t, l, got), palettesOf(t, l, want)
	for i := range p {
		if d := math.Abs(float64(p[i] - q[i])); !(d < tolerance*max(1, math.Abs(float64(q[i])))) {
			t.Fatalf("%s: value %d of the palettes is %v, want %v", what, i, p[i], q[i])
		}
	}
}

func weights(w float32) *[pose.Lanes]float32 {
	var a [pose.Lanes]float32
	for i := range a {
		a[i] = w
	}
	return &a
}

// sampled are blocks of lanes anywhere in a bank.
func sampled(t *testing.T, l *pose.Layout, bank *soa.Bank, blocks int) [][]float32 {
	t.Helper()
	out := make([][]float32, blocks)
	for b, at := range places(bank, blocks) {
		out[b] = make([]float32, l.BlockValues())
		must(t, l.SampleRows(out[b], l.BankRows(bank), &at))
	}
	return out
}

// The difference of a pose from the rest pose makes the pose of the rest pose, and
// taken away from it the rest pose; of a pose at rest it is nothing.
func TestAdd(t *testing.T) {
	for name, bank := range banks(t) {
		l := newLayout(t, bank)
		a, still, block := sampled(t, l, bank, 1)[0], make([]float32, l.BlockValues()), make([]float32, l.BlockValues())
		must(t, l.Reset(still))
		copy(block, still)
		must(t, l.Add(block, a, weights(1), nil))
		alike(t, name+": rest and a difference", l, block, a, 1e-4)
		for lane := range pose.Lanes {
			row := slices.Clone(bank.Rest)
			must(t, l.AddRow(row, rowOf(l, a, lane), 1, nil))
			if !slices.Equal(bits(row), bits(rowOf(l, block, lane))) {
				t.Fatalf("%s: lane %d differs from one instance", name, lane)
			}
		}
		must(t, l.Add(block, a, weights(-1), nil))
		alike(t, name+": and back", l, block, still, 1e-4)
		copy(block, a)
		must(t, l.Add(block, still, weights(1), nil))
		alike(t, name+": no difference", l, block, a, 1e-4)
	}
}

// A sum over a pose is the mean of both; where the sum has the weight it covers the
// pose, and where it has none the pose keeps its bits.
func TestOver(t *testing.T) {
	for name, bank := range banks(t) {
		l := newLayout(t, bank)
		blocks := sampled(t, l, bank, 2)
		a, b := blocks[0], blocks[1]
		lower, sum, mean := make([]float32, l.BlockValues()), make([]float32, l.BlockValues()), make([]float32, l.BlockValues())
		must(t, l.Accumulate(lower, b, weights(2.5), nil, true)) // of any length
		must(t, l.Finish(lower, 1))
		for _, part := range []float32{0, 0.25, 0.5, 1, 3} {
			must(t, l.Accumulate(sum, a, weights(part), nil, true))
			must(t, l.Over(sum, lower, 0.5))
			covers := min(part/0.5, 1)
			must(t, l.Accumulate(mean, a, weights(covers), nil, true))
			must(t, l.Accumulate(mean, b, weights(1-covers), nil, false))
			must(t, l.Finish(mean, 1))
			alike(t, name, l, sum, mean, 1e-3) // quaternions between rows are not of unit length in the mean
			if part == 0 && !slices.Equal(bits(sum), bits(lower)) {
				t.Errorf("%s: without weight the bits change", name)
			}
			for lane := range pose.Lanes {
				row := make([]float32, l.SumValues())
				must(t, l.AccumulateRow(row, rowOf(l, a, lane), part, nil, true))
				must(t, l.OverRow(row, rowOf(l, lower, lane), 0.5))
				if !slices.Equal(bits(row[:l.RowValues()]), bits(rowOf(l, sum, lane))) {
					t.Fatalf("%s, weight %v: lane %d differs from one instance", name, part, lane)
				}
			}
		}
	}
}
