package archive

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"github.com/sinew-anim/sinew/soa"
)

// Magic is the first bytes of an archive. Like PNG's it has a byte that is not text, and line
// ends that a text transfer would change.
const Magic = "\x89SNW\r\n\x1a\n"

// mark is the last bytes of an archive, none of which is zero. If the file is cut while it is
// mapped, the mark is gone before the kernel zeroes anything else.
const mark = Magic + Magic + Magic + Magic + Magic + Magic + Magic + Magic

const (
	headerSize    = 64
	entrySize     = 32
	align         = 64
	headerVersion = 2
	// markAlign is where the mark at the end begins: in a page of its own, see package fault.
	markAlign = 4096
	// maxChunks bounds the table before its checksum is known to be right.
	maxChunks = 1 << 20
)

// kind is a chunk's four letters.
type kind [4]byte

func (k kind) String() string { return string(k[:]) }

var (
	kindStrings   = kind{'S', 'T', 'R', 'S'}
	kindMeta      = kind{'M', 'E', 'T', 'A'}
	kindSkeleton  = kind{'S', 'K', 'E', 'L'}
	kindFloats    = kind{'F', 'L', 'T', 'S'}
	kindFaces     = kind{'E', 'X', 'P', 'R'}
	kindAvatar    = kind{'A', 'V', 'T', 'R'}
	kindVisible   = kind{'V', 'I', 'S', 'I'}
	kindClip      = kind{'C', 'L', 'I', 'P'}
	kindPacked    = kind{'P', 'A', 'C', 'K'}
	kindSkin      = kind{'S', 'K', 'I', 'N'}
	kindTexture   = kind{'T', 'E', 'X', 'R'}
	kindMaterials = kind{'M', 'A', 'T', 'L'}
	kindMesh      = kind{'M', 'E', 'S', 'H'}
	kindBank      = kind{'B', 'A', 'N', 'K'}
	kindGraph     = kind{'G', 'R', 'P', 'H'}
	kindControl   = kind{'C', 'T', 'R', 'L'}
	kindColumns   = kind{'C', 'O', 'L', 'S'}
)

// chunkVersion is the version of every known kind.
const chunkVersion = 1

// known reports whether this package reads chunks of a kind.
func known(k kind) bool {
	switch k {
	case kindStrings, kindMeta, kindSkeleton, kindFloats, kindFaces, kindAvatar, kindVisible, kindClip, kindSkin, kindTexture, kindMaterials, kindMesh, kindPacked, kindBank, kindGraph, kindControl, kindColumns:
		return true
	}
	return false
}

// flagRequired marks a chunk that a reader must know.
const flagRequired = 1

// entry is one chunk of the table.
type entry struct {
	kind           kind
	version, flags uint16
	offset, length int64
	crc            uint32
	name           uint32
}

// checksum is CRC-32C.
func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// roundUp returns the next multiple of 64.
func roundUp(n int64) int64 { return (n + align - 1) &^ (align - 1) }

// markAt returns the offset of the mark of an archive whose chunks end at a byte.
func markAt(end int64) int64 { return (end + markAlign - 1) &^ (markAlign - 1) }

// appendEnd appends the padding and the mark that follow the chunks.
func appendEnd(b []byte) []byte {
	n := int64(len(b))
	return append(append(b, make([]byte, markAt(n)-n)...), mark...)
}

// parseEnd checks the padding and the mark, from byte at of the file on.
func parseEnd(b []byte, at int64) error {
	for i, v := range b[:len(b)-len(mark)] {
		if v != 0 {
			return &Error{"end", at + int64(i), fmt.Errorf("%w: a byte before the mark is %d", soa.ErrFormat, v)}
		}
	}
	if at += int64(len(b) - len(mark)); string(b[len(b)-len(mark):]) != mark {
		return &Error{"end", at, fmt.Errorf("%w: its mark is not there", soa.ErrFormat)}
	}
	return nil
}

// tableSize returns the size of a table of n chunks with its padding.
func tableSize(n int) int64 { return roundUp(int64(n) * entrySize) }

// appendFront writes header and table of chunks that follow it.
func appendFront(b []byte, entries []entry, size int64) []byte {
	table := make([]byte, tableSize(len(entries)))
	for i := range entries {
		e, at := &entries[i], table[i*entrySize:]
		copy(at, e.kind[:])
		binary.LittleEndian.PutUint16(at[4:], e.version)
		binary.LittleEndian.PutUint16(at[6:], e.flags)
		binary.LittleEndian.PutUint64(at[8:], uint64(e.offset))
		binary.LittleEndian.PutUint64(at[16:], uint64(e.length))
		binary.LittleEndian.PutUint32(at[24:], e.crc)
		binary.LittleEndian.PutUint32(at[28:], e.name)
	}
	var h [headerSize]byte
	copy(h[:], Magic)
	binary.LittleEndian.PutUint32(h[8:], headerVersion)
	binary.LittleEndian.PutUint32(h[12:], uint32(len(entries)))
	binary.LittleEndian.PutUint64(h[16:], uint64(size))
	binary.LittleEndian.PutUint32(h[24:], checksum(table))
	binary.LittleEndian.PutUint32(h[60:], checksum(h[:60]))
	return append(append(b, h[:]...), table...)
}

// Sniff reports whether a file with these first bytes, at least 8, is marked as
// an archive.
func Sniff(begin []byte) bool { return bytes.HasPrefix(begin, []byte(Magic)) }

// header is the content of the first 64 bytes.
type header struct {
	chunks   int
	size     int64
	tableCRC uint32
}

// parseHeader parses the first bytes of a file of the given size.
func parseHeader(h []byte, size int64) (header, error) {
	wrong := func(at int64, err error, format string, args ...any) (header, error) {
		return header{}, &Error{"header", at, fmt.Errorf("%w: %s", err, fmt.Sprintf(format, args...))}
	}
	if !Sniff(h) {
		return wrong(0, soa.ErrFormat, "it does not begin as one")
	}
	if len(h) < headerSize {
		return wrong(int64(len(h)), soa.ErrFormat, "it ends there")
	}
	if got, want := checksum(h[:60]), binary.LittleEndian.Uint32(h[60:]); got != want {
		return wrong(60, ErrChecksum, "%08x instead of %08x", got, want)
	}
	if v := binary.LittleEndian.Uint32(h[8:]); v != headerVersion {
		return wrong(8, ErrVersion, "version %d, this one reads %d", v, headerVersion)
	}
	n, length := binary.LittleEndian.Uint32(h[12:]), binary.LittleEndian.Uint64(h[16:])
	if length != uint64(size) {
		return wrong(16, soa.ErrFormat, "the file should have %d bytes and has %d", length, size)
	}
	if n > maxChunks || headerSize+tableSize(int(n)) > size {
		return wrong(12, soa.ErrFormat, "%d chunks in %d bytes", n, size)
	}
	return header{int(n), size, binary.LittleEndian.Uint32(h[24:])}, nil
}

// parseTable reads the table. It checks the versions of known chunks, and that the chunks follow
// each other to the end of the file.
func (h *header) parseTable(table []byte) ([]entry, error) {
	wrong := func(i, at int, err error, format string, args ...any) ([]entry, error) {
		return nil, &Error{"table", int64(headerSize + i*entrySize + at), fmt.Errorf("%w: chunk %d %s", err, i, fmt.Sprintf(format, args...))}
	}
	if got := checksum(table); got != h.tableCRC {
		return nil, &Error{"table", headerSize, fmt.Errorf("%w: %08x instead of %08x", ErrChecksum, got, h.tableCRC)}
	}
	entries := make([]entry, h.chunks)
	next := headerSize + tableSize(h.chunks)
	for i := range entries {
		e, at := &entries[i], table[i*entrySize:]
		*e = entry{
			kind:    kind(at[:4]),
			version: binary.LittleEndian.Uint16(at[4:]), flags: binary.LittleEndian.Uint16(at[6:]),
			offset: int64(binary.LittleEndian.Uint64(at[8:])), length: int64(binary.LittleEndian.Uint64(at[16:])),
			crc: binary.LittleEndian.Uint32(at[24:]), name: binary.LittleEndian.Uint32(at[28:]),
		}
		known := known(e.kind)
		switch {
		case e.offset != next:
			return wrong(i, 8, soa.ErrFormat, "begins at byte %d and should at %d", e.offset, next)
		case e.length < align || e.length%align != 0 || e.length > h.size-e.offset:
			return wrong(i, 16, soa.ErrFormat, "has %d bytes where %d are left", e.length, h.size-e.offset)
		case !known && e.flags&flagRequired != 0:
			return wrong(i, 0, ErrVersion, "is of the unknown kind %q, which cannot be skipped", e.kind)
		case known && e.version != chunkVersion:
			return wrong(i, 4, ErrVersion, "is %q of version %d, this one reads %d", e.kind, e.version, chunkVersion)
		}
		next += e.length
	}
	if size := markAt(next) + int64(len(mark)); size != h.size {
		return nil, &Error{"table", headerSize, fmt.Errorf("%w: the chunks end at byte %d, and the file at %d in place of %d", soa.ErrFormat, next, h.size, size)}
	}
	return entries, nil
}
