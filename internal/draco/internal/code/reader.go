// Package code reads the numbers of a Draco stream: plain, of variable length, and entropy-coded.
package code

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/meter"
)

// Errors of a stream.
var (
	// ErrFormat is a stream that is not Draco's, ends early, or contradicts itself.
	ErrFormat = errors.New("draco: broken stream")
	// ErrVersion is a stream of another version, of a point cloud, or with a scheme that is not read.
	ErrVersion = errors.New("draco: not supported")
	// ErrLimit is a stream that claims more than allowed.
	ErrLimit = errors.New("draco: too large")
)

// Reader reads a stream from its beginning. After its first error it returns zeros.
type Reader struct {
	Data []byte // what is not yet read
	Err  error
	// Meter bounds the work and the memory; nil: nothing does.
	Meter *meter.Meter
}

// Take counts the memory of n things of some bytes, before they are made, and the time that filling it
// takes. It reports whether it is allowed.
func (r *Reader) Take(n int, size uintptr) bool {
	if err := r.Meter.Take("values of a stream of Draco", n, size); err != nil && r.Err == nil {
		r.Err, r.Data = err, nil
	}
	return r.Err == nil && r.Step(10*n)
}

// Step counts work: see meter.Meter. It reports whether there is no error.
func (r *Reader) Step(n int) bool {
	if err := r.Meter.Step(n); err != nil && r.Err == nil {
		r.Err, r.Data = err, nil
	}
	return r.Err == nil
}

// Fail keeps the first error.
func (r *Reader) Fail(kind error, format string, args ...any) {
	if r.Err == nil {
		r.Err = fmt.Errorf("%w: "+format, append([]any{kind}, args...)...)
		r.Data = nil
	}
}

// Bytes returns the next n bytes, nil where fewer are left.
func (r *Reader) Bytes(n int) []byte {
	if n < 0 || n > len(r.Data) {
		r.Fail(ErrFormat, "it ends %d bytes early", n-len(r.Data))
		return nil
	}
	b := r.Data[:n]
	r.Data = r.Data[n:]
	return b
}

// U8, U16, I32 and F32 read little-endian numbers.
func (r *Reader) U8() uint8 {
	if b := r.Bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *Reader) U16() uint16 {
	if b := r.Bytes(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (r *Reader) I32() int32 {
	if b := r.Bytes(4); b != nil {
		return int32(binary.LittleEndian.Uint32(b))
	}
	return 0
}

func (r *Reader) F32() float32 { return math.Float32frombits(uint32(r.I32())) }

// Varint reads an unsigned number of 7 bits a byte, the lowest first.
func (r *Reader) Varint() uint32 {
	v := r.Varint64()
	if v > math.MaxUint32 {
		r.Fail(ErrFormat, "the number %d has more than 32 bits", v)
		return 0
	}
	return uint32(v)
}

// Varint64 is Varint for 64 bits.
func (r *Reader) Varint64() uint64 {
	v, n := binary.Uvarint(r.Data)
	if n <= 0 {
		r.Fail(ErrFormat, "it ends within a number")
		return 0
	}
	r.Data = r.Data[n:]
	return v
}

// Bits reads bits, the lowest of a byte first. Behind the end they are 0.
type Bits struct {
	Data []byte
	at   int
}

// Next returns the next n bits as a number, the lowest first.
func (b *Bits) Next(n int) (v uint32) {
	for k := range n {
		if i := b.at >> 3; i < len(b.Data) {
			v |= uint32(b.Data[i]>>(b.at&7)&1) << k
		}
		b.at++
	}
	return v
}

// Used is how many bytes have been begun.
func (b *Bits) Used() int { return min((b.at+7)/8, len(b.Data)) }

// Unzigzag turns 0, 1, 2, 3, 4 into 0, −1, 1, −2, 2.
func Unzigzag(v uint32) int32 { return int32(v>>1) ^ -int32(v&1) }
