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
// A modifier is a struct: what it is about, and the targets that it begins with. Modifiers act
// in their order, each on what the ones before have left. An instance whose weights are all 0
// costs nothing and keeps its bits. terms.md says what other engines call each modifier.
//
// A Document is modifiers in JSON, beside models, in archives and from imported files: Parse
// reads it, Declare makes its stack, Schema helps editors, fields.md lists all of it.
package control
