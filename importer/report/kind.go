package report

// Kind identifies the subject of a finding for programs. Its values are stable.
type Kind string

// The kinds of findings.
const (
	// Nodes and spaces.
	InvalidTransform Kind = "invalid-transform"   // a matrix that is not finite
	LongName         Kind = "long-name"           // cut to its bound
	SharedName       Kind = "shared-name"         // nodes that cannot be distinguished
	SplitPivot       Kind = "split-pivot"         // a joint split in two at a moving pivot
	LostShear        Kind = "lost-shear"          // a rest pose that T·R·S cannot hold
	AssumedUnit      Kind = "assumed-unit"        // the file does not state its unit
	Axes             Kind = "axes"                // not a right-handed frame
	LeftOut          Kind = "left-out"            // cameras, lights, empties, points, lines
	InheritedScale   Kind = "inherited-scale"     // a scale that children do not inherit, in a joint of its own
	BoneWithoutNode  Kind = "bone-without-node"   // a bone whose name no node has
	BoneOrder        Kind = "bone-order"          // bones are not in the order of the file's skin
	InvalidBind      Kind = "invalid-bind-matrix" // not finite
	MissingBind      Kind = "missing-bind"        // a skin that does not say where its mesh is bound
	LinkMode         Kind = "link-mode"           // of a skin, which weights of a sum hold only nearly
	SkinningType     Kind = "skinning-type"       // other than by weighted matrices
	VertexFrames     Kind = "vertex-frames"       // that move the vertices of a whole model
	PointCacheFile   Kind = "point-cache"         // that moves a mesh's points
	LostSkin         Kind = "lost-skin"           // weights that cannot be read or assigned

	// Meshes and pictures.
	SharedMesh      Kind = "shared-mesh"
	InvalidPosition Kind = "invalid-position"
	InvalidNormal   Kind = "invalid-normal"
	InvalidTriangle Kind = "invalid-triangle"
	NoTriangles     Kind = "no-triangles" // curves and surfaces of splines
	InvalidMorph    Kind = "invalid-morph-target"
	BetweenMorphs   Kind = "in-between-morph-targets" // of a channel that goes through several shapes
	MissingTexture  Kind = "missing-texture"
	LostCoordinates Kind = "lost-texture-coordinates" // which pictures lie by
	InfluenceLimit  Kind = "influence-limit"
	LooseVertices   Kind = "loose-vertices" // without a bone
	InvalidWeight   Kind = "invalid-weight"
	WeightSum       Kind = "weight-sum"

	// Clips.
	AssumedRate       Kind = "assumed-rate"
	EmptyClip         Kind = "empty-clip"
	LostInterpolation Kind = "lost-interpolation" // modes other than linear
	UnknownNode       Kind = "unknown-node"       // a channel without a node
	DoubledChannel    Kind = "doubled-channel"
	Layers            Kind = "layers"           // of an animation, blended or silent
	AssumedTangents   Kind = "assumed-tangents" // of one dimension, which files mean in two ways
	AddedKeys         Kind = "added-keys"       // between the file's own, to follow its curves
	LostCurve         Kind = "lost-curve"       // that a track does not follow within the bound
	InvalidCurve      Kind = "invalid-curve"    // which is left out
	NoNumber          Kind = "no-number"        // an animated property that is not a number
	InvalidKey        Kind = "invalid-key"
	UnsortedKey       Kind = "unsorted-key"
	DoubledKey        Kind = "doubled-key"
	RotationLength    Kind = "rotation-length"
	Hemisphere        Kind = "hemisphere"

	// Clips of other files.
	MissingJoint    Kind = "missing-joint"
	MissingMorph    Kind = "missing-morph-target"
	MovedJoint      Kind = "moved-joint"      // has another parent than in the model
	OtherUnit       Kind = "other-unit"       // of length than the model's file
	DifferentFrames Kind = "different-frames" // by more than a rotation and a scale

	// Avatars.
	LostControl Kind = "lost-control" // a part of VRM that is not carried over, or only nearly
	LostGaze    Kind = "lost-gaze"    // that moves no eyes which are joints

	MoreFindings Kind = "more-findings" // than a report can hold
)

// Looks reports whether a loss of the kind changes only how the model looks: pictures,
// surfaces, where eyes look. Any other loss changes how it moves: joints, skins, morph
// targets, custom properties and their curves.
func (k Kind) Looks() bool {
	switch k {
	case MissingTexture, LostCoordinates, InvalidTriangle, InvalidNormal, NoTriangles, LostGaze:
		return true
	}
	return false
}
