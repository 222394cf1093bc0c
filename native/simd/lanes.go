package simd

import (
	"fmt"
	"slices"
)

// Lanes is the number of instances in a block. AVX2 takes a block in two passes, NEON in four.
const Lanes = 16

const (
	rotationRows = 5 // x, y, z, w and 1/|q|² of a rotation column in a pose
	otherRows    = 4 // the four components of any other column
	groupJoints  = 4 // joints that share whole cache lines of a palette: 4·48 = 3·64 bytes
)

// Columns counts the quads of a row: a quaternion per joint, then other animated columns
// (translations, scales, morph weights).
//
//	│ q0 q1 q2 … q(Rotations-1) │ o0 o1 … o(Others-1) │
//
// Both are multiples of 4: rows are padded with identity quaternions and zeros.
type Columns struct {
	Rotations, Others int
}

// RowValues returns the number of float32 in a row.
func (c Columns) RowValues() int { return 4 * (c.Rotations + c.Others) }

// PoseValues returns the number of float32 in a block's pose: five rows of 16 lanes per
// rotation column, then four per other column.
//
//	pose[c·80 + k·16 + lane]                  k = x y z w 1/|q|²
//	pose[Rotations·80 + c·64 + k·16 + lane]   k = x y z w
func (c Columns) PoseValues() int { return Lanes * (rotationRows*c.Rotations + otherRows*c.Others) }

// check reports columns that are not in fours, or the first slice that is too short.
func (c Columns) check(kernel string, list ...length) error {
	if c.Rotations < 0 || c.Rotations%groupJoints != 0 || c.Others < 0 || c.Others%groupJoints != 0 {
		return fmt.Errorf("simd.%s: %w: %d rotation and %d other columns, want multiples of %d", kernel, ErrLength, c.Rotations, c.Others, groupJoints)
	}
	return checkLengths(kernel, list...)
}

// fit reports whether columns are in fours and a row has them all: kernels of one instance are so short that they ask
// this before they make a list of lengths.
func (c Columns) fit(row int) bool {
	return (c.Rotations|c.Others)&3 == 0 && c.Rotations >= 0 && c.Others >= 0 && row >= c.RowValues()
}

// mask is the length of the mask of columns, where there is one.
func (c Columns) mask(mask []float32) length {
	if mask == nil {
		return length{}
	}
	return length{"mask", len(mask), c.Rotations + c.Others}
}

func (c Columns) pose(name string, pose []float32) length {
	return length{name, len(pose), c.PoseValues()}
}
func (c Columns) row(name string, row []float32) length { return length{name, len(row), c.RowValues()} }

// Frames is the time of each lane of a block: the fraction Alpha, 0 to 1, from the row that
// starts at Values[Row] to the next.
type Frames struct {
	Row   [Lanes]int64
	Alpha [Lanes]float32
}

// check reports a lane whose two rows do not lie inside a bank, or the first slice that is too short.
func (f *Frames) check(kernel string, b *Rows, list ...length) error {
	if err := b.Columns.check(kernel, list...); err != nil {
		return err
	}
	n, width := len(b.Values), b.RowValues()
	if b.Stride < width || b.Stride > n {
		return fmt.Errorf("simd.%s: %w: rows of %d values, %d apart, in a bank of %d", kernel, ErrLength, width, b.Stride, n)
	}
	last := int64(n - b.Stride - width)
	low, high := f.Row[0], f.Row[0]
	for _, r := range f.Row[1:] {
		low, high = min(low, r), max(high, r)
	}
	if low >= 0 && high <= last {
		return nil
	}
	l := slices.IndexFunc(f.Row[:], func(r int64) bool { return r < 0 || r > last })
	return fmt.Errorf("simd.%s: %w: lane %d reads two rows of %d values from %d on, of %d", kernel, ErrLength, l, b.Stride, f.Row[l], n)
}

// Palettes is the output of block kernels: lane l's matrices start at Values[l·Stride], twelve
// float32 per joint, joints padded to a multiple of 4. Stores are fastest if Values starts at
// a cache line and Stride is an odd number of lines.
type Palettes struct {
	Values []float32
	Stride int
	// Lane, if not nil, maps lanes to palettes: lane l's starts at Values[Lane[l]·Stride].
	// Lanes with equal poses may share one.
	Lane *[Lanes]int32
	// Stream makes RigPalette16 bypass the caches on amd64; other kernels ignore it. It is
	// faster for palettes beyond the last cache: of 32 MB, 16,000 characters (52 MB) take 1.4
	// in place of 2.5 ns per joint with AVX-512, 2.1 in place of 3.3 with AVX2. Values and
	// Stride must be on cache lines. Palettes with Lane are never streamed.
	Stream bool
}

// offsets are those of the lanes' palettes, in bytes.
func (p *Palettes) offsets() (list [Lanes]int64) {
	for l := range list {
		list[l] = int64(4 * p.Stride * p.index(l))
	}
	return list
}

// index is the palette of lane l.
func (p *Palettes) index(l int) int {
	if p.Lane != nil {
		return int(p.Lane[l])
	}
	return l
}

// check reports palettes that do not fit.
func (p *Palettes) check(kernel string, joints, blocks int) error {
	width := joints * affineFloats
	if p.Stride < width {
		return lengthError(kernel, "the stride of a palette", p.Stride, width)
	}
	if p.Lane != nil {
		low, high := p.Lane[0], p.Lane[0]
		for _, l := range p.Lane[1:] {
			low, high = min(low, l), max(high, l)
		}
		if low < 0 || len(p.Values) < width || p.Stride > 0 && (len(p.Values)-width)/p.Stride < int(high) {
			return fmt.Errorf("simd.%s: %w: palettes have %d values, want %d of %d to %d, %d apart", kernel, ErrLength, len(p.Values), width, low, high, p.Stride)
		}
	} else if lanes := Lanes * blocks; lanes > 0 && (len(p.Values) < width || (len(p.Values)-width)/(lanes-1) < p.Stride) {
		return fmt.Errorf("simd.%s: %w: palettes have %d values, want %d of %d lanes %d apart",
			kernel, ErrLength, len(p.Values), width, lanes, p.Stride)
	}
	if p.Stream && (!isAligned(p.Values) || p.Stride%(CacheLine/4) != 0) {
		return fmt.Errorf("simd.%s: %w: streamed palettes lie off cache lines", kernel, ErrLength)
	}
	return nil
}

// padGroup rounds a number of joints or columns up to whole groups.
func padGroup(n int) int { return (n + groupJoints - 1) / groupJoints * groupJoints }
