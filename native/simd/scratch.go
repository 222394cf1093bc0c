package simd

// Scratch of a kernel, in float32:
//
//	│ headBuffers │ headLanes │ state 0 │ state 1 │ … │ other columns of two blocks │
//
// headBuffers are two buffers of quaternions, for the current group of joints and
// the next, each with room for half-transposed quaternions of another group.
// headLanes are row addresses and weights of the lanes, counters, and a place
// whose content nothing reads.
const (
	headBuffers = 2 * 2 * groupJoints * otherRows * Lanes
	headLanes   = 11 * Lanes
	headValues  = headBuffers + headLanes
)
