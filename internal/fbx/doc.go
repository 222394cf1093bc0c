// Package fbx reads the parts of an FBX file that libassimp drops or confuses:
//
//	ranges of animations   libassimp moves each to time 0 and cuts it at a key
//	models of equal names  it drives the first of a name for all
//	curves                 it drops tangents, extrapolation, all layers but one, modes of
//	                       inheriting scale, and custom properties
//	skins                  it drops clusters without a bind pose, link modes and skinning methods
//	blend shapes           it drops rest weights and in-between shapes
//
//	Model "arm"
//	AnimationStack "Take 001"        LocalStart, LocalStop
//	└─ AnimationLayer
//	   └─ AnimationCurveNode         "R" of a model, or a property of its own
//	      └─ AnimationCurve          KeyTime[] KeyValueFloat[] …
//
// A Scene evaluates: each Motion is a model's transform at any moment, from the curves
// of each layer (Curve), what layers make of one another (Driven), and the model's
// pivots, offsets and order of angles.
//
//	file, err := fbx.Read(data)     // binary or ASCII
//	file.Stacks[0].First            // in units of which a second has fbx.Second
//	patched, original := file.Patch(data)
//	scene, err := file.Scene(1e6)   // at most this many keys
//	q := scene.Motions[stack][model].Rotation(0.5*fbx.Second, fit.At)
//	floats, err := file.Floats(1e6)
//	skins := file.Skins(scene)      // clusters with the matrices of their bind pose
//
// Errors wrap soa.ErrFormat, or soa.ErrTooLarge beyond the limit of Scene and Floats.
package fbx
