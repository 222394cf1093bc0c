package meshopt

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/meter"
)

const (
	trianglesHeader = 0xe1
	triangleTail    = 16
	unwritten       = ^uint32(0) // an entry of a history that no triangle has written
)

// triangles is the state of a decoder of triangles: the edges and vertices seen last, in rings
// whose newest entry lies before edge and vertex.
type triangles struct {
	edges    [16]uint64 // first vertex, second << 32
	vertices [16]uint32
	edge     uint
	vertex   uint
	next     uint32 // lowest vertex that no triangle has named
	last     uint32 // vertex that the stream gave as a difference last
	data     []byte // bytes of vertices that codes do not name, not yet read, and the tail
}

// decodeTriangles decodes the indices of a triangle list, of size bytes each.
func decodeTriangles(dst []byte, size int, stream []byte, m *meter.Meter) error {
	if stream[0] != trianglesHeader {
		return fmt.Errorf("%w: header %#x of triangles, want %#x", ErrStream, stream[0], trianglesHeader)
	}
	count := len(dst) / (3 * size)
	codes := stream[1 : 1+count]
	pairs := (*[triangleTail]byte)(stream[len(stream)-triangleTail:])
	t := triangles{data: stream[1+count:]}
	for i := range t.edges {
		t.edges[i], t.vertices[i] = ^uint64(0), unwritten
	}
	for i, code := range codes {
		if i%4096 == 0 && m.Step(4096*5) != nil {
			return m.Err()
		}
		edge := t.edges[(t.edge-1-uint(code>>4))&15]
		a, b := uint32(edge), uint32(edge>>32)
		c := t.vertices[(t.vertex-1-uint(code&15))&15]
		if code < 0xf0 && code&15 < 13 {
			// An earlier vertex or, at 0, the next. Which of both cannot be predicted: no branch.
			if code&15 == 0 {
				c = t.next
			}
			fresh := (uint(code&15) - 1) >> (bits.UintSize - 1)
			t.next += uint32(fresh)
			t.vertices[t.vertex&15] = c
			t.vertex += fresh
			t.pushEdges(a, b, c)
		} else {
			var ok bool
			if a, b, c, ok = t.other(code, pairs); !ok {
				a = unwritten
			}
		}
		if a == unwritten || b == unwritten || c == unwritten {
			return fmt.Errorf("%w: triangle %d of %d: code %#x names what the stream does not hold", ErrStream, i, count, code)
		}
		if size == 4 {
			out := (*[12]byte)(dst[i*12:])
			binary.LittleEndian.PutUint32(out[:], a)
			binary.LittleEndian.PutUint32(out[4:], b)
			binary.LittleEndian.PutUint32(out[8:], c)
		} else {
			out := (*[6]byte)(dst[i*6:])
			binary.LittleEndian.PutUint16(out[:], uint16(a))
			binary.LittleEndian.PutUint16(out[2:], uint16(b))
			binary.LittleEndian.PutUint16(out[4:], uint16(c))
		}
	}
	if len(t.data) != triangleTail {
		return fmt.Errorf("%w: %d bytes left after %d triangles", ErrStream, len(t.data)-triangleTail, count)
	}
	return nil
}

// pushEdges appends the two edges of a triangle that it does not share with an earlier one.
func (t *triangles) pushEdges(a, b, c uint32) {
	t.edges[t.edge&15] = uint64(c) | uint64(b)<<32
	t.edges[(t.edge+1)&15] = uint64(a) | uint64(c)<<32
	t.edge += 2
}

// other decodes the triangle of any other code. It is false where data has ended.
func (t *triangles) other(code byte, pairs *[triangleTail]byte) (a, b, c uint32, ok bool) {
	if code >= 0xf0 {
		return t.decodeSeparate(code, pairs)
	}
	e := t.edges[(t.edge-1-uint(code>>4))&15]
	a, b = uint32(e), uint32(e>>32)
	if which := uint32(code & 15); which < 15 { // beside the last
		c = t.last + which*2 - 27
		t.last = c
	} else if c, ok = t.difference(); !ok {
		return
	}
	t.push(c)
	t.pushEdges(a, b, c)
	return a, b, c, true
}

// decodeSeparate decodes a triangle that shares no edge with those seen last.
func (t *triangles) decodeSeparate(code byte, pairs *[triangleTail]byte) (a, b, c uint32, ok bool) {
	pair := pairs[code&15]
	if code >= 0xfe {
		if len(t.data) <= triangleTail {
			return
		}
		pair, t.data = t.data[0], t.data[1:]
		if pair == 0 {
			t.next = 0
		}
	} else if pair >= 0xf0 || pair&15 == 15 {
		return // a table has no differences
	}
	which := [2]uint{uint(pair >> 4), uint(pair & 15)}
	if code == 0xff {
		if a, ok = t.difference(); !ok {
			return
		}
	} else {
		a = t.next
		t.next++
	}
	var found [2]uint32
	for i, w := range which {
		switch w {
		case 0:
			found[i] = t.next
			t.next++
		case 15:
			if found[i], ok = t.difference(); !ok {
				return
			}
		default:
			found[i] = t.vertices[(t.vertex-w)&15]
		}
	}
	b, c = found[0], found[1]
	t.push(a)
	for i, w := range which {
		if w == 0 || w == 15 {
			t.push(found[i])
		}
	}
	t.edges[t.edge&15] = uint64(b) | uint64(a)<<32
	t.edges[(t.edge+1)&15] = uint64(c) | uint64(b)<<32
	t.edges[(t.edge+2)&15] = uint64(a) | uint64(c)<<32
	t.edge += 3
	return a, b, c, true
}

func (t *triangles) push(v uint32) {
	t.vertices[t.vertex&15] = v
	t.vertex++
}

// difference reads a vertex stored as its difference from the last such vertex.
func (t *triangles) difference() (uint32, bool) {
	v, n := varint(t.data[:len(t.data)-triangleTail])
	if n == 0 {
		return 0, false
	}
	t.data = t.data[n:]
	t.last += unzigzag(v)
	return t.last, true
}

// varint reads an unsigned number of 7 bits a byte, the lowest first, from at most 5 bytes. It
// returns the number of bytes, 0 where b ends before the number does.
func varint(b []byte) (uint32, int) {
	var v uint32
	for i := 0; i < len(b) && i < 5; i++ {
		v |= uint32(b[i]&0x7f) << (7 * i)
		if b[i] < 0x80 {
			return v, i + 1
		}
	}
	return 0, 0
}

// unzigzag turns 0, 1, 2, 3, 4 into 0, −1, 1, −2, 2.
func unzigzag(v uint32) uint32 { return v>>1 ^ -(v & 1) }
