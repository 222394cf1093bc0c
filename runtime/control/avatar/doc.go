// Package avatar makes a control of what a file such as VRM says of a figure:
//
//	var found report.Report
//	model, err := importer.Load(ctx, "avatar.vrm", importer.WithReport(&found))
//	if found.Avatar != nil {
//		document, notes := avatar.Control(found.Avatar, model.Skeleton)
//	}
//
// Springs swing by VRM's own rule, constraints become constraint stacks, and eyes LookAt.
// Notes say what is left out, or held only nearly.
package avatar
