package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// MaxSize is the default limit of a file's size, in bytes.
const MaxSize = 1 << 30

// Errors of files, for errors.Is.
var (
	// ErrUnread: the file uses a feature, or a version of its format, that is not supported.
	ErrUnread = errors.New("the file is not supported")
	// ErrEmpty: the file has no bytes, or no node, mesh or animation.
	ErrEmpty = errors.New("the file holds no model")
)

// ErrLimit: the file, or the time or memory of its import, exceeds a limit.
var ErrLimit = errors.New("the import exceeds its limits")

// Named is an error whose text names the file.
type Named struct{ Err error }

func (n *Named) Error() string { return n.Err.Error() }
func (n *Named) Unwrap() error { return n.Err }

// File is the model file of one import.
type File struct {
	Name   string // as given by the caller, for errors
	Base   string
	FS     fs.FS // for textures; nil for a stream
	Folder string
	Close  func() error // nil where there is nothing to close
	Stream io.Reader
	Data   []byte // content of the stream, or cached content of the file
}

// ReadStream reads the stream once, up to a limit, until the context ends.
func (s *File) ReadStream(ctx context.Context, limit int64) error {
	if s.Data != nil {
		return nil
	}
	data, err := Await(ctx, func() ([]byte, error) {
		return io.ReadAll(io.LimitReader(contextReader{ctx, s.Stream}, limit+1))
	}, nil)
	if err != nil {
		return err
	}
	if int64(len(data)) > limit {
		return fmt.Errorf("%w: more than %d bytes", ErrLimit, limit)
	}
	s.Data = data
	return nil
}

// Read returns the bytes of the model file.
func (s *File) Read() ([]byte, error) {
	if s.FS == nil || s.Data != nil {
		return s.Data, nil
	}
	return fs.ReadFile(s.FS, path.Join(s.Folder, s.Base))
}

// Keep reads the model file once and caches it in Data.
func (s *File) Keep() (err error) {
	s.Data, err = s.Read()
	return err
}

// Extension returns a name's extension in lower case, without the dot.
func Extension(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Ext(filepath.ToSlash(name)), "."))
}

// Open returns a model file at a path. It reads nothing yet, since the folder may be slow; a missing one
// shows when the file is read. The caller must close it.
func Open(file, within string) (*File, error) {
	dir, err := openFolder(file, within)
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", file, err)
	}
	s := &File{Name: file, Base: filepath.Base(file), Close: dir.close}
	s.InFS(dir, dir.name)
	return s, nil
}

// InFS sets a file of a file system as the source.
func (s *File) InFS(fsys fs.FS, name string) {
	s.FS, s.Folder = fsys, path.Dir(name)
}

// headerBytes is the number of bytes that Head returns.
const headerBytes = 8 << 10

// Head returns the first bytes of the model file, fewer if it is shorter.
func (s *File) Head() ([]byte, error) {
	if s.FS == nil || s.Data != nil {
		return s.Data[:min(len(s.Data), headerBytes)], nil
	}
	f, err := s.FS.Open(path.Join(s.Folder, s.Base))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, headerBytes))
}

// Stem returns a file's name without folder and extension.
func Stem(file string) string {
	base := filepath.Base(file)
	return strings.TrimSuffix(base, path.Ext(base))
}

// Slashed converts a Windows path to slashes and removes its drive.
func Slashed(name string) string {
	name = strings.ReplaceAll(name, `\`, "/")
	if len(name) > 1 && name[1] == ':' {
		name = name[2:]
	}
	return name
}

// OpenBeside reads a file that the model refers to, from the model's folder or below.
func (s *File) OpenBeside(name string) ([]byte, error) {
	full := path.Join(s.Folder, Slashed(name))
	if s.FS == nil || path.IsAbs(Slashed(name)) || !fs.ValidPath(full) {
		return nil, fmt.Errorf("%q is not in the model's folder", name)
	}
	return fs.ReadFile(s.FS, full)
}
