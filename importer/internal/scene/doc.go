// Package scene is what the readers of formats and the passes of an import share.
//
//	Input     the file, libassimp's scene of it, its nodes as a Tree, settings, report
//	Format    what the file says of skeleton, clips, skins and shapes, asked in this order
//	Binder    the clips of a file while their channels find their nodes
//
// Each format has a package beside this one that implements Format; the passes of packages
// rig, mesh and surface know no formats.
package scene
