package importer

import (
	"context"
	"errors"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/bvh"
	"github.com/sinew-anim/sinew/importer/internal/gltf"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
)

// ownFormats are the extensions of files that are read without libassimp, in every build.
var ownFormats = []string{"gltf", "glb", "vrm", "vrma", "bvh"}

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
func openFormat(ctx context.Context, in *scene.Input) (scene.Format, error) {
	if in.Ext == "bvh" && !in.Settings.Library {
		f := bvh.New(ctx, in)
		return f, f.Open()
	}
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
	if err = f.Open(); err == nil && !isTested(in.Ext) {
		in.Report.Add(report.Info, report.LeftOut, "", "no test reads .%s files: what libassimp leaves of them is not known", in.Ext)
	}
	return f, err
}
