// Package motion plays the movement of the root that edit.ExtractMotion took out of a clip: the exact
// displacement between any two times, over any number of loops, in either direction.
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
// Errors wrap ErrTrack, soa.ErrRange or soa.ErrInvalid.
package motion
