// Package control changes the poses of characters after their clips are blended: inverse
// kinematics, aims, limits, constraints, sockets, springs, ragdolls, feet on the ground.
//
//	stack := control.New(model.Skeleton)
//	hand, err := stack.Add(&control.TwoBoneIK{Root: "upperarm.L", Mid: "forearm.L", End: "hand.L"})
//
//	crowd, err := runtime.NewCrowd(source, n, runtime.CrowdOptions{Layout: pose.LayoutOptions{Reserve: stack.Reserve()}})
//	instances, err := stack.Start(crowd.Layout(), crowd.Len())
//	err = crowd.SetControl(instances)
//
//	err = instances.SetTwoBoneIK(i, hand, control.TwoBoneTarget{Place: handle})
//	err = instances.SetWeight(i, hand, 1)        // and on with crowd.Update(dt)
//
// A modifier is a struct, whose fields are what it is about and the targets that it begins
// with. terms.md says what other engines call each. Modifiers act in the order in which they
// are added, each on what the ones before have left. An instance whose weights are all 0
// costs nothing and keeps its bits.
//
//	blend ─► pose ─► modifier 0 ─► modifier 1 ─► … ─► palettes
//	                 reads frames of its joints and of those above, in model space
//
// A layout has columns for what clips move: what else a modifier moves has to be reserved,
// see Stack.Reserve.
//
// # Documents
//
// A Document is modifiers in JSON: for files beside models, for archives and for what
// imported files say. Parse reads it, Declare makes its stack, Schema helps editors, and
// fields.md lists its fields.
//
//	{"control": {"version": 1, "modifiers": [
//	  {"name": "left leg", "twoBoneIK": {"root": "LeftUpLeg", "mid": "LeftLeg", "end": "LeftFoot",
//	                                     "hinge": [1, 0, 0], "target": [0.1, 0.2, 0]}},
//	  {"name": "head", "lookAt": {"joints": ["Neck", "Head"], "weights": [0.5], "forward": [0, 0, 1],
//	                              "target": {"keys": [[0, -1, 1.5, 2], [2, 1, 1.5, 2]]}}}
//	]}}
//
// A place is [x, y, z], a joint's name, {"joint": …, "offset": …} or {"keys": [[t, x, y, z], …],
// "loop": true}; weights and rotations are over time alike. Angles are degrees in the text and
// radians in Go. Errors begin with a JSON pointer.
package control
