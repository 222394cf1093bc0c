// Package fbx reads of an FBX file the one thing about its animations that
// libassimp throws away: when they begin. libassimp moves every animation to
// begin at 0; the file's own time line has it begin at the stack's LocalStart
// or, without one, at its first key.
//
//	starts, err := fbx.Starts(data)    // binary or ASCII
//	seconds, ok := starts["Take 001"]
//
//	AnimationStack "Take 001"        LocalStart, LocalStop
//	└─ AnimationLayer
//	   └─ AnimationCurveNode         "R" of some model
//	      └─ AnimationCurve          KeyTime[]
package fbx
