package archive

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"unsafe"

	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/soa"
)

// OpenOptions choose where the bytes of an archive are kept. The zero value reads archives
// of less than a megabyte into memory, which takes about as long as mapping them, and
// maps larger ones.
type OpenOptions struct {
	// Copy reads an archive of any size into memory. Changes of the file do not reach it then,
	// and slices that it returned outlive Close.
	Copy bool
	// Map maps an archive of any size, if the system supports it and the file does not change at the moment.
	Map bool
}

// copyBelow is the size from which on archives are mapped.
const copyBelow = 1 << 20

// Open opens the archive at a path with the default OpenOptions. A file that is no
// archive gives an error that wraps soa.ErrFormat.
func Open(path string) (*Archive, error) { return OpenWith(path, OpenOptions{}) }

// OpenWith opens the archive at a path. While it is mapped its file must not change in
// place; another file may replace it. If it becomes shorter nevertheless, methods of
// the archive and updates of crowds that play it return ErrTruncated, and if it is written to,
// ErrChanged; reading a slice that the archive returned gives zeros or, outside Archive.Guard, a
// fault that ends the program. A file that was written to less than a tick of the kernel's clock ago is
// mapped after that, or if it goes on to change, read into memory. The error wraps soa.ErrOption if both options are set.
func OpenWith(path string, o OpenOptions) (*Archive, error) {
	if o.Copy && o.Map {
		return nil, fmt.Errorf("%s: %w: an archive is copied or mapped", path, soa.ErrOption)
	}
	f, size, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	var a *Archive
	if o.Map || !o.Copy && size >= copyBelow {
		if m, err := mapFile(f, size); err == nil {
			a = &Archive{source: m, mapped: fault.Set{m.of}}
		}
	}
	if a == nil {
		whole, err := wholeOf(&stream{r: f}, size)
		if err = errors.Join(err, f.Close()); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		a = &Archive{source: whole}
	}
	if err := a.begin(size); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), a.source.close())
	}
	return a, nil
}

// openRegular opens a regular file. Since opening a pipe may block, the file's type is checked
// first, and the file opened without blocking.
func openRegular(path string) (*os.File, int64, error) {
	check := func(info os.FileInfo, err error) error {
		if err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%s: %w: it is no regular file", path, soa.ErrFormat)
		}
		return err
	}
	if err := check(os.Stat(path)); err != nil {
		return nil, 0, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err := check(info, err); err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, info.Size(), nil
}

// errNotMapped makes Open read the file instead of mapping it.
var errNotMapped = errors.New("not mapped")

// begin opens an archive of that size.
func begin(s source, size int64) (*Archive, error) {
	a := &Archive{source: s}
	if err := a.begin(size); err != nil {
		return nil, err
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

// mapping is a mapped file.
type mapping struct {
	memorySource
	of *fault.Mapping
}

// memorySource is an archive in memory.
type memorySource []byte

func (m memorySource) bytes(offset, length int64) ([]byte, error) {
	return m[offset : offset+length : offset+length], nil
}

func (m memorySource) close() error { return nil }

// stream reads pieces on request.
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

// wholeOf reads all of an archive with a valid header, so that its source may be closed.
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
