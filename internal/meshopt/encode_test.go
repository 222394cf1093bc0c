package meshopt

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// choices decides where an encoder has several ways to say the same, and so reaches every way a
// decoder knows. Its zero value decides for the shortest.
type choices struct{ random *rand.Rand }

func (c choices) oneIn(n int) bool { return c.random != nil && c.random.IntN(n) == 0 }

// encodeAttributes writes elements of stride bytes as a stream of version 0 or 1.
func encodeAttributes(data []byte, stride, version int, pick choices) []byte {
	n := len(data) / stride
	first := make([]byte, stride)
	if n > 0 {
		copy(first, data)
	}
	if pick.oneIn(2) {
		first[pick.random.IntN(stride)] ^= 0x5a
	}
	channels := make([]byte, stride/4)
	if version == 1 && pick.random != nil {
		for i := range channels {
			if channels[i] = byte(pick.random.IntN(3)); channels[i] == 2 {
				channels[i] |= byte(pick.random.IntN(16)) << 4
			}
		}
	}

	out := []byte{attributesHeader | byte(version)}
	previous := append([]byte(nil), first...)
	block := blockElements(stride)
	for at := 0; at < n; at += block {
		size := min(block, n-at)
		planes := differences(data[at*stride:(at+size)*stride], stride, previous, channels)
		controls := len(out)
		if version == 1 {
			out = append(out, make([]byte, stride/4)...)
		}
		for c, plane := range planes {
			encoded, control := encodeColumn(plane, version, pick)
			out = append(out, encoded...)
			if version == 1 {
				out[controls+c/4] |= control << (c % 4 * 2)
			}
		}
		previous = data[(at+size-1)*stride : (at+size)*stride]
	}
	end := first
	if version == 1 {
		end = append(end[:stride:stride], channels...)
	}
	out = append(out, make([]byte, tailSize(stride, version)-len(end))...)
	return append(out, end...)
}

// differences are those of every column of a block.
func differences(data []byte, stride int, previous, channels []byte) [][]byte {
	n := len(data) / stride
	planes := make([][]byte, stride)
	for c := range planes {
		planes[c] = make([]byte, n)
	}
	for i := range n {
		now := data[i*stride : (i+1)*stride]
		for c := 0; c < stride; c += 4 {
			v, p := binary.LittleEndian.Uint32(now[c:]), binary.LittleEndian.Uint32(previous[c:])
			var d uint32
			switch channel := channels[c/4]; channel & 3 {
			case 0:
				for k := 0; k < 32; k += 8 {
					e := int8(v>>k) - int8(p>>k)
					d |= uint32(uint8(e<<1^e>>7)) << k
				}
			case 1:
				for k := 0; k < 32; k += 16 {
					e := int16(v>>k) - int16(p>>k)
					d |= uint32(uint16(e<<1^e>>15)) << k
				}
			default:
				d = bits.RotateLeft32(v^p, int(channel>>4))
			}
			for k := range 4 {
				planes[c+k][i] = byte(d >> (8 * k))
			}
		}
		previous = now
	}
	return planes
}

// encodeColumn writes the differences of one column, and returns the column's control bits.
func encodeColumn(plane []byte, version int, pick choices) (out []byte, control byte) {
	widths := widths0
	if version == 1 {
		control = byte(0)
		if pick.random != nil {
			control = byte(pick.random.IntN(4))
		}
		zero := true
		for _, d := range plane {
			zero = zero && d == 0
		}
		switch {
		case zero && !pick.oneIn(2):
			return nil, 2
		case control == 3:
			return plane, 3
		}
		control &= 1
		widths = widths1[control]
	}
	padded := append([]byte(nil), plane...)
	for len(padded)%group != 0 {
		padded = append(padded, 0)
	}
	groups := len(padded) / group
	out = make([]byte, (groups+3)/4)
	for g := range groups {
		var shortest []byte
		var code byte
		for k, width := range widths {
			encoded, ok := encodeGroup(padded[g*group:(g+1)*group], width)
			if ok && (shortest == nil || len(encoded) < len(shortest) || pick.oneIn(4)) {
				shortest, code = encoded, byte(k)
			}
		}
		out[g/4] |= code << (g % 4 * 2)
		out = append(out, shortest...)
	}
	return out, control
}

// encodeGroup writes 16 differences of a width in bits; none of those of width 0 may differ from 0.
func encodeGroup(d []byte, width uint8) ([]byte, bool) {
	if width == 8 {
		return d, true
	}
	narrow := make([]byte, 2*width)
	wide := []byte{}
	for i, v := range d {
		if width == 0 {
			if v != 0 {
				return nil, false
			}
			continue
		}
		most := byte(1)<<width - 1
		if v >= most {
			wide, v = append(wide, v), most
		}
		at := i * int(width)
		if width == 1 {
			narrow[at/8] |= v << (at % 8)
		} else {
			narrow[at/8] |= v << (8 - int(width) - at%8)
		}
	}
	return append(narrow, wide...), true
}

// encodeIndices writes indices as differences from one of two before.
func encodeIndices(indices []uint32, pick choices) []byte {
	out := []byte{indicesHeader}
	var last [2]uint32
	for _, v := range indices {
		which := uint32(0)
		if pick.oneIn(2) {
			which = 1
		}
		out = binary.AppendUvarint(out, uint64(zigzag(v-last[which])<<1|which))
		last[which] = v
	}
	return append(out, make([]byte, indexTail)...)
}

func zigzag(v uint32) uint32 { return v<<1 ^ uint32(int32(v)>>31) }

// encodeTriangles writes a triangle list whose corners may come out rotated. Where an edge or a
// vertex is among those seen last it names it there, or, at times, says it in full.
func encodeTriangles(indices []uint32, pick choices) []byte {
	e := triangleEncoder{pick: pick}
	e.pairs = [triangleTail]byte{0x00, 0x76, 0x87, 0x56, 0x67, 0x78, 0xa9, 0x86, 0x65, 0x89, 0x68, 0x98, 0x01, 0x69}
	for i := 0; i+2 < len(indices); i += 3 {
		e.add([3]uint32(indices[i : i+3]))
	}
	out := append([]byte{trianglesHeader}, e.codes...)
	return append(append(out, e.data...), e.pairs[:]...)
}

type triangleEncoder struct {
	pick        choices
	codes, data []byte
	pairs       [triangleTail]byte
	edges       [][2]uint32 // newest last
	vertices    []uint32
	next, last  uint32
}

func (e *triangleEncoder) add(t [3]uint32) {
	for k := 0; k < 15 && k < len(e.edges) && !e.pick.oneIn(20); k++ {
		edge := e.edges[len(e.edges)-1-k]
		for r := range 3 {
			a, b, c := t[r], t[(r+1)%3], t[(r+2)%3]
			if edge != [2]uint32{a, b} {
				continue
			}
			e.codes = append(e.codes, byte(k)<<4|e.third(c))
			e.edges = append(e.edges, [2]uint32{c, b}, [2]uint32{a, c})
			return
		}
	}
	e.apart(t)
}

// third writes a vertex beside a known edge.
func (e *triangleEncoder) third(c uint32) byte {
	if k := e.find(c, 1, 12); k > 0 {
		return byte(k)
	}
	code := byte(15)
	switch {
	case c == e.next:
		code, e.next = 0, e.next+1
	case c == e.last-1:
		code, e.last = 13, c
	case c == e.last+1:
		code, e.last = 14, c
	default:
		e.difference(c)
	}
	e.vertices = append(e.vertices, c)
	return code
}

// find is which of the newest vertices v is, counted from from, 0 for none.
func (e *triangleEncoder) find(v uint32, from, to int) int {
	if e.pick.oneIn(20) {
		return 0
	}
	for k := from; k <= to && k < len(e.vertices); k++ {
		if e.vertices[len(e.vertices)-1-k] == v {
			return k
		}
	}
	return 0
}

func (e *triangleEncoder) difference(v uint32) {
	e.data = binary.AppendUvarint(e.data, uint64(zigzag(v-e.last)))
	e.last = v
}

// apart writes a triangle of which no edge is known.
func (e *triangleEncoder) apart(t [3]uint32) {
	code, next := byte(0xfe), e.next
	if t[0] == next {
		next++
	} else {
		code = 0xff
	}
	var which [2]byte
	for i, v := range t[1:] {
		k := e.find(v, 0, 13)
		switch known := len(e.vertices) > k && e.vertices[len(e.vertices)-1-k] == v; {
		case v == next:
			which[i], next = 0, next+1
		case known && k < 14:
			which[i] = byte(k + 1)
		default:
			which[i] = 15
		}
	}
	pair := which[0]<<4 | which[1]
	if pair == 0 && e.next != 0 { // 0 begins anew at vertex 0
		which, pair, next = [2]byte{15, 15}, 0xff, e.next
		if code == 0xfe {
			next++
		}
	}
	if k := e.frequent(pair); code == 0xfe && k >= 0 && !e.pick.oneIn(3) {
		code = 0xf0 | byte(k)
	} else {
		e.data = append(e.data, pair)
	}
	e.codes = append(e.codes, code)
	e.next = next
	if code == 0xff {
		e.difference(t[0])
	}
	for i, w := range which {
		if w == 15 {
			e.difference(t[1+i])
		}
	}
	e.vertices = append(e.vertices, t[0])
	for i, w := range which {
		if w == 0 || w == 15 {
			e.vertices = append(e.vertices, t[1+i])
		}
	}
	e.edges = append(e.edges, [2]uint32{t[1], t[0]}, [2]uint32{t[2], t[1]}, [2]uint32{t[0], t[2]})
}

// frequent is where in the table a pair is, −1 for nowhere.
func (e *triangleEncoder) frequent(pair byte) int {
	for k, p := range e.pairs[:14] {
		if p == pair {
			return k
		}
	}
	return -1
}
