package pose_test

import (
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// palettesOf are the palettes of a block, a stride apart.
func palettesOf(t *testing.T, l *pose.Layout, block []float32) []float32 {
	t.Helper()
	stride := l.PaletteStride()
	p := make([]float32, simd.Lanes*stride)
	must.Do(t, l.ToPalettes(simd.Palettes{Values: p, Stride: stride}, block, make([]float32, l.ScratchValues())))
	return p
}

// alike fails where two blocks do not look the same.
func alike(t *testing.T, what string, l *pose.Layout, got, want []float32) {
	t.Helper()
	p, q := palettesOf(t, l, got), palettesOf(t, l, want)
	for i := range p {
		if d := math.Abs(float64(p[i] - q[i])); !(d < 1e-4*max(1, math.Abs(float64(q[i])))) {
			t.Fatalf("%s: value %d of the palettes is %v, want %v", what, i, p[i], q[i])
		}
	}
}

func weights(w float32) *[simd.Lanes]float32 {
	var a [simd.Lanes]float32
	for i := range a {
		a[i] = w
	}
	return &a
}

// sampled are blocks of lanes anywhere in a bank, with quaternions of unit length.
func sampled(t *testing.T, l *pose.Layout, bank *soa.Bank, blocks int) [][]float32 {
	t.Helper()
	out := make([][]float32, blocks)
	for b, at := range places(bank, blocks) {
		out[b] = make([]float32, l.BlockValues())
		must.Do(t, l.SampleRows(out[b], l.BankRows(bank), &at))
		for c := range l.Rotations() {
			column := out[b][l.BlockRow(c):]
			for i := range 4 * simd.Lanes {
				column[i] *= float32(math.Sqrt(float64(column[4*simd.Lanes+i%simd.Lanes])))
			}
			for lane := range simd.Lanes {
				x, y, z, w := column[lane], column[simd.Lanes+lane], column[2*simd.Lanes+lane], column[3*simd.Lanes+lane]
				column[4*simd.Lanes+lane] = 1 / ((float32(x*x) + float32(y*y)) + (float32(z*z) + float32(w*w)))
			}
		}
	}
	return out
}

// The difference of a pose from the rest pose makes the pose of the rest pose, and
// taken away from it the rest pose; of a pose at rest it is nothing.
func TestAdd(t *testing.T) {
	for name, bank := range banks(t) {
		l := newLayout(t, bank)
		a, still, block := sampled(t, l, bank, 1)[0], make([]float32, l.BlockValues()), make([]float32, l.BlockValues())
		must.Do(t, l.Reset(still))
		copy(block, still)
		must.Do(t, l.Add(block, a, weights(1), nil))
		alike(t, name+": rest and a difference", l, block, a)
		for lane := range simd.Lanes {
			row := slices.Clone(bank.Rest)
			must.Do(t, l.AddRow(row, rowOf(l, a, lane), 1, nil))
			if !slices.Equal(bits(row), bits(rowOf(l, block, lane))) {
				t.Fatalf("%s: lane %d differs from one instance", name, lane)
			}
		}
		must.Do(t, l.Add(block, a, weights(-1), nil))
		alike(t, name+": and back", l, block, still)
		copy(block, a)
		must.Do(t, l.Add(block, still, weights(1), nil))
		alike(t, name+": no difference", l, block, a)
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
		must.Do(t, l.Accumulate(lower, b, weights(2.5), nil, true)) // of any length
		must.Do(t, l.Finish(lower, 1))
		for _, part := range []float32{0, 0.25, 0.5, 1, 3} {
			must.Do(t, l.Accumulate(sum, a, weights(part), nil, true))
			must.Do(t, l.FinishOver(sum, lower, 0.5))
			covers := min(part/0.5, 1)
			must.Do(t, l.Accumulate(mean, a, weights(covers), nil, true))
			must.Do(t, l.Accumulate(mean, b, weights(1-covers), nil, false))
			must.Do(t, l.Finish(mean, 1))
			alike(t, name, l, sum, mean)
			if part == 0 && !slices.Equal(bits(sum), bits(lower)) {
				t.Errorf("%s: without weight the bits change", name)
			}
			for lane := range simd.Lanes {
				row := make([]float32, l.SumValues())
				must.Do(t, l.AccumulateRow(row, rowOf(l, a, lane), part, nil, true))
				must.Do(t, l.OverRow(row, rowOf(l, lower, lane), 0.5))
				if !slices.Equal(bits(row[:l.RowValues()]), bits(rowOf(l, sum, lane))) {
					t.Fatalf("%s, weight %v: lane %d differs from one instance", name, part, lane)
				}
			}
		}
	}
}
