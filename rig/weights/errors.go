package weights

import "errors"

var (
	// ErrUnskinned reports a mesh without a skin, or a model without such meshes.
	ErrUnskinned = errors.New("no skin")
	// ErrJoint reports the name of a joint that moves nothing of a mesh.
	ErrJoint = errors.New("no such joint in the skin")
	// ErrShape reports weights of another number of vertices or joints.
	ErrShape = errors.New("weights of another shape")
	// ErrWeight reports a weight that is negative or not finite, or a vertex whose weights
	// do not sum to 1.
	ErrWeight = errors.New("invalid weight")
)
