// Package motion takes the movement of the root out of clips, and plays it: the exact
// displacement between any two times, over any number of loops, in either direction.
//
//	clip                         Extract            clip, its root in place
//	root │ 0,0,0 │ 0,0,4 │ …  ───────────────►  root   │ 0,0,0 │ 0,0,0 │ …
//	spine│ …                                    spine  │ …
//	                                            Motion │ X Y Z Yaw        relative to the start
//
// The rule Forward takes out what a character goes and turns on the whole, and leaves its sway in the
// pose; Follow takes out all that the root does.
//
//	M(phase)   the place on the ground at a time in the first loop
//	T          M at the clip's end: one loop
//	Tⁿ·M(phase)    the place after n loops, n of either sign
//	M(a)⁻¹·Tⁿ·M(b) the movement from a to b, n loops later, in the mover's own frame
//
// Nothing is accumulated but what the caller accumulates: movements of consecutive spans of time
// multiply to that of the whole, whatever its partition, but for rounding in float64.
//
// A RootTransform is X, Y, Z and a rotation about Y as a complex number, so that no sine is needed
// to combine places; a Twist is its logarithm, in which movements of several layers are blended.
// Nothing in a frame allocates, and all results have the same bits on every processor.
//
// Errors wrap ErrExtract, ErrTrack, soa.ErrRange or soa.ErrInvalid.
package motion
