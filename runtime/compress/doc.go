// Package compress makes clips small within an error that it verifies, and plays
// them.
//
//	packed, err := compress.Clip(model, clip, compress.Options{}) // 0.1 mm at 3 cm
//	fmt.Println(packed.Size(), "bytes, off by", packed.Error, "m at most")
//	…
//	clip, err := compress.Unpack(model, packed) // microseconds; plays like any clip
//
// What an error is: the largest distance, in model space, of a joint or of three
// points at a given distance from it on its axes from where the clip's own tracks
// put them, at any time, between keys too. It is that of a clip that package
// runtime plays, with all that rounding to float32 does, from the tracks evaluated
// exactly and from the tracks played likewise, and never greater than the bound.
// Far from the origin rounding takes much of a bound. Where playing the clip takes
// more than two fifths of it, and playing the compressed one would take as much, the
// tracks stay as they are: for 0.1 mm that is more than a hundred metres away.
//
// How a clip gets small:
//
//	tracks that stay at rest      two bits
//	tracks that do not move       one value
//	tracks that no grid follows   as they are: steps, jumps, a few far keys
//	all others                    keys on a grid, rounded to whole steps, as
//	                              differences from what other keys foretell
//
// Each track has the coarsest grid of keys that follows it: the clip's own rate
// times or through a power of two. Its step is as long as the distances allow
// over which the joint moves things. Joints are rounded from the roots down, and
// each is put into its place in model space where its parent has come to be,
// rounded: errors of rotations do not add up along a chain, and the step of a hip
// is set by the length of the thigh, not of the leg. Of a rotation three
// components are kept; the fourth follows. Rounded values are exact integers, so
// what codes them loses nothing:
//
//	spans       every ninth key is a knot, and the keys between two are their
//	            distances from the line between them, as wide as the largest: eight
//	            are decoded at once, from anywhere, and a Decoder plays them directly
//	Rice codes  a quarter smaller: each key is its distance from what those before
//	            foretell, by the best of eight predictions per component and segment;
//	            for clips that are unpacked when they are loaded (Options.Small)
//
// The layout is that of soa.Packed. A Decoder's Cache keeps the spans that were
// decoded last; characters that play the same clip share one.
//
// All arithmetic is that of IEEE in one fixed order: a clip compresses to the same
// bytes, and those decode to the same bits, on every processor. Functions may be
// called from several goroutines; models, clips and packed clips are only read.
package compress
