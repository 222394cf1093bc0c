// Package track is the motion of a file in float64, until it becomes clips.
//
//	keys ─► Track ─► Channel (translation, rotation, scale of a node) ─► Clip ─► soa.Clip
//	                     │
//	                     └► Slot, Factor ─► Joint: nodes are multiplied into joints
//
// Tracks are cleaned as they are bound: keys that are not finite, unsorted or doubled are
// repaired, and a clip counts the repairs for the report.
package track
