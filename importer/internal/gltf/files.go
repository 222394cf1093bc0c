package gltf

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strings"

	library "github.com/sinew-anim/sinew/importer/internal/assimp"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/native/assimp"
)

// prepare checks a glTF file before libassimp reads it, which takes what it does not know
// for something else, and how many nodes it may look up. It returns a function that imports
// the file.
func prepare(s *source.File, r *report.Report, lookups int) (open library.Opener, hides bool, err error) {
	if err := s.Keep(); err != nil {
		return nil, false, err
	}
	unread, looks := gltf.FindUnread(s.Data)
	if unread != nil {
		return nil, false, fmt.Errorf("%w: %w", source.ErrUnread, unread)
	}
	if looks != nil {
		r.Add(report.Loss, report.LostCoordinates, "", "%v", looks)
	}
	seen := s.Data
	if hides = gltf.Lookups(s.Data) > lookups; hides {
		seen = gltf.WithoutAnimations(s.Data)
	}
	switch format := source.Extension(s.Base); {
	case format == "vrm": // a .glb that libassimp does not know by this name
		return library.Bytes(seen, "glb"), hides, nil
	case s.FS == nil && hides:
		return library.Bytes(seen, format), hides, nil
	case s.FS == nil:
		return library.Files(s), hides, nil
	}
	beside := &uriFiles{s, seen}
	return func(o assimp.Options) (*assimp.Scene, error) {
		return assimp.ImportFS(beside, path.Join(s.Folder, s.Base), o)
	}, hides, nil
}

// MaxLookups is how many nodes libassimp may look at to find those that channels drive, which
// takes it a second for each 10⁸ of a chain. Where they are more it gets the file without
// animations, which are read from the file in any case.
const MaxLookups = 1 << 26

// uriFiles is the file system of a glTF file, whose names of other files are URIs: libassimp
// asks for them as they are written.
type uriFiles struct {
	*source.File
	seen []byte // what libassimp gets for the file
}

// Open implements fs.FS.
func (f *uriFiles) Open(name string) (fs.File, error) {
	model := path.Join(f.Folder, f.Base)
	if name == model {
		return source.NewMemoryFile(name, f.seen), nil
	}
	for _, n := range spellings(f.File, name) {
		if file, err := f.FS.Open(n); !errors.Is(err, fs.ErrNotExist) {
			return file, err
		}
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// spellings returns the names that a file may have: what the URI stands for, and the URI, as
// some programs write names as they are.
func spellings(s *source.File, name string) []string {
	folder, beside := "", name
	if rest, ok := strings.CutPrefix(name, s.Folder+"/"); ok {
		folder, beside = s.Folder, rest // which is no URI
	}
	decoded, err := url.PathUnescape(beside)
	full := path.Join(folder, source.Slashed(decoded))
	if err != nil || decoded == beside || strings.ContainsRune(decoded, 0) || !fs.ValidPath(full) {
		return []string{name}
	}
	return []string{full, name}
}
