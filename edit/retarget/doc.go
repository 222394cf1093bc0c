// Package retarget transfers clips to another skeleton, or exchanges left and
// right. Both are done once, not in a frame.
//
//	model A, clip ── Retarget ──► clip of model B        humanoid.Map: which joint is which
//	model A, clip ── Mirror   ──► clip of model A
//
// # Retarget
//
// The target's joint gets the clip's difference from the source's rest pose, in model space. It
// is applied to its own rest pose, once that is aligned with the source's:
//
//	G_t = C · G_s · S⁻¹ · C⁻¹ · A · T
//
//	S, T   rotations at rest of the two joints, in model space; S in the reference pose, see Rest
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
// The source has to stand in its rest pose: Options.Rest chooses the pose, and Report.Reference names
// the one taken. Where that pose is not on the ground, as in captures whose root rests at the origin,
// heights are those above the ground of the clip: of the feet when they are slow, low and below an
// upright body, and of the target's soles. Feet are flat then if the source's are, and Report.Ground
// has the sizes.
//
// Package soa/humanoid maps the joints: by the caller's table, by the names that tools give the bones
// of a human body, for other limbs by the shape of the skeleton, and by equal names. Report.Limbs lists
// lost limbs, with degrees.
//
// # Mirror
//
// With M the reflection by a plane and m(j) the joint on the other side,
//
//	G'(m(j)) = M · G(j) · C(j)
//
// where C(j) relates the axes of both joints. It belongs to the model and not to the file's rest
// pose, which is often a frame of a clip. If the rest pose is symmetric, C(j) is B(j)⁻¹ · M⁻¹ ·
// B(m(j)) of the orientations B there. Else the bind pose of the skins is taken, if it is nearer to
// symmetry, and the bones decide the rest: C(j) takes the bones of one joint to those of the other,
// and about a single bone it rolls as the nearest correspondence of whole axes does.
// MirrorReport.Rolled lists joints that no axes explain, and MirrorReport.Off says how far the result
// is from the mirror image.
//
// In local space that is a constant rotation before a key and one after it, so keys keep their times
// and interpolation. Joints that the clip does not turn get a key where their rest is not the mirror
// image of the other side's. Mirroring twice gives the original poses on every skeleton.
// Translations are mirrored as differences from rest, so bones keep their lengths if the sides of
// the skeleton differ. Translations of the hips, and of joints that carry them, are mirrored as they
// are, unless they rest far from the plane.
//
// # Plant
//
// Plant keeps the standing feet of a clip from sliding, as Retarget with Options.Plant does on the
// way, by the same contacts and two-bone IK, and lowers the pelvis where a leg is too short.
//
// All results have the same bits on every processor.
//
// Errors wrap ErrAdditive, ErrLegs, ErrLimb, ErrRest, ErrScale, humanoid.ErrHips, humanoid.ErrTable,
// soa.ErrInvalid, soa.ErrFormat, soa.ErrOption or soa.ErrTooLarge.
//
// # Contacts of feet
//
// BakeContacts finds the ground contacts of feet in clips and stores them with the clips.
//
//	legs := retarget.Legs(model.Skeleton)
//	found, err := retarget.BakeContacts(ctx, model, legs, retarget.ContactOptions{})   // changes the model's clips
//	left := retarget.ContactProperty(model, legs[0])                     // of soa.Model.Floats
//	…
//	stands := crowd.Instance(i).Float(left)                      // 0 to 1, blended by the layers
//
// A foot stands while its tip, the toes or otherwise the ankle, is low, and slow or slipping by a
// small part of the clip's speed. Times are in seconds on the file's time line. Each foot has a
// custom property of the model, named contact and of the ankle's joint, with a track in each clip:
//
//	1      ┌─────────┐              ┌──
//	      ╱           ╲            ╱        it rises and falls within ContactOptions.Blend
//	0 ───┘             └──────────┘
//	       From     To
//
// As a custom property it is blended with the clips, stored in archives, mirrored by
// retarget.Mirror, and transferred by retarget.Retarget to models that have it too, see DeclareContacts.
package retarget
