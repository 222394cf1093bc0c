package mix

import (
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/soa"
)

// Joint writes the model-space matrix of a joint of instance i.
func (c *Mixing) Joint(i, joint int, m *soa.Affine) {
	var to [1]soa.Affine
	c.Joints(to[:], []int{i}, []int{joint}, nil)
	*m = to[0]
}

// Joints writes matrices of joints of instances, in model space or where the instances stand. It undoes
// the inverse bind matrices of the joints' slots. Inlined into another package, it would let its
// arguments escape to the heap.
//
//go:noinline
func (c *Mixing) Joints(to []soa.Affine, instances, joints []int, places []kernel.Place) {
	_ = kernel.PlaceJoints(to, c.Values, c.Stride, instances, joints, c.Poses.Slot, c.Poses.Bind, places)
}
