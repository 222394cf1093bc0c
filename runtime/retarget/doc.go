// Package retarget makes clips out of clips: for another skeleton, or with left and
// right exchanged. Both are bakes, done once and not in a frame.
//
//	model A, clip ── Retarget ──► clip of model B        humanoid.Map: which joint is which
//	model A, clip ── Mirror   ──► clip of model A
//
// # Retarget
//
// The target's joint gets the difference that the clip makes to the source's rest pose, in model
// space, applied to its own rest pose after that is aligned with the source's:
//
//	G_t = C · G_s · S⁻¹ · C⁻¹ · A · T
//
//	S, T   rotations at rest of the two joints, in model space
//	G      rotations of the clip
//	C      from where the source faces at rest to where the target does
//	A      the rotation that brings the target's limb, at rest, into the direction of the
//	       source's: arms of a T-pose to those of an A-pose
//
// So bones keep their lengths, whatever their local axes. The hips move as the source's do, times
// the ratio of the heights of the hips above the feet. Chains of different numbers of joints, such
// as spines, are matched by normalized arc length. Joints that are not mapped stay at rest
// relative to their parents.
//
// Package soa/humanoid maps the joints: by a table of the caller's, by the names that tools give the
// bones of a human body, by equal names, and by the shape of the skeleton.
//
// # Mirror
//
// With M the reflection by a plane and m(j) the joint on the other side,
//
//	G'(m(j)) = M · G(j) · B(j)⁻¹ · M⁻¹ · B(m(j))
//
// where B is the rest pose. In local space that is a constant rotation before a key and
// one after it, so keys keep their times and interpolation. Mirroring twice gives the original
// clip on every skeleton. Translations are mirrored as differences from rest, so bones keep their
// lengths where the sides of the skeleton differ.
//
// # Plant
//
// Plant keeps the standing feet of a clip from sliding, as Retarget with Options.Plant does on the
// way, by the same contacts and two-bone IK, and lowers the pelvis where a leg is too short.
//
// All results have the same bits on every processor.
//
// Errors wrap ErrAdditive, ErrLegs, ErrRest, ErrScale, humanoid.ErrHips, humanoid.ErrTable,
// soa.ErrInvalid, soa.ErrFormat, soa.ErrOption or soa.ErrTooLarge.
package retarget
