package gltf

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// Write writes a file in one piece, a .glb: the JSON, then the binary data, whose sizes are known
// before.
func (f *File) Write(ctx context.Context, w io.Writer) error {
	text, err := f.text(ctx, "")
	if err != nil {
		return err
	}
	const header, chunk, chunkJSON, chunkBinary = 12, 8, 0x4E4F534A, 0x004E4942
	size := (f.data.size + 3) &^ 3
	total := header + chunk + len(text)
	if size > 0 {
		total += chunk + size
	}
	if uint64(total) > math.MaxUint32 {
		return fmt.Errorf("%w: the file would have %d bytes, and a .glb has at most 4 GiB", soa.ErrTooLarge, total)
	}
	s := newSink(ctx, w)
	put := func(list ...uint32) {
		for _, v := range list {
			s.uint32(v)
		}
	}
	put(binary.LittleEndian.Uint32([]byte("glTF")), 2, uint32(total), uint32(len(text)), chunkJSON)
	s.bytes(text)
	if size > 0 {
		put(uint32(size), chunkBinary)
		f.data.writeTo(s)
		s.zeros(size - f.data.size)
	}
	s.flush()
	return s.err
}

// WriteParts writes a file in two: the JSON, which names the other by its URI, and the binary
// data. Without data the other stays empty, and nothing names it. If binary is nil, the URI holds the data.
func (f *File) WriteParts(ctx context.Context, text, binary io.Writer, uri string) error {
	if binary == nil {
		var b bytes.Buffer
		s := newSink(ctx, &b)
		f.data.writeTo(s)
		if s.flush(); s.err != nil {
			return s.err
		}
		binary, uri = io.Discard, "data:application/octet-stream;base64,"+base64.StdEncoding.EncodeToString(b.Bytes())
	}
	t, err := f.text(ctx, uri)
	if err != nil {
		return err
	}
	if _, err := text.Write(t); err != nil {
		return err
	}
	s := newSink(ctx, binary)
	f.data.writeTo(s)
	s.flush()
	return s.err
}

// text returns the JSON, padded with spaces to a multiple of four bytes.
func (f *File) text(ctx context.Context, uri string) ([]byte, error) {
	if f.joined != nil {
		return padded(f.joined(ctx, uri))
	}
	f.doc.Buffers = nil
	if f.data.size > 0 {
		f.doc.Buffers = []buffer{{URI: uri, Length: f.data.size}}
	}
	if f.unpacked > 0 {
		f.doc.Buffers = append(f.doc.Buffers, buffer{Length: f.unpacked, Extensions: object{meshoptName: object{"fallback": true}}})
	}
	return padded(json.Marshal(&f.doc))
}

// padded ends text with spaces.
func padded(text []byte, err error) ([]byte, error) {
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	return text, err
}
