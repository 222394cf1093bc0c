// Package source opens the file of an import and the files beside it: in a folder on disk, in an
// fs.FS, or as a single stream.
//
//	f, err := source.Open("models/arnaud.fbx", "")  // the folder and below, nothing else
//	data, err := f.Read()
package source
