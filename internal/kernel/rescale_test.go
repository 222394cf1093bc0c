package kernel

import (
	"errors"
	"github.com/sinew-anim/sinew/native/simd"
	"math"
	"testing"
)

// Rotations of any length get one near 1 by a power of two, alone or in a block; what has no
// length turns nothing.
func TestRescale(t *testing.T) {
	const others = 4 * simd.Lanes * otherRows
	for _, rotations := range []int{4, 16, 68} {
		c := simd.Columns{Rotations: rotations, Others: 4}
		eachISA(t, func(t *testing.T) {
			r := newRandom(uint64(rotations))
			pose, rows := simd.AlignedFloat32(PoseValues(c)), make([][]float32, simd.Lanes)
			copy(pose[ColumnStart(c, rotations):], r.values(others, -1, 1))
			for l := range rows {
				rows[l] = make([]float32, c.RowValues())
				for column := range rotations {
					scale := float32(math.Ldexp(1, r.IntN(120)-60))
					if r.IntN(9) == 0 {
						scale = 0
					}
					for k, v := range r.values(4, 0.1, 1) {
						rows[l][4*column+k] = v * scale
						pose[ColumnStart(c, column)+k*simd.Lanes+l] = v * scale
					}
				}
			}
			kept := append([]float32(nil), pose...)
			if err := RescalePose16(pose, c, NewLanewise()); err != nil {
				t.Fatal(err)
			}
			if n := differ(pose[ColumnStart(c, rotations):], kept[ColumnStart(c, rotations):]); n >= 0 {
				t.Fatalf("value %d of the other columns has changed", n)
			}
			for l, row := range rows {
				if err := RescaleRow(row, c); err != nil {
					t.Fatal(err)
				}
				for column := range rotations {
					at := ColumnStart(c, column) + l
					var q, from [4]float64
					length := 0.
					for k := range q {
						if v := pose[at+k*simd.Lanes]; math.Float32bits(v) != math.Float32bits(row[4*column+k]) {
							t.Fatalf("lane %d, column %d: %v, of a row %v", l, column, v, row[4*column+k])
						}
						q[k], from[k] = float64(pose[at+k*simd.Lanes]), float64(kept[at+k*simd.Lanes])
						length += from[k] * from[k]
					}
					if length == 0 {
						from, length = [4]float64{0, 0, 0, 1}, 1
					}
					power := math.Sqrt(float64(q[3]*q[3]) / float64(from[3]*from[3]))
					if m, _ := math.Frexp(power); m != 0.5 || !(length*power*power > 0.5*(1-1e-6) && length*power*power < 2*(1+1e-6)) {
						t.Fatalf("lane %d, column %d: %v becomes %v", l, column, from, q)
					}
					for k := range q {
						if q[k] != from[k]*power {
							t.Fatalf("lane %d, column %d: %v becomes %v", l, column, from, q)
						}
					}
					if inverse := float64(pose[at+4*simd.Lanes]); math.Abs(inverse*length*power*power-1) > 1e-6 {
						t.Fatalf("lane %d, column %d: 1/|q|² of %v is %v", l, column, q, inverse)
					}
				}
			}
		})
	}
}

func TestRescaleRefuses(t *testing.T) {
	c := simd.Columns{Rotations: 4, Others: 4}
	if err := RescalePose16(make([]float32, PoseValues(c)-1), c, NewLanewise()); !errors.Is(err, simd.ErrLength) {
		t.Errorf("a short pose: %v", err)
	}
	if err := RescaleRow(make([]float32, c.RowValues()-1), c); !errors.Is(err, simd.ErrLength) {
		t.Errorf("a short row: %v", err)
	}
}

// rescaleOne is RescalePose16 of as few columns as there may be.
func rescaleOne(a *Lanewise) error {
	all := a.Rows[0]
	defer func() { a.Rows[0] = all }()
	return RescalePose16(all, simd.Columns{Rotations: groupJoints}, a)
}
