//go:build cgo

package assimp

/*
#cgo pkg-config: assimp
#cgo CXXFLAGS: -std=c++17
#include "bridge.h"
*/
import "C"

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/cgo"
	"strings"
	"sync"
	"unsafe"
)

// library is held during every import: libassimp's error string is process-wide
// and unguarded.
var library sync.Mutex

// LimitStack limits the stack of the thread that libassimp runs on. The default, 128 MiB of
// address space, suffices for about 60,000 levels of nodes. Below 16 MiB libassimp runs on
// the caller's thread.
func LimitStack(bytes int64) { C.sinew_limit_stack(C.size_t(max(bytes, 0))) }

// ImportFile reads the model file at path, and the files it refers to, with
// libassimp's own input.
func ImportFile(path string, o Options) (*Scene, error) {
	if err := checkABI(); err != nil {
		return nil, &Error{File: path, Message: err.Error(), Err: err}
	}
	if err := regular(path); err != nil {
		return nil, &Error{File: path, Message: reason(err), Err: err}
	}
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	return run(path, o, func(store *C.struct_aiPropertyStore) C.sinew_result {
		return C.sinew_import_path(name, C.uint(o.Flags), store)
	})
}

// ImportFS reads the model file called name, and the files it refers to, from
// fsys. Names are slash-separated and relative to the root of fsys, as
// fs.ValidPath requires after cleaning; a backslash counts as a slash. Each file is
// read once, as a whole. Names outside fsys are not found. Methods of fsys must not
// call this package.
func ImportFS(fsys fs.FS, name string, o Options) (*Scene, error) {
	if err := checkABI(); err != nil {
		return nil, &Error{File: name, Message: err.Error(), Err: err}
	}
	files := &openFiles{fsys: fsys, entries: map[string]*entry{}}
	defer files.unpin()
	clean, err := files.first(name)
	if err != nil {
		return nil, &Error{File: name, Message: reason(err), Err: err}
	}
	return files.scene(name, clean, o)
}

// scene imports the file clean, which error messages call name.
func (f *openFiles) scene(name, clean string, o Options) (*Scene, error) {
	path := C.CString(clean)
	defer C.free(unsafe.Pointer(path))
	handle := cgo.NewHandle(f)
	defer handle.Delete()
	scene, err := run(name, o, func(store *C.struct_aiPropertyStore) C.sinew_result {
		return C.sinew_import_files(C.uintptr_t(handle), path, C.uint(o.Flags), store)
	})
	if f.panicked != nil {
		scene.Close()
		panic(f.panicked)
	}
	if err != nil {
		return nil, f.explain(err)
	}
	return scene, nil
}

// run performs one import under the lock and returns a Scene or an *Error.
func run(file string, o Options, call func(*C.struct_aiPropertyStore) C.sinew_result) (*Scene, error) {
	store, err := propertyStore(o.Properties)
	if err != nil {
		return nil, &Error{File: file, Message: err.Error()}
	}
	defer C.sinew_properties_free(store)
	library.Lock()
	result := call(store)
	library.Unlock()
	if result.scene == nil {
		defer C.free(unsafe.Pointer(result.error))
		return nil, &Error{File: file, Message: C.GoString(result.error)}
	}
	return newScene(result.scene), nil
}

// regular rejects paths that libassimp reports badly or blocks on.
func regular(path string) error {
	switch {
	case path == "":
		return invalid("empty path")
	case strings.IndexByte(path, 0) >= 0:
		return invalid("path contains a NUL byte")
	}
	file, err := os.Stat(path)
	if err == nil && file.Mode().IsRegular() {
		return readable(path)
	}
	return irregular(file, err)
}

// readable rejects files that cannot be opened: libassimp would report an unknown format.
func readable(path string) error {
	file, err := os.Open(filepath.Clean(path))
	if err != nil {
		return err
	}
	return file.Close()
}

// irregular is the error for a path that is not a regular file.
func irregular(file fs.FileInfo, err error) error {
	switch {
	case err != nil:
		return err
	case file.IsDir():
		return invalid("is a directory, not a model file")
	default:
		return invalid("is not a regular file")
	}
}

// invalid is fs.ErrInvalid with another message.
type invalid string

func (e invalid) Error() string { return string(e) }
func (e invalid) Unwrap() error { return fs.ErrInvalid }

// reason omits the path that an fs.PathError repeats.
func reason(err error) string {
	var in *fs.PathError
	if errors.As(err, &in) {
		return in.Err.Error()
	}
	return err.Error()
}
