// Package daeeval evaluates the animations of Collada files slowly and obviously: 4x4
// matrices, every channel looked up anew, every curve solved by halving its parameter. It
// is written from the Collada 1.4 and 1.5 specifications (chapter "Curve interpolation",
// element <sampler>) and shares no code with the importer, so that the two can be held
// against each other:
//
//	file, err := daeeval.Open(data)
//	place := file.World("hand", 0.5) // metres, Y up; by the node's id
//
// All channels of a file play at once.
package daeeval
