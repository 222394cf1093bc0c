// Package bvh parses BVH files: a skeleton, and the frames of one recording.
//
//	HIERARCHY
//	ROOT hips { OFFSET 0 90 0  CHANNELS 6 Xposition … JOINT spine { … End Site { OFFSET 0 8 0 } } }
//	MOTION
//	Frames: 61
//	Frame Time: 0.0166667
//	0 90 0 12 0.5 -3 …                 a number per channel, a row per frame
//
//	Document ── Joints[j]   name, parent, offset, channels, first column
//	         ── Rows        Frames rows of Columns numbers
//	         ── Notes       what the file says otherwise than it should, counted
//
// The format has no specification that its writers follow. Whatever Blender or three.js reads is read:
// keywords in any case, names with spaces, several roots, channels in any number and order, all line ends.
// A recording that was cut off keeps its whole frames. What remains ambiguous or contradicts itself is an
// error that wraps soa.ErrFormat and names the line.
package bvh
