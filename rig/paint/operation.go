package paint

import "github.com/sinew-anim/sinew/rig/weights"

// Operation is what a step does to weights: a pointer to one of Replace, Add, Subtract, Scale, Smooth,
// Blur, Gradient, Levels, Mirror, Limit, Prune, Quantize, Hammer and Transfer.
type Operation interface {
	fields(o *object)
	// joint is the joint whose weights it changes, or "" for all.
	joint() string
	// mirrored returns the same for the other side.
	mirrored(m *mirror) Operation
}

// single is an operation on the weights of one joint.
type single interface {
	Operation
	// begin prepares for the weights before a step. The function it returns gives the new weight of a point, of a weight
	// w and an amount from 0 to 1, which is the product of masks and strength.
	begin(f *field, bone uint16) func(p int32, w, amount float64) float64
}

// whole is an operation on the weights of all joints. Its result is mixed in by the amounts.
type whole interface {
	Operation
	all(s *setting, g *weights.Groups) (*weights.Groups, error)
}

// lerp returns w + amount·(to − w).
func lerp(w, to, amount float64) float64 { return w + float64((to-w)*amount) }
