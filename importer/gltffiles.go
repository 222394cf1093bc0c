package importer

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/native/assimp"
)

// prepareGLTF checks a glTF file before libassimp reads it, which takes what it does not know
// for something else, and how many nodes it may look up. It returns a function that imports
// the file.
func (s *source) prepareGLTF(r *report.Report, lookups int) (func(assimp.Options) (*assimp.Scene, error), error) {
	if err := s.keep(); err != nil {
		return nil, err
	}
	unread, looks := gltf.FindUnread(s.data)
	if unread != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnread, unread)
	}
	if looks != nil {
		r.Add(report.Loss, report.LostCoordinates, "", "%v", looks)
	}
	seen := s.data
	if s.hides = gltf.Lookups(s.data) > lookups; s.hides {
		seen = gltf.WithoutAnimations(s.data)
	}
	switch format := extension(s.base); {
	case format == "vrm": // a .glb that libassimp does not know by this name
		return func(o assimp.Options) (*assimp.Scene, error) { return importBytes(seen, "glb", o) }, nil
	case s.files == nil && s.hides:
		return func(o assimp.Options) (*assimp.Scene, error) { return importBytes(seen, format, o) }, nil
	case s.files == nil:
		return s.open, nil
	}
	beside := &gltfFiles{s, seen}
	return func(o assimp.Options) (*assimp.Scene, error) {
		return assimp.ImportFS(beside, path.Join(s.folder, s.base), o)
	}, nil
}

// maxLookups is how many nodes libassimp may look at to find those that channels drive, which
// takes it a second for each 10⁸ of a chain. Where they are more it gets the file without
// animations, which are read from the file in any case.
const maxLookups = 1 << 26

// gltfFiles is the file system of a glTF file, whose names of other files are URIs: libassimp
// asks for them as they are written.
type gltfFiles struct {
	*source
	seen []byte // what libassimp gets for the file
}

// Open implements fs.FS.
func (f *gltfFiles) Open(name string) (fs.File, error) {
	model := path.Join(f.folder, f.base)
	if name == model {
		return newMemoryFile(name, f.seen), nil
	}
	for _, n := range f.spellings(name) {
		if file, err := f.files.Open(n); !errors.Is(err, fs.ErrNotExist) {
			return file, err
		}
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// spellings returns the names that a file may have: what the URI stands for, and the URI, as
// some programs write names as they are.
func (s *source) spellings(name string) []string {
	folder, beside := "", name
	if rest, ok := strings.CutPrefix(name, s.folder+"/"); ok {
		folder, beside = s.folder, rest // which is no URI
	}
	decoded, err := url.PathUnescape(beside)
	full := path.Join(folder, slashed(decoded))
	if err != nil || decoded == beside || strings.ContainsRune(decoded, 0) || !fs.ValidPath(full) {
		return []string{name}
	}
	return []string{full, name}
}

// isGLTF reports whether a format is glTF, whose names of files are URIs.
func isGLTF(format string) bool { return format == "gltf" || format == "glb" }
