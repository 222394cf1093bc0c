// Package codec makes clips small within an error that it verifies, and plays
// them.
//
//	constant at rest          2 bits
//	constant                  one value
//	without a suitable grid   the original keys: steps, jumps, a few far keys
//	all other tracks          │ key 0 │ key 1 │ …   on a uniform grid of times,
//	                          whole steps, as differences from predicted values
//
//	packed, err := codec.Clip(ctx, model, clip, codec.Options{}) // 0.1 mm at 3 cm
//	fmt.Println(packed.Size(), "bytes, off by", packed.Error, "m at most")
//	…
//	clip, err := codec.Unpack(model, packed) // microseconds; plays like any clip
//
// # The error
//
// The error is the largest distance in model space, at any time, at keys and
// between, between a joint, or one of three points at a given distance from it on
// its axes, and its place with the clip's own tracks. It includes an allowance for
// playing the clip in float32 (runtime.Compressed), and never exceeds the bound. Far from
// the origin rounding consumes much of a bound: tracks keep their original keys where
// it takes more than two fifths; for 0.1 mm that is a hundred metres away.
//
// # The method
//
// Each track has the coarsest suitable grid of keys: the clip's own rate times or
// divided by a power of two; a burst of keys between two regular ones makes that grid finer, and so
// does a joint that is off between keys however fine the steps are. The length of its step follows from the distances over
// which the joint moves other points. Joints are rounded from the roots down, and
// each is placed in model space relative to its rounded parent: errors of rotations
// do not accumulate along a chain, and the length of the thigh, not of the leg,
// determines the step of a hip. A rotation stores three components; the fourth
// follows. Rounded values are exact integers, and their encoding loses nothing:
//
//	spans       every ninth key is a knot; the keys between two knots are residuals
//	            from a straight line, as wide as the largest. Eight tracks are decoded
//	            at once, from any position, by a Decoder; runtime.Compressed plays them
//	Rice codes  a quarter smaller: each key is a residual from the best of eight
//	            predictions per component and segment; for clips that are unpacked
//	            when they are loaded (Options.Small)
//
// The layout is that of soa.Packed.
//
// Arithmetic is IEEE in one fixed order: a clip compresses to the same bytes, and
// those decode to the same bits, on every processor. Functions may be called from
// several goroutines; models, clips and packed clips are only read.
//
// # Errors
//
//	soa.ErrInvalid      a model or clip does not pass Validate, or they do not match
//	soa.ErrOption       an option is out of range
//	simd.ErrLength      rows are too short for Decoder.Decode
package codec
