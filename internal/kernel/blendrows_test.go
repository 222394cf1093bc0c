package kernel

import (
	"errors"
	"github.com/sinew-anim/sinew/native/simd"
	"math/rand/v2"
	"testing"
)

// Poses of rows that are blended as they are sampled have the bits of the stages.
func TestBlendRows16IsItsStages(t *testing.T) {
	eachISA(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(8, 8))
		for n := range 60 {
			b := newBlendCase(r, 4*r.IntN(5), 4*r.IntN(3), 1+n%maxWeightedRows)
			rows, parts := b.weightedRows(r)
			if n%3 == 0 { // four columns that a mask leaves out
				for k := range parts {
					for c := range min(4, len(parts[k].Mask)) {
						parts[k].Mask[c] = 0
					}
				}
			}
			values := PoseValues(b.c)
			want, pose := make([]float32, values), make([]float32, values)
			if values > 0 {
				for k := range parts {
					sampleRows16Go(pose, rows, parts[k].At)
					sumPose16Go(want, pose, b.c, parts[k].Weight, parts[k].Mask, b.reference, k == 0)
				}
				finishPose16Go(want, b.c, b.still(), b.threshold)
			}
			whole, got := guarded(values, 0)
			if err := BlendRows16(got, rows, parts, b.still(), b.reference, b.threshold, pose); err != nil {
				t.Fatal(err)
			}
			untouched(t, "BlendRows16", whole, got)
			sameBits(t, "BlendRows16", got, want)
			b.oneOfRows(t, rows, parts, n%simd.Lanes, got)
		}
	})
}

// oneOfRows holds BlendRows1 to a lane of a block.
func (b *blendCase) oneOfRows(t *testing.T, rows *simd.Rows, parts []simd.WeightedRows, lane int, block []float32) {
	t.Helper()
	var list []simd.WeightedRow
	for _, p := range parts {
		list = append(list, simd.WeightedRow{Row: p.At.Row[lane], Alpha: p.At.Alpha[lane], Weight: p.Weight[lane], Mask: p.Mask})
	}
	n := b.c.RowValues()
	whole, sum := guarded(SumValues(b.c), lane)
	if err := BlendRows1(sum, rows, list, b.still(), b.reference, b.threshold, make([]float32, n)); err != nil {
		t.Fatal(err)
	}
	want := make([]float32, n)
	for i := range want {
		want[i] = block[ColumnStart(b.c, i/4)+i%4*simd.Lanes+lane]
	}
	untouched(t, "BlendRows1", whole, sum)
	sameBits(t, "BlendRows1", sum[:n], want)
}

// weightedRows are the poses of a case as rows of a bank.
func (b *blendCase) weightedRows(r *rand.Rand) (*simd.Rows, []simd.WeightedRows) {
	rows := &simd.Rows{Columns: b.c, Stride: b.c.RowValues()}
	var parts []simd.WeightedRows
	for p := range b.rows {
		at := new(simd.Frames)
		for l := range simd.Lanes {
			at.Row[l], at.Alpha[l] = int64(len(rows.Values)), r.Float32()
			rows.Values = append(rows.Values, b.rows[p][l]...)
		}
		parts = append(parts, simd.WeightedRows{At: at, Weight: &b.weight[p], Mask: b.mask[p]})
	}
	rows.Values = append(rows.Values, b.rest...)
	return rows, parts
}

func TestBlendRows16Refuses(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	b := newBlendCase(r, 8, 4, 2)
	pose := make([]float32, PoseValues(b.c))
	for name, wrong := range map[string]func(rows *simd.Rows, parts *[]simd.WeightedRows, sum, scratch *[]float32){
		"no part": func(_ *simd.Rows, p *[]simd.WeightedRows, _, _ *[]float32) { *p = nil },
		"many parts": func(_ *simd.Rows, p *[]simd.WeightedRows, _, _ *[]float32) {
			*p = make([]simd.WeightedRows, maxWeightedRows+1)
		},
		"a short mask":  func(_ *simd.Rows, p *[]simd.WeightedRows, _, _ *[]float32) { (*p)[1].Mask = (*p)[1].Mask[1:] },
		"a row outside": func(_ *simd.Rows, p *[]simd.WeightedRows, _, _ *[]float32) { (*p)[1].At.Row[3] = -1 },
		"a short sum":   func(_ *simd.Rows, _ *[]simd.WeightedRows, s, _ *[]float32) { *s = (*s)[1:] },
		"a short pose":  func(_ *simd.Rows, _ *[]simd.WeightedRows, _, p *[]float32) { *p = (*p)[1:] },
	} {
		rows, parts := b.weightedRows(r)
		sum, scratch := make([]float32, len(pose)), pose
		wrong(rows, &parts, &sum, &scratch)
		if err := BlendRows16(sum, rows, parts, b.still(), b.reference, 1, scratch); !errors.Is(err, simd.ErrLength) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBlendRows1Refuses(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	b := newBlendCase(r, 8, 4, 2)
	rows, _ := b.weightedRows(r)
	n := b.c.RowValues()
	for name, wrong := range map[string]func(rows *simd.Rows, parts *[]simd.WeightedRow, sum, scratch *[]float32){
		"no part": func(_ *simd.Rows, p *[]simd.WeightedRow, _, _ *[]float32) { *p = nil },
		"many parts": func(_ *simd.Rows, p *[]simd.WeightedRow, _, _ *[]float32) {
			*p = make([]simd.WeightedRow, maxWeightedRows+1)
		},
		"a short mask":  func(_ *simd.Rows, p *[]simd.WeightedRow, _, _ *[]float32) { (*p)[0].Mask = make([]float32, 3) },
		"a row outside": func(r *simd.Rows, p *[]simd.WeightedRow, _, _ *[]float32) { (*p)[0].Row = int64(len(r.Values) - n) },
		"a row before":  func(_ *simd.Rows, p *[]simd.WeightedRow, _, _ *[]float32) { (*p)[0].Row = -1 },
		"close rows":    func(r *simd.Rows, _ *[]simd.WeightedRow, _, _ *[]float32) { r.Stride = n - 4 },
		"a short sum":   func(_ *simd.Rows, _ *[]simd.WeightedRow, s, _ *[]float32) { *s = (*s)[1:] },
		"a short pose":  func(_ *simd.Rows, _ *[]simd.WeightedRow, _, p *[]float32) { *p = (*p)[1:] },
	} {
		of, parts := *rows, []simd.WeightedRow{{Weight: 1}}
		sum, scratch := make([]float32, SumValues(b.c)), make([]float32, n)
		wrong(&of, &parts, &sum, &scratch)
		if err := BlendRows1(sum, &of, parts, b.still(), b.reference, 1, scratch); !errors.Is(err, simd.ErrLength) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func BenchmarkBlendRows(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 7))
	c := newBlendCase(r, 68, 4, 2)
	c.calm()
	rows, parts := c.weightedRows(r)
	sum, pose, still := simd.AlignedFloat32(PoseValues(c.c)), simd.AlignedFloat32(PoseValues(c.c)), c.still()
	list := []simd.WeightedRow{{Row: parts[0].At.Row[0], Alpha: 0.5, Weight: 0.3, Mask: nil}, {Row: parts[1].At.Row[1], Alpha: 0.5, Weight: 0.7, Mask: nil}}
	for _, k := range []struct {
		name string
		run  func()
	}{
		{"fused", func() { blendRows16(sum, rows, parts, still, c.reference, 1, pose) }},
		{"staged", func() { blendRowsStaged(sum, rows, parts, still, c.reference, 1, pose) }},
		{"fused row", func() { blendRows1(sum, rows, list, still, c.reference, 1, pose) }},
		{"staged row", func() { blendRows1Staged(sum, rows, list, still, c.reference, 1, pose) }},
	} {
		for _, isa := range simd.ISAs() {
			b.Run(k.name+"/simd="+isa.String(), func(b *testing.B) {
				restore, err := simd.Use(isa)
				if err != nil {
					b.Fatal(err)
				}
				defer restore()
				for range b.N {
					k.run()
				}
			})
		}
	}
}
