package soa

// Bank is the clips of one model compiled for speed: every clip sampled at a
// frame rate of its own, all frames in one array of rows that any mix of
// instances reads without knowing which clip it plays.
//
//	            one quad = 4 values, one line of 64 bytes = 4 quads of float32
//	row r   │ q0 q1 q2 q3 │ q4 … │ t0 t1 … s0 … │ w0 … 0 │
//	        └─ Rotations quads ──┴── Others quads ───────┘
//	           one per slot         translations, scales, weights that move
//
//	clip 0  row 0 … Frames      the last row closes the clip: between any
//	clip 1  row Frames+1 …      row r and r+1 of a clip lies a stretch of it
//
// An instance at a time is a row and a fraction alpha: the quads of rows r and
// r+1, blended. A slot is a matrix of the palette that comes out; slots are in
// topological order, and Rotations, a multiple of four, counts those that only
// fill the last line too.
//
// From the blended quads a slot's matrix follows in one of two forms. In both s
// is the slot and p its parent.
//
//	Rig      R(s) = R(p)·q(s)        palette(s) = | K·R(s)  t(s) |
//	         t(s) = t(p) + K·(R(p)−R(s))·Pivot[s] + K·R(p)·c(s)
//	General  M(s) = M(p)·T·q(s)·S    palette(s) = M(s)·InverseBind[s]
//
// Rig holds rotations relative to the bind pose and to the parent, so that the
// palette itself is what the hierarchy yields. Pivot[s] is where the joint lies
// in the space that the palette takes to model space, and c(s), the slot's
// translation column or without one 0, how far it has moved from there under its
// parent. It needs palettes that only rotate, move and scale by the one factor K
// (negative where they mirror). Above a root R is no rotation and t is 0.
//
// General holds local transforms: T from the translation column or Pivot[s], S
// from the scale column or Scale[s]; a slot of Static has its matrix in place
// of T·q·S. The length of a quaternion does not matter.
//
// A Bank is only read by those who play it and can be shared.
type Bank struct {
	Name string // the model's
	Form BankForm
	K    float32 // Rig: the scale of every palette matrix

	// Per slot, parents first.
	Joint             []int16      // joint of the skeleton, or NoJoint for a slot that only fills
	Parent            []int16      // slot, or NoJoint for a root
	Pivot             [][3]float32 // see above
	Scale             [][3]float32 // General: where ScaleColumn is None
	TranslationColumn []int16      // index among the Others quads, or None
	ScaleColumn       []int16      // General: the same
	// InverseBind takes a slot's source space, a skinned mesh's, to that of
	// its joint, and Bind is its inverse: palette(s)·Bind[s] is the joint in
	// model space. Bind is zero where InverseBind has no inverse.
	InverseBind []Affine
	Bind        []Affine
	Static      []StaticLocal // General: by ascending slot (as Joint)

	// Per joint of the skeleton: the slot whose palette·Bind is the joint in
	// model space, or NoJoint where the bank leaves the joint out.
	Slot []int16

	// Per morph weight of the model: the value WeightColumn%4 of the Others
	// quad WeightColumn/4 or, where that is None, the constant WeightRest.
	WeightColumn []int16
	WeightRest   []float32

	// Per float of the model: its value where no clip drives it. What drives it
	// is BankClip.Floats: not rows, which would make steps of what jumps.
	FloatRest []float32

	Others int // quads of a row after the rotations, a multiple of four

	Rows  []float32 // 4·Columns() values each, of any alignment
	Clips []BankClip
	Cells []BankCell // see BankClip.FirstCell

	Skins  []BankSkin  // per skin of the model
	Meshes []BankMesh  // per mesh of the model
	Levels []BankLevel // of detail, finest first; the first has all slots
}

// BankForm is how a bank's quads become matrices.
type BankForm uint8

const (
	Rig     BankForm = iota // rotations relative to the bind pose and to the parent
	General                 // local transforms
)

// String returns the form's name.
func (f BankForm) String() string {
	switch f {
	case Rig:
		return "rig"
	case General:
		return "general"
	}
	return "unknown form"
}

// BankClip is one clip of a bank: Frames cells of 1/Rate seconds each, the
// last of which may reach beyond the clip's end. At x seconds after the start
// a clip stands in cell f = ⌊x·Rate⌋, at most Frames−1, at alpha = x·Rate − f.
type BankClip struct {
	Name    string
	Start   float64 // seconds on the file's own time line
	Seconds float64 // from start to end, ≥ 0
	Loop    bool    // the last pose is the first one
	Rate    float64 // cells per second
	Frames  uint32  // cells, ≥ 1
	Row     uint32  // the clip's first row
	Rows    uint32  // how many it has

	// FirstCell is None where cell f is the rows Row+f and Row+f+1. Otherwise
	// Bank.Cells[FirstCell+f] says which rows it is; a clip that moves faster
	// in places, or whose values jump or turn sharply between frames, has such
	// a table.
	FirstCell int32

	// Bound is the promise, in metres: no point ErrorDistance metres from a
	// joint is farther from where the model's tracks put it, at any time
	// outside Gaps. Error is the largest distance that was measured.
	Bound, Error, ErrorDistance float64
	// WeightError is the largest measured error of a morph weight.
	WeightError float64
	// Gaps are where values jump, or move faster than any frame rate follows.
	Gaps []BankGap

	// Floats has the tracks of the floats that the clip drives, as they were, or
	// is nil.
	Floats *Clip
}

// BankGap is a stretch of time without a promise, in seconds after the clip's
// start.
type BankGap struct{ From, To float64 }

// BankCell is a stretch of a clip. Where Parts is above 1 it is divided evenly
// into the cells Bank.Cells[Row:Row+Parts], none of which is divided again: at
// alpha it is cell n = ⌊alpha·Parts⌋, at most Parts−1, of them at alpha·Parts − n.
//
// Otherwise it is, where alpha is below Split, the rows Row and Row+1, from
// there on Row+2 and Row+3, with the same alpha: each pair is the straight line
// through what lies on its side, so that values may jump or turn at Split.
// Above 1, Split never comes.
type BankCell struct {
	Row   uint32
	Parts uint32
	Split float32
}

// BankSkin says which matrices a skin's palette entries are:
//
//	palette entry i = palette[Slot[i]] · Offset
//
// Offset is the identity for the skin that gave the slots their inverse bind
// matrices. Other skins of the same joints often differ from it by one common
// matrix, the place of their mesh, and share the slots then: Offset is to be
// applied to their vertices first, once.
type BankSkin struct {
	Slot   []uint16
	Offset Affine
}

// BankMesh says which matrix takes a mesh without a skin to model space:
// palette[Slot] · Offset, or, where Slot is NoJoint, Offset alone. For a mesh
// with a skin it is NoJoint and the identity.
type BankMesh struct {
	Slot   int16
	Offset Affine
}

// BankLevel is a level of detail: the first Slots slots, a multiple of four,
// are evaluated; the others are as they are in the bind pose relative to the
// slot that stands in.
type BankLevel struct {
	Slots int
	// StandIn is, per slot, the slot itself or the one that moves it:
	// palette(s) = palette(StandIn[s]).
	StandIn []uint16
	// Error is the largest distance in metres by which a point near a joint
	// was seen to miss its place at a frame, per clip.
	Error []float64
}

// Columns returns the number of quads of a row.
func (b *Bank) Columns() int { return b.Rotations() + b.Others }

// Rotations returns the number of slots, those that only fill included: a
// multiple of four.
func (b *Bank) Rotations() int { return len(b.Joint) }

// Stride returns the number of values from one row to the next.
func (b *Bank) Stride() int { return 4 * b.Columns() }

// RowCount returns the number of rows of all clips.
func (b *Bank) RowCount() int {
	if b.Stride() == 0 {
		return 0
	}
	return len(b.Rows) / b.Stride()
}

// Clip returns the index of the first clip of that name, or None.
func (b *Bank) Clip(name string) int {
	for i := range b.Clips {
		if b.Clips[i].Name == name {
			return i
		}
	}
	return None
}
