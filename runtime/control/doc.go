// Package control changes the poses of characters after their clips are blended: joints
// that are put by hand, reach for something or swing behind.
//
//	stack := control.New(model.Skeleton)
//	head, err := stack.Joint(control.Joint{Name: "head", Rotation: true, Adds: true})
//
//	crowd, err := runtime.NewCrowd(source, n, runtime.CrowdOptions{Layout: pose.LayoutOptions{Reserve: stack.Reserve()}})
//	instances, err := stack.Start(crowd.Layout(), crowd.Len())
//	err = crowd.SetControl(instances)
//
//	err = instances.SetJoint(i, head, control.Transform{Rotation: nod})
//	err = instances.SetWeight(i, head, 1)        // and on with crowd.Update(dt)
//
// The modifiers are
//
//	Joint         a joint is set, or added to, in its parent's space or that of the model
//	Limb          two bones reach for a target: inverse kinematics of arms and legs
//	Chain         joints, or a tree of them, reach for targets: FABRIK and CCD
//	Aim           the line of a joint passes through a target: eyes, heads, muzzles
//	Look          spine, neck and head share an aim, each within a cone and a speed
//	Limited       a joint's rotation stays within a hinge, a cone or a range of twists, also one
//	              that LimitsFrom learns from clips
//	Grab          a hand takes hold of a handle that moves, and lets it go
//	Attach        a thing hangs on one of several sockets, and goes from one to the next
//	Ragdoll       a simulation takes joints over, with their velocities, and gives them back
//	Twist         the roll joints of a forearm share the twist of its hand
//	Springs       a chain of joints swings behind the pose: tails, hair, coats
//	VRMSprings    the same by the rule of VRM, as avatars come with it
//	Feet          legs stand on the ground that rays of the engine find
//	Constrained   a joint follows limits, targets and paths as in Blender, see package constraint
//	Follow        a target of another one is at a joint
//
// Declare makes a stack of a document, which package document reads from JSON.
//
// A Stack is declared once; its modifiers act in their order, each on what the ones before
// have left. Instances hold their targets and weights. An instance whose weights are all 0
// costs nothing and keeps its bits.
//
//	blend ─► pose ─► modifier 0 ─► modifier 1 ─► … ─► palettes
//	                 reads frames of its joints and of those above, in model space
//
// A layout has columns for what clips move: what else a modifier moves has to be reserved,
// see Stack.Reserve.
package control
