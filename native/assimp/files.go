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

// openFiles is the file system of one import: it reads each file once and keeps
// the bytes pinned, since C reads them in place, until the import is over.
// libassimp opens the same file up to forty times.
type openFiles struct {
	fsys     fs.FS
	entries  map[string]*entry // by clean name; missing files too
	pins     runtime.Pinner
	read     []string // names read, in order of the first opening
	missing  []string // names asked for that are not there
	failed   []error  // what else the file system said
	panicked any      // what fsys panicked with
}

// entry is a file that was asked for; data is never empty, size may be 0.
type entry struct {
	data []byte
	size int
	err  error
}

// first reads the model file itself, so that its absence is an error of the file
// system, and gives the name to import.
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

// open reads the file called clean, or remembers why it cannot.
func (f *openFiles) open(clean string) *entry {
	if e := f.entries[clean]; e != nil {
		return e
	}
	data, err := fs.ReadFile(f.fsys, clean)
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
		f.read = append(f.read, clean)
	}
	return e
}

func (f *openFiles) unpin() { f.pins.Unpin() }

// explain adds what the file system said to a failed import.
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

// cleanName turns a name as model files and libassimp write them into one of
// fs.FS, and reports whether it stays within the file system.
func cleanName(name string) (string, bool) {
	if name == "" || strings.IndexByte(name, 0) >= 0 {
		return "", false
	}
	clean := path.Clean(strings.ReplaceAll(name, `\`, "/"))
	return clean, fs.ValidPath(clean)
}

// sinewOpenFile gives C the bytes of a file, or null where there is no such
// file. A panic of the file system must not unwind through libassimp: it is kept
// and raised again when the import has returned.
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
