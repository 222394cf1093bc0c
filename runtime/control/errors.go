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
	// ErrLimit: a document exceeds a limit: 1,024 modifiers, 32 joints of a LookAt, 64 joints of a
	// ChainIK, of springs and of a Ragdoll, 32 colliders of springs, 64 constraints and 64 targets of a
	// ConstraintStack, 10,000 keys of a value, or points of a path.
	ErrLimit = errors.New("limit of controls")
)

// Limits of stacks and documents.
const (
	maxModifiers   = 1024   // of a document
	maxJoints      = 32     // of a LookAt
	maxChain       = 64     // joints of a ChainIK, of springs and of a Ragdoll
	maxColliders   = 32     // of springs
	maxTargets     = 64     // of a ConstraintStack
	maxConstraints = 64     // of a ConstraintStack
	maxKeys        = 10_000 // of a value, or points of a path
	// maxSaved bounds the places, distances and speeds that Restore accepts, in the model's
	// unit: below it their products, and the squares of these, are finite in float32.
	maxSaved = 1 << 30

	maxEffectors = 16 // of a ChainIK
	maxLegs      = 8  // of a FootPlacement
	maxRolls     = 16 // of a Twist
	maxSockets   = 16 // of a Socket
)
