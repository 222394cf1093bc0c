package rig

import "errors"

var (
	// ErrJoints reports a model, or options, without a joint that can hold weights.
	ErrJoints = errors.New("no joint to bind to")
	// ErrMesh reports a model without a mesh to bind.
	ErrMesh = errors.New("no mesh to bind")
	// ErrPart reports a part that names nothing in the model, or several things.
	ErrPart = errors.New("no such part")
)
