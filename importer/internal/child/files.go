package child

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"sync"

	"github.com/sinew-anim/sinew/importer/internal/ipc"
	"github.com/sinew-anim/sinew/importer/internal/source"
)

// ServeFile answers a file request of the child. The returned error is that of the pipe or the
// context; errors of the file are sent to the child.
func ServeFile(ctx context.Context, to io.Writer, files fs.FS, kind byte, name string, limit int64) error {
	data, err := answerFile(ctx, to, files, kind, name, limit)
	var broken *pipeBroken
	switch {
	case errors.As(err, &broken):
		return broken.error
	case err == nil:
		return Send(to, kindData, data)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	code := byte(0)
	if errors.Is(err, fs.ErrNotExist) {
		code = 1
	} else if errors.Is(err, source.ErrLimit) {
		code = 2
	}
	return Send(to, kindFailure, append([]byte{code}, err.Error()...))
}

// pipeBroken marks an error of the pipe to the child.
type pipeBroken struct{ error }

// answerFile answers a request up to its last message, which it returns.
func answerFile(ctx context.Context, to io.Writer, files fs.FS, kind byte, name string, limit int64) (last []byte, err error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	switch kind {
	case kindStat:
		info, err := fs.Stat(source.WithContext(ctx, files), name)
		if err != nil {
			return nil, err
		}
		return ipc.Marshal(source.InfoOf(info))
	case kindReadDir:
		infos, err := source.Await(ctx, func() ([]source.Info, error) { return readFolder(ctx, files, name) }, nil)
		if err != nil {
			return nil, err
		}
		return ipc.Marshal(infos)
	case KindReadFile:
		return streamFile(ctx, to, files, name, limit)
	}
	return nil, fmt.Errorf("unknown question %d", kind)
}

// mostEntries is the maximum number of folder entries sent to a child.
const mostEntries = 1 << 14

// readFolder lists a folder. A folder with more than mostEntries entries is an error.
func readFolder(ctx context.Context, files fs.FS, name string) ([]source.Info, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	dir, ok := f.(fs.ReadDirFile)
	if !ok {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: errors.New("not a folder")}
	}
	infos := []source.Info{}
	for {
		const atOnce = 256
		entries, err := dir.ReadDir(atOnce)
		for _, e := range entries {
			if i, err := e.Info(); err == nil {
				infos = append(infos, source.InfoOf(i))
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
			return nil, fmt.Errorf("%w: %s has more than %d entries", source.ErrLimit, name, mostEntries)
		}
	}
}

// atOnce is the number of bytes of a file that the parent holds at a time.
const atOnce = 1 << 20

// streamFile sends a file in parts and returns the last one. It stops at the limit and when the
// context ends, even while the file system blocks.
func streamFile(ctx context.Context, to io.Writer, files fs.FS, name string, limit int64) ([]byte, error) {
	files = source.WithContext(ctx, files)
	info, err := fs.Stat(files, name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("not a regular file")}
	case info.Size() > limit:
		return nil, fmt.Errorf("%w: %s has %d bytes, %d are allowed", source.ErrLimit, name, info.Size(), limit)
	}
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := Send(to, kindSize, binary.LittleEndian.AppendUint64(nil, uint64(info.Size()))); err != nil {
		return nil, &pipeBroken{err}
	}
	part := make([]byte, min(info.Size()+1, atOnce))
	for sent := int64(0); ; {
		n, err := source.Fill(f, part)
		sent += int64(n)
		switch {
		case err != nil && err != io.EOF:
			return nil, err
		case sent > limit:
			return nil, fmt.Errorf("%w: %s has more than %d bytes", source.ErrLimit, name, limit)
		case err != nil:
			return part[:n], nil
		}
		if err := Send(to, kindPart, part); err != nil {
			return nil, &pipeBroken{err}
		}
	}
}

// pipeFS is the child's file system: it sends every request to the parent.
type pipeFS struct {
	mu     sync.Mutex
	to     io.Writer
	from   io.Reader
	broken error // permanent error of the pipe
}

func (p *pipeFS) ask(kind byte, name string) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.broken != nil {
		return nil, p.broken
	}
	if err := Send(p.to, kind, []byte(name)); err != nil {
		p.broken = err
		return nil, err
	}
	kind, data, err := p.answer()
	switch {
	case err != nil:
		p.broken = err
		return nil, err
	case kind == kindFailure && len(data) > 0:
		return nil, &pipeError{string(data[1:]), [...]error{nil, fs.ErrNotExist, source.ErrLimit}[min(data[0], 2)]}
	}
	return data, nil
}

// answer reads the parent's answer and joins the parts of a file.
func (p *pipeFS) answer() (kind byte, data []byte, err error) {
	for {
		kind, n, err := receiveHead(p.from, func(byte) int64 { return MaxMessage })
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

// pipeError is an error that the parent reports for a file.
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
	var i source.Info
	err = ipc.Unmarshal(data, &i)
	return i, err
}

// ReadFile implements fs.ReadFileFS.
func (p *pipeFS) ReadFile(name string) ([]byte, error) { return p.ask(KindReadFile, name) }

// ReadDir implements fs.ReadDirFS.
func (p *pipeFS) ReadDir(name string) ([]fs.DirEntry, error) {
	data, err := p.ask(kindReadDir, name)
	if err != nil {
		return nil, err
	}
	var infos []source.Info
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
	return source.NewMemoryFile(name, data), nil
}
