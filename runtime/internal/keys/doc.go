// Package keys prepares the keys of clips for the kernels that sample them:
//
//	track ─ layout ─► curve ─┬─ straight ─► pieces of chords  ┐ tracks with the same
//	        its column       ├─ bent ─────► cubic Béziers     ┼ times share one list ─► kernel.KeyClip
//	                         ├─ still ────► a held column     ┘
//	                         └─ neither ──► exact, from the clip's own keys, in float64
//
// A curve goes the way that keeps within Tolerance in the least memory. A Plan has what clips of
// one model share; Ticks turns seconds into the places at which a Clip is sampled.
package keys
