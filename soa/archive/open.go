package archive

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"unsafe"

	"github.com/sinew-anim/sinew/soa"
)

// Open maps the archive at a path, or reads it if mapping is not possible. The
// file must not change in place while it is open; another file may replace it.
// Close unmaps it. A file that is no archive gives an error that wraps
// soa.ErrFormat.
func Open(path string) (*Archive, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // a mapping outlives its descriptor
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w: it is no regular file", path, soa.ErrFormat)
	}
	var s source
	if s, err = mapFile(f, info.Size()); err != nil {
		s = &stream{r: f} // without a map, all at once: the file is closed
		if s, err = wholeOf(s, info.Size()); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	a, err := begin(s, info.Size())
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), s.close())
	}
	return a, nil
}

// Decode opens an archive in memory, such as one from go:embed. The archive's
// parts point into data, which must not change.
func Decode(data []byte) (*Archive, error) {
	return begin(memorySource(data), int64(len(data)))
}

// OpenReaderAt opens an archive of size bytes. Chunks are read on request, with
// one call of ReadAt each, and kept. Close does not close r.
func OpenReaderAt(r io.ReaderAt, size int64) (*Archive, error) {
	return begin(&stream{r: r}, size)
}

// OpenFS opens an archive of a file system. Chunks are read on request if its
// files implement io.ReaderAt, as those of embed.FS and os.DirFS do; the file
// then stays open until Close.
func OpenFS(fsys fs.FS, name string) (*Archive, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	a, err := openFile(fsys, f, name)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), f.Close())
	}
	return a, nil
}

func openFile(fsys fs.FS, f fs.File, name string) (*Archive, error) {
	if r, ok := f.(io.ReaderAt); ok {
		info, err := f.Stat()
		if err != nil {
			return nil, err
		}
		return begin(&stream{r, f}, info.Size())
	}
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, err
	}
	a, err := Decode(data)
	if err != nil {
		return nil, err
	}
	return a, f.Close()
}

// memorySource is an archive in memory.
type memorySource []byte

func (m memorySource) bytes(offset, length int64) ([]byte, error) {
	return m[offset : offset+length : offset+length], nil
}

func (m memorySource) close() error { return nil }

// stream reads pieces as they are wanted.
type stream struct {
	r io.ReaderAt
	c io.Closer // or nil
}

func (s *stream) bytes(offset, length int64) ([]byte, error) {
	if int64(int(length)) != length {
		return nil, fmt.Errorf("%w: %d bytes at once", soa.ErrTooLarge, length)
	}
	b := aligned(int(length))
	if n, err := s.r.ReadAt(b, offset); n < len(b) {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, fmt.Errorf("reading %d bytes at byte %d: %w", length, offset, err)
	}
	return b, nil
}

func (s *stream) close() error {
	if s.c == nil {
		return nil
	}
	return s.c.Close()
}

// wholeOf reads all of an archive whose header is right, so that its source may
// be closed.
func wholeOf(s source, size int64) (source, error) {
	front, err := s.bytes(0, min(size, headerSize))
	if err != nil {
		return nil, err
	}
	if _, err := parseHeader(front, size); err != nil {
		return nil, err
	}
	b, err := s.bytes(0, size)
	return memorySource(b), err
}

// aligned returns n bytes at a multiple of 64.
func aligned(n int) []byte {
	b := make([]byte, n+align-1)
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(b))) & (align - 1))
	return b[skip : skip+n : skip+n]
}
