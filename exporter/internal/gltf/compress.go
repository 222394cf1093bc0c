package gltf

import (
	"bytes"
	"context"

	"github.com/sinew-anim/sinew/internal/meshopt"
)

// meshoptName is the extension that compresses buffer views.
const meshoptName = "EXT_meshopt_compression"

// modes of streams, as the file spells them.
var streamModes = [...]string{meshopt.Attributes: "ATTRIBUTES", meshopt.Indices: "INDICES"}

// streamed notes how the elements of a view are compressed, if they may be.
func (f *File) streamed(v, stride, target int) {
	mode := meshopt.Attributes
	if target == indices {
		mode = meshopt.Indices
	} else if stride%4 != 0 || stride > 256 || stride == 0 {
		return
	}
	if f.streams == nil {
		f.streams = make(map[int]meshopt.View)
	}
	f.streams[v] = meshopt.View{Mode: mode, Stride: stride}
}

// compress replaces the data of views by streams that are shorter. The streams are kept in memory.
func (f *File) compress(ctx context.Context) error {
	from := make(map[int]*section, len(f.data.sections)) // by where they were
	for i := range f.data.sections {
		from[f.data.sections[i].at] = &f.data.sections[i]
	}
	var packed data
	for i := range f.doc.BufferViews {
		v := &f.doc.BufferViews[i]
		part := from[v.Offset]
		of, ok := f.streams[i]
		if !ok || v.Length == 0 {
			v.Offset = packed.add(part.size, part.write)
			continue
		}
		of.Count = v.Length / of.Stride
		stream, err := encode(ctx, of, part)
		if err != nil {
			return err
		}
		if len(stream) >= part.size {
			v.Offset = packed.add(part.size, part.write)
			continue
		}
		at := packed.add(len(stream), func(s *sink) { s.bytes(stream) })
		v.Buffer, v.Offset = 1, (f.unpacked+3)&^3
		f.unpacked = v.Offset + v.Length
		if v.Target == vertices {
			v.Stride = of.Stride
		}
		v.Extensions = object{meshoptName: object{
			"buffer": 0, "byteOffset": at, "byteLength": len(stream), "byteStride": of.Stride, "count": of.Count, "mode": streamModes[of.Mode],
		}}
		f.doc.uses(meshoptName, true)
	}
	f.data = packed
	return nil
}

// encode compresses the bytes of a section.
func encode(ctx context.Context, v meshopt.View, part *section) ([]byte, error) {
	var raw bytes.Buffer
	raw.Grow(part.size)
	s := newSink(ctx, &raw)
	part.write(s)
	if s.flush(); s.err != nil {
		return nil, s.err
	}
	return v.Encode(ctx, raw.Bytes())
}
