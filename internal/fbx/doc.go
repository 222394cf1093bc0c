// Package fbx reads of an FBX file what libassimp throws away or mixes up:
// when animations begin (libassimp moves each to begin at 0), which of their
// keys their range cuts off (it drops them, and the curve up to the next key),
// which models share a name (it drives the first of a name for all), and what
// drives numbers that are no transform (it has no place for them).
//
//	file, err := fbx.Read(data)    // binary or ASCII
//	file.Stacks[0].Begin           // seconds
//	patched, original := file.Patch(data)
//	floats, err := file.Floats(1e6) // of no more keys than these
//
//	Model "arm"
//	AnimationStack "Take 001"        LocalStart, LocalStop
//	└─ AnimationLayer
//	   └─ AnimationCurveNode         "R" of some model, or a property of its own
//	      └─ AnimationCurve          KeyTime[] KeyValueFloat[] …
package fbx
