// Package avatar makes a control from the avatar data of a file such as VRM:
//
//	model, err := importer.Load(ctx, "avatar.vrm")
//	document, notes := avatar.Control(model) // nil without an avatar
//
// Spring bones become VRMSprings, constraints ConstraintStacks, and the gaze of eyes that rotate
// LookAts. Of a gaze that expressions show, ExpressionGaze computes their values:
//
//	gaze, ok := avatar.ExpressionGaze(model)
//	for k, value := range gaze.Values(yaw, pitch) {
//		err = hero.SetFloat(gaze.Float[k], value)
//	}
//
// Notes report what is omitted or approximated.
package avatar
