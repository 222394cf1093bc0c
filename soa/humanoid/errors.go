package humanoid

import "errors"

var (
	// ErrHips reports a skeleton without known hips and without another joint that carries
	// all the mapped ones.
	ErrHips = errors.New("no joint is known to be the hips")
	// ErrTable reports a table that names a missing joint, a name that several joints have,
	// or a joint twice.
	ErrTable = errors.New("the table does not fit the skeletons")
)
