// Package solve has solvers of inverse kinematics for chains, and joint limits: pure functions from
// places and directions to rotations, without skeletons, poses or state.
//
//	     FABRIK, CCD                  Limit
//	  ·───·    · target               ╲ cone ╱
//	 ╱     ╲  ╱                        ╲  │ ╱
//	root    ·                          joint
//
// Two-bone IK and aims are kernels for 16 poses at once, see control.TwoBoneIK and control.Aim.
//
// Places and directions are in model space. A result is a turn, a rotation in model space that is
// applied after that of the joint:
//
//	model rotation of the joint, new = turn · model rotation of the joint, now
//
// so that geom.Identity leaves a joint as it is, and a local rotation is
// (parent, new)⁻¹ · turn · (joint, now). A turn also moves all descendants of the joint.
//
// All arithmetic is float32 with + − × ÷ √ and comparisons in one fixed order, each product rounded
// before it is added: the same bits on every processor. Only constructors that take radians use
// trigonometry. For any input results are unit quaternions and finite numbers; a Reason explains
// whether the target is reached.
package solve
