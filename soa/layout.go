package soa

// Layout describes poses of one model in memory: the values of a pose, and the
// formulas from them to palette matrices. It is the same for every source of
// poses of the model: the keys of clips, the rows of a Bank, the spans of Packed
// clips.
//
//	            one quad = 4 values, one line of 64 bytes = 4 quads
//	a row   │ q0 q1 q2 q3 │ q4 … │ t0 t1 … s0 … │ w0 … │
//	        └─ rotation columns ─┴─ other columns ─────┘
//	           one per slot         translations, scales, morph weights that move
//
// A slot is a matrix of the palette; slots are in topological order and padded to
// a multiple of four. The quad of an other column is x, y, z, 1, so that weighted
// sums of quads carry their weight along; a morph weight is the x of its column.
//
// A slot's matrix follows from the columns in one of two forms; s is the slot, p
// its parent:
//
//	Rig       R(s) = R(p)·q(s)        palette(s) = | K·R(s)  t(s) |
//	          t(s) = t(p) + K·(R(p)−R(s))·Pivot[s] + K·R(p)·c(s)
//	General   M(s) = M(p)·T·q(s)·S    palette(s) = M(s)·InverseBind[s]
//
// Rig holds rotations relative to the bind pose, so that the hierarchy yields the
// palette itself. Pivot[s] is the joint's place in the space that the palette takes
// to model space, and c(s), the slot's translation column or 0, its displacement
// from there under its parent. The form needs palettes that only rotate, move and
// scale by the one factor K (negative where they mirror). Above a root R is the
// identity and t is 0.
//
// General holds local transforms: T from the translation column or Pivot[s], S from
// the scale column or Scale[s]; a slot of Static has its matrix in place of T·q·S.
//
// The length of a quaternion does not matter in either form. But Rig multiplies lengths
// along a chain, which is at most MaxRigDepth slots long: float32 holds the square of the
// product and its inverse as long as each length is between 1/2 and 2.
type Layout struct {
	Form Form
	K    float32 // Rig: the scale of every palette matrix

	// Per slot, parents first.
	Joint             []int16      // joint of the skeleton, or NoJoint for padding
	Parent            []int16      // slot, or NoJoint for a root
	Pivot             [][3]float32 // see above
	Scale             [][3]float32 // General: where ScaleColumn is None
	TranslationColumn []int16      // index among the other columns, or None
	ScaleColumn       []int16      // General: the same
	// InverseBind takes a slot's source space, a skinned mesh's, to that of its
	// joint, and Bind is its inverse: palette(s)·Bind[s] is the joint in model
	// space. Bind is zero where InverseBind has no inverse.
	InverseBind []Affine
	Bind        []Affine
	Static      []StaticLocal // General: by ascending slot (as Joint)

	// Per joint of the skeleton: the slot whose palette·Bind is the joint in model
	// space, or NoJoint where the layout leaves the joint out.
	Slot []int16

	// Per morph weight of the model: the index of its other column, or None where
	// the weight is always WeightRest.
	WeightColumn []int16
	WeightRest   []float32

	// Per float of the model: its value where no clip drives it.
	FloatRest []float32
	// The model's expressions.
	Expressions []Expression

	Others int // other columns, a multiple of four

	Rest []float32 // a row: the model at rest
	// Reference has a quad per rotation column, the mean of the clips, tilted a little. In
	// a blend every quaternion takes the sign that puts it into this one's hemisphere.
	Reference []float32

	Skins  []LayoutSkin  // per skin of the model
	Meshes []LayoutMesh  // per mesh of the model
	Levels []LayoutLevel // of detail, finest first; the first has all slots
}

// MaxRigDepth is the greatest number of slots of a Layout of the form Rig that are each the
// parent of the next.
const MaxRigDepth = 36

// Depth returns the greatest number of slots that are each the parent of the next.
func (l *Layout) Depth() (most int) {
	depth := make([]int, len(l.Parent))
	for s, p := range l.Parent {
		if depth[s] = 1; p >= 0 {
			depth[s] += depth[p]
		}
		most = max(most, depth[s])
	}
	return most
}

// Form is how the columns of a pose become matrices.
type Form uint8

const (
	Rig     Form = iota // rotations relative to the bind pose and to the parent
	General             // local transforms
)

// String returns the form's name.
func (f Form) String() string {
	return nameOf(f, "form", "rig", "general")
}

// LayoutSkin maps a skin's palette entries to slots:
//
//	palette entry i = palette[Slot[i]] · Offset
//
// Offset is the identity for the skin that gave the slots their inverse bind
// matrices. Other skins of the same joints often differ from it by one common
// matrix, the place of their mesh, and share the slots then: Apply Offset to
// their vertices first, once.
type LayoutSkin struct {
	Slot   []uint16
	Offset Affine
}

// LayoutMesh has the matrix that takes a mesh without a skin to model space:
// palette[Slot] · Offset, or, where Slot is NoJoint, Offset alone. For a mesh with
// a skin it is NoJoint and the identity.
type LayoutMesh struct {
	Slot   int16
	Offset Affine
}

// LayoutLevel is a level of detail: the first Slots slots, a multiple of four, are
// evaluated; the others keep their place in the bind pose relative to the slot
// that replaces them.
type LayoutLevel struct {
	Slots int
	// StandIn is, per slot, the slot itself or the one that moves it:
	// palette(s) = palette(StandIn[s]).
	StandIn []uint16
}

// Rotations returns the number of slots, padding included: a multiple of four.
func (l *Layout) Rotations() int { return len(l.Joint) }

// Columns returns the number of quads of a row.
func (l *Layout) Columns() int { return l.Rotations() + l.Others }

// Stride returns the number of values of a row.
func (l *Layout) Stride() int { return 4 * l.Columns() }
