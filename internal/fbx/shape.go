package fbx

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
)

// Shape is a set of interpolations between the keys of curves. Linear curves
// have none of its bits.
type Shape uint32

// The bits of a shape, as FBX has them.
const (
	Stepped Shape = 0x2
	Bent    Shape = 0x8 // cubic, with tangents
)

// Shapes returns the interpolations of the curves of each animated model, by
// name; models of one name are merged.
func (f *File) Shapes() map[string]Shape {
	t := f.takes
	name := make(map[int64]string)
	for i, id := range t.models {
		name[id] = modelName(t.names[i].name)
	}
	out := make(map[string]Shape)
	for curve, shape := range t.shapes {
		for _, node := range t.parents(curve) {
			for _, model := range t.parents(node) {
				if n, ok := name[model]; ok {
					out[n] |= shape
				}
			}
		}
	}
	return out
}

// maxFlags bounds the keys of one curve whose shape is read.
const maxFlags = 1 << 22

// readShape reads a curve's KeyAttrFlags: a word for every run of keys.
func (t *takes) readShape(curve int64, r records) error {
	head, err := r.take(13)
	if err != nil || head[0] != 'i' {
		return err
	}
	count, encoding := binary.LittleEndian.Uint32(head[1:]), binary.LittleEndian.Uint32(head[5:])
	stored := int(binary.LittleEndian.Uint32(head[9:]))
	if encoding == 0 {
		stored = int(count) * 4
	}
	b, err := r.take(stored)
	if err != nil || count > maxFlags {
		return err
	}
	if shape, ok := r.arrays.flags[string(b)]; ok {
		t.shapes[curve] |= shape
		return nil
	}
	deflated := b
	if encoding != 0 {
		z, err := zlib.NewReader(bytes.NewReader(b))
		if err != nil {
			return malformed("a deflated array: %v", err)
		}
		if b, err = io.ReadAll(io.LimitReader(z, 4*int64(count))); err != nil {
			return malformed("a deflated array: %v", err)
		}
	}
	var shape Shape
	for ; len(b) >= 4; b = b[4:] {
		shape |= Shape(binary.LittleEndian.Uint32(b)) & (Stepped | Bent)
	}
	r.arrays.flags[string(deflated)] = shape
	t.shapes[curve] |= shape
	return nil
}
