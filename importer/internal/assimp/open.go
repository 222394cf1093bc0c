package assimp

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/native/assimp"
)

// Opener imports a file with the given options.
type Opener func(assimp.Options) (*assimp.Scene, error)

// Files returns an Opener for a file and the files beside it.
func Files(s *source.File) Opener {
	if s.FS == nil {
		return Bytes(s.Data, source.Extension(s.Base))
	}
	return func(o assimp.Options) (*assimp.Scene, error) {
		return assimp.ImportFS(s.FS, path.Join(s.Folder, s.Base), o)
	}
}

// filtered is Files for a file, and the files beside it, that libassimp gets in another form.
func (a *Format) filtered(filter func(fs.FS) fs.FS) Opener {
	name := "model." + a.Ext
	var files fs.FS = source.OneFile{Name: name, Data: a.Data}
	if a.FS != nil {
		files, name = a.FS, path.Join(a.Folder, a.Base)
	}
	return func(o assimp.Options) (*assimp.Scene, error) { return assimp.ImportFS(filter(files), name, o) }
}

// plainFiles is Files for an MD5 file: see plainMD5.
func (a *Format) plainFiles() Opener {
	return a.filtered(func(files fs.FS) fs.FS { return md5Files{files, &a.frameRate} })
}

// Bytes returns an Opener for a file in memory, in a file system that contains nothing else:
// given bare bytes, libassimp would open any file that they name.
func Bytes(data []byte, extension string) Opener {
	alone := source.OneFile{Name: "model." + extension, Data: data}
	return func(o assimp.Options) (*assimp.Scene, error) { return assimp.ImportFS(alone, alone.Name, o) }
}

// Open implements scene.Format. It rejects versions that libassimp cannot read.
func (a *Format) Open() error {
	if a.Ext == "mesh" {
		if data, err := a.Head(); err == nil { // libassimp will report the error
			if err := oldOGRE(data); err != nil {
				return err
			}
		}
	}
	if a.Ext == "vrm" || a.Ext == "vrma" { // a .glb under a name that libassimp does not know
		if err := a.Keep(); err != nil {
			return err
		}
		a.Ext = "glb"
		return a.Import(Bytes(a.Data, "glb"), Options(a.Settings))
	}
	switch {
	case isMD5(a.Ext):
		return a.Import(a.plainFiles(), Options(a.Settings))
	case isLightWave(a.Ext):
		return a.Import(a.stillFiles(), Options(a.Settings))
	case a.Ext == "csm":
		return a.Import(a.markedFiles(), Options(a.Settings))
	}
	return a.Import(Files(a.File), Options(a.Settings))
}

// Import replaces the scene with one that open imports.
func (a *Format) Import(open Opener, o assimp.Options) error {
	began := time.Now()
	library, err := open(o)
	a.Report.Parse += time.Since(began)
	if err != nil {
		var refused *assimp.Error
		if errors.As(err, &refused) {
			refused.File = a.File.Name
			head, _ := a.Head()
			if out := source.WayOut(a.Ext, head); out != "" && len(refused.Missing) == 0 {
				refused.Message += "; " + out
			}
		}
		return &source.Named{Err: fmt.Errorf("import: %w", err)}
	}
	a.Close()
	a.Library, a.opener = library, open
	a.Scene = sceneOf(library, a.Settings.SkipMeshes, a.Ext == "md5mesh")
	return nil
}

// Reopen imports the file again with other options.
func (a *Format) Reopen(o assimp.Options) error { return a.Import(a.opener, o) }

// Close implements scene.Format.
func (a *Format) Close() {
	if a.Library != nil {
		a.Library.Close()
		a.Library = nil
	}
}
