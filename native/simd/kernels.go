package simd

// Scratch of a fused kernel, in float32, ahead of the sampled other columns and
// of the joints' states: two buffers, for the group of joints in work and the
// one being sampled, and the lanes' row addresses and weights.
const (
	fusedBuffer = 2 * groupJoints * otherRows * Lanes // quaternions x, y, z, w, and their lanes not yet merged
	fusedLanes  = 4 * Lanes                           // addresses of a row and the next (64 bits), and weights
	fusedValues = 2*fusedBuffer + 2*fusedLanes
)
