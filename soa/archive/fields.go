package archive

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// fields walks the fields of one chunk: the same calls in the same order write
// and read them.
//
// Reading stops at the first error: from then on everything is zero and empty.
type fields struct {
	strings *stringTable

	writing bool
	head    []byte // written so far; while reading, the whole head
	body    []byte // arrays, written so far

	chunk []byte // read from
	at    int    // the next field
	next  int    // the next array

	of    *Archive // whose chunk it is, for errors
	index int
	err   error
	zero  [8]byte // what is read after an error
}

// lengthSize is the size of a head's first field.
const lengthSize = 4

func newWriter(s *stringTable) *fields {
	return &fields{strings: s, writing: true, head: make([]byte, lengthSize, 256)}
}

// finish returns the chunk that was written.
func (f *fields) finish() []byte {
	binary.LittleEndian.PutUint32(f.head, uint32(len(f.head)))
	return append(fill(f.head), f.body...)
}

// fill appends zeros up to the next multiple of 64.
func fill(b []byte) []byte { return append(b, make([]byte, roundUp(int64(len(b)))-int64(len(b)))...) }

// read begins to read chunk i, whose checksum was checked.
func (f *fields) read(chunk []byte, a *Archive, i int) {
	*f = fields{strings: &a.strings, chunk: chunk, at: lengthSize, of: a, index: i}
	n := int64(binary.LittleEndian.Uint32(chunk))
	if n < lengthSize || n > int64(len(chunk)) {
		f.fail(0, "its head of %d bytes does not fit into %d", n, len(chunk))
		return
	}
	f.head, f.next = chunk[:n], int(roundUp(n))
}

// fail records the first error, at a byte of the chunk.
func (f *fields) fail(at int, format string, args ...any) {
	if f.err == nil {
		f.err = &Error{f.of.label(f.index), f.of.entries[f.index].offset + int64(at), fmt.Errorf("%w: %s", soa.ErrFormat, fmt.Sprintf(format, args...))}
	}
}

// end checks that head and arrays were read to their end.
func (f *fields) end() error {
	if f.err == nil && f.at != len(f.head) {
		f.fail(f.at, "%d bytes of its head are left over", len(f.head)-f.at)
	}
	if f.err == nil && f.next != len(f.chunk) {
		f.fail(f.next, "%d bytes of it are left over", len(f.chunk)-f.next)
	}
	return f.err
}

// take returns the next n bytes of the head, or zeros after an error.
func (f *fields) take(n int) []byte {
	if f.err == nil && n > len(f.head)-f.at {
		f.fail(f.at, "its head ends within a field")
	}
	if f.err != nil {
		return f.zero[:n]
	}
	f.at += n
	return f.head[f.at-n : f.at]
}

// walk walks fields of any type, in this order. A slice is an array.
func (f *fields) walk(list ...any) {
	for _, v := range list {
		switch v := v.(type) {
		case *uint8:
			f.u8(v)
		case *uint32:
			f.u32(v)
		case *int16:
			f.i16(v)
		case *int32:
			u := uint32(*v)
			f.u32(&u)
			*v = int32(u)
		case *int:
			f.number(v)
		case *uint64:
			f.u64(v)
		case *float32:
			f.f32(v)
		case *float64:
			f.f64(v)
		case *bool:
			f.flag(v)
		case *string:
			f.text(v)
		case *soa.Affine:
			f.floats(v[:])
		default:
			f.array(v)
		}
	}
}

func (f *fields) u8(v *uint8) {
	if f.writing {
		f.head = append(f.head, *v)
		return
	}
	*v = f.take(1)[0]
}

func (f *fields) u16(v *uint16) {
	if f.writing {
		f.head = binary.LittleEndian.AppendUint16(f.head, *v)
		return
	}
	*v = binary.LittleEndian.Uint16(f.take(2))
}

func (f *fields) u32(v *uint32) {
	if f.writing {
		f.head = binary.LittleEndian.AppendUint32(f.head, *v)
		return
	}
	*v = binary.LittleEndian.Uint32(f.take(4))
}

func (f *fields) u64(v *uint64) {
	if f.writing {
		f.head = binary.LittleEndian.AppendUint64(f.head, *v)
		return
	}
	*v = binary.LittleEndian.Uint64(f.take(8))
}

func (f *fields) i16(v *int16) {
	u := uint16(*v)
	f.u16(&u)
	*v = int16(u)
}

// number walks an int that is stored as an i32.
func (f *fields) number(v *int) {
	u := uint32(int32(*v))
	f.u32(&u)
	*v = int(int32(u))
}

func (f *fields) f32(v *float32) {
	u := math.Float32bits(*v)
	f.u32(&u)
	*v = math.Float32frombits(u)
}

func (f *fields) f64(v *float64) {
	u := math.Float64bits(*v)
	f.u64(&u)
	*v = math.Float64frombits(u)
}

// floats walks numbers in the head.
func (f *fields) floats(list []float32) {
	for i := range list {
		f.f32(&list[i])
	}
}

func (f *fields) flag(v *bool) {
	var u uint8
	if *v {
		u = 1
	}
	at := f.at
	f.u8(&u)
	if u > 1 {
		f.fail(at, "a bool is %d", u)
	}
	*v = u == 1
}

func (f *fields) text(v *string) {
	if f.writing {
		i := f.strings.add(*v)
		f.u32(&i)
		return
	}
	var i uint32
	at := f.at
	f.u32(&i)
	s, err := f.strings.get(i)
	if err != nil {
		f.fail(at, "%v", err)
	}
	*v = s
}

// texts walks strings, when reading want of them: the caller has an array of that length, which
// bounds the allocation.
func (f *fields) texts(v *[]string, want int) {
	if !f.writing {
		if !f.room(want, 4) {
			return
		}
		*v = make([]string, want)
	}
	for i := range *v {
		f.text(&(*v)[i])
	}
}

// room reports whether n > 0 elements of at least size bytes each are left in the head. Too few
// bytes are an error.
func (f *fields) room(n, size int) bool {
	if left := len(f.head) - f.at; f.err == nil && int64(n) > int64(left/size) {
		f.fail(f.at, "%d elements of %d bytes or more in %d", n, size, left)
	}
	return f.err == nil && n > 0
}

// reserved walks n zero bytes for later versions. Lists have them where an element would
// otherwise take much more memory than space in the file.
func (f *fields) reserved(n int) {
	for range n {
		var zero uint8
		if f.u8(&zero); zero != 0 {
			f.fail(f.at-1, "a reserved byte is %d", zero)
		}
	}
}

// list walks n × { … }: elements of at least size bytes each in the head.
func list[T any](f *fields, v *[]T, size int, each func(*fields, *T)) {
	n := uint32(len(*v))
	f.u32(&n)
	if !f.writing {
		if uint64(n) > uint64(len(f.head)) {
			f.fail(f.at-4, "%d elements in a head of %d bytes", n, len(f.head))
		}
		if !f.room(int(n), size) {
			return
		}
		*v = make([]T, n)
	}
	for i := range *v {
		each(f, &(*v)[i])
	}
}
