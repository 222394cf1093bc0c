package kernel

import (
	"fmt"
	"github.com/sinew-anim/sinew/native/simd"
	"math"
	"math/rand/v2"
	"testing"
)

// residues are how much is left of rotations that cancel each other but for this: lengths whose
// square is next to that of short rotations, on either side, those that are next to none, and
// what is long. Each is that of a lane and a column.
func residues() []float32 {
	list := []float32{
		1, 0.9, 0.8, 0.75, 0.71, 1, 1, 1, // a register of quads that are long
		0, 1e-30, 1e-19, // whose squares are no normal numbers
		2e-19, 1e-12, 1e-6, 1e-3, 0.3, 0.7,
	}
	edge := math.Float32bits(float32(math.Sqrt(shortSquare)))
	for ulps := range uint32(7) {
		list = append(list, math.Float32frombits(edge+ulps-3))
	}
	return list
}

// residueOf is that of a lane and a column.
func residueOf(lane, column int) float32 {
	list := residues()
	return list[(5*lane+column)%len(list)]
}

// towards are directions of residues, with and without a w that tells that they are long.
var towards = [...][4]float32{{0, 0, 0, 1}, {0.6, 0, 0, 0.8}, {-0.8, 0, 0.36, 0.48}, {0.36, 0, -0.8, 0.48}}

// cancelling are poses of which halves cancel each other but for residues, with zeros of
// either sign.
func cancelling(rotations int) *blendCase {
	b := newBlendCase(rand.New(rand.NewPCG(6, 6)), rotations, 4, 2)
	b.threshold, b.mask[1] = 1, nil
	for i := range b.reference {
		b.reference[i] = float32(i % 4 / 3) // no rotation
	}
	for l := range simd.Lanes {
		b.weight[0][l], b.weight[1][l] = 0.5, 0.5
		for column := range rotations {
			left := residueOf(l, column)
			y := float32(math.Sqrt(1 - float64(left)*float64(left)))
			for p, y := range [2]float32{y, -y} {
				q := towards[(l+column/4)%len(towards)]
				for k := range q {
					q[k] *= left
				}
				if q[1] = y; column%2 == 1 {
					q[0], q[2] = -q[0], -q[2]
				}
				for k, v := range q {
					b.rows[p][l][4*column+k], b.blocks[p][ColumnStart(b.c, column)+k*simd.Lanes+l] = v, v
				}
				b.blocks[p][ColumnStart(b.c, column)+4*simd.Lanes+l] = inverseSquare(q[0], q[1], q[2], q[3])
			}
		}
	}
	return b
}

// sumOf adds up some of the poses and completes them, in plain Go but for what finish does.
func (b *blendCase) sumOf(poses int, finish func(sum []float32)) []float32 {
	sum := make([]float32, PoseValues(b.c))
	for p := range poses {
		sumPose16Go(sum, b.blocks[p], b.c, &b.weight[p], nil, b.reference, p == 0)
	}
	finish(sum)
	return sum
}

// The sum of rotations that almost cancel each other has the length 1 and the direction of
// what is left, that of those that cancel each other is no rotation, and one that is not short
// keeps its bits; so they do whichever kernel completes the sum, and every instruction set
// gives the bits of plain Go.
func TestBlendOfShortSums(t *testing.T) {
	for _, rotations := range []int{4, 16, 20, 68} {
		t.Run(fmt.Sprint(rotations), func(t *testing.T) {
			b := cancelling(rotations)
			raw := b.sumOf(2, func([]float32) {})
			finished := b.sumOf(2, func(sum []float32) { finishPose16Go(sum, b.c, b.still(), 1) })
			over := b.sumOf(1, func(sum []float32) { overPose16Go(sum, b.blocks[1], b.c, b.reference, 1) })
			for name, pose := range map[string][]float32{"finished": finished, "over": over} {
				b.holdShort(t, name, pose)
			}
			b.holdLong(t, finished, raw)
			eachISA(t, func(t *testing.T) { b.sameShort(t, finished, over) })
		})
	}
}

// holdShort makes sure of the lengths and directions of completed sums.
func (b *blendCase) holdShort(t *testing.T, name string, pose []float32) {
	t.Helper()
	for l := range simd.Lanes {
		row := laneOf(pose, b.c, l)
		for column := range b.c.Rotations {
			what := fmt.Sprintf("%s: lane %d, column %d", name, l, column)
			q, inverse, left := quadOf(row, column), float64(row[b.c.RowValues()+column]), residueOf(l, column)
			if n := q.dot(q); n < shortSquare-1e-6 || math.Abs(n*inverse-1) > 1e-6 {
				t.Fatalf("%s: |q|² is %v, its inverse %v", what, n, inverse)
			}
			switch want := (quaternion{float64(b.rows[0][l][4*column]), 0, float64(b.rows[0][l][4*column+2]), float64(b.rows[0][l][4*column+3])}); {
			case float64(left)*float64(left) < leastSquare:
				if q[3] != 1 || inverse != 1 {
					t.Fatalf("%s: w is %v and 1/|q|² %v", what, q[3], inverse)
				}
			case left < 1e-10 || left > 1e-4: // else what y comes to counts
				if d := q.unit().dot(want.unit()); d < 1-1e-5 {
					t.Fatalf("%s: %v, want a multiple of %v", what, q, want)
				}
			}
		}
	}
}

// holdLong makes sure that completed sums that are not short are the sums to the bit, and that
// there are some next to those that are short, on either side.
func (b *blendCase) holdLong(t *testing.T, pose, sum []float32) {
	t.Helper()
	below, above := 0, 0
	for l := range simd.Lanes {
		got, want := laneOf(pose, b.c, l), laneOf(sum, b.c, l)
		for column := range b.c.Rotations {
			q := want[4*column:][:4]
			n := square(q[0], q[1], q[2], q[3])
			switch {
			case n >= shortSquare:
				sameBits(t, fmt.Sprintf("lane %d, column %d", l, column), got[4*column:][:4], []float32{q[0] + 0, q[1] + 0, q[2] + 0, q[3] + 0})
				if n < shortSquare+1e-6 {
					above++
				}
			case n > shortSquare-1e-6:
				below++
			}
		}
	}
	if below == 0 || above == 0 {
		t.Errorf("%d rotations are hardly short, and %d hardly long", below, above)
	}
}

// sameShort holds all kernels that complete sums to poses of plain Go.
func (b *blendCase) sameShort(t *testing.T, finished, over []float32) {
	t.Helper()
	sameBits(t, "FinishPose16", b.sumOf(2, func(sum []float32) { finishPose16(sum, b.c, b.still(), 1) }), finished)
	sameBits(t, "OverPose16", b.sumOf(1, func(sum []float32) { overPose16(sum, b.blocks[1], b.c, b.reference, 1) }), over)
	rows, parts := b.weightedRows(rand.New(rand.NewPCG(6, 7)))
	for k := range parts {
		parts[k].At.Alpha = [simd.Lanes]float32{}
	}
	mixed := make([]float32, PoseValues(b.c))
	blendRows16(mixed, rows, parts, b.still(), b.reference, 1, make([]float32, PoseValues(b.c)))
	sameBits(t, "BlendRows16", mixed, finished)
	for l := range simd.Lanes {
		b.oneOfRows(t, rows, parts, l, finished)
		for name, want := range map[string][]float32{"FinishRow": finished, "OverRow": over} {
			row := make([]float32, SumValues(b.c))
			sumRowGo(row, b.rows[0][l], b.c, 0.5, nil, b.reference, true)
			if name == "OverRow" {
				overRow(row, b.rows[1][l], b.c, b.reference, 1)
			} else {
				sumRowGo(row, b.rows[1][l], b.c, 0.5, nil, b.reference, false)
				finishRow(row, b.c, b.still(), 1)
			}
			sameBits(t, name, row[:b.c.RowValues()], laneOf(want, b.c, l)[:b.c.RowValues()])
		}
	}
}

// Over a lower pose with short rotations a sum keeps them where it has no weight, next to
// rotations that get a length, in blocks and in rows.
func TestOverKeepsShortRotations(t *testing.T) {
	const rotations = 20
	eachISA(t, func(t *testing.T) {
		b := cancelling(rotations)
		lower := b.sumOf(2, func([]float32) {}) // short, with zeros of either sign
		for column := range rotations {
			for l := range simd.Lanes {
				q := lower[ColumnStart(b.c, column)+l:]
				q[4*simd.Lanes] = inverseSquare(q[0], q[simd.Lanes], q[2*simd.Lanes], q[3*simd.Lanes])
			}
		}
		sum := b.sumOf(1, func([]float32) {})
		for column := range rotations {
			for l := range simd.Lanes {
				if (l+column)%3 == 0 {
					for k := range rotationRows {
						sum[ColumnStart(b.c, column)+k*simd.Lanes+l] = 0
					}
				}
			}
		}
		got := append([]float32(nil), sum...)
		overPose16(got, lower, b.c, b.reference, 1)
		for l := range simd.Lanes {
			row, below, want := laneOf(sum, b.c, l), laneOf(lower, b.c, l), laneOf(got, b.c, l)
			overRow(row, below, b.c, b.reference, 1)
			sameBits(t, fmt.Sprintf("lane %d in a row", l), row[:b.c.RowValues()], want[:b.c.RowValues()])
			for column := range rotations {
				what, q := fmt.Sprintf("lane %d, column %d", l, column), want[4*column:][:4]
				if (l+column)%3 == 0 {
					sameBits(t, what, q, below[4*column:][:4])
				} else if n := square(q[0], q[1], q[2], q[3]); n < shortSquare-1e-6 {
					t.Fatalf("%s: |q|² is %v", what, n)
				}
			}
		}
	})
}
