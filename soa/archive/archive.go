package archive

import (
	"fmt"
	"sync"

	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/soa"
)

// Archive is an open archive. Its parts are checked and built at their first
// request, and shared by later ones. Any number of goroutines may use it at
// once.
type Archive struct {
	source  source
	entries []entry
	strings stringTable

	bare soa.Model // name, skeleton, weights, floats and expressions alone

	// Indices of the table, by kind.
	clips, skins, textures, meshes, banks                     []int
	meta, materials, graph, control, avatar, visible, columns int // None where absent

	mapped fault.Set // the file, where it is mapped

	mu     sync.Mutex
	closed bool
	users  int // that keep the bytes beyond Close
	reader fields
	clip   []*soa.Clip // those requested so far; nil before the first
	packed []*soa.Packed
	bank   []*soa.Bank
	body   *soa.Model // skeleton, skins, materials and meshes, once they are read
	still  *soa.Model // the same, once it has all but clips
}

// source is where the bytes of an archive are. Slices that it returns stay as
// they are until close.
type source interface {
	bytes(offset, length int64) ([]byte, error)
	close() error
}

// begin checks header, table, end, strings and skeleton of an archive of that size.
func (a *Archive) begin(size int64) error {
	if err := a.guard(func() error { return a.readFront(size) }); err != nil {
		return err
	}
	return a.guard(a.readFirst)
}

func (a *Archive) readFront(size int64) error {
	front, err := a.source.bytes(0, min(size, headerSize))
	if err != nil {
		return err
	}
	h, err := parseHeader(front, size)
	if err != nil {
		return err
	}
	table, err := a.source.bytes(headerSize, tableSize(h.chunks))
	if err != nil {
		return err
	}
	a.meta, a.materials, a.graph, a.control, a.avatar, a.visible, a.columns = soa.None, soa.None, soa.None, soa.None, soa.None, soa.None, soa.None
	if a.entries, err = h.parseTable(table); err != nil {
		return err
	}
	at := headerSize + tableSize(h.chunks)
	if n := len(a.entries); n > 0 {
		at = a.entries[n-1].offset + a.entries[n-1].length
	}
	end, err := a.source.bytes(at, size-at)
	if err != nil {
		return err
	}
	if err := parseEnd(end, at); err != nil {
		return err
	}
	for _, m := range a.mapped {
		m.Seal(end, a, a.compare)
	}
	return nil
}

// readFirst reads the strings and the skeleton, which methods without an error return.
func (a *Archive) readFirst() error {
	if err := a.readStrings(); err != nil {
		return err
	}
	return a.sort()
}

func (a *Archive) readStrings() error {
	if len(a.entries) == 0 || a.entries[0].kind != kindStrings {
		return &Error{"table", headerSize, fmt.Errorf("%w: the first chunk is not %q", soa.ErrFormat, kindStrings)}
	}
	f, err := a.read(0)
	if err != nil {
		return err
	}
	var t stringTable
	t.fields(f)
	if err := f.end(); err != nil {
		return err
	}
	a.strings = t
	for i := range a.entries {
		if _, err := a.strings.get(a.entries[i].name); err != nil {
			return &Error{"table", int64(headerSize + i*entrySize + 28), fmt.Errorf("%w: the name of chunk %d is %w", soa.ErrFormat, i, err)}
		}
	}
	return nil
}

// number numbers the chunks of each kind that may occur several times.
func (a *Archive) number() {
	all := make([]int, 0, len(a.entries))
	for _, l := range [...]struct {
		list *[]int
		a, b kind
	}{
		{&a.clips, kindClip, kindPacked}, {&a.skins, kindSkin, kindSkin}, {&a.textures, kindTexture, kindTexture},
		{&a.meshes, kindMesh, kindMesh}, {&a.banks, kindBank, kindBank},
	} {
		first := len(all)
		for i := range a.entries {
			if k := a.entries[i].kind; k == l.a || k == l.b {
				all = append(all, i)
			}
		}
		*l.list = all[first:len(all):len(all)]
	}
}

// sort numbers the chunks and reads the skeleton, the floats and the expressions.
func (a *Archive) sort() error {
	a.number()
	skeleton, floats, faces := soa.None, soa.None, soa.None
	for i := range a.entries {
		var once *int
		switch a.entries[i].kind {
		case kindMeta:
			once = &a.meta
		case kindMaterials:
			once = &a.materials
		case kindVisible:
			once = &a.visible
		case kindAvatar:
			once = &a.avatar
		case kindGraph:
			once = &a.graph
		case kindControl:
			once = &a.control
		case kindColumns:
			once = &a.columns
		case kindSkeleton:
			once = &skeleton
		case kindFloats:
			once = &floats
		case kindFaces:
			once = &faces
		case kindStrings:
			if i > 0 {
				return a.wrong(i, "there is another one")
			}
		}
		if once != nil {
			if *once != soa.None {
				return a.wrong(i, "there is another one")
			}
			*once = i
		}
	}
	if skeleton == soa.None {
		return &Error{"table", headerSize, fmt.Errorf("%w: there is no %q", soa.ErrFormat, kindSkeleton)}
	}
	err := a.readSkeleton(skeleton)
	if err == nil && floats != soa.None {
		err = a.part(floats, func(f *fields) { floatFields(f, &a.bare.Floats) }, a.bare.Validate)
	}
	if err == nil && faces != soa.None {
		err = a.part(faces, func(f *fields) { expressionFields(f, &a.bare.Expressions) }, a.bare.Validate)
	}
	return err
}

func (a *Archive) readSkeleton(i int) error {
	f, err := a.read(i)
	if err != nil {
		return err
	}
	a.bare = soa.Model{Name: a.name(i), Skeleton: new(soa.Skeleton)}
	skeletonFields(f, a.bare.Skeleton, &a.bare.Weights)
	if err := f.end(); err != nil {
		return err
	}
	return a.valid(i, a.bare.Validate())
}

// name returns a chunk's name; that its index is right was checked.
func (a *Archive) name(i int) string {
	s, _ := a.strings.get(a.entries[i].name)
	return s
}

// label names a chunk in errors.
func (a *Archive) label(i int) string {
	label := fmt.Sprintf("chunk %d %q", i, a.entries[i].kind)
	if name := a.name(i); name != "" {
		label += fmt.Sprintf(" %q", name)
	}
	return label
}

// wrong returns an error about a whole chunk.
func (a *Archive) wrong(i int, format string, args ...any) error {
	return &Error{a.label(i), a.entries[i].offset, fmt.Errorf("%w: %s", soa.ErrFormat, fmt.Sprintf(format, args...))}
}

// valid adds the chunk to the error of a Validate method.
func (a *Archive) valid(i int, err error) error {
	if err == nil {
		return nil
	}
	return &Error{a.label(i), a.entries[i].offset, err}
}

// load returns the bytes of a chunk after checking their checksum.
func (a *Archive) load(i int) ([]byte, error) {
	e := &a.entries[i]
	chunk, err := a.source.bytes(e.offset, e.length)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.label(i), err)
	}
	if got := checksum(chunk); got != e.crc {
		return nil, &Error{a.label(i), e.offset, fmt.Errorf("%w: %08x instead of %08x", ErrChecksum, got, e.crc)}
	}
	return chunk, nil
}

// compare compares all chunks with their checksums.
func (a *Archive) compare() error {
	for i := range a.entries {
		if _, err := a.load(i); err != nil {
			return err
		}
	}
	return nil
}

// read begins to read a chunk. There is one reader, used under the lock.
func (a *Archive) read(i int) (*fields, error) {
	chunk, err := a.load(i)
	if err != nil {
		return nil, err
	}
	a.reader.read(chunk, a, i)
	return &a.reader, nil
}

// Close releases the archive. Its methods then return soa.ErrClosed, or nothing. Everything that
// it returned, except strings, becomes invalid unless the file was copied into memory: slices
// may point into a file that is no longer mapped. Crowds that play the archive keep its bytes
// as long as they are in use. Closing again does nothing.
func (a *Archive) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return nil
	}
	a.closed = true
	return a.free()
}

// Retain keeps what the archive returned valid beyond Close, until release is called.
func (a *Archive) Retain() (release func(), err error) {
	if a == nil {
		return nil, fmt.Errorf("%w: no archive", soa.ErrInvalid)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return nil, errClosed
	}
	a.users++
	return sync.OnceFunc(func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.users--
		_ = a.free()
	}), nil
}

// Mapped reports whether the archive's bytes are those of a mapped file, which may be
// taken away: see OpenWith.
func (a *Archive) Mapped() bool { return len(a.mapped) > 0 }

// free releases the bytes when the archive is closed and has no users.
func (a *Archive) free() error {
	if !a.closed || a.users > 0 {
		return nil
	}
	return a.source.close()
}

var errClosed = fmt.Errorf("the archive is %w", soa.ErrClosed)
