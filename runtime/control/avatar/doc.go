// Package avatar makes a control from the avatar data of a file such as VRM:
//
//	var found report.Report
//	model, err := importer.Load(ctx, "avatar.vrm", importer.WithReport(&found))
//	if found.Avatar != nil {
//		document, notes := avatar.Control(found.Avatar, model.Skeleton)
//	}
//
// Spring bones become VRMSprings, constraints ConstraintStacks, and the gaze LookAts. Notes report
// what is omitted or approximated.
package avatar
