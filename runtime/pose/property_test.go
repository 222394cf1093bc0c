package pose_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// program is stages that make the poses of a block: groups of layers, each over the one
// before, and differences added to them.
type program struct {
	l         *pose.Layout
	groups    [][]layer
	added     []layer
	threshold float32
}

// layer is a pose per lane, with a weight per lane and column.
type layer struct {
	rows    [simd.Lanes][]float32
	weight  [simd.Lanes]float32
	columns []float32
}

// randomTRS is a pose with zeros of both signs in it.
func randomTRS(r *rand.Rand, joints int) trs {
	some := func(n int, center float32) []float32 {
		v := make([]float32, n)
		for i := range v {
			switch v[i] = center + r.Float32() - 0.5; r.IntN(8) {
			case 0:
				v[i] = float32(math.Copysign(0, -1))
			case 1:
				v[i] = 0
			}
		}
		return v
	}
	p := trs{T: some(3*joints, 0), Q: some(4*joints, 0), S: some(3*joints, 1)}
	for j := range joints {
		p.Q[4*j+r.IntN(4)] = 0.75
		q := quat(p.Q[4*j:]).Unit()
		for k, v := range q {
			p.Q[4*j+k] = float32(v)
		}
	}
	return p
}

func newProgram(t *rapid.T, tb testing.TB) *program {
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	joints := rapid.IntRange(1, 9).Draw(t, "joints")
	rest := randomTRS(r, joints)
	p := &program{l: layoutOf(tb, rest, []trs{rest}), threshold: rapid.SampledFrom([]float32{1, 0.1, 0}).Draw(t, "threshold")}
	newLayer := func(least float32) (l layer) {
		weights := rapid.SliceOfN(rapid.SampledFrom([]float32{0, 0, 1, 0.25, 0.3, 1.5, -0.5}), simd.Lanes, simd.Lanes).Draw(t, "weights")
		for lane, w := range weights {
			l.rows[lane], l.weight[lane] = rowFrom(p.l.Layout, randomTRS(r, joints)), max(w, least)
		}
		if rapid.Bool().Draw(t, "masked") {
			l.columns = make([]float32, p.l.Columns())
			for c := range l.columns {
				l.columns[c] = float32(r.IntN(3)) / 2
			}
		}
		return l
	}
	for range rapid.IntRange(1, 3).Draw(t, "groups") {
		var group []layer
		for range rapid.IntRange(1, 3).Draw(t, "layers") {
			group = append(group, newLayer(0))
		}
		p.groups = append(p.groups, group)
	}
	for range rapid.IntRange(0, 2).Draw(t, "added") {
		p.added = append(p.added, newLayer(-1))
	}
	return p
}

// block is the layer's poses as a block.
func (a *layer) block(l *pose.Layout) []float32 {
	block := make([]float32, l.BlockValues())
	for lane, row := range a.rows {
		whole := blockOf(l, row)
		for i := lane; i < len(block); i += simd.Lanes {
			block[i] = whole[i]
		}
	}
	return block
}

// run makes the poses of the block.
func (p *program) run(tb testing.TB) []float32 {
	var lower []float32
	for _, group := range p.groups {
		sum := make([]float32, p.l.BlockValues())
		for i := range group {
			must.Do(tb, p.l.Accumulate(sum, group[i].block(p.l), &group[i].weight, group[i].columns, i == 0))
		}
		if lower == nil {
			must.Do(tb, p.l.Finish(sum, p.threshold))
		} else {
			must.Do(tb, p.l.FinishOver(sum, lower, p.threshold))
		}
		lower = sum
	}
	for i := range p.added {
		must.Do(tb, p.l.Add(lower, p.added[i].block(p.l), &p.added[i].weight, p.added[i].columns))
	}
	return lower
}

// runLane makes the pose of one lane of the layers that it has a weight of.
func (p *program) runLane(tb testing.TB, lane int) []float32 {
	var lower []float32
	for g, group := range p.groups {
		sum, first := make([]float32, p.l.SumValues()), true
		for i := range group {
			if w := group[i].weight[lane]; w != 0 {
				must.Do(tb, p.l.AccumulateRow(sum, group[i].rows[lane], w, group[i].columns, first))
				first = false
			}
		}
		switch {
		case first && g > 0: // nothing: the pose below stays
			continue
		case g == 0:
			must.Do(tb, p.l.FinishRow(sum, p.threshold))
		default:
			must.Do(tb, p.l.OverRow(sum, lower, p.threshold))
		}
		lower = sum[:p.l.RowValues()]
	}
	for i := range p.added {
		if w := p.added[i].weight[lane]; w != 0 {
			must.Do(tb, p.l.AddRow(lower, p.added[i].rows[lane], w, p.added[i].columns))
		}
	}
	return lower
}

// Whatever the layers of a block's lanes are: a lane's bits are those of one instance
// that has the layers which have a weight in the lane, with every instruction set, and
// no value is −0 or not a number.
func TestLayersOfABlock(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := newProgram(rt, t)
		for _, isa := range simd.ISAs() {
			restore, err := simd.Use(isa)
			must.Do(t, err)
			block := p.run(t)
			for lane := range simd.Lanes {
				got, want := rowOf(p.l, block, lane), p.runLane(t, lane)
				for i, v := range got {
					if math.Float32bits(v) != math.Float32bits(want[i]) || v != v || v == 0 && math.Signbit(float64(v)) {
						rt.Fatalf("%v, lane %d: value %d is %v, alone %v", isa, lane, i, v, want[i])
					}
				}
			}
			restore()
		}
	})
}

// A mask of 1 is no mask; what a mask of 0 covers stays as it is, of a sum and of a
// pose that a difference is added to; the order of two layers does not matter; a layer
// of weight 1 alone keeps its values, rotations up to their sign. All to the bit.
func TestLayerIdentities(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := newProgram(rt, t)
		l, a := p.l, &p.groups[0][0]
		b := layer{rows: a.rows, weight: a.weight, columns: a.columns}
		slices.Reverse(b.rows[:])
		ones, none := make([]float32, l.Columns()), make([]float32, l.Columns())
		for c := range ones {
			ones[c] = 1
		}
		sum := func(layers ...*layer) []float32 {
			out := make([]float32, l.BlockValues())
			for i, x := range layers {
				must.Do(t, l.Accumulate(out, x.block(l), &x.weight, x.columns, i == 0))
			}
			return out
		}
		same := func(what string, x, y []float32) {
			for i := range x {
				if math.Float32bits(x[i]) != math.Float32bits(y[i]) {
					rt.Fatalf("%s: value %d is %v, want %v", what, i, x[i], y[i])
				}
			}
		}
		finished := func(x []float32) []float32 { must.Do(t, l.Finish(x, p.threshold)); return x }
		same("two layers in another order", finished(sum(a, &b)), finished(sum(&b, a)))
		same("a mask of 1", sum(&layer{a.rows, a.weight, nil}), sum(&layer{a.rows, a.weight, ones}))
		same("a mask of 0", finished(sum(a, &layer{b.rows, b.weight, none})), finished(sum(a)))

		base := finished(sum(a))
		with := func(columns []float32) []float32 {
			out := slices.Clone(base)
			must.Do(t, l.Add(out, b.block(l), weights(0.5), columns))
			return out
		}
		same("a difference with a mask of 1", with(ones), with(nil))
		same("a difference with a mask of 0", with(none), base)

		alone := sum(&layer{a.rows, *weights(1), nil})
		must.Do(t, l.Finish(alone, 1))
		for lane := range simd.Lanes {
			for i, v := range rowOf(l, alone, lane) {
				if want := a.rows[lane][i]; v != want && (i >= 4*l.Rotations() || v != -want) {
					rt.Fatalf("%s: value %d is %v, want %v", fmt.Sprintf("lane %d alone", lane), i, v, want)
				}
			}
		}
	})
}
