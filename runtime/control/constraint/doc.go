// Package constraint has the joint constraints of Blender, as functions of matrices: limits,
// targets and paths that place, turn and scale a joint.
//
//	              ┌────────────── Stack ───────────────┐
//	owner's pose ─┤ space ─► Rule ─► back ─► influence ├─► … ─► owner's pose
//	              │            ▲                       │
//	              │   targets, each in its space       │
//	              └────────────────────────────────────┘
//
// A Rule is one constraint: it maps the matrices of the owner and a target to the owner's. An Entry
// adds it to a Stack, with the spaces of the two matrices and an influence. Entries act in order;
// between them the owner is in world space, where the influence interpolates: places and stretches
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
// ChildOf.WithInverse and AttachKeeping compute the offsets that keep a joint in place. To switch
// targets without a jump, fade the influences of two entries.
//
// Constraints agree with Blender 3.4 to 2e-6 (TestConstraintsTruth), with two exceptions. For a
// partial influence between nearly equal rotations Blender interpolates linearly (up to 6e-5 off).
// And the twist of a closed path after one round is distributed over its length. Rules on Euler
// angles use the triple with the smaller sum, so that a limit of more than a quarter of a turn need
// not be idempotent.
//
// Matrices are soa.Affine; a rule computes in float64, with the same bits on every processor. Only
// NewPath allocates. A Stack and a Path are immutable and may be shared. Errors wrap ErrStack or
// ErrPath.
package constraint
