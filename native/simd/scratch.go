package simd

// Scratch of a kernel, in float32, ahead of the joints' states: two buffers of
// quaternions, for the group of joints in work and the one after it, each with
// room for those of another group, half transposed; the lanes' row addresses
// and weights, counters, and a place to write in vain. Behind the states follow
// the sampled other columns of two blocks.
const (
	headBuffers = 2 * 2 * groupJoints * otherRows * Lanes
	headLanes   = 11 * Lanes
	headValues  = headBuffers + headLanes
)
