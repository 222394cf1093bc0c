// Package document has what changes the poses of a model, see package runtime/control, as a
// document in JSON: for files beside models, for archives and for what imported files say.
//
//	{"control": {"version": 1, "modifiers": [
//	  {"name": "left leg", "limb": {"root": "LeftUpLeg", "mid": "LeftLeg", "end": "LeftFoot",
//	                                "hinge": [1, 0, 0], "target": [0.1, 0.2, 0]}},
//	  {"name": "head", "look": {"joints": ["Spine", "Neck", "Head"], "weights": [0.2, 0.5], "cones": [20, 40, 70],
//	                            "forward": [0, 0, 1],
//	                            "target": {"keys": [[0, -1, 1.5, 2], [2, 1, 1.5, 2], [4, -1, 1.5, 2]], "loop": true}}},
//	  {"limit": {"joint": "LeftForeArm", "hinge": {"axis": [1, 0, 0], "from": 0, "to": 150}}},
//	  {"constraints": {"joint": "Sword", "moves": true, "stack": [{"attach": {"keep": true}, "target": "RightHand"}]}}
//	]}}
//
// A modifier has one field that says what it does, and perhaps a name, by which a program
// finds it, and the weight that it begins with. Modifiers act in their order. Joints are
// named, or given by a path or the end of one.
//
// Targets are what modifiers begin with, for files that show something without a program:
//
//	[x, y, z]                                   a place in the model
//	"Head", {"joint": "Head", "offset": […]}    the place of a joint, as the modifiers before have left it
//	{"keys": [[t, x, y, z], …], "loop": true}   places over time
//
// Weights and rotations are over time alike. Angles are degrees in the text and radians in
// the types; lengths are metres; rotations are x, y, z, w, and read as three Euler angles
// too.
//
// Parse reads, JSON writes, Check compares with a skeleton; Schema is for editors.
// Errors begin with a JSON pointer and wrap soa.ErrFormat, ErrControl or ErrLimit.
package document
