// Package edit changes clips: their keys, their tracks, and clips as a whole. A clip is a value;
// each function returns a changed copy.
//
//	c := edit.ClipOf(model.Clip("walk"))
//	c, err := edit.Trim(c, 0.2, 1.1)             // seconds after the clip's start
//	c, err = edit.Speed(c, 1.2)
//	c, seam, err := edit.Loop(ctx, model, c, 0.1) // seam.Before, seam.After: the gap in metres
//	clip, err := c.Build()                       // an soa.Clip, checked
//
// A Clip holds a list of keys per track, where soa.Clip holds all keys in a few arrays:
//
//	Tracks │ translation of 0   │ cubic  │ {0 s, value, in, out} {0.4 s …} {1.1 s …}
//	       │ rotation of 0      │ linear │ {0 s, value} {0.033 s …} …
//	       │ float of 2         │ step   │ …
//	Events, Motion, Start, Seconds
//
// Times are float64 seconds after the clip's start; reversing a clip twice restores it to 1e-9
// s. Build rounds times to ticks in float32. Two keys at one time are a jump: the first is the
// limit from before.
//
// Every function edits the whole clip: events, floats such as the contacts of feet, weights and
// root motion are trimmed, reversed, retimed and joined with the tracks.
//
// Additive makes the clips that layers add to others:
//
//	breathe                  reference       rest                   additive clip
//	│ key │ key │ key │ ──►  value ∘ ref⁻¹ ──► applied to rest ──►  │ key │ key │ key │
//
// ExtractMotion takes the movement of the root out of a clip:
//
//	clip                         ExtractMotion            clip, its root in place
//	root │ 0,0,0 │ 0,0,4 │ …  ───────────────►  root   │ 0,0,0 │ 0,0,0 │ …
//	spine│ …                                    spine  │ …
//	                                            Motion │ X Y Z Yaw        relative to the start
//
// The rule Forward takes out the travel and turn of a character on the whole, and leaves its sway in
// the pose; Follow takes out the whole movement of the root.
//
// A Recorder makes a clip of poses, such as a crowd shows of layers, a graph and a control:
//
//	matrices          Decompose      soa.Pose                  Add, Clip    clip
//	[joint] of 0 s  ──────────────►  Local Weights Floats Root ──────────►  translation │ key │ key │ key │
//	[joint] of 1/60 s                                                       Motion      │ key │ key │ key │
//
// # Exactness
//
// A key inserted into a curve keeps it: exactly for vectors, linear rotations and steps, within
// 1e-6 radians for splines of rotations, whose keys have to be of unit length. Recomputed motion,
// such as a rotation blended over a seam, gets as many keys as it takes to follow it within 0.01
// mm, and 0.001° for rotations.
//
// Results have the same bits on every processor. Errors wrap ErrTrack, ErrTime, ErrJoin, ErrTravel, retarget.ErrLegs,
// the errors of retarget.Mirror, retarget.Plant and edit.ExtractMotion, soa.ErrOption or soa.ErrInvalid. Functions
// that may take long take a context, and stop soon after it is cancelled.
package edit
