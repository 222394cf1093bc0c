// Package damage breaks archives and JSON documents for tests: archives with checksums that
// are right and documents that are still JSON, so that readers have to find what else is
// wrong.
package damage

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"

	"github.com/sinew-anim/sinew/soa/archive"
)

// Repair makes checksums, the end and the length in the header right.
func Repair(data []byte) []byte {
	if len(data) < 64 {
		return data
	}
	le, table := binary.LittleEndian, crc32.MakeTable(crc32.Castagnoli)
	data = withEnd(data)
	copy(data, archive.Magic)
	le.PutUint32(data[8:], 2)
	le.PutUint64(data[16:], uint64(len(data)))
	n := int64(le.Uint32(data[12:]))
	end := 64 + (32*n+63)&^63
	if end <= int64(len(data)) {
		for i := range n {
			e := data[64+32*i:]
			from, length := le.Uint64(e[8:]), le.Uint64(e[16:])
			if from <= uint64(len(data)) && length <= uint64(len(data))-from {
				le.PutUint32(e[24:], crc32.Checksum(data[from:from+length], table))
			}
		}
		le.PutUint32(data[24:], crc32.Checksum(data[64:end], table))
	}
	le.PutUint32(data[60:], crc32.Checksum(data[:60], table))
	return data
}

// withEnd puts the mark behind the last chunk.
func withEnd(data []byte) []byte {
	le, chunks := binary.LittleEndian, uint64(len(data))
	if n := uint64(le.Uint32(data[12:])); n > 0 && 64+32*n <= chunks {
		last := data[64+32*(n-1):]
		if end := le.Uint64(last[8:]) + le.Uint64(last[16:]); end >= 64+32*n && end < chunks {
			chunks = end
		}
	}
	data = append(data[:chunks], make([]byte, -chunks&4095)...)
	return append(data, bytes.Repeat([]byte(archive.Magic), 8)...)
}

// Mutate changes a bit, a byte, a number, moves a stretch, or cuts.
func Mutate(r *rand.Rand, data []byte) []byte {
	if len(data) < 64 {
		return data
	}
	at := r.IntN(len(data) - 8)
	switch r.IntN(7) {
	case 0:
		data[at] ^= 1 << r.IntN(8)
	case 1:
		data[at] = byte(r.Uint32())
	case 2: // a length, an index, a value
		binary.LittleEndian.PutUint32(data[at&^3:], []uint32{0, 1, 2, 64, 1 << 16, 1<<31 - 1, 1 << 31, 1<<32 - 1, 0x7fc00000}[r.IntN(9)])
	case 3:
		binary.LittleEndian.PutUint32(data[at&^3:], binary.LittleEndian.Uint32(data[at&^3:])+uint32(r.IntN(9))-4)
	case 4:
		copy(data[at:], data[r.IntN(len(data)):][:min(8, len(data)-at)])
	case 5:
		n := r.IntN(min(len(data)-at, 256))
		copy(data[at:], data[at+n:])
		data = data[:len(data)-n]
	case 6: // in the front, which is small
		binary.LittleEndian.PutUint16(data[r.IntN(min(len(data)-2, 640)):], uint16(r.Uint32()))
	}
	return data
}
