// Package track represents a file's animation in float64, until it is written to clips.
//
//	keys ─► Track ─► Channel (translation, rotation, scale of a node) ─► Clip ─► soa.Clip
//	                     │
//	                     └► Slot, Factor ─► Joint: nodes are multiplied into joints
//
// Tracks are cleaned as they are bound: keys that are not finite, out of order or duplicated are
// repaired. Each clip counts its repairs for the report.
package track
