// Package rig converts nodes to joints.
//
//	nodes ─► Marks: which become joints ─► factors: their transforms ─► Rig ─► soa.Skeleton
//
// The transform of a node without a joint moves into the joints below it. The scale that
// expresses the file's unit is removed from all joints.
package rig
