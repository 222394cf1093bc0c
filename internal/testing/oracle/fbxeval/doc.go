// Package fbxeval evaluates the nodes and shapes of an FBX file slowly and obviously: a full tree of
// the file's records, a linear search for keys, bisection for weighted tangents, 4x4
// matrices and recursion for the hierarchy. It is written from the mathematics of the
// format and shares no code with the reader and the importer, so that these can be held
// against it:
//
//	file, err := fbxeval.Open(data)
//	world := file.World(0, file.Models[3].ID, 0.5) // of stack 0, at 0.5 s
//	points, moved := file.Morphed(0, file.Models[3].ID, 0.5)
//
// Times are seconds of the file. Exactly at a jump the value is that after it.
package fbxeval
