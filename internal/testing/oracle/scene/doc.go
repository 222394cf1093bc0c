// Package scene evaluates what libassimp made of a file, node by node and bone
// by bone, without making a model of it first, so that flattening itself can be
// checked:
//
//	o := scene.New(imported, scene.FBX)
//	pose := o.Evaluate(0.5, 0)                    // animation 0 at half a second
//	for _, n := range pose.Nodes {
//		fmt.Println(n.Path, n.Frame.Translation()) // metres, Y up
//	}
//
// It is OGLdev's ReadNodeHierarchy in float64: every node's transform is its
// channel's value or else its own matrix, and a vertex goes by the weighted sum
// of global(bone)·offset. On top of that come the rules without which
// libassimp's FBX scenes are wrong:
//
//   - A channel named X below helper nodes X_$AssimpFbx$_… that have no channels
//     holds the whole local transform: those helpers count as the identity.
//   - If one of them is the post-rotation, which libassimp applied the wrong way
//     round, rotation keys are multiplied by its square.
//   - Geometric helpers move a node's meshes and neither the node nor its
//     children.
//   - The root is built from the axes and the unit that the file states.
//
// The package is empty where cgo is off.
package scene
