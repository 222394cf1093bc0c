// Package bvh imports BVH files, wholly in Go.
//
//	internal/bvh.Document ─► joints, end sites  ─► scene.Tree
//	                         stature            ─► the unit, which a file does not state
//	                         frames             ─► track.Clip: a track per joint and property, in float64
//	                         notes              ─► findings
package bvh
