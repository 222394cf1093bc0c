// Package oracle evaluates a model slowly and obviously: float64, 4x4 matrices,
// recursion over the joints, a linear search for keys, true slerp. It is
// written from OGLdev's tutorial 38 ("Skeletal animation with Assimp") and the
// glTF 2.0 specification, section "Animations" and appendix C, and shares no
// code with the runtime, so that the two can be held against each other:
//
//	pose := oracle.Evaluate(model, []*soa.Clip{model.Clip("walk")}, 0.5)
//	hand := pose.Model[model.Skeleton.Joint("hand.L")].Translation()
//	nose := pose.Meshes[0].Position[17]
//
// A time is in seconds on the file's own time line, where a clip begins at
// Clip.Start; before its first and after its last key a track holds. Looping
// is the caller's: it maps a time of play to a time of the file.
//
// Models and clips must pass their Validate. Nothing here is changed by a call,
// so calls may run in parallel.
package oracle
