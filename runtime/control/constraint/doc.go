// Package constraint has the constraints of joints that animators know from Blender, as
// functions of matrices: it places, turns and scales a joint by limits, by targets and by
// paths.
//
//	              ┌────────────── Stack ───────────────┐
//	owner's pose ─┤ space ─► Rule ─► back ─► influence ├─► … ─► owner's pose
//	              │            ▲                       │
//	              │   targets, each in its space       │
//	              └────────────────────────────────────┘
//
// A Rule is one constraint: it takes the owner's matrix and a target's and returns the
// owner's. An Entry puts it into a Stack, with the spaces that the two matrices are
// brought into and with an influence. The stack takes its entries in order; between them
// the owner is in the world, and that is where the influence mixes: places and stretches
// linearly, rotations on the shorter great arc.
//
//	look := constraint.Stack{{
//		Rule:      constraint.DampedTrack{Track: constraint.PlusZ},
//		Influence: 0.7,
//	}, {
//		Rule:      constraint.LimitRotation{Use: constraint.AllAxes, Min: low, Max: high},
//		Space:     constraint.Local,
//		Influence: 1,
//	}}
//	head = look.Apply(head, &constraint.Joint{World: world, Base: base, Rest: rest}, targets)
//
// The rules:
//
//	LimitLocation  LimitRotation  LimitScale  LimitDistance  MaintainVolume
//	CopyLocation   CopyRotation   CopyScale   CopyTransforms
//	ChildOf        Armature       Attach
//	DampedTrack    LockedTrack    TrackTo     StretchTo
//	FollowPath     Transformation Twist
//
// The offset that a constraint keeps is set by ChildOf.WithInverse and AttachKeeping. A
// joint that goes from one target to another without a jump fades the difference of the
// two itself.
//
// Constraints do what those of Blender 3.4 do, to 2e-6 in the ground truth of
// TestConstraintsTruth, with two exceptions. Where the influence is a part and the two
// rotations are nearly the same, Blender mixes linearly (up to 6e-5 off). And what a closed
// path's frames are twisted after one round is taken back along its length. Rules that
// work on Euler angles take over what is odd about them: the triple with the smaller sum
// counts, so that a limit of more than a quarter of a turn need not be idempotent.
//
// Joints come and go as soa.Affine; between, a rule computes in float64, whose results
// have the same bits on every processor. Nothing allocates but NewPath. A Stack and a Path
// are only read and can be shared. Errors wrap ErrStack or ErrPath.
package constraint
