package importer

import (
	"errors"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/gltf"
	"github.com/sinew-anim/sinew/importer/internal/scene"
)

// ownFormats are the extensions of files that are read without libassimp, in every build.
var ownFormats = []string{"gltf", "glb", "vrm", "vrma"}

// sinewReader is the name, in reports, of readers without libassimp.
const sinewReader = "sinew"

// readerOf returns the name of the reader of files of an extension.
func readerOf(extension string, library bool) string {
	if slices.Contains(ownFormats, extension) && !library {
		return sinewReader
	}
	return libraryVersion()
}

// openFormat opens a file by its reader. The caller closes it, also where there is an error.
func openFormat(in *scene.Input) (scene.Format, error) {
	if slices.Contains(ownFormats, in.Ext) && !in.Settings.Library {
		f := gltf.New(in)
		if err := f.Open(); !errors.Is(err, gltf.ErrVersion) || !hasLibrary {
			return f, err
		}
		in.Report.Importer = libraryVersion() // which reads glTF 1.0
	}
	f, err := libraryFormat(in)
	if err != nil {
		return nil, err
	}
	return f, f.Open()
}
