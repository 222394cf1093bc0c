// Package fbx reads the parts of an FBX file that libassimp drops or confuses:
// the start of each animation (libassimp moves each to time 0), the keys outside
// its range (libassimp drops them, and the curve up to the next key), models that
// share a name (libassimp drives the first of a name for all), and animated
// numbers that are no transform (libassimp has no place for them).
//
//	Model "arm"
//	AnimationStack "Take 001"        LocalStart, LocalStop
//	└─ AnimationLayer
//	   └─ AnimationCurveNode         "R" of a model, or a property of its own
//	      └─ AnimationCurve          KeyTime[] KeyValueFloat[] …
//
//	file, err := fbx.Read(data)     // binary or ASCII
//	file.Stacks[0].Begin            // seconds
//	patched, original := file.Patch(data)
//	floats, err := file.Floats(1e6) // at most this many keys
//
// Errors wrap soa.ErrFormat, or soa.ErrTooLarge beyond the limit of Floats.
package fbx
