package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

var (
	// ErrUnread: the output is a pipe that nothing reads.
	ErrUnread = errors.New("nothing reads this pipe")
	// ErrKind: the output is a socket, a disk or another thing that a file cannot replace.
	ErrKind = errors.New("it is no file, pipe or character device")
)

// target is where an output goes.
type target struct {
	path   string      // as it was named
	file   string      // path with its links followed
	mode   fs.FileMode // of the file at the path, or 0
	stream bool        // a character device or a pipe
}

// find returns where an output goes, or an error where nothing may be written.
func find(path string) (*target, error) {
	refused := func(err error) (*target, error) { return nil, &fs.PathError{Op: "write", Path: path, Err: err} }
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return findNew(path)
	case err != nil:
		return nil, inPlaceOf(path, err)
	case info.IsDir():
		return refused(syscall.EISDIR)
	case info.Mode()&(fs.ModeNamedPipe|fs.ModeCharDevice) != 0:
		return &target{path: path, file: path, mode: info.Mode(), stream: true}, nil
	case !info.Mode().IsRegular():
		return refused(ErrKind)
	}
	file, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, inPlaceOf(path, err)
	}
	return &target{path: path, file: file, mode: info.Mode()}, nil
}

// maxLinks is the longest chain of links that lead to nothing.
const maxLinks = 40

// findNew follows the links of a path at whose end nothing is.
func findNew(path string) (*target, error) {
	file := path
	for range maxLinks {
		if file == "" || os.IsPathSeparator(file[len(file)-1]) {
			return nil, &fs.PathError{Op: "write", Path: path, Err: fs.ErrNotExist}
		}
		dir, base := filepath.Split(file) // uncleaned: a/.. is the folder above where a link a leads
		dir, err := filepath.EvalSymlinks(dir + ".")
		if err != nil {
			return nil, inPlaceOf(path, err)
		}
		file = filepath.Join(dir, base)
		link, err := os.Readlink(file)
		if err != nil { // it is no link
			return &target{path: path, file: file}, nil
		}
		if !filepath.IsAbs(link) {
			link = dir + string(filepath.Separator) + link
		}
		file = link
	}
	return nil, &fs.PathError{Op: "write", Path: path, Err: errors.New("too many links")}
}

// inPlaceOf turns an error of a temporary file into one of the file that it was to become.
func inPlaceOf(path string, err error) error {
	var of *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &of):
		return &fs.PathError{Op: "write", Path: path, Err: of.Err}
	case errors.As(err, &link):
		return &fs.PathError{Op: "write", Path: path, Err: link.Err}
	}
	return err
}
