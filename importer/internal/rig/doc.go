// Package rig makes joints of nodes.
//
//	nodes ─► Marks: which become joints ─► factors: their transforms ─► Rig ─► soa.Skeleton
//
// The transform of a node that is no joint passes to the joints below it, and the scale by
// which a file states its unit is taken out of all.
package rig
