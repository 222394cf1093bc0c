package kernel

import (
	"fmt"
	"github.com/sinew-anim/sinew/native/simd"
	"slices"
)

const (
	rotationRows = 5 // x, y, z, w and 1/|q|² of a rotation column in a pose
	otherRows    = 4 // the four components of any other column
	groupJoints  = 4 // joints that share whole cache lines of a palette: 4·48 = 3·64 bytes
)

// PoseValues returns the number of float32 in a block's pose: five rows of 16 lanes per
// rotation column, then four per other column.
//
//	pose[c·80 + k·16 + lane]                  k = x y z w 1/|q|²
//	pose[Rotations·80 + c·64 + k·16 + lane]   k = x y z w
func PoseValues(c simd.Columns) int {
	return simd.Lanes * (rotationRows*c.Rotations + otherRows*c.Others)
}

// checkColumns reports columns that are not in fours, or the first slice that is too short.
func checkColumns(c simd.Columns, kernel string, list ...length) error {
	if c.Rotations < 0 || c.Rotations%groupJoints != 0 || c.Others < 0 || c.Others%groupJoints != 0 {
		return fmt.Errorf("simd.%s: %w: %d rotation and %d other columns, want multiples of %d", kernel, simd.ErrLength, c.Rotations, c.Others, groupJoints)
	}
	return checkLengths(kernel, list...)
}

// columnsFit reports whether columns are in fours and a row has them all: kernels of one instance are so short that they ask
// this before they make a list of lengths.
func columnsFit(c simd.Columns, row int) bool {
	return (c.Rotations|c.Others)&3 == 0 && c.Rotations >= 0 && c.Others >= 0 && row >= c.RowValues()
}

// maskLength is the length of the mask of columns, where there is one.
func maskLength(c simd.Columns, mask []float32) length {
	if mask == nil {
		return length{}
	}
	return length{"mask", len(mask), c.Rotations + c.Others}
}

func poseLength(c simd.Columns, name string, pose []float32) length {
	return length{name, len(pose), PoseValues(c)}
}

func rowLength(c simd.Columns, name string, row []float32) length {
	return length{name, len(row), c.RowValues()}
}

// checkFrames reports a lane whose two rows do not lie inside a bank, or the first slice that is too short.
func checkFrames(f *simd.Frames, kernel string, b *simd.Rows, list ...length) error {
	if err := checkColumns(b.Columns, kernel, list...); err != nil {
		return err
	}
	n, width := len(b.Values), b.RowValues()
	if b.Stride < width || b.Stride > n {
		return fmt.Errorf("simd.%s: %w: rows of %d values, %d apart, in a bank of %d", kernel, simd.ErrLength, width, b.Stride, n)
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
	return fmt.Errorf("simd.%s: %w: lane %d reads two rows of %d values from %d on, of %d", kernel, simd.ErrLength, l, b.Stride, f.Row[l], n)
}

// paletteOffsets are those of the lanes' palettes, in bytes.
func paletteOffsets(p *simd.Palettes) (list [simd.Lanes]int64) {
	for l := range list {
		list[l] = int64(4 * p.Stride * paletteIndex(p, l))
	}
	return list
}

// paletteIndex is the palette of lane l.
func paletteIndex(p *simd.Palettes, l int) int {
	if p.Lane != nil {
		return int(p.Lane[l])
	}
	return l
}

// checkPalettes reports palettes that do not fit.
func checkPalettes(p *simd.Palettes, kernel string, joints, blocks int) error {
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
			return fmt.Errorf("simd.%s: %w: palettes have %d values, want %d of %d to %d, %d apart", kernel, simd.ErrLength, len(p.Values), width, low, high, p.Stride)
		}
	} else if lanes := simd.Lanes * blocks; lanes > 0 && (len(p.Values) < width || (len(p.Values)-width)/(lanes-1) < p.Stride) {
		return fmt.Errorf("simd.%s: %w: palettes have %d values, want %d of %d lanes %d apart",
			kernel, simd.ErrLength, len(p.Values), width, lanes, p.Stride)
	}
	if p.Stream && (!isAligned(p.Values) || p.Stride%(simd.CacheLine/4) != 0) {
		return fmt.Errorf("simd.%s: %w: streamed palettes lie off cache lines", kernel, simd.ErrLength)
	}
	return nil
}

// padGroup rounds a number of joints or columns up to whole groups.
func padGroup(n int) int { return (n + groupJoints - 1) / groupJoints * groupJoints }
