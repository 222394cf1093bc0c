package simd

// Lanes is the number of instances in a block. AVX2 takes a block in two passes, NEON in four.
const Lanes = 16

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

// Frames is the time of each lane of a block: the fraction Alpha, 0 to 1, from the row that
// starts at Values[Row] to the next.
type Frames struct {
	Row   [Lanes]int64
	Alpha [Lanes]float32
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

// Rows is a bank of frames, one row each, Stride values apart.
type Rows struct {
	Columns
	Values []float32
	Stride int
}

// WeightedRows is a pose of BlendRows16, between two rows, and its weights per lane and per
// column (nil: 1).
type WeightedRows struct {
	At     *Frames
	Weight *[Lanes]float32
	Mask   []float32
}

// WeightedRow is a pose of BlendRows1: WeightedRows of one lane.
type WeightedRow struct {
	Row           int64
	Alpha, Weight float32
	Mask          []float32
}

// Offsets are fading displacements of the lanes of a block: lane i by the row of quads
// x, y, z, κ from Values[Row[i]] on, at the time of its fade that F[i], G[i] and H[i] encode.
// Lanes with F = 0 are not displaced; their row may be any.
type Offsets struct {
	Values  []float32
	Row     [Lanes]int64
	F, G, H [Lanes]float32
}
