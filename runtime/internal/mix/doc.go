// Package mix makes poses and palettes of what instances play: of their active clips, which
// package active keeps.
//
//	one clip, blocks where they lie    Evaluate ─┐
//	one clip, instances from anywhere  Gather  ──┼─► pose ─► offset, control ─► palettes, morph weights
//	several clips                      Mixer   ──┘
//
// The mixer collects instances of one shape (kinds, groups and masks of their parts) into
// blocks of 16. One instance alone has the same bits.
package mix
