// Package avatar makes a control from the avatar data of a file such as VRM:
//
//	model, err := importer.Load(ctx, "avatar.vrm")
//	document, notes := avatar.Control(model) // nil without an avatar
//
// Spring bones become VRMSprings, constraints ConstraintStacks, and the gaze LookAts. Notes report
// what is omitted or approximated.
package avatar
