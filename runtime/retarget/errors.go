package retarget

import "errors"

// The errors of this package, besides those of package soa.
var (
	// ErrAdditive: a clip is a difference from a rest pose, which has no meaning on
	// another one.
	ErrAdditive = errors.New("the clip is additive")
	// ErrHips: of one of the skeletons the hips are not known, so that nothing says which
	// joint carries the body.
	ErrHips = errors.New("no joint is known to be the hips")
	// ErrTable: a table names a joint that does not exist, a name that several joints
	// have, or a joint twice.
	ErrTable = errors.New("the table does not fit the skeletons")
	// ErrRest: a joint to be mapped is sheared, flattened, mirrored or scaled unevenly at
	// rest: it has no rotation to differ from.
	ErrRest = errors.New("the rest pose is not made of rotations")
	// ErrScale: the skeletons have no lengths by which their sizes compare.
	ErrScale = errors.New("the sizes of the skeletons do not compare")
)
