package kernel

import (
	"errors"
	"fmt"
	"github.com/sinew-anim/sinew/native/simd"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// blendCase is poses of a layout to be blended, in blocks and in rows.
type blendCase struct {
	c               simd.Columns
	blocks          [][]float32
	rows            [][simd.Lanes][]float32 // per pose and lane
	weight          [][simd.Lanes]float32
	mask            [][]float32
	rest, reference []float32
	threshold       float32
	offsets         *simd.Offsets
}

func newBlendCase(r *rand.Rand, rotations, others, poses int) *blendCase {
	b := &blendCase{c: simd.Columns{Rotations: rotations, Others: others}}
	quad := func(column int) [4]float32 {
		q := [4]float32{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5, 1}
		if column < rotations {
			q[3] = r.Float32() - 0.5
		}
		return q
	}
	row := func() []float32 {
		v := make([]float32, 0, b.c.RowValues())
		for column := range rotations + others {
			q := quad(column)
			v = append(v, q[:]...)
		}
		return v
	}
	b.rest, b.reference, b.threshold = row(), row(), []float32{1, 0.1, 2}[poses%3]
	for p := range poses {
		block, rows := make([]float32, PoseValues(b.c)), [simd.Lanes][]float32{}
		var weight [simd.Lanes]float32
		for l := range simd.Lanes {
			rows[l], weight[l] = row(), float32(r.IntN(5))/4
			for column := range rotations + others {
				for k := range 4 {
					block[ColumnStart(b.c, column)+k*simd.Lanes+l] = rows[l][4*column+k]
				}
			}
		}
		var mask []float32
		if p%2 == 1 {
			for range rotations + others {
				mask = append(mask, float32(r.IntN(3))/2)
			}
		}
		b.blocks, b.rows, b.weight, b.mask = append(b.blocks, block), append(b.rows, rows), append(b.weight, weight), append(b.mask, mask)
	}
	return b
}

// shortSquare is the square of the length below which the rotation of a sum is short.
const shortSquare = 0.5

func dot4(x, y, z, w float32, r *[4]float32) float32 {
	return (float32(x*r[0]) + float32(y*r[1])) + (float32(z*r[2]) + float32(w*r[3]))
}

// sumPose16Go and sumRowGo are the definitions of AccumulatePose16 and AccumulateRow.
func sumPose16Go(sum, pose []float32, c simd.Columns, weight *[simd.Lanes]float32, mask, reference []float32, first bool) {
	if !first {
		accumulatePose16Go(sum, pose, c, weight, mask, reference)
		return
	}
	clearMasked(sum, c, mask)
	beginPose16Go(sum, pose, c, weight, mask, reference)
}

func sumRowGo(sum, row []float32, c simd.Columns, weight float32, mask, reference []float32, first bool) {
	if first {
		beginRowGo(sum, row, c, weight, mask, reference)
	} else {
		accumulateRowGo(sum, row, c, weight, mask, reference)
	}
}

// still is the rest pose with its rotations in the hemisphere of the reference.
func (b *blendCase) still() []float32 {
	still := slices.Clone(b.rest)
	for i := 0; i < 4*b.c.Rotations; i += 4 {
		q := still[i : i+4]
		if dot4(q[0], q[1], q[2], q[3], (*[4]float32)(b.reference[i:])) < 0 {
			for k := range q {
				q[k] = -q[k]
			}
		}
	}
	return still
}

// evened is the weight of a quaternion in a sum, a little more where that is a little
// short.
func evened(weight float64, q [4]float64) float64 {
	if weight == 1 {
		return weight
	}
	return weight * (1.5 - (q[0]*q[0]+q[1]*q[1]+q[2]*q[2]+q[3]*q[3])/2)
}

// expected blends one lane in float64, straight from the mathematics.
func (b *blendCase) expected(lane, column int) (v [4]float64, rotation bool) {
	rotation = column < b.c.Rotations
	total := 0.
	add := func(row []float32, weight float64) {
		sign := 1.
		if rotation {
			dot := 0.
			for k := range 4 {
				dot += float64(row[4*column+k]) * float64(b.reference[4*column+k])
			}
			if dot < 0 {
				sign = -1
			}
		}
		for k := range 4 {
			v[k] += sign * weight * float64(row[4*column+k])
		}
	}
	for p := range b.blocks {
		m := 1.
		if b.mask[p] != nil {
			m = float64(b.mask[p][column])
		}
		weight := float64(b.weight[p][lane]) * m
		total += weight
		if rotation {
			var q [4]float64
			for k := range q {
				q[k] = float64(b.rows[p][lane][4*column+k])
			}
			weight = evened(weight, q)
		}
		add(b.rows[p][lane], weight)
	}
	if t := float64(b.threshold); total < t {
		add(b.rest, t-total)
		total = t
	}
	if !rotation {
		for k := range v {
			v[k] /= total
		}
	} else if q := quaternion(v); q.dot(q) < shortSquare {
		v = q.unit()
	}
	return v, rotation
}

// A blend is the weighted mean of its poses, with the rest pose for what is missing
// of the threshold, and one instance has the bits of a lane.
func TestBlend(t *testing.T) {
	for seed, size := range [][3]int{{4, 0, 1}, {4, 4, 2}, {16, 8, 3}, {68, 12, 4}, {1000, 4, 2}, {0, 0, 1}} {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		b := newBlendCase(r, size[0], size[1], size[2])
		sum := make([]float32, PoseValues(b.c))
		var rows [simd.Lanes][]float32
		for l := range rows {
			rows[l] = make([]float32, SumValues(b.c))
		}
		for p := range b.blocks {
			errs := []error{AccumulatePose16(sum, b.blocks[p], b.c, &b.weight[p], b.mask[p], b.reference, p == 0)}
			for l := range rows {
				errs = append(errs, AccumulateRow(rows[l], b.rows[p][l], b.c, b.weight[p][l], b.mask[p], b.reference, p == 0))
			}
			if err := errors.Join(errs...); err != nil {
				t.Fatal(err)
			}
		}
		if err := FinishPose16(sum, b.c, b.still(), b.threshold); err != nil {
			t.Fatal(err)
		}
		for l := range rows {
			if err := FinishRow(rows[l], b.c, b.still(), b.threshold); err != nil {
				t.Fatal(err)
			}
			for column := range b.c.Rotations + b.c.Others {
				want, rotation := b.expected(l, column)
				what := fmt.Sprintf("%v, lane %d, column %d", size, l, column)
				length := 0.
				for k := range 4 {
					got := sum[ColumnStart(b.c, column)+k*simd.Lanes+l]
					if math.Float32bits(got) != math.Float32bits(rows[l][4*column+k]) {
						t.Fatalf("%s: component %d is %v in a block and %v in a row", what, k, got, rows[l][4*column+k])
					}
					if d := math.Abs(float64(got) - want[k]); d > 1e-6 {
						t.Fatalf("%s: component %d is %v, want %v", what, k, got, want[k])
					}
					length += float64(got) * float64(got)
				}
				if !rotation {
					continue
				}
				if inverse := float64(sum[ColumnStart(b.c, column)+(rotationRows-1)*simd.Lanes+l]); math.Abs(inverse*length-1) > 1e-5 {
					t.Fatalf("%s: 1/|q|² is %v, the length %v", what, inverse, math.Sqrt(length))
				}
			}
		}
	}
}

// Every instruction set gives the bits of plain Go, of values that make no sense too.
func TestBlendBits(t *testing.T) {
	eachISA(t, func(t *testing.T) {
		for seed, size := range [][3]int{{0, 0, 1}, {4, 0, 2}, {0, 4, 2}, {16, 8, 3}, {68, 12, 4}, {1000, 4, 2}} {
			r := rand.New(rand.NewPCG(uint64(seed), 12))
			b := newBlendCase(r, size[0], size[1], size[2])
			if seed%2 == 1 {
				s := shape{values: "wild"}
				for p := range b.blocks {
					for i := range b.blocks[p] {
						b.blocks[p][i] = s.value(r)
					}
					for _, row := range b.rows[p] {
						for i := range row {
							row[i] = s.value(r)
						}
					}
					for l := range b.weight[p] {
						b.weight[p][l] = s.value(r)
					}
					for column := range b.mask[p] {
						b.mask[p][column] *= float32(column%3 - 1) // 0 of either sign
					}
				}
			}
			whole, sum := guarded(PoseValues(b.c), seed)
			wholeRow, row := guarded(SumValues(b.c), seed)
			want, wantRow := make([]float32, len(sum)), make([]float32, len(row))
			for p := range b.blocks {
				first := p == 0 || p == 1 && seed > 3 // the second has a mask
				if err := AccumulatePose16(sum, b.blocks[p], b.c, &b.weight[p], b.mask[p], b.reference, first); err != nil {
					t.Fatal(err)
				}
				sumPose16Go(want, b.blocks[p], b.c, &b.weight[p], b.mask[p], b.reference, first)
				sameBits(t, fmt.Sprintf("%v: sum of %d", size, p+1), sum, want)
				l := r.IntN(simd.Lanes)
				if err := AccumulateRow(row, b.rows[p][l], b.c, b.weight[p][l], b.mask[p], b.reference, first); err != nil {
					t.Fatal(err)
				}
				sumRowGo(wantRow, b.rows[p][l], b.c, b.weight[p][l], b.mask[p], b.reference, first)
				sameBits(t, fmt.Sprintf("%v: row of %d", size, p+1), row, wantRow)
			}
			if seed%2 == 1 { // some sums of weights are no numbers
				for column := range b.c.Rotations + b.c.Others {
					i, at := 4*column+3, ColumnStart(b.c, column)+3*simd.Lanes
					if column < b.c.Rotations {
						i, at = b.c.RowValues()+column, at+simd.Lanes
					}
					l, v := at+r.IntN(simd.Lanes), float32(math.NaN())
					sum[l], want[l] = v, v
					if column%3 == 0 {
						row[i], wantRow[i] = v, v
					}
				}
			}
			if err := FinishRow(row, b.c, b.still(), b.threshold); err != nil {
				t.Fatal(err)
			}
			finishRowGo(wantRow, b.c, b.still(), b.threshold)
			sameBits(t, fmt.Sprintf("%v: row", size), row, wantRow)
			untouched(t, "row", wholeRow, row)
			if err := FinishPose16(sum, b.c, b.still(), b.threshold); err != nil {
				t.Fatal(err)
			}
			finishPose16Go(want, b.c, b.still(), b.threshold)
			sameBits(t, fmt.Sprintf("%v: pose", size), sum, want)
			untouched(t, "sum", whole, sum)
		}
	})
}

// One pose of weight 1 keeps its bits, but for the sign of a rotation, where that is not short.
func TestBlendOfOne(t *testing.T) {
	b := newBlendCase(rand.New(rand.NewPCG(5, 5)), 16, 8, 1)
	for i := range b.blocks[0][:ColumnStart(b.c, b.c.Rotations)] {
		b.blocks[0][i] *= 32
	}
	for i := range b.weight[0] {
		b.weight[0][i] = 1
	}
	sum := make([]float32, PoseValues(b.c))
	err := errors.Join(AccumulatePose16(sum, b.blocks[0], b.c, &b.weight[0], nil, b.reference, true), FinishPose16(sum, b.c, b.still(), 1))
	if err != nil {
		t.Fatal(err)
	}
	for column := range b.c.Rotations + b.c.Others {
		for k := range 4 * simd.Lanes {
			i := ColumnStart(b.c, column) + k
			got, want := sum[i], b.blocks[0][i]
			if got != want && (column >= b.c.Rotations || got != -want) || isMinusZero(got) {
				t.Fatalf("column %d: %v, want %v", column, got, want)
			}
		}
	}
}

func isMinusZero(v float32) bool { return v == 0 && math.Signbit(float64(v)) }

// Lanes whose weights are 0 have the bits of the sum without their poses, zeros too,
// and a lane without any weight is the rest pose, with a threshold of 0 too.
func TestBlendOfAbsent(t *testing.T) {
	eachISA(t, func(t *testing.T) {
		for _, threshold := range []float32{1, 0.3, 0} {
			b := newBlendCase(rand.New(rand.NewPCG(6, 5)), 16, 8, 3)
			for p := range b.blocks {
				b.mask[p] = nil
				for i := range b.blocks[p] {
					if i%3 == 0 {
						b.blocks[p][i] *= 0 // of either sign
					}
				}
				for l := range b.weight[p] {
					b.weight[p][l] = 0.75 * float32((l>>p)&1) // lane l has the poses of its bits
				}
			}
			sum := func(poses ...int) []float32 {
				s := make([]float32, PoseValues(b.c))
				for i, p := range poses {
					if err := AccumulatePose16(s, b.blocks[p], b.c, &b.weight[p], nil, b.reference, i == 0); err != nil {
						t.Fatal(err)
					}
				}
				if err := FinishPose16(s, b.c, b.still(), threshold); err != nil {
					t.Fatal(err)
				}
				return s
			}
			whole := sum(0, 1, 2)
			for lane, poses := range [8][]int{{2}, {0}, {1}, {0, 1}, {2}, {0, 2}, {1, 2}, {0, 1, 2}} {
				some := sum(poses...)
				for i := lane; i < len(whole); i += simd.Lanes {
					if math.Float32bits(whole[i]) != math.Float32bits(some[i]) || isMinusZero(whole[i]) {
						t.Fatalf("threshold %v, lane %d: value %d is %v, with poses %v alone %v", threshold, lane, i, whole[i], poses, some[i])
					}
				}
			}
			rest := laneOf(whole, b.c, 0)
			for column := range b.c.Rotations {
				sameRotation(t, fmt.Sprintf("threshold %v: column %d of no weight", threshold, column), quadOf(rest, column), quadOf(b.rest, column))
			}
			for i := 4 * b.c.Rotations; i < b.c.RowValues(); i++ {
				if got, want := rest[i], b.rest[i]; math.Abs(float64(got-want)) > 1e-6 {
					t.Fatalf("threshold %v: value %d of no weight is %v, want %v", threshold, i, got, want)
				}
			}
		}
	})
}
