// Package packing holds the numbers of the format of packed clips, which soa.Packed describes: its limits, its codes and the
// arithmetic of its grids. Package soa checks clips by them, internal/codec writes and reads clips by them, and internal/kernel
// decodes spans by them.
package packing

import "math"

// The largest values of a clip.
const (
	MaxGrids     = 16
	MaxIntervals = 1 << 22 // of a grid. The keys of any such grid have distinct ticks in float32, which 2²⁴ intervals need not have
	MaxKeys      = 1 << 12 // of a segment
	MaxParts     = 128     // of an interval between two keys of the finest grid
	// MaxTotal is the largest number of keys of all coded tracks. Beyond the first Few there are also at most MaxPerByte for
	// each byte of the clip: few bytes can encode many equal keys, and each takes 20 bytes unpacked.
	MaxTotal   = 1 << 27
	MaxPerByte = 64
	Few        = 1 << 16
)

// The numbers of zero bytes at the end of the data, so that decoders can read whole words from any position.
const (
	RicePadding = 8
	SpanPadding = 32
)

// Padding returns the number of zero bytes at the end of the data of spans or Rice codes.
func Padding(spans bool) int {
	if spans {
		return SpanPadding
	}
	return RicePadding
}

// eighths are 2^(−i/8), rounded to float32.
var eighths = [8]float32{1, 0.917004, 0.8408964, 0.7711054, 0.70710677, 0.64841976, 0.59460354, 0.54525389}

// Step returns the length of a step by its code: 2^(4−code/8), from 16 down to 4e-9.
func Step(code uint8) float32 {
	return eighths[code%8] * float32(math.Ldexp(1, 4-int(code/8)))
}

// HeadBits returns the number of bits of a component of a unit quaternion in steps of a code.
func HeadBits(code uint8) int { return max(2, (int(code)+7)/8-3) }
