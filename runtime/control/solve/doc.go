// Package solve has the solvers of inverse kinematics for chains, and limits of joints: pure
// functions from places and directions to rotations, without skeletons, poses or memory of
// their own.
//
//	     FABRIK, CCD                  Limit
//	  ·───·    · target               ╲ cone ╱
//	 ╱     ╲  ╱                        ╲  │ ╱
//	root    ·                          joint
//
// Two bones and lines that aim are kernels, which a crowd calls for 16 poses at once, see
// control.TwoBoneIK and control.Aim.
//
// Places and directions are those of model space. A result is a turn, a rotation that is
// applied in model space after the one that a joint has:
//
//	model rotation of the joint, new = turn · model rotation of the joint, now
//
// so that a turn of geom.Identity leaves a joint as it is, and a local rotation follows as
// (parent, new)⁻¹ · turn · (joint, now). A turn takes along whatever hangs on the joint.
//
// All is float32 with + − × ÷ √ and comparisons in one fixed order, each product rounded
// before it is added: the same bits on every processor. There is no trigonometry but in
// constructors that take radians. Whatever the input, results are unit quaternions and
// numbers; a Reason tells whether the target is reached and why not.
package solve
