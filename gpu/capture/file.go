package capture

import (
	"bufio"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/sinew-anim/sinew/internal/unfinished"
)

// file is written under a temporary name in its final folder, and renamed when it is
// complete.
type file struct {
	*bufio.Writer
	path string // final
	temp string // where it is written; path itself for devices and pipes
	out  *os.File
	done func() // forgets temp, see package unfinished
}

// create opens the temporary file.
func create(path string) (*file, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, &fs.PathError{Op: "create", Path: path, Err: syscall.EISDIR}
	case err == nil && !info.Mode().IsRegular(): // a device or pipe cannot be replaced
		out, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return &file{Writer: bufio.NewWriter(out), path: path, temp: path, out: out, done: func() {}}, nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // replace the link's target, not the link
	}
	dir, base := filepath.Split(path)
	temp := filepath.Join(dir, "."+base+"."+rand.Text()[:8]+".part")
	done := unfinished.Add(temp)
	out, err := os.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		done()
		return nil, inPlaceOf(path, err)
	}
	return &file{Writer: bufio.NewWriterSize(inPlace{out, path}, 1<<16), path: path, temp: temp, out: out, done: done}, nil
}

// inPlace writes a temporary file; its errors name the final file instead.
type inPlace struct {
	*os.File
	path string
}

func (f inPlace) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	return n, inPlaceOf(f.path, err)
}

// inPlaceOf replaces the path of a temporary file in an error.
func inPlaceOf(path string, err error) error {
	var of *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &of):
		return &fs.PathError{Op: of.Op, Path: path, Err: of.Err}
	case errors.As(err, &link):
		return &fs.PathError{Op: link.Op, Path: path, Err: link.Err}
	}
	return err
}

// commit gives the file its name, or removes it on failure.
func (f *file) commit() error {
	defer f.done()
	err := f.Flush()
	if e := f.out.Close(); err == nil {
		err = e
	}
	if f.temp == f.path {
		return err
	}
	if err == nil {
		err = os.Rename(f.temp, f.path)
	}
	if err != nil {
		os.Remove(f.temp)
	}
	return inPlaceOf(f.path, err)
}

// discard removes the temporary file.
func (f *file) discard() {
	defer f.done()
	f.out.Close()
	if f.temp != f.path {
		os.Remove(f.temp)
	}
}
