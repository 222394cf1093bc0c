package codec

import (
	"encoding/binary"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/packing"
)

// bitWriter appends numbers to bytes, least significant bits first.
type bitWriter struct {
	data []byte
	acc  uint64
	n    int // bits in acc, below 8
}

// put appends the n lowest bits of v, at most 32.
func (w *bitWriter) put(v uint32, n int) {
	w.acc |= (uint64(v) & (1<<n - 1)) << w.n
	for w.n += n; w.n >= 8; w.n -= 8 {
		w.data = append(w.data, byte(w.acc))
		w.acc >>= 8
	}
}

// align fills up the last byte.
func (w *bitWriter) align() {
	if w.n > 0 {
		w.put(0, 8-w.n)
	}
}

// bitReader reads numbers from bytes that end with packing.RicePadding others. Beyond the end it
// reads zeros or the last bytes: any bits are valid values.
type bitReader struct {
	data []byte
	pos  int // in bits
}

// at returns at least 57 bits from any position on.
func (r *bitReader) at(pos int) uint64 {
	at := min(pos>>3, len(r.data)-packing.RicePadding)
	return binary.LittleEndian.Uint64(r.data[at:]) >> (pos & 7)
}

// take returns the next n bits, at most 32.
func (r *bitReader) take(n int) uint32 {
	v := r.at(r.pos) & (1<<n - 1)
	r.pos += n
	return uint32(v)
}

// signed returns the next n bits, at most 32, as two's complement.
func (r *bitReader) signed(n int) int32 {
	return int32(r.take(n)<<(32-n)) >> (32 - n)
}

// signedBits returns the number of bits of v in two's complement.
func signedBits(v int32) int { return bits.Len32(uint32(v^(v>>31))) + 1 }
