package gltf

import (
	"context"
	"encoding/binary"
	"io"
	"math"

	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/internal/meshopt"
)

// Targets of buffer views.
const (
	vertices = 34962
	indices  = 34963
)

// section is a part of the binary data whose bytes are made when they are written: only its
// size is kept.
type section struct {
	at, size int
	write    func(*sink)
}

// data is the binary part of a file while it is laid out.
type data struct {
	head     [][]byte // before all sections, each at a multiple of four
	sections []section
	size     int
}

// add places a section at the next multiple of four and returns where.
func (d *data) add(size int, write func(*sink)) (at int) {
	at = (d.size + 3) &^ 3
	d.sections = append(d.sections, section{at, size, write})
	d.size = at + size
	return at
}

// writeTo writes all sections with zeros between them.
func (d *data) writeTo(s *sink) {
	begin := s.written
	for _, part := range d.head {
		s.zeros(-(s.written - begin) & 3)
		s.bytes(part)
	}
	for i := range d.sections {
		part := &d.sections[i]
		s.zeros(begin + part.at - s.written)
		part.write(s)
		if s.err != nil {
			return
		}
	}
}

// sink writes little-endian numbers through a buffer of fixed size. It checks its context before each
// write and keeps the first error.
type sink struct {
	ctx     context.Context
	to      io.Writer
	buf     []byte
	written int // bytes, those in buf among them
	err     error
}

// sinkBytes is the size of a sink's buffer.
const sinkBytes = 1 << 16

func newSink(ctx context.Context, to io.Writer) *sink {
	return &sink{ctx: ctx, to: to, buf: make([]byte, 0, sinkBytes)}
}

// room returns n bytes to fill, at most sinkBytes.
func (s *sink) room(n int) []byte {
	if len(s.buf)+n > cap(s.buf) {
		s.flush()
	}
	s.written += n
	s.buf = s.buf[:len(s.buf)+n]
	return s.buf[len(s.buf)-n:]
}

func (s *sink) flush() {
	if len(s.buf) > 0 {
		s.write(s.buf)
	}
	s.buf = s.buf[:0]
}

func (s *sink) write(b []byte) {
	if s.err == nil {
		s.err = s.ctx.Err()
	}
	if s.err == nil {
		_, s.err = s.to.Write(b)
	}
}

func (s *sink) zeros(n int) {
	for ; n > 0; n-- {
		s.room(1)[0] = 0
	}
}

// bytes writes bytes as they are.
func (s *sink) bytes(b []byte) {
	s.flush()
	s.write(b)
	s.written += len(b)
}

func (s *sink) float(v float32) { s.uint32(math.Float32bits(v)) }

func (s *sink) uint32(v uint32) { binary.LittleEndian.PutUint32(s.room(4), v) }

// floats writes a list of numbers.
func (s *sink) floats(list []float32) {
	for len(list) > 0 {
		n := min(len(list), sinkBytes/8)
		b := s.room(4 * n)
		for i, v := range list[:n] {
			binary.LittleEndian.PutUint32(b[4*i:], math.Float32bits(v))
		}
		list = list[n:]
	}
}

// integers writes a list of whole numbers of a component type.
func (s *sink) integers(list []uint32, component gltf.Component) {
	size := component.Bytes()
	for len(list) > 0 {
		n := min(len(list), sinkBytes/8)
		b := s.room(size * n)
		for i, v := range list[:n] {
			switch component {
			case gltf.Uint8:
				b[i] = byte(v)
			case gltf.Uint16:
				binary.LittleEndian.PutUint16(b[2*i:], uint16(v))
			default:
				binary.LittleEndian.PutUint32(b[4*i:], v)
			}
		}
		list = list[n:]
	}
}

// File is a laid out file: what it says and where the bytes of its data lie. It keeps the model,
// whose arrays are read while it is written.
type File struct {
	doc      document
	data     data
	streams  map[int]meshopt.View                                  // by buffer view: how it may be compressed
	unpacked int                                                   // bytes of the views that are
	joined   func(ctx context.Context, uri string) ([]byte, error) // the JSON, where it is that of another file with changes
}

// view adds a buffer view of a size whose bytes are written later.
func (f *File) view(size, stride, target int, write func(*sink)) int {
	return add(&f.doc.BufferViews, view{Offset: f.data.add(size, write), Length: size, Stride: stride, Target: target})
}

// widths are the numbers of an element of an accessor's type.
var widths = map[string]int{"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}

// array adds an accessor with a view of its own for count elements.
func (f *File) array(kind string, component gltf.Component, count, target int, write func(*sink)) int {
	stride := widths[kind] * component.Bytes()
	v := f.view(count*stride, 0, target, write)
	f.streamed(v, stride, target)
	return add(&f.doc.Accessors, accessor{View: &v, Component: int(component), Count: count, Type: kind})
}

// floatArray adds an accessor of numbers that lie in memory.
func (f *File) floatArray(kind string, list []float32, target int) int {
	return f.array(kind, gltf.Float32, len(list)/widths[kind], target, func(s *sink) { s.floats(list) })
}

// bounds returns the least and the greatest of each component of elements.
func bounds(width, count int, element func(i int) [3]float32) (least, most []float32) {
	for i := range count {
		e := element(i)
		if i == 0 {
			least, most = append(least, e[:width]...), append(most, e[:width]...)
			continue
		}
		for c, v := range e[:width] {
			least[c], most[c] = min(least[c], v), max(most[c], v)
		}
	}
	return least, most
}
