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

// MaxSize is how many bytes of a file are read, unless another limit is set.
const MaxSize = 1 << 30

// Errors of files, for errors.Is.
var (
	// ErrUnread: the file uses what is not read, of its format or a version of it.
	ErrUnread = errors.New("the file uses what is not read")
	// ErrEmpty: the file has no node, mesh or animation.
	ErrEmpty = errors.New("the file holds no model")
)

// ErrLimit: the file, or the time or memory of its import, exceeds a limit.
var ErrLimit = errors.New("the import exceeds its limits")

// Named is an error that names the file.
type Named struct{ Err error }

func (n *Named) Error() string { return n.Err.Error() }
func (n *Named) Unwrap() error { return n.Err }

// File is the file of one import.
type File struct {
	Name   string // as the caller named it, for errors
	Base   string
	FS     fs.FS // for textures; nil for a stream
	Folder string
	Close  func() error // nil where there is nothing to close
	Stream io.Reader
	Data   []byte // what was read of the stream, or kept of the file
}

// ReadStream reads the stream once, up to a limit, unless the context ends.
func (s *File) ReadStream(ctx context.Context, limit int64) error {
	if s.Data != nil {
		return nil
	}
	var data []byte
	err := UnlessDone(ctx, func() (err error) {
		data, err = io.ReadAll(io.LimitReader(contextReader{ctx, s.Stream}, limit+1))
		return err
	})
	if err != nil {
		return err
	}
	if int64(len(data)) > limit {
		return fmt.Errorf("%w: more than %d bytes", ErrLimit, limit)
	}
	s.Data = data
	return nil
}

// UnlessDone waits for a function that may block, on another goroutine, unless the context
// ends first.
func UnlessDone(ctx context.Context, block func() error) error {
	done := make(chan error, 1)
	go func() { done <- block() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// contextReader is a stream that ends with a context.
type contextReader struct {
	ctx context.Context
	io.Reader
}

// Read implements io.Reader.
func (r contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// Read returns the bytes of the model file.
func (s *File) Read() ([]byte, error) {
	if s.FS == nil || s.Data != nil {
		return s.Data, nil
	}
	return fs.ReadFile(s.FS, path.Join(s.Folder, s.Base))
}

// Keep reads the model file once for all that ask for it.
func (s *File) Keep() (err error) {
	s.Data, err = s.Read()
	return err
}

// Extension returns a name's extension in lower case, without the dot.
func Extension(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Ext(filepath.ToSlash(name)), "."))
}

// Open returns the source of an import from a path. The caller closes it.
func Open(file, within string) (*File, error) {
	s := &File{Name: file, Base: filepath.Base(file)}
	dir, err := openFolder(file, within)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("import %s: %w", file, fs.ErrNotExist)
	case err != nil:
		return nil, fmt.Errorf("import %s: %w", file, err)
	}
	s.InFS(dir, dir.name)
	s.Close = dir.close
	return s, nil
}

// InFS sets a file of a file system as the source.
func (s *File) InFS(fsys fs.FS, name string) {
	s.FS, s.Folder = fsys, path.Dir(name)
}

// headerBytes is how much of a file is looked at for its version.
const headerBytes = 8 << 10

// Head returns the first bytes of the model file; fewer where it has no more.
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

// Stem is the name of a file without its folder and extension.
func Stem(file string) string {
	base := filepath.Base(file)
	return strings.TrimSuffix(base, path.Ext(base))
}

// Slashed converts the separators of a Windows path and removes its drive.
func Slashed(name string) string {
	name = strings.ReplaceAll(name, `\`, "/")
	if len(name) > 1 && name[1] == ':' {
		name = name[2:]
	}
	return name
}

// OpenBeside reads a file that the model names, in the model's folder or below.
func (s *File) OpenBeside(name string) ([]byte, error) {
	full := path.Join(s.Folder, Slashed(name))
	if s.FS == nil || path.IsAbs(Slashed(name)) || !fs.ValidPath(full) {
		return nil, fmt.Errorf("%q is not in the model's folder", name)
	}
	return fs.ReadFile(s.FS, full)
}
