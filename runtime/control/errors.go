package control

import "errors"

var (
	// ErrJoint: the skeleton has no joint of a name, more than one, or the layout leaves it
	// out or has no column for what a modifier moves.
	ErrJoint = errors.New("joint of a modifier")
	// ErrValue: a target or a weight is not a number that a modifier can have, or an
	// instance or modifier out of range, whose errors wrap runtime.ErrRange, too.
	ErrValue = errors.New("value of a modifier")
	// ErrDocument: a document contradicts itself, or the skeleton that it is checked against.
	// The error's text begins with the place in the document.
	ErrDocument = errors.New("invalid control")
	// ErrLimit: a document is larger than one may be.
	ErrLimit = errors.New("limit of controls")
)

// Limits of what a stack and a document may have.
const (
	MaxModifiers   = 1024   // of a document
	MaxJoints      = 32     // of a LookAt
	MaxChain       = 64     // joints of a ChainIK, of springs and of a Ragdoll
	MaxColliders   = 32     // of springs
	MaxTargets     = 64     // of a ConstraintStack
	MaxConstraints = 64     // of a ConstraintStack
	MaxKeys        = 10_000 // of a value, or points of a path
	// MaxSaved is the length, in the model's unit, below which all places, distances and
	// speeds have to be that Restore takes: their products and the squares of these are
	// finite in float32.
	MaxSaved = 1 << 30

	maxEffectors = 16 // of a ChainIK
	maxLegs      = 8  // of a FootPlacement
	maxRolls     = 16 // of a Twist
	maxSockets   = 16 // of a Socket
)
