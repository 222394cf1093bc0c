package assimp

import (
	"errors"
	"fmt"
	"path"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/native/assimp"
)

// Opener is a function that imports a file.
type Opener func(assimp.Options) (*assimp.Scene, error)

// Files returns the function that imports a file with those beside it.
func Files(s *source.File) Opener {
	if s.FS == nil {
		return Bytes(s.Data, source.Extension(s.Base))
	}
	return func(o assimp.Options) (*assimp.Scene, error) {
		return assimp.ImportFS(s.FS, path.Join(s.Folder, s.Base), o)
	}
}

// Bytes returns the function that imports a file in memory through a file system that
// contains nothing else: given bare bytes, libassimp opens any file that they name.
func Bytes(data []byte, extension string) Opener {
	alone := source.OneFile{Name: "model." + extension, Data: data}
	return func(o assimp.Options) (*assimp.Scene, error) { return assimp.ImportFS(alone, alone.Name, o) }
}

// Open implements scene.Format. It refuses versions that libassimp does not read.
func (a *Format) Open() error {
	if a.Ext == "mesh" {
		if data, err := a.Head(); err == nil { // an error libassimp finds too
			if err := oldOGRE(data); err != nil {
				return err
			}
		}
	}
	if a.Ext == "vrm" || a.Ext == "vrma" { // a .glb that libassimp does not know by this name
		if err := a.Keep(); err != nil {
			return err
		}
		a.Ext = "glb"
		return a.Import(Bytes(a.Data, "glb"), Options(a.Settings))
	}
	return a.Import(Files(a.File), Options(a.Settings))
}

// Import takes the scene that a function imports in place of the one that was taken before.
func (a *Format) Import(open Opener, o assimp.Options) error {
	began := time.Now()
	library, err := open(o)
	a.Report.Parse += time.Since(began)
	if err != nil {
		var refused *assimp.Error
		if errors.As(err, &refused) {
			refused.File = a.File.Name
		}
		return &source.Named{Err: fmt.Errorf("import: %w", err)}
	}
	a.Close()
	a.Library, a.opener = library, open
	a.Scene = sceneOf(library, a.Settings.SkipMeshes)
	return nil
}

// Reopen imports the file again, with other options.
func (a *Format) Reopen(o assimp.Options) error { return a.Import(a.opener, o) }

// Close implements scene.Format.
func (a *Format) Close() {
	if a.Library != nil {
		a.Library.Close()
		a.Library = nil
	}
}
