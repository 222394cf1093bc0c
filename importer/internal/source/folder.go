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

	mu     sync.Mutex // not held while the system is called, which may not answer
	root   *os.Root
	closed bool
}

// openFolder returns the folder of a model file, or an enclosing one.
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
	return &folder{path: within, name: filepath.ToSlash(name), Name: file}, nil
}

// fileSystem returns the file system of the folder.
func (f *folder) fileSystem() (fs.FS, error) {
	if root := f.opened(nil); root != nil {
		return root.FS(), nil
	}
	root, err := os.OpenRoot(f.path)
	if err != nil {
		return nil, err
	}
	if kept := f.opened(root); kept != root {
		root.Close()
		root = kept
	}
	if root == nil {
		return nil, fs.ErrClosed
	}
	return root.FS(), nil
}

// opened returns the open folder, which is the given one unless another was open before or all is closed.
func (f *folder) opened(root *os.Root) *os.Root {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.root == nil && !f.closed {
		f.root = root
	}
	return f.root
}

// close closes the folder. What is asked of it afterwards, by a call that nobody waits for any longer, is
// an error.
func (f *folder) close() error {
	f.mu.Lock()
	root := f.root
	f.root, f.closed = nil, true
	f.mu.Unlock()
	if root == nil {
		return nil
	}
	return root.Close()
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
	below, err := f.fileSystem()
	if err != nil {
		return nil, err
	}
	return below.Open(name)
}

// Stat implements fs.StatFS.
func (f *folder) Stat(name string) (fs.FileInfo, error) {
	if name == f.name {
		return f.statFile()
	}
	below, err := f.fileSystem()
	if err != nil {
		return nil, err
	}
	return fs.Stat(below, name)
}

// statFile is Stat for the model file.
func (f *folder) statFile() (fs.FileInfo, error) {
	info, err := os.Stat(f.Name)
	if err == nil {
		return info, nil
	}
	if in, failed := os.Stat(f.path); failed == nil && !in.IsDir() {
		err = fmt.Errorf("%s is not a folder", f.path)
	}
	return nil, err
}
