package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/sinew-anim/sinew/soa"
)

// folder is the file system of an import from a path: the model file, and the regular files below
// one folder. Names that lead out of that folder (by "..", as an absolute path or through a
// symbolic link) do not exist.
//
// The folder is opened on the first request for another file, so that a waiting import holds no
// descriptor.
type folder struct {
	path string // of the folder
	name string // of the model file, within the folder
	Name string // of the model file, as the caller gave it

	mu   sync.Mutex
	root *os.Root
}

// openFolder opens the folder of a model file, or an enclosing one.
func openFolder(file, within string) (*folder, error) {
	if within == "" {
		within = filepath.Dir(file)
	}
	name, err := filepath.Rel(within, file)
	if err == nil && !filepath.IsLocal(name) {
		err = fmt.Errorf("%w: %s is not in %s", soa.ErrOption, file, within)
	}
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(within); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder", within)
	}
	return &folder{path: within, name: filepath.ToSlash(name), Name: file}, nil
}

// below returns the file system of the folder.
func (f *folder) below() (fs.FS, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.root == nil {
		root, err := os.OpenRoot(f.path)
		if err != nil {
			return nil, err
		}
		f.root = root
	}
	return f.root.FS(), nil
}

// close closes the folder. No file may be opened afterwards.
func (f *folder) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.root == nil {
		return nil
	}
	return f.root.Close()
}

// Open implements fs.FS.
func (f *folder) Open(name string) (fs.File, error) {
	info, err := f.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() && !info.IsDir() {
		// Opening a pipe could block for ever.
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("not a regular file")}
	}
	if name == f.name {
		return os.Open(f.Name)
	}
	below, err := f.below()
	if err != nil {
		return nil, err
	}
	return below.Open(name)
}

// Stat implements fs.StatFS.
func (f *folder) Stat(name string) (fs.FileInfo, error) {
	if name == f.name {
		return os.Stat(f.Name)
	}
	below, err := f.below()
	if err != nil {
		return nil, err
	}
	return fs.Stat(below, name)
}
