package rig

import "errors"

// The errors of this package. An error names the joint, clip, skin or marker that stops a change.
var (
	// ErrName reports a joint's name that is empty, or that another joint has.
	ErrName = errors.New("the name cannot be used")
	// ErrScale reports a scale that differs between axes, or a shear, where only a uniform scale
	// keeps the frames of joints rectangular.
	ErrScale = errors.New("the joint scales unevenly")
	// ErrReference reports something that refers to a joint and cannot follow the change.
	ErrReference = errors.New("the joint is referred to")
	// ErrBody reports a skeleton in which no human body with arms is found.
	ErrBody = errors.New("no human body is found")
	// ErrMarker reports a marker that is missing, unknown, not finite or far from the mesh.
	ErrMarker = errors.New("the markers cannot be used")
	// ErrSurface reports a model without a surface to fit a skeleton into.
	ErrSurface = errors.New("there is no mesh to fit a skeleton into")
)
