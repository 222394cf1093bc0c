// Package fbx reads of an FBX file what libassimp throws away or mixes up:
// when animations begin (libassimp moves each to begin at 0), which of their
// keys their range cuts off (it drops them, and the curve up to the next key),
// and which models share a name (it drives the first of a name for all).
//
//	file, err := fbx.Read(data)    // binary or ASCII
//	file.Stacks[0].Begin           // seconds
//	patched, original := file.Patch(data)
//
//	Model "arm"
//	AnimationStack "Take 001"        LocalStart, LocalStop
//	└─ AnimationLayer
//	   └─ AnimationCurveNode         "R" of some model
//	      └─ AnimationCurve          KeyTime[]
package fbx
