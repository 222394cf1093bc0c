// Package scene defines the data that format readers and the passes of an import share.
//
//	Input     the file, libassimp's scene of it, its nodes as a Tree, settings, report
//	Format    the reader's skeleton, clips, skins and shapes, read in this order
//	Binder    collects the file's clips while their channels are bound to nodes
//
// Each format has a sibling package that implements Format. The passes in packages rig, mesh
// and surface are independent of formats.
package scene
