// Package avatar makes a control from the avatar data of a file such as VRM:
//
//	model, err := importer.Load(ctx, "avatar.vrm", importer.Options{})
//	document, notes := avatar.Control(model) // nil without an avatar
//
// Spring bones become VRMSprings, constraints ConstraintStacks, and the gaze of eyes that rotate
// LookAts. A gaze that expressions show follows a point by ExpressionGaze:
//
//	gaze, ok := avatar.ExpressionGaze(model)
//	err = gaze.LookAt(hero, target) // in a frame, before crowd.Update
//
// Notes report what is omitted or approximated.
package avatar
