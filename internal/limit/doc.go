// Package limit bounds what sums and products of poses come to, so that float32 holds palettes
// whatever layers play: lengths of rotations along a chain (Lengths), and scales (Scales).
// What is within its bounds, as poses of ordinary clips are, is computed without it.
package limit
