// Package source is the file of an import and those beside it: in a folder of the disk, in an
// fs.FS, or alone in a stream.
//
//	f, err := source.Open("models/arnaud.fbx", "")  // the folder and below, nothing else
//	data, err := f.Read()
package source
