// Package control changes the poses of characters after their clips are blended: inverse
// kinematics, aims, limits, constraints, sockets, springs, ragdolls, feet on the ground.
//
//	blend ─► pose ─► modifier 0 ─► modifier 1 ─► … ─► palettes
//
//	stack := control.New(model.Skeleton)
//	hand, err := stack.Add(&control.TwoBoneIK{Root: "upperarm.L", Mid: "forearm.L", End: "hand.L"})
//	…                                            // stack.Reserve() goes into the layout
//	instances, err := stack.Start(crowd.Layout(), crowd.Len())
//	err = crowd.SetControl(instances)
//	err = instances.SetTwoBoneIK(i, hand, control.TwoBoneTarget{Place: handle})
//	err = instances.SetWeight(i, hand, 1)        // and on with crowd.Update(dt)
//
// A modifier is a struct: its joints and parameters, and its initial targets. Modifiers act in
// order, each on the result of those before. An instance whose weights are all 0 costs nothing
// and keeps its bits. terms.md lists what other engines call each modifier.
//
// A Document holds modifiers in JSON, beside models, in archives and from imported files: Parse
// reads it, NewDocumentStack makes its stack, Schema serves editors, fields.md lists its fields.
//
// # Avatars
//
// AvatarDocument makes a control from the avatar data of a file such as VRM:
//
//	model, err := importer.Load(ctx, "avatar.vrm", importer.Options{})
//	document, notes := control.AvatarDocument(model) // nil without an avatar
//
// Spring bones become VRMSprings, constraints ConstraintStacks, and the gaze of eyes that rotate
// LookAts. A gaze that expressions show follows a point by ExpressionGaze:
//
//	gaze, ok := control.ExpressionGaze(model)
//	err = gaze.LookAt(hero, target) // in a frame, before crowd.Update
//
// Notes report what is omitted or approximated.
package control
