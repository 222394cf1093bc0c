package importer

// Kind tells a program what a finding is about; its text does not change.
type Kind string

// The kinds of findings.
const (
	// Nodes and spaces.
	InvalidTransform Kind = "invalid-transform"   // a matrix that is not a number
	LongName         Kind = "long-name"           // cut to its bound
	SharedName       Kind = "shared-name"         // nodes that nothing tells apart
	SplitPivot       Kind = "split-pivot"         // a joint made two, around a moving pivot
	LostShear        Kind = "lost-shear"          // a rest pose that T·R·S cannot hold
	AssumedUnit      Kind = "assumed-unit"        // the file states none
	Axes             Kind = "axes"                // the file's are no right-handed frame
	LeftOut          Kind = "left-out"            // cameras, lights, empties, points, lines
	InheritedScale   Kind = "inherited-scale"     // of a parent, which the file leaves out
	WrongOffsets     Kind = "wrong-offsets"       // inverse binds that libassimp 5.4 got wrong
	BoneWithoutNode  Kind = "bone-without-node"   // a bone that no node carries
	BoneOrder        Kind = "bone-order"          // the file's skin is not libassimp's
	InvalidBind      Kind = "invalid-bind-matrix" // not a number

	// Meshes and pictures.
	SharedMesh      Kind = "shared-mesh"
	InvalidPosition Kind = "invalid-position"
	InvalidNormal   Kind = "invalid-normal"
	InvalidTriangle Kind = "invalid-triangle"
	InvalidMorph    Kind = "invalid-morph-target"
	MissingTexture  Kind = "missing-texture"
	InfluenceLimit  Kind = "influence-limit"
	LooseVertices   Kind = "loose-vertices" // no bone moves them
	InvalidWeight   Kind = "invalid-weight"
	WeightSum       Kind = "weight-sum"

	// Clips.
	AssumedRate       Kind = "assumed-rate"
	LostStart         Kind = "lost-start"
	ClipRange         Kind = "clip-range" // keys beyond it
	EmptyClip         Kind = "empty-clip"
	LostInterpolation Kind = "lost-interpolation" // modes other than linear
	SparseKeys        Kind = "sparse-keys"        // keys apart, and the curve between them straightened
	UnknownNode       Kind = "unknown-node"       // a channel that drives nothing
	DoubledChannel    Kind = "doubled-channel"
	InvalidCurve      Kind = "invalid-curve" // of a float, which is left out
	NoNumber          Kind = "no-number"     // an animated property that is none
	InvalidKey        Kind = "invalid-key"
	UnsortedKey       Kind = "unsorted-key"
	DoubledKey        Kind = "doubled-key"
	RotationLength    Kind = "rotation-length"
	Hemisphere        Kind = "hemisphere"

	// Clips of other files.
	MissingJoint    Kind = "missing-joint"
	MissingMorph    Kind = "missing-morph-target"
	MovedJoint      Kind = "moved-joint"      // below another node than in the model
	OtherUnit       Kind = "other-unit"       // than the model's file has
	DifferentFrames Kind = "different-frames" // by more than a turn and a scale

	MoreFindings Kind = "more-findings" // than a report holds
)
