package meshopt

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/meter"
)

const (
	attributesHeader = 0xa0 // and the version, 0 or 1
	maxStride        = 256
	maxBlock         = 256 // elements
	group            = 16  // differences that share a width
	maxGroup         = 24  // bytes of a group: 16 of 4 bits and 16 wide ones
)

// blockElements is the number of elements of a block of attributes, but for the last block.
func blockElements(stride int) int { return min(8192/stride&^(group-1), maxBlock) }

// tailSize is the number of bytes behind the last block: padding, the element before the first,
// and a channel byte per 4 columns in version 1.
func tailSize(stride, version int) int {
	if version == 0 {
		return max(stride, 32)
	}
	return max(stride+stride/4, 24)
}

// widths are the bits of a difference by the two bits that a group has in a column's header:
// of version 0, and by the column's control bits in version 1.
var (
	widths0 = [4]uint8{0, 2, 4, 8}
	widths1 = [2][4]uint8{{0, 1, 2, 4}, {1, 2, 4, 8}}
)

// columns holds the differences of four columns of a block, a group more than a block has for
// whole stores.
type columns [4][maxBlock]byte

// attributes is the state of a decoder of attributes.
type attributes struct {
	version  int
	stride   int
	previous [maxStride / 4]uint32 // the element before the block
	channels []byte                // how 4 columns make a number, in version 1
	data     []byte                // what is not yet read, and the tail
	tail     int                   // its length
	planes   columns
}

// decodeAttributes decodes elements of stride bytes each.
func decodeAttributes(dst []byte, stride int, stream []byte, m *meter.Meter) error {
	version := int(stream[0] ^ attributesHeader)
	if version > 1 {
		return fmt.Errorf("%w: header %#x of attributes, want %#x or %#x", ErrStream, stream[0], attributesHeader, attributesHeader+1)
	}
	a := attributes{version: version, stride: stride, data: stream[1:], tail: tailSize(stride, version)}
	if len(a.data) < a.tail {
		return fmt.Errorf("%w: %d bytes, want %d at the end alone", ErrStream, len(a.data), a.tail)
	}
	last := a.data[len(a.data)-stride:]
	if version == 1 {
		last = a.data[len(a.data)-stride-stride/4:]
		a.channels = last[stride:]
		for i, c := range a.channels {
			if c&15 > 2 || c&15 < 2 && c > 2 {
				return fmt.Errorf("%w: channel %d of %#x", ErrStream, i, c)
			}
		}
	}
	for i := range stride / 4 {
		a.previous[i] = binary.LittleEndian.Uint32(last[4*i:])
	}

	block := blockElements(stride) * stride
	for at := 0; at < len(dst); at += block {
		if err := m.Step(2 * block); err != nil {
			return err
		}
		if err := a.block(dst[at:min(at+block, len(dst))]); err != nil {
			return fmt.Errorf("element %d of %d: %w", at/stride, len(dst)/stride, err)
		}
	}
	if len(a.data) != a.tail {
		return fmt.Errorf("%w: %d bytes left after %d elements", ErrStream, len(a.data)-a.tail, len(dst)/stride)
	}
	return nil
}

// block decodes the elements of one block to dst, four columns at a time.
func (a *attributes) block(dst []byte) error {
	n := len(dst) / a.stride
	var controls []byte
	if a.version == 1 {
		if len(a.data) < a.stride/4+a.tail {
			return fmt.Errorf("%w: it ends before control bytes", ErrStream)
		}
		controls, a.data = a.data[:a.stride/4], a.data[a.stride/4:]
	}
	for first := 0; first < a.stride; first += 4 {
		for i := range a.planes {
			widths, control := &widths0, byte(0)
			if a.version == 1 {
				control = controls[first/4] >> (2 * i) & 3
				widths = &widths1[control&1]
			}
			if !a.column(&a.planes[i], n, control, widths) {
				return fmt.Errorf("%w: it ends within column %d", ErrStream, first+i)
			}
		}
		channel := byte(0)
		if a.version == 1 {
			channel = a.channels[first/4]
		}
		a.planes.sum(dst[first:], a.stride, n, &a.previous[first/4], channel)
	}
	return nil
}

// column decodes the differences of one column of n elements.
func (a *attributes) column(plane *[maxBlock]byte, n int, control byte, widths *[4]uint8) bool {
	switch control {
	case 2:
		clear(plane[:n])
		return true
	case 3:
		if len(a.data) < n+a.tail {
			return false
		}
		copy(plane[:], a.data[:n])
		a.data = a.data[n:]
		return true
	}
	groups := (n + group - 1) / group
	header := (groups + 3) / 4
	if len(a.data) < header+a.tail {
		return false
	}
	rest := decodeGroups(plane, groups, widths, a.data[:header], a.data[header:])
	if len(rest) < a.tail {
		return false
	}
	a.data = rest
	return true
}

// decodeGroupsGo decodes groups of differences, whose widths are widths at the bits of header. It
// reads up to maxGroup bytes ahead, which the tail of a stream provides, and returns what is left
// of data, or nil where it does not suffice.
func decodeGroupsGo(plane *[maxBlock]byte, groups int, widths *[4]uint8, header, data []byte) []byte {
	for g := range groups {
		if len(data) < maxGroup {
			return nil
		}
		out := (*[group]byte)(plane[g*group:])
		in := (*[maxGroup]byte)(data)
		switch widths[header[g/4]>>(g%4*2)&3] {
		case 0:
			*out = [group]byte{}
		case 1:
			data = data[2+narrow1(out, in):]
		case 2:
			data = data[4+narrow2(out, in):]
		case 4:
			data = data[8+narrow4(out, in):]
		default:
			*out = [group]byte(in[:])
			data = data[group:]
		}
	}
	return data
}

// narrow1, narrow2 and narrow4 decode a group of differences of 1, 2 and 4 bits. The highest value
// stands for a byte behind them; the number of such bytes is returned. That test has no branch:
// whether a difference is wide cannot be predicted.

func narrow1(out *[group]byte, in *[maxGroup]byte) int {
	mask := uint(binary.LittleEndian.Uint16(in[:])) // lowest first
	wide := (*[group]byte)(in[2:])
	n := uint(0)
	for i := range out {
		bit := mask >> i & 1
		out[i] = wide[n&15] & -byte(bit)
		n += bit
	}
	return int(n)
}

func narrow2(out *[group]byte, in *[maxGroup]byte) int {
	v := binary.BigEndian.Uint32(in[:]) // highest first
	wide := (*[group]byte)(in[4:])
	n := uint32(0)
	for i := range out {
		v = bits.RotateLeft32(v, 2)
		d := byte(v & 3)
		w := wide[n&15]
		if d == 3 {
			d = w
		}
		out[i] = d
		n += (v&3 + 1) >> 2
	}
	return int(n)
}

func narrow4(out *[group]byte, in *[maxGroup]byte) int {
	v := binary.BigEndian.Uint64(in[:]) // highest first
	wide := (*[group]byte)(in[8:])
	n := uint64(0)
	for i := range out {
		v = bits.RotateLeft64(v, 4)
		d := byte(v & 15)
		w := wide[n&15]
		if d == 15 {
			d = w
		}
		out[i] = d
		n += (v&15 + 1) >> 4
	}
	return int(n)
}

// sumGo adds the differences of four columns up, from *previous on, which becomes the last sum, and
// stores them as 4 bytes of elements from to n. Those of an element begin each stride bytes of dst.
func (p *columns) sumGo(dst []byte, stride, from, n int, previous *uint32, channel byte) {
	v := *previous
	switch channel & 3 {
	case 0: // bytes
		for i := from; i < n; i++ {
			v = addBytes(v, unzigzagBytes(p.at(i)))
			binary.LittleEndian.PutUint32(dst[i*stride:], v)
		}
	case 1: // uint16
		for i := from; i < n; i++ {
			v = addShorts(v, unzigzagShorts(p.at(i)))
			binary.LittleEndian.PutUint32(dst[i*stride:], v)
		}
	default: // exclusive or of uint32, rotated
		for i := from; i < n; i++ {
			v ^= bits.RotateLeft32(p.at(i), -int(channel>>4))
			binary.LittleEndian.PutUint32(dst[i*stride:], v)
		}
	}
	*previous = v
}

// at is the difference of element i in four columns.
func (p *columns) at(i int) uint32 {
	i &= maxBlock - 1
	return uint32(p[0][i]) | uint32(p[1][i])<<8 | uint32(p[2][i])<<16 | uint32(p[3][i])<<24
}

func unzigzagBytes(v uint32) uint32 { return v>>1&0x7f7f7f7f ^ v&0x01010101*0xff }
func addBytes(a, b uint32) uint32 {
	return (a&0x7f7f7f7f + b&0x7f7f7f7f) ^ (a^b)&0x80808080
}
func unzigzagShorts(v uint32) uint32 { return v>>1&0x7fff7fff ^ v&0x00010001*0xffff }
func addShorts(a, b uint32) uint32 {
	return (a&0x7fff7fff + b&0x7fff7fff) ^ (a^b)&0x80008000
}
