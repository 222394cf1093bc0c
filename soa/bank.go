package soa

// Bank holds the clips of one model compiled for speed: every clip sampled at
// its own frame rate, all frames in one array of rows that any mix of instances
// reads in the same way, whatever clips they play.
//
//	            one quad = 4 values, one line of 64 bytes = 4 quads
//	row r   │ q0 q1 q2 q3 │ q4 … │ t0 t1 … s0 … │ w0 … 0 │
//	        └─ Rotations quads ──┴── Others quads ───────┘
//	           one per slot         translations, scales, weights that move
//
//	clip 0  row 0 … Frames      between two rows r and r+1 of a clip lies a
//	clip 1  row Frames+1 …      cell; the last row closes the clip
//
// The state of an instance at a time is a row and a fraction alpha, and its
// quads are those of rows r and r+1, blended. A slot is one matrix of the
// palette. Slots are in topological order; Rotations, a multiple of four,
// includes the slots that pad the last line.
//
// A slot's matrix follows from the blended quads in one of two forms. In both s
// is the slot and p its parent.
//
//	Rig      R(s) = R(p)·q(s)        palette(s) = | K·R(s)  t(s) |
//	         t(s) = t(p) + K·(R(p)−R(s))·Pivot[s] + K·R(p)·c(s)
//	General  M(s) = M(p)·T·q(s)·S    palette(s) = M(s)·InverseBind[s]
//
// Rig holds rotations relative to the bind pose and to the parent, so the
// hierarchy yields the palette itself. Pivot[s] is the joint's position in the
// space that the palette takes to model space, and c(s), the slot's translation
// column, or 0 without one, its displacement from there under its parent. The
// form requires palettes that only rotate, move and scale by the one factor K
// (negative if they mirror). Above a root R is the identity and t is 0.
//
// General holds local transforms: T from the translation column or Pivot[s], S
// from the scale column or Scale[s]; a slot of Static has its matrix in place
// of T·q·S. The length of a quaternion has no effect.
//
// Playback only reads a Bank, so it can be shared.
type Bank struct {
	Name string // the model's
	Form BankForm
	K    float32 // Rig: the scale of every palette matrix

	// Per slot, parents first.
	Joint             []int16      // joint of the skeleton, or NoJoint for padding
	Parent            []int16      // slot, or NoJoint for a root
	Pivot             [][3]float32 // see above
	Scale             [][3]float32 // General: where ScaleColumn is None
	TranslationColumn []int16      // index among the Others quads, or None
	ScaleColumn       []int16      // General: the same
	// InverseBind takes a slot's source space, that of a skinned mesh, to the
	// space of its joint, and Bind is its inverse: palette(s)·Bind[s] is the joint
	// in model space. Bind is zero if InverseBind has no inverse.
	InverseBind []Affine
	Bind        []Affine
	Static      []StaticLocal // General: by ascending slot (as Joint)

	// Per joint of the skeleton: the slot whose palette·Bind is the joint in
	// model space, or NoJoint for a joint that the bank omits.
	Slot []int16

	// Per morph weight of the model: the value WeightColumn%4 of the Others
	// quad WeightColumn/4 or, if that is None, the constant WeightRest.
	WeightColumn []int16
	WeightRest   []float32

	// Per custom property of the model: its value without a clip. BankClip.Floats
	// drives it: rows would turn its jumps into slopes.
	FloatRest []float32

	Others int // quads of a row after the rotations, a multiple of four

	Rows  []float32 // 4·Columns() values each, of any alignment
	Clips []BankClip
	Cells []BankCell // see BankClip.FirstCell

	Skins  []BankSkin  // per skin of the model
	Meshes []BankMesh  // per mesh of the model
	Levels []BankLevel // of detail, finest first; the first has all slots
}

// BankForm is the rule by which a bank's quads become matrices.
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

// BankClip is one clip of a bank: Frames cells of 1/Rate seconds each, the last
// of which may extend beyond the clip's end. x seconds after its start a clip
// is in cell f = ⌊x·Rate⌋, at most Frames−1, at alpha = x·Rate − f.
type BankClip struct {
	Name    string
	Start   float64 // seconds on the file's own time line
	Seconds float64 // from start to end, ≥ 0
	Loop    bool    // the last pose equals the first
	Rate    float64 // cells per second
	Frames  uint32  // cells, ≥ 1
	Row     uint32  // the clip's first row
	Rows    uint32  // number of rows

	// FirstCell is None if cell f consists of the rows Row+f and Row+f+1.
	// Otherwise Bank.Cells[FirstCell+f] describes it: a clip that moves faster in
	// places, or whose values jump or bend sharply between frames, has such a
	// table.
	FirstCell int32

	// Bound is the largest distance in metres, at any time outside Gaps, between a
	// point ErrorDistance metres from a joint and its place with the model's
	// tracks. Error is the largest distance measured.
	Bound, Error, ErrorDistance float64
	// WeightError is the largest measured error of a morph weight.
	WeightError float64
	// Gaps are the intervals in which values jump, or move too fast for any frame
	// rate.
	Gaps []BankGap

	// Floats holds the original tracks of the custom properties that the clip
	// drives, or is nil.
	Floats *Clip
}

// BankGap is an interval in which the bound does not hold, in seconds after the
// clip's start.
type BankGap struct{ From, To float64 }

// BankCell is an interval of a clip. If Parts is above 1 it is divided evenly
// into the cells Bank.Cells[Row:Row+Parts], none of which is divided again: at
// alpha, cell n = ⌊alpha·Parts⌋ of them, at most Parts−1, holds at alpha·Parts
// − n.
//
// Otherwise the rows Row and Row+1 hold while alpha is below Split, and Row+2
// and Row+3 from there on, with the same alpha: each pair is the straight line
// through the values on its side, so that values may jump or bend at Split. A
// Split above 1 is never reached.
type BankCell struct {
	Row   uint32
	Parts uint32
	Split float32
}

// BankSkin gives the matrices of a skin's palette entries:
//
//	palette entry i = palette[Slot[i]] · Offset
//
// Offset is the identity for the skin that defines the slots' inverse bind
// matrices. Other skins of the same joints often differ from it by one common
// matrix, the place of their mesh, and share the slots: Offset is applied to
// their vertices first, once.
type BankSkin struct {
	Slot   []uint16
	Offset Affine
}

// BankMesh gives the matrix that takes a mesh without a skin to model space:
// palette[Slot] · Offset, or Offset alone if Slot is NoJoint. A mesh with a
// skin has NoJoint and the identity.
type BankMesh struct {
	Slot   int16
	Offset Affine
}

// BankLevel is a level of detail: the first Slots slots, a multiple of four,
// are evaluated; the others keep their bind pose relative to the slot that
// stands in for them.
type BankLevel struct {
	Slots int
	// StandIn is, per slot, the slot itself or the one that moves it:
	// palette(s) = palette(StandIn[s]).
	StandIn []uint16
	// Error is, per clip, the largest error of a point near a joint at any frame,
	// in metres.
	Error []float64
}

// Columns returns the number of quads of a row.
func (b *Bank) Columns() int { return b.Rotations() + b.Others }

// Rotations returns the number of slots, a multiple of four that includes
// padding.
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
