// Package layers reads from JSON which clips of a model play together, and plays them.
//
//	[
//	  {"clip": "walk"},
//	  {"clip": "wave", "kind": "override", "phase": 0.25,
//	   "mask": [{"subtree": "chest", "feather": 3}, {"match": "hand.*", "weight": 0.5}]},
//	  {"clip": "breathe", "kind": "additive", "reference": "first", "weight": 0.7}
//	]
//
// Entry k of the list is layer k of an instance, see runtime.Crowd. Its fields are
//
//	clip       the clip's name; the only one that an entry must have
//	kind       blend (the default), override, model-override, additive or subtract
//	weight     0 to runtime.MaxWeight, 16; 1 where it is left out
//	time       where the clip starts, in seconds on the file's own time line, or
//	phase      the same as a part of the clip's length, 0 to 1
//	speed      a factor; 1 where it is left out, 0 holds the clip
//	mode       wrap (the default), clamp or ping-pong
//	sync       1 to 255: layers of one number keep one phase
//	lead       true: they take as long as the clip of the greatest weight, not the mean
//	reference  of additive and subtract: the pose from which the clip is a difference.
//	           "rest" (the default), "first", a time in seconds on the clip's time line,
//	           or {"clip": …, "time": …}. A clip that is additive already has none.
//	mask       steps that give weights to joints, in their order, from 0 on. Each names
//	           joints by one of
//	             joint    a name
//	             match    a pattern of path.Match; "*" is all joints
//	             subtree  a joint and all below it; "feather" levels fade in
//	           and may have a weight, which is 1 otherwise.
//
// Anything else is refused, with its place in the list and its value.
//
//	list, err := layers.Parse(data) // ParseMask reads the steps of a mask alone
//	stack, err := layers.Bind(model, list)
//	crowd, err := runtime.NewCrowd(runtime.Keyframes(stack.Model), n, runtime.CrowdOptions{Masks: stack.Masks})
//	err = stack.Play(crowd, i)
//
// The file conventions.md beside this one says how layers blend, and what differs from
// three.js and Blender.
//
// Errors wrap soa.ErrFormat, soa.ErrOption, soa.ErrInvalid, ErrClip, pose.ErrJoint or
// bake.ErrReference.
package layers
