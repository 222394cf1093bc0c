package report

// Kind identifies the subject of a finding for programs. Its values are stable.
type Kind string

// The kinds of findings.
const (
	InvalidNumber Kind = "invalid-number" // a number of a document that is not finite; its default holds

	// Nodes and spaces.
	InvalidTransform Kind = "invalid-transform"   // a matrix that is not finite
	LongName         Kind = "long-name"           // cut to its bound
	SharedName       Kind = "shared-name"         // indistinguishable nodes
	SplitPivot       Kind = "split-pivot"         // a joint split in two at a moving pivot
	LostShear        Kind = "lost-shear"          // a rest pose that T·R·S cannot hold
	AssumedUnit      Kind = "assumed-unit"        // the file does not state its unit
	Axes             Kind = "axes"                // not a right-handed frame
	NoNodes          Kind = "no-nodes"            // meshes, materials or pictures that no node shows
	LeftOut          Kind = "left-out"            // cameras, lights, empties, points, lines
	Malformed        Kind = "malformed"           // text that breaks its format's rules, read as other programs read it
	InheritedScale   Kind = "inherited-scale"     // a scale that children do not inherit, in a joint of its own
	BoneWithoutNode  Kind = "bone-without-node"   // a bone without a node of its name
	BoneOrder        Kind = "bone-order"          // bones in another order than the file's skin
	InvalidBind      Kind = "invalid-bind-matrix" // not finite
	MissingBind      Kind = "missing-bind"        // a skin without bind matrices of its mesh
	LinkMode         Kind = "link-mode"           // cluster link mode, only approximated by normalized weights
	SkinningType     Kind = "skinning-type"       // a skinning method other than linear blend
	VertexFrames     Kind = "vertex-frames"       // animations by frames of vertices
	PointCacheFile   Kind = "point-cache"         // a point cache that animates a mesh
	LostSkin         Kind = "lost-skin"           // weights that cannot be read or assigned
	MissingSkeleton  Kind = "missing-skeleton"    // a file of joints and clips that the model names

	// Meshes and pictures.
	SharedMesh      Kind = "shared-mesh"
	InvalidPosition Kind = "invalid-position"
	InvalidNormal   Kind = "invalid-normal"
	InvalidTriangle Kind = "invalid-triangle"
	NoTriangles     Kind = "no-triangles" // curves and surfaces of splines
	InvalidMorph    Kind = "invalid-morph-target"
	BetweenMorphs   Kind = "in-between-morph-targets" // a channel of several shapes
	MissingTexture  Kind = "missing-texture"
	InvalidMaterial Kind = "invalid-material"         // a number out of its range
	LostMaterial    Kind = "lost-material"            // an extension of materials that is not kept
	LostCoordinates Kind = "lost-texture-coordinates" // texture coordinates
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
	Layers            Kind = "layers"           // blended or muted animation layers
	AssumedTangents   Kind = "assumed-tangents" // one-dimensional tangents, which are ambiguous
	AddedKeys         Kind = "added-keys"       // keys added to follow the file's curves
	LostCurve         Kind = "lost-curve"       // a curve that a track does not follow within the bound
	InvalidCurve      Kind = "invalid-curve"    // a curve that is left out
	NoNumber          Kind = "no-number"        // an animated property that is not a number
	InvalidKey        Kind = "invalid-key"
	UnsortedKey       Kind = "unsorted-key"
	DoubledKey        Kind = "doubled-key"
	RotationLength    Kind = "rotation-length"
	Hemisphere        Kind = "hemisphere"
	CutOff            Kind = "cut-off" // a recording that ends before it should

	// Clips of other files.
	MissingJoint    Kind = "missing-joint"
	MissingMorph    Kind = "missing-morph-target"
	MovedJoint      Kind = "moved-joint"      // a joint with another parent than in the model
	OtherUnit       Kind = "other-unit"       // another unit of length than the model's file
	OtherAxes       Kind = "other-axes"       // joints above a clip's that lean otherwise than in the clip's file
	OtherNames      Kind = "other-names"      // joints matched by another spelling of their names
	OtherLengths    Kind = "other-lengths"    // bones that clips hold at other lengths than the model's
	RenamedClip     Kind = "renamed-clip"     // a clip whose name was taken
	StillClip       Kind = "still-clip"       // a clip in which nothing moves, dropped
	DifferentFrames Kind = "different-frames" // frames that differ by more than a rotation and a scale

	// Avatars.
	LostControl Kind = "lost-control" // a part of VRM that is lost or approximated
	LostGaze    Kind = "lost-gaze"    // a gaze that moves no joints of eyes
	// LostExpression is what an expression changes besides morph targets.
	LostExpression Kind = "lost-expression"

	MoreFindings Kind = "more-findings" // more than a report can hold
)

// Looks reports whether a loss of the kind affects only the model's appearance: pictures,
// surfaces, gaze. Any other loss affects its motion: joints, skins, morph targets, custom
// properties and their curves; NoNodes is a loss of both.
func (k Kind) Looks() bool {
	switch k {
	case MissingTexture, InvalidMaterial, LostMaterial, LostCoordinates, InvalidTriangle, InvalidNormal, NoTriangles, LostGaze, LostExpression:
		return true
	}
	return false
}
