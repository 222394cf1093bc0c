// Package source is what a frame reads clips through: one interface, Player, over clips that are
// kept as keys, as rows of a bank or as compressed spans.
//
//	soa.Model  ─ Keyframes  ┐                 ┌ Place:  clocks ─► places, per lane
//	soa.Bank   ─ Baked      ┼─ Open ─► Player ┼ Rows:   places ─► rows to interpolate, or
//	soa.Packed ─ Compressed ┤                 └ Block:  places ─► the pose of 16 lanes
//	Archive    ─ Archived   ┘
//
// Keyframes samples what package keys prepares; Compressed decodes spans into rows that
// instances share (spanCache). Players are shared by goroutines; each has a Scratch of its own.
package source
