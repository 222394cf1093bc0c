//go:build cgo

package assimp

/*
#include "bridge.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"runtime/cgo"
	"strings"
	"unsafe"
)

// openFiles is the file system of one import. It reads each file once, since libassimp
// opens a file up to forty times, and keeps the bytes pinned while C reads them.
type openFiles struct {
	fsys     fs.FS
	entries  map[string]*entry // by clean name; missing files too
	pins     runtime.Pinner
	missing  []string // requested names that do not exist
	failed   []error  // other errors of the file system
	panicked any      // the value of a panic of fsys
}

// entry is a requested file; data is never empty, size may be 0.
type entry struct {
	data []byte
	size int
	err  error
}

// first reads the model file and returns its clean name. A missing file gives the file
// system's error.
func (f *openFiles) first(name string) (string, error) {
	if f.fsys == nil {
		return "", invalid("no file system to read from")
	}
	clean, ok := cleanName(name)
	if !ok || clean == "." {
		return "", invalid("not a file name within the file system")
	}
	if info, err := fs.Stat(f.fsys, clean); err != nil || !info.Mode().IsRegular() {
		return "", irregular(info, err)
	}
	return clean, f.open(clean).err
}

// open reads the file clean, once.
func (f *openFiles) open(clean string) *entry {
	if e := f.entries[clean]; e != nil {
		return e
	}
	if f.fsys == nil {
		return f.add(clean, nil, fs.ErrNotExist)
	}
	data, err := fs.ReadFile(f.fsys, clean)
	return f.add(clean, data, err)
}

// add keeps the bytes of a file, or its error.
func (f *openFiles) add(clean string, data []byte, err error) *entry {
	e := &entry{data: data, size: len(data), err: err}
	f.entries[clean] = e
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.missing = append(f.missing, clean)
	case err != nil:
		f.failed = append(f.failed, err)
	default:
		if len(data) == 0 {
			e.data = make([]byte, 1)
		}
		f.pins.Pin(&e.data[0])
	}
	return e
}

func (f *openFiles) unpin() { f.pins.Unpin() }

// explain adds the file system's errors to a failed import.
func (f *openFiles) explain(err error) error {
	var failed *Error
	if errors.As(err, &failed) {
		failed.Missing = f.missing
		if len(f.failed) > 0 {
			failed.Err = errors.Join(append(f.failed, failed.Err)...)
			failed.Message += fmt.Sprintf(" (%v)", errors.Join(f.failed...))
		}
	}
	return err
}

// cleanName converts a name of a model file or of libassimp to one of an fs.FS, and
// reports whether it lies inside.
func cleanName(name string) (string, bool) {
	if name == "" || strings.IndexByte(name, 0) >= 0 {
		return "", false
	}
	clean := path.Clean(strings.ReplaceAll(name, `\`, "/"))
	return clean, fs.ValidPath(clean)
}

// sinewOpenFile passes the bytes of a file to C, or null. A panic of the file system must
// not unwind through libassimp: it is kept and raised again after the import.
//
//export sinewOpenFile
func sinewOpenFile(files C.uintptr_t, name *C.char, size *C.size_t) (data unsafe.Pointer) {
	f := cgo.Handle(files).Value().(*openFiles)
	if f.panicked != nil {
		return nil
	}
	defer func() {
		if p := recover(); p != nil {
			f.panicked, data = p, nil
		}
	}()
	clean, ok := cleanName(C.GoString(name))
	if !ok || clean == "." {
		return nil
	}
	e := f.open(clean)
	if e.err != nil {
		return nil
	}
	*size = C.size_t(e.size)
	return unsafe.Pointer(&e.data[0])
}
