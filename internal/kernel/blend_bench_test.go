package kernel

import (
	"fmt"
	"github.com/sinew-anim/sinew/native/simd"
	"math/rand/v2"
	"testing"
)

// calm makes rotations unit quaternions of not much, as those of clips are for the most
// part: hardly any mean of them is short.
func (b *blendCase) calm() {
	calm := func(row []float32, column int) quaternion {
		q := quadOf(row, column).unit().plus(quaternion{3: 2}).unit()
		for k, v := range q {
			row[4*column+k] = float32(v)
		}
		return q
	}
	for column := range b.c.Rotations {
		calm(b.rest, column)
		calm(b.reference, column)
		for p := range b.rows {
			for l, row := range b.rows[p] {
				to := b.blocks[p][ColumnStart(b.c, column)+l:]
				for k, v := range calm(row, column) {
					to[k*simd.Lanes] = float32(v)
				}
				to[4*simd.Lanes] = 1
			}
		}
	}
}

// BenchmarkBlend measures the stages that combine poses, of 16 instances and of one.
func BenchmarkBlend(b *testing.B) {
	const joints = 67
	c := newComposeCase(rand.New(rand.NewPCG(1, 2)), 68, 4, 2)
	c.calm()
	aligned := func(v []float32) []float32 { return append(simd.AlignedFloat32(len(v))[:0], v...) }
	pose, other, sum, still := aligned(c.blocks[0]), aligned(c.blocks[1]), simd.AlignedFloat32(PoseValues(c.c)), c.still()
	row, rowSum := aligned(c.rows[1][0]), simd.AlignedFloat32(SumValues(c.c))
	for l := range simd.Lanes {
		c.weight[0][l] = 0.25
		c.weight[1][l], c.offsets.F[l], c.offsets.G[l], c.offsets.H[l] = 1e-9, 1e-9, 0, 0 // what is added again and again stays finite
	}
	weight := &c.weight[1]
	for i := range c.c.Rotations {
		rowSum[c.c.RowValues()+i] = 0.5
	}
	for _, isa := range simd.ISAs() {
		for _, stage := range []struct {
			name      string
			instances int
			run       func() error
		}{
			{"Accumulate", simd.Lanes, func() error { return AccumulatePose16(sum, pose, c.c, &c.weight[0], nil, c.reference, false) }},
			{"Finish", simd.Lanes, func() error { return FinishPose16(sum, c.c, still, 1) }},
			{"Over", simd.Lanes, func() error { return OverPose16(sum, other, c.c, c.reference, 1) }},
			{"Add", simd.Lanes, func() error { return AddPose16(pose, other, c.c, weight, nil, c.rest) }},
			{"Offset", simd.Lanes, func() error { return OffsetPose16(pose, pose, c.c, c.offsets) }},
			{"AccumulateRow", 1, func() error { return AccumulateRow(rowSum, row, c.c, 0.25, nil, c.reference, false) }},
			{"FinishRow", 1, func() error { return FinishRow(rowSum, c.c, still, 1) }},
			{"OverRow", 1, func() error { return OverRow(rowSum, row, c.c, c.reference, 1) }},
			{"AddRow", 1, func() error { return AddRow(rowSum, row, c.c, 1e-9, nil, c.rest) }},
			{"OffsetRow", 1, func() error { return OffsetRow(row, c.offsets.Values[1:], c.c, 1e-9, 0, 0) }},
		} {
			b.Run(fmt.Sprintf("stage=%s/simd=%s", stage.name, isa), func(b *testing.B) {
				restore, err := simd.Use(isa)
				if err != nil {
					b.Fatal(err)
				}
				defer restore()
				b.ReportAllocs()
				for b.Loop() {
					if stage.name[0] == 'F' || stage.name[0] == 'O' {
						sum[4*simd.Lanes] = 0.5 // a weight, in place of 1/|q|²
					}
					if err := stage.run(); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*stage.instances*joints), "ns/joint")
			})
		}
	}
}
