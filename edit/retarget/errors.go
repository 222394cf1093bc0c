package retarget

import "errors"

var (
	// ErrAdditive reports an additive clip: a difference from a rest pose has no meaning on
	// another one.
	ErrAdditive = errors.New("the clip is additive")
	// ErrRest reports a mapped joint that is sheared, flattened, mirrored or scaled unevenly at
	// rest, so that it has no rotation there.
	ErrRest = errors.New("the rest pose is not made of rotations")
	// ErrLegs reports legs that Plant cannot use, or a skeleton without any.
	ErrLegs = errors.New("no legs")
	// ErrLimb reports, for Options.Strict, unmapped limbs that the clip turns.
	ErrLimb = errors.New("a limb is not mapped")
	// ErrScale reports skeletons whose sizes cannot be compared.
	ErrScale = errors.New("the sizes of the skeletons do not compare")
)
