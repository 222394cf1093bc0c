package simd

import "fmt"

// Lanes is the number of instances that one call of a block kernel evaluates.
// A block has this form on every instruction set; narrower ones take it in two
// or four turns, so that their results are interchangeable.
const Lanes = 16

const (
	rotationRows = 5 // x, y, z, w and 1/|q|² of a rotation column in a pose
	otherRows    = 4 // the four components of any other column
	groupJoints  = 4 // joints that share whole cache lines of a palette: 4·48 = 3·64 bytes
)

// Columns says what a row of a bank consists of: quads of four values, first
// one quaternion per joint, then any other animated quads (translations,
// scales).
//
//	│ q0 q1 q2 … q(Rotations-1) │ o0 o1 … o(Others-1) │
//
// Both numbers are multiples of 4; a bank pads with identity quaternions and
// with zeros.
type Columns struct {
	Rotations, Others int
}

// RowValues is the number of values in a row.
func (c Columns) RowValues() int { return 4 * (c.Rotations + c.Others) }

// PoseValues is the number of float32 in the pose of a block: for each
// rotation column the rows x, y, z, w and 1/|q|², then for each other column
// its four components, each row being 16 lanes.
//
//	pose[c·80 + k·16 + lane]                  k = x y z w 1/|q|²
//	pose[Rotations·80 + c·64 + k·16 + lane]   k = x y z w
func (c Columns) PoseValues() int { return Lanes * (rotationRows*c.Rotations + otherRows*c.Others) }

func (c Columns) check(kernel string) error {
	if c.Rotations < 0 || c.Rotations%groupJoints != 0 {
		return fmt.Errorf("simd.%s: %w: %d rotation columns, want a multiple of %d", kernel, ErrLength, c.Rotations, groupJoints)
	}
	if c.Others < 0 || c.Others%groupJoints != 0 {
		return fmt.Errorf("simd.%s: %w: %d other columns, want a multiple of %d", kernel, ErrLength, c.Others, groupJoints)
	}
	return nil
}

// Frames says where each lane of a block is in a bank: between the row that
// starts at index Row of the bank's values and the row after it, Alpha of the
// way, in [0, 1].
type Frames struct {
	Row   [Lanes]int64
	Alpha [Lanes]float32
}

// check makes sure that every lane's two rows lie inside a bank of n values.
func (f *Frames) check(kernel string, n, stride int, c Columns) error {
	if err := c.check(kernel); err != nil {
		return err
	}
	if stride < c.RowValues() || stride > n {
		return fmt.Errorf("simd.%s: %w: rows of %d values, %d apart, in a bank of %d", kernel, ErrLength, c.RowValues(), stride, n)
	}
	last := int64(n) - int64(stride) - int64(c.RowValues())
	low, high := f.Row[0], f.Row[0]
	for _, r := range f.Row[1:] {
		low, high = min(low, r), max(high, r)
	}
	if low < 0 || high > last {
		for l, r := range f.Row {
			if r < 0 || r > last {
				return fmt.Errorf("simd.%s: %w: lane %d reads two rows of %d values from %d on, of %d",
					kernel, ErrLength, l, stride, r, n)
			}
		}
	}
	return nil
}

// Palettes is where a block kernel writes matrices: those of lane l start at
// Values[l·Stride], twelve float32 per joint, joints padded to a multiple of 4.
// Stores go fastest where Values starts at a cache line and Stride is an odd
// number of lines.
type Palettes struct {
	Values []float32
	Stride int
	// Stream makes RigRows16 write around the caches on AVX-512; the other
	// kernels ignore it. It pays where the palettes are more than the last cache
	// holds and a call has several blocks: for 16,000 characters, 52 MB, on a
	// processor with 32 MB, 1.7 ns per joint in place of 3.4. It needs Values and
	// Stride on cache lines.
	Stream bool
}

// check makes sure that the palettes of some blocks fit.
func (p *Palettes) check(kernel string, joints, blocks int) error {
	width := joints * affineFloats
	if p.Stride < width {
		return lengthError(kernel, "the stride of a palette", p.Stride, width)
	}
	// Divided, for a product with an absurd stride could overflow.
	if lanes := Lanes * blocks; lanes > 0 && (len(p.Values) < width || (len(p.Values)-width)/(lanes-1) < p.Stride) {
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
