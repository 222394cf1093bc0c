// Package retarget makes clips out of clips: for another skeleton, or with left and
// right exchanged. Both are bakes, done once and not in a frame.
//
//	model A, clip ── Retarget ──► clip of model B        Mapping: which joint is which
//	model A, clip ── Mirror   ──► clip of model A
//
// # Retarget
//
// What a clip does to a joint is its difference from the rest pose, in model space. The
// target's joint gets the same difference from its own rest pose, once that is brought to
// agree with the source's:
//
//	G_t = C · G_s · S⁻¹ · C⁻¹ · A · T
//
//	S, T   rotations at rest of the two joints, in model space
//	G      rotations of the clip
//	C      from where the source faces at rest to where the target does
//	A      the rotation that brings the target's limb, at rest, into the direction of the
//	       source's: arms of a T-pose to those of an A-pose
//
// So bones keep their lengths, and neither their local axes nor the names of joints matter.
// The hips move as the source's do, times the ratio of the heights of the hips above the
// feet. A chain of another number of joints, such as a spine, takes its differences by
// the normalised length of arc. What is not mapped stays at rest relative to its parent.
//
// Joints are mapped by a table of the caller's, by the names that the tools give the
// bones of a human body (Mixamo, VRM, Unreal, CMU, Rigify, Biped, Daz, Character Creator),
// by equal names, and by the shape of the skeleton where that can mean one thing only.
//
// # Mirror
//
// With M the reflection by a plane and m(j) the joint on the other side,
//
//	G'(m(j)) = M · G(j) · B(j)⁻¹ · M⁻¹ · B(m(j))
//
// where B is the rest pose. In local space that is a constant rotation before a key and
// one after it, so keys stay where they are, with their interpolation. Mirroring twice
// gives the clip back on every skeleton. Bones keep their lengths where the sides of the
// skeleton differ: of a translation it is the difference from rest that is mirrored.
//
// All results have the same bits on every processor.
//
// Errors wrap ErrAdditive, ErrHips, ErrTable, ErrRest, ErrScale, soa.ErrInvalid,
// soa.ErrFormat or soa.ErrOption.
package retarget
