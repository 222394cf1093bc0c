package importer

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"sync"
	"time"

	"github.com/sinew-anim/sinew/internal/ipc"
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

// serveFile answers a file request of the child. The error is that of the pipe or of the
// context; what is wrong with a file is told to the child.
func serveFile(ctx context.Context, to io.Writer, files fs.FS, kind byte, name string, limit int64) error {
	data, err := answerFile(ctx, to, files, kind, name, limit)
	var broken *pipeBroken
	switch {
	case errors.As(err, &broken):
		return broken.error
	case err == nil:
		return send(to, kindData, data)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	code := byte(0)
	if errors.Is(err, fs.ErrNotExist) {
		code = 1
	} else if errors.Is(err, ErrLimit) {
		code = 2
	}
	return send(to, kindFailure, append([]byte{code}, err.Error()...))
}

// pipeBroken is an error of the pipe to the child.
type pipeBroken struct{ error }

// answerFile answers a request, but for its last message.
func answerFile(ctx context.Context, to io.Writer, files fs.FS, kind byte, name string, limit int64) (last []byte, err error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	switch kind {
	case kindStat:
		var info fs.FileInfo
		err := unlessDone(ctx, func() (err error) { info, err = fs.Stat(files, name); return err })
		if err != nil {
			return nil, err
		}
		return ipc.Marshal(newFileInfo(info))
	case kindReadDir:
		var infos []fileInfo
		err := unlessDone(ctx, func() (err error) { infos, err = readFolder(ctx, files, name); return err })
		if err != nil {
			return nil, err
		}
		return ipc.Marshal(infos)
	case kindReadFile:
		return streamFile(ctx, to, files, name, limit)
	}
	return nil, fmt.Errorf("unknown question %d", kind)
}

// mostEntries is how many entries of a folder a child may know.
const mostEntries = 1 << 14

// readFolder lists a folder, unless it is too large for its companions to be looked for.
func readFolder(ctx context.Context, files fs.FS, name string) ([]fileInfo, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	dir, ok := f.(fs.ReadDirFile)
	if !ok {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: errors.New("not a folder")}
	}
	infos := []fileInfo{}
	for {
		const atOnce = 256
		entries, err := dir.ReadDir(atOnce)
		for _, e := range entries {
			if i, err := e.Info(); err == nil {
				infos = append(infos, newFileInfo(i))
			}
		}
		switch {
		case err == io.EOF:
			return infos, nil
		case err != nil:
			return nil, err
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case len(infos) > mostEntries:
			return nil, fmt.Errorf("%w: %s has more than %d entries", ErrLimit, name, mostEntries)
		}
	}
}

// atOnce is how many bytes of a file the program holds.
const atOnce = 1 << 20

// streamFile sends a file in parts and returns the last of them. It ends at the limit and
// with the context, also while the file system keeps it waiting.
func streamFile(ctx context.Context, to io.Writer, files fs.FS, name string, limit int64) ([]byte, error) {
	var f fs.File
	var info fs.FileInfo
	err := unlessDone(ctx, func() (err error) {
		if info, err = fs.Stat(files, name); err != nil {
			return err
		}
		switch {
		case !info.Mode().IsRegular():
			return &fs.PathError{Op: "read", Path: name, Err: errors.New("not a regular file")}
		case info.Size() > limit:
			return fmt.Errorf("%w: %s has %d bytes, %d are allowed", ErrLimit, name, info.Size(), limit)
		}
		f, err = files.Open(name)
		return err
	})
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := send(to, kindSize, binary.LittleEndian.AppendUint64(nil, uint64(info.Size()))); err != nil {
		return nil, &pipeBroken{err}
	}
	for sent := int64(0); ; {
		part := make([]byte, min(info.Size()+1, atOnce)) // of its own: a read may outlast its time
		n, end := 0, false
		err := unlessDone(ctx, func() (err error) {
			n, err = io.ReadFull(f, part)
			if end = err == io.EOF || err == io.ErrUnexpectedEOF; end {
				err = nil
			}
			return err
		})
		sent += int64(n)
		switch {
		case err != nil:
			return nil, err
		case sent > limit:
			return nil, fmt.Errorf("%w: %s has more than %d bytes", ErrLimit, name, limit)
		case end:
			return part[:n], nil
		}
		if err := send(to, kindPart, part); err != nil {
			return nil, &pipeBroken{err}
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
	kind, data, err := p.answer()
	switch {
	case err != nil:
		p.broken = err
		return nil, err
	case kind == kindFailure && len(data) > 0:
		return nil, &pipeError{string(data[1:]), [...]error{nil, fs.ErrNotExist, ErrLimit}[min(data[0], 2)]}
	}
	return data, nil
}

// answer reads the parent's answer, and joins the parts of a file.
func (p *pipeFS) answer() (kind byte, data []byte, err error) {
	for {
		kind, n, err := receiveHead(p.from, func(byte) int64 { return maxMessage })
		if err != nil {
			return 0, nil, err
		}
		if kind == kindFailure {
			data = nil
		}
		from := len(data)
		data = slices.Grow(data, int(n))[:from+int(n)]
		if _, err := io.ReadFull(p.from, data[from:]); err != nil {
			return 0, nil, err
		}
		switch {
		case kind == kindSize && n == 8:
			data = make([]byte, 0, binary.LittleEndian.Uint64(data)+1)
		case kind != kindPart:
			return kind, data, nil
		}
	}
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
	err = ipc.Unmarshal(data, &i)
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
	if err := ipc.Unmarshal(data, &infos); err != nil {
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
