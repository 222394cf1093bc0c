package importer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"sync"
	"time"

	"github.com/sinew-anim/sinew/internal/wire"
)

// fileInfo is an fs.FileInfo and fs.DirEntry that crosses the pipe.
type fileInfo struct {
	Base  string
	Bytes int64
	Bits  uint32
}

func (i fileInfo) Name() string               { return i.Base }
func (i fileInfo) Size() int64                { return i.Bytes }
func (i fileInfo) Mode() fs.FileMode          { return fs.FileMode(i.Bits) }
func (i fileInfo) ModTime() time.Time         { return time.Time{} }
func (i fileInfo) IsDir() bool                { return i.Mode().IsDir() }
func (i fileInfo) Sys() any                   { return nil }
func (i fileInfo) Type() fs.FileMode          { return i.Mode().Type() }
func (i fileInfo) Info() (fs.FileInfo, error) { return i, nil }

func newFileInfo(i fs.FileInfo) fileInfo {
	return fileInfo{i.Name(), i.Size(), uint32(i.Mode())}
}

// serveFile answers a file request of the child.
func serveFile(ctx context.Context, files fs.FS, kind byte, name string, limit int64) (byte, []byte) {
	data, err := answerFile(ctx, files, kind, name, limit)
	if err != nil {
		code := byte(0)
		if errors.Is(err, fs.ErrNotExist) {
			code = 1
		} else if errors.Is(err, ErrLimit) {
			code = 2
		}
		return kindFailure, append([]byte{code}, err.Error()...)
	}
	return kindData, data
}

func answerFile(ctx context.Context, files fs.FS, kind byte, name string, limit int64) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	switch kind {
	case kindStat:
		info, err := fs.Stat(files, name)
		if err != nil {
			return nil, err
		}
		return wire.Marshal(newFileInfo(info))
	case kindReadDir:
		entries, err := fs.ReadDir(files, name)
		if err != nil {
			return nil, err
		}
		infos := []fileInfo{}
		for _, e := range entries {
			if i, err := e.Info(); err == nil {
				infos = append(infos, newFileInfo(i))
			}
		}
		return wire.Marshal(infos)
	case kindReadFile:
		info, err := fs.Stat(files, name)
		if err != nil {
			return nil, err
		}
		if !info.Mode().IsRegular() {
			return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("not a regular file")}
		}
		if info.Size() > limit {
			return nil, fmt.Errorf("%w: %s has %d bytes, %d are allowed", ErrLimit, name, info.Size(), limit)
		}
		return readFile(ctx, files, name, info.Size(), limit)
	}
	return nil, fmt.Errorf("unknown question %d", kind)
}

// readFile reads a file of about that size, and not beyond the limit or the end of the
// context.
func readFile(ctx context.Context, files fs.FS, name string, size, limit int64) ([]byte, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data := make([]byte, 0, size+1)
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(data) == cap(data) {
			data = slices.Grow(data, 512)
		}
		const atOnce = 4 << 20
		n, err := f.Read(data[len(data):min(cap(data), len(data)+atOnce)])
		data = data[:len(data)+n]
		switch {
		case int64(len(data)) > limit:
			return nil, fmt.Errorf("%w: %s has more than %d bytes", ErrLimit, name, limit)
		case err == io.EOF:
			return data, nil
		case err != nil:
			return nil, err
		}
	}
}

// pipeFS is the file system of the child: it sends every request to the parent.
type pipeFS struct {
	mu     sync.Mutex
	to     io.Writer
	from   io.Reader
	broken error // why the parent cannot be asked any more
}

func (p *pipeFS) ask(kind byte, name string) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.broken != nil {
		return nil, p.broken
	}
	if err := send(p.to, kind, []byte(name)); err != nil {
		p.broken = err
		return nil, err
	}
	kind, data, err := receive(p.from, func(byte) int64 { return maxMessage })
	switch {
	case err != nil:
		p.broken = err
		return nil, err
	case kind == kindFailure && len(data) > 0:
		return nil, &pipeError{string(data[1:]), [...]error{nil, fs.ErrNotExist, ErrLimit}[min(data[0], 2)]}
	}
	return data, nil
}

// pipeError is the parent's answer to a question about a file.
type pipeError struct {
	text string
	is   error
}

func (e *pipeError) Error() string { return e.text }
func (e *pipeError) Unwrap() error { return e.is }

// Stat implements fs.StatFS.
func (p *pipeFS) Stat(name string) (fs.FileInfo, error) {
	data, err := p.ask(kindStat, name)
	if err != nil {
		return nil, err
	}
	var i fileInfo
	err = wire.Unmarshal(data, &i)
	return i, err
}

// ReadFile implements fs.ReadFileFS.
func (p *pipeFS) ReadFile(name string) ([]byte, error) { return p.ask(kindReadFile, name) }

// ReadDir implements fs.ReadDirFS.
func (p *pipeFS) ReadDir(name string) ([]fs.DirEntry, error) {
	data, err := p.ask(kindReadDir, name)
	if err != nil {
		return nil, err
	}
	var infos []fileInfo
	if err := wire.Unmarshal(data, &infos); err != nil {
		return nil, err
	}
	entries := make([]fs.DirEntry, len(infos))
	for i := range infos {
		entries[i] = infos[i]
	}
	return entries, nil
}

// Open implements fs.FS.
func (p *pipeFS) Open(name string) (fs.File, error) {
	data, err := p.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return newMemoryFile(name, data), nil
}

// streamFS is a file system of one file.
type streamFS struct {
	name string
	data []byte
}

// Open implements fs.FS.
func (s streamFS) Open(name string) (fs.File, error) {
	if name != s.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return newMemoryFile(name, s.data), nil
}

// memoryFile is an open file with its content in memory.
type memoryFile struct {
	*bytes.Reader
	info fileInfo
}

func newMemoryFile(name string, data []byte) memoryFile {
	return memoryFile{bytes.NewReader(data), fileInfo{path.Base(name), int64(len(data)), 0o444}}
}

func (f memoryFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f memoryFile) Close() error               { return nil }
