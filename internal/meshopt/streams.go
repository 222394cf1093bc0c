package meshopt

import (
	"context"
	"encoding/binary"
	"fmt"
)

// Encode returns a stream that decodes to the elements of src: Attributes of version 0, which
// EXT_meshopt_compression has too, or Indices. Filters are for the caller, and Triangles are not
// encoded: a list of triangles is Indices as well. The error wraps ErrView, or is that of a cancelled
// context, which is asked about each block.
func (v View) Encode(ctx context.Context, src []byte) ([]byte, error) {
	if err := v.checkShape(); err != nil {
		return nil, err
	}
	if v.Filter != None || v.Mode == Triangles || len(src) != v.Size() {
		return nil, fmt.Errorf("%w: %d bytes of %d elements of %d, mode %d, filter %d, are not encoded", ErrView, len(src), v.Count, v.Stride, v.Mode, v.Filter)
	}
	if v.Mode == Indices {
		return indexStream(ctx, src, v.Stride)
	}
	return attributeStream(ctx, src, v.Stride)
}

// attributeStream encodes elements of stride bytes each. The element before the first is the first
// itself.
func attributeStream(ctx context.Context, src []byte, stride int) ([]byte, error) {
	out := []byte{attributesHeader}
	previous := make([]byte, stride)
	copy(previous, src)
	first := append([]byte(nil), previous...)
	block := blockElements(stride) * stride
	for at := 0; at < len(src); at += block {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		part := src[at:min(at+block, len(src))]
		for column := range stride {
			out = appendColumn(out, part, stride, column, previous[column])
		}
		copy(previous, part[len(part)-stride:])
	}
	out = append(out, make([]byte, tailSize(stride, 0)-stride)...)
	return append(out, first...), nil
}

// appendColumn encodes a byte of each element of a block as differences from the element before.
func appendColumn(out, src []byte, stride, column int, previous byte) []byte {
	n := len(src) / stride
	groups := (n + group - 1) / group
	header := len(out)
	out = append(out, make([]byte, (groups+3)/4)...)
	for g := range groups {
		var d [group]byte
		for i := 0; i < group && g*group+i < n; i++ {
			b := src[(g*group+i)*stride+column]
			d[i] = zigzag8(b - previous)
			previous = b
		}
		kind := narrowest(&d)
		out[header+g/4] |= byte(kind) << (g % 4 * 2)
		out = appendGroup(out, &d, widths0[kind])
	}
	return out
}

func zigzag8(v byte) byte { return v<<1 ^ byte(int8(v)>>7) }

// narrowest returns which of widths0 makes a group shortest.
func narrowest(d *[group]byte) (kind int) {
	size := [4]int{0, 4, 8, group}
	for _, v := range d {
		if v != 0 {
			size[0] = group + 1
		}
		if v >= 3 {
			size[1]++
		}
		if v >= 15 {
			size[2]++
		}
	}
	for k := range size {
		if size[k] < size[kind] {
			kind = k
		}
	}
	return kind
}

// appendGroup appends the differences of a group, each of some bits, highest first; the highest
// value stands for a byte behind them.
func appendGroup(out []byte, d *[group]byte, width uint8) []byte {
	switch width {
	case 0:
		return out
	case 8:
		return append(out, d[:]...)
	}
	wide := byte(1)<<width - 1
	var packed uint64
	for _, v := range d {
		packed = packed<<width | uint64(min(v, wide))
	}
	if width == 2 {
		out = binary.BigEndian.AppendUint32(out, uint32(packed))
	} else {
		out = binary.BigEndian.AppendUint64(out, packed)
	}
	for _, v := range d {
		if v >= wide {
			out = append(out, v)
		}
	}
	return out
}

// indexBlock is how many indices are encoded between two questions to a context.
const indexBlock = 1 << 12

// indexStream encodes indices of size bytes each as the smaller of the differences from two
// indices before.
func indexStream(ctx context.Context, src []byte, size int) ([]byte, error) {
	out := []byte{indicesHeader}
	var last [2]uint32
	for at := 0; at < len(src); at += size {
		if at%(indexBlock*size) == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		v := uint32(binary.LittleEndian.Uint16(src[at:]))
		if size == 4 {
			v = binary.LittleEndian.Uint32(src[at:])
		}
		from := 0
		if zigzag32(v-last[1]) < zigzag32(v-last[0]) {
			from = 1
		}
		out = binary.AppendUvarint(out, uint64(zigzag32(v-last[from])<<1|uint32(from)))
		last[from] = v
	}
	return append(out, make([]byte, indexTail)...), nil
}

func zigzag32(v uint32) uint32 { return v<<1 ^ uint32(int32(v)>>31) }
