package kernel

import (
	"github.com/sinew-anim/sinew/native/simd"
	"math"
)

// Picks are columns that are copied between the pose of one, a row, and the first lane of a block:
//
//	row   │ x y z w │ x y z w │ …        block   rows of 16 lanes: x, y, z, w and of rotations 1/|q|²
//
// Picks are immutable and safe for concurrent use.
type Picks struct {
	list       []pick // rotations first
	rotations  int
	row, block int // least lengths
}

// pick is where a column begins, in bytes.
type pick struct{ row, block int32 }

// NewPicks prepares columns, none of which is named twice. The error wraps ErrLength.
func NewPicks(c simd.Columns, columns []int) (*Picks, error) {
	p := &Picks{row: c.RowValues(), block: PoseValues(c)}
	if p.block > math.MaxInt32/4 {
		return nil, lengthError("NewPicks", "columns", c.Rotations+c.Others, math.MaxInt32/(4*simd.Lanes*rotationRows))
	}
	for _, rotations := range [...]bool{true, false} {
		for _, column := range columns {
			if column < 0 || column >= c.Rotations+c.Others {
				return nil, lengthError("NewPicks", "columns", c.Rotations+c.Others, column+1)
			}
			if (column < c.Rotations) == rotations {
				p.list = append(p.list, pick{int32(16 * column), int32(4 * ColumnStart(c, column))})
			}
		}
		if rotations {
			p.rotations = len(p.list)
		}
	}
	return p, nil
}

// Set copies a row to a block. The error wraps ErrLength.
func (p *Picks) Set(block, row []float32) error {
	if len(block) < p.block || len(row) < p.row {
		return checkLengths("Picks.Set", length{"block", len(block), p.block}, length{"row", len(row), p.row})
	}
	if len(p.list) > 0 {
		setPicks(block, row, p.list, p.rotations)
	}
	return nil
}

// Get copies a block to a row. The error wraps ErrLength.
func (p *Picks) Get(row, block []float32) error {
	if len(block) < p.block || len(row) < p.row {
		return checkLengths("Picks.Get", length{"row", len(row), p.row}, length{"block", len(block), p.block})
	}
	if len(p.list) > 0 {
		getPicks(row, block, p.list)
	}
	return nil
}

func setPicksGo(block, row []float32, list []pick, rotations int) {
	for k := range list {
		p := &list[k]
		q, to := (*[4]float32)(row[p.row/4:]), (*[3*simd.Lanes + 1]float32)(block[p.block/4:])
		x, y, z, w := q[0], q[1], q[2], q[3]
		to[0], to[simd.Lanes], to[2*simd.Lanes], to[3*simd.Lanes] = x, y, z, w
		if k < rotations {
			block[p.block/4+4*simd.Lanes] = 1 / ((float32(x*x) + float32(y*y)) + (float32(z*z) + float32(w*w)))
		}
	}
}

func getPicksGo(row, block []float32, list []pick) {
	for k := range list {
		p := &list[k]
		q, from := (*[4]float32)(row[p.row/4:]), (*[3*simd.Lanes + 1]float32)(block[p.block/4:])
		q[0], q[1], q[2], q[3] = from[0], from[simd.Lanes], from[2*simd.Lanes], from[3*simd.Lanes]
	}
}
