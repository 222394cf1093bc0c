package control

import "errors"

var (
	// ErrJoint: the skeleton has no joint of a name or several, or the layout omits the joint
	// or lacks a column that a modifier changes.
	ErrJoint = errors.New("joint of a modifier")
	// ErrValue: a target or weight is out of range, or the index of an instance or modifier is,
	// whose errors also wrap soa.ErrRange.
	ErrValue = errors.New("value of a modifier")
	// ErrDocument: a document contradicts itself or its skeleton. The text begins with the place
	// in the document.
	ErrDocument = errors.New("invalid control")
	// ErrLimit: a document exceeds a limit.
	ErrLimit = errors.New("limit of controls")
)

// Limits of stacks and documents.
const (
	MaxModifiers   = 1024   // of a document
	MaxJoints      = 32     // of a LookAt
	MaxChain       = 64     // joints of a ChainIK, of springs and of a Ragdoll
	MaxColliders   = 32     // of springs
	MaxTargets     = 64     // of a ConstraintStack
	MaxConstraints = 64     // of a ConstraintStack
	MaxKeys        = 10_000 // of a value, or points of a path
	// MaxSaved bounds the places, distances and speeds that Restore accepts, in the model's
	// unit: below it their products, and the squares of these, are finite in float32.
	MaxSaved = 1 << 30

	maxEffectors = 16 // of a ChainIK
	maxLegs      = 8  // of a FootPlacement
	maxRolls     = 16 // of a Twist
	maxSockets   = 16 // of a Socket
)
