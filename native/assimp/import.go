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
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime/cgo"
	"strings"
	"sync"
	"unsafe"
)

// library is held during every import: libassimp's error string and logger are
// process-wide and unguarded.
var library sync.Mutex

// ImportFile reads the model file at path, and whatever files it refers to,
// from the operating system.
func ImportFile(path string, o Options) (*Scene, error) {
	if err := regular(path); err != nil {
		return nil, &Error{File: path, Message: reason(err), Err: err}
	}
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	return run(path, o, func(store *C.struct_aiPropertyStore, log C.int) C.sinew_result {
		return C.sinew_import_path(name, C.uint(o.Flags), store, log)
	})
}

// ImportBytes reads a model from memory. hint is the usual file name extension
// of its format, such as "fbx"; a wrong one makes the import fail, an empty one
// lets libassimp look at the bytes. Files that the model refers to are not
// found, and several formats then lose data without an error (md5mesh its
// animation, Ogre its bones, OBJ its materials): use ImportFS for those.
func ImportBytes(data []byte, hint string, o Options) (*Scene, error) {
	hint = strings.TrimPrefix(hint, ".")
	file := "bytes." + hint
	if hint == "" {
		file = "bytes"
	}
	switch {
	case len(data) == 0:
		return nil, &Error{File: file, Message: "no data"}
	case uint64(len(data)) > math.MaxUint32:
		return nil, &Error{File: file, Message: fmt.Sprintf("%d bytes are more than libassimp takes from memory", len(data))}
	case strings.IndexByte(hint, 0) >= 0 || len(hint) > 64:
		return nil, &Error{File: "bytes", Message: fmt.Sprintf("%.80q is not a format hint", hint)}
	}
	extension := C.CString(hint)
	defer C.free(unsafe.Pointer(extension))
	return run(file, o, func(store *C.struct_aiPropertyStore, log C.int) C.sinew_result {
		return C.sinew_import_memory(unsafe.Pointer(&data[0]), C.size_t(len(data)),
			extension, C.uint(o.Flags), store, log)
	})
}

// ImportFS reads the model file called name, and whatever files it refers to,
// from fsys. Names are slash-separated and relative to the root of fsys, as
// fs.ValidPath wants them once cleaned; a backslash counts as a slash. Each file
// is read once and whole. Names that libassimp makes up and that lead out of
// fsys are not found. Methods of fsys must not call this package.
func ImportFS(fsys fs.FS, name string, o Options) (*Scene, error) {
	files := &openFiles{fsys: fsys, entries: map[string]*entry{}}
	defer files.unpin()
	clean, err := files.first(name)
	if err != nil {
		return nil, &Error{File: name, Message: reason(err), Err: err}
	}
	cleanName := C.CString(clean)
	defer C.free(unsafe.Pointer(cleanName))
	handle := cgo.NewHandle(files)
	defer handle.Delete()
	scene, err := run(name, o, func(store *C.struct_aiPropertyStore, log C.int) C.sinew_result {
		return C.sinew_import_files(C.uintptr_t(handle), cleanName, C.uint(o.Flags), store, log)
	})
	if files.panicked != nil {
		scene.Close()
		panic(files.panicked)
	}
	if err != nil {
		return nil, files.explain(err)
	}
	scene.filesRead = files.read
	return scene, nil
}

// run does one import under the lock and makes a Scene or an *Error of what came
// out.
func run(file string, o Options, call func(*C.struct_aiPropertyStore, C.int) C.sinew_result) (*Scene, error) {
	if err := checkABI(); err != nil {
		return nil, &Error{File: file, Message: err.Error(), Err: err}
	}
	return runUnchecked(file, o, call)
}

func runUnchecked(file string, o Options, call func(*C.struct_aiPropertyStore, C.int) C.sinew_result) (*Scene, error) {
	store, err := propertyStore(o.Properties)
	if err != nil {
		return nil, &Error{File: file, Message: err.Error()}
	}
	defer C.sinew_properties_free(store)
	var log C.int
	if o.Log {
		log = 1
	}
	result := locked(store, log, call)
	lines := takeLog(result)
	if result.scene == nil {
		message := C.GoString(result.error)
		C.free(unsafe.Pointer(result.error))
		return nil, &Error{File: file, Message: message, Log: lines}
	}
	return newScene(result.scene, lines), nil
}

func locked(store *C.struct_aiPropertyStore, log C.int, call func(*C.struct_aiPropertyStore, C.int) C.sinew_result) C.sinew_result {
	library.Lock()
	defer library.Unlock()
	return call(store, log)
}

// takeLog copies and frees the log of an import.
func takeLog(result C.sinew_result) []string {
	if result.log == nil {
		return nil
	}
	text := strings.Clone(unsafe.String((*byte)(unsafe.Pointer(result.log)), int(result.log_size)))
	C.free(unsafe.Pointer(result.log))
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, strings.ToValidUTF8(line, "\ufffd"))
		}
	}
	return lines
}

// regular checks what libassimp would not report well, or would block on.
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

// readable finds out whether the file may be opened, which libassimp would
// report as an unknown format.
func readable(path string) error {
	file, err := os.Open(filepath.Clean(path))
	if err != nil {
		return err
	}
	return file.Close()
}

// irregular is the error for a file that could not be looked at, or that is
// none.
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

// invalid is fs.ErrInvalid in words that say what is wrong.
type invalid string

func (e invalid) Error() string { return string(e) }
func (e invalid) Unwrap() error { return fs.ErrInvalid }

// reason drops the path that an fs.PathError repeats.
func reason(err error) string {
	var in *fs.PathError
	if errors.As(err, &in) {
		return in.Err.Error()
	}
	return err.Error()
}
