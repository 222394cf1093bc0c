package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/soa"
)

// Joint returns the model-space matrix of a joint of the skeleton, as of the character's last
// evaluation, for what is attached to it. The error wraps ErrStale, or ErrRange for a joint
// that is none or that the layout leaves out.
func (x Instance) Joint(joint int) (m soa.Affine, err error) {
	if err := x.check("joint"); err != nil {
		return m, err
	}
	if err := x.crowd.set.checkJoint(joint); err != nil {
		return m, fmt.Errorf("joint: %w", err)
	}
	x.crowd.set.mix.Joint(x.index, joint, &m)
	return m, nil
}

// Joints computes what Instance.Joint does for some joints of some instances:
//
//	dst[k·len(joints) + j]   joint joints[j] of instance instances[k]
//
// The error wraps ErrLength where dst has another length, or ErrRange; nothing has
// been written then.
func (c *Crowd) Joints(dst []soa.Affine, instances, joints []int) error {
	if want := len(instances) * len(joints); len(dst) != want {
		return fmt.Errorf("joints: %w: %d matrices for %d joints of %d instances", ErrLength, len(dst), len(joints), len(instances))
	}
	for _, i := range instances {
		if err := c.check(i); err != nil {
			return fmt.Errorf("joints: %w", err)
		}
	}
	for _, j := range joints {
		if err := c.set.checkJoint(j); err != nil {
			return fmt.Errorf("joints: %w", err)
		}
	}
	for k, i := range instances {
		for j, joint := range joints {
			c.set.mix.Joint(i, joint, &dst[k*len(joints)+j])
		}
	}
	return nil
}

func (c *set) checkJoint(joint int) error {
	if joint < 0 || joint >= len(c.poses.Slot) || c.poses.Slot[joint] < 0 {
		return fmt.Errorf("%w: joint %d is not in the layout", ErrRange, joint)
	}
	return nil
}
