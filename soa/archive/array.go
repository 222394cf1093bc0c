package archive

import (
	"reflect"
	"slices"
	"unsafe"

	"github.com/sinew-anim/sinew/soa"
)

// plain are the elements of arrays: types without padding and pointers, whose memory on a
// little-endian processor equals the bytes of the file.
type plain interface {
	uint8 | uint16 | uint32 | int16 | float32 | float64 |
		soa.Track | soa.Tangent | soa.Affine | soa.BankCell | soa.BankGap | [3]float32
}

// array walks an array; v points to its slice.
func (f *fields) array(v any) {
	switch v := v.(type) {
	case *[]uint8:
		array(f, v)
	case *[]uint16:
		array(f, v)
	case *[]uint32:
		array(f, v)
	case *[]int16:
		array(f, v)
	case *[]float32:
		array(f, v)
	case *[]float64:
		array(f, v)
	case *[][3]float32:
		array(f, v)
	case *[]soa.Track:
		array(f, v)
	case *[]soa.Tangent:
		array(f, v)
	case *[]soa.Affine:
		array(f, v)
	case *[]soa.BankCell:
		array(f, v)
	case *[]soa.BankGap:
		array(f, v)
	default:
		panic("archive: a field of an unknown type") // without v, which would then escape to the heap
	}
}

// array is T[]: its length in the head, its values in the next array.
func array[T plain](f *fields, v *[]T) {
	size := int(unsafe.Sizeof(*new(T)))
	if f.writing {
		n := uint32(len(*v))
		f.u32(&n)
		f.body = fill(append(f.body, littleEndian(*v)...))
		return
	}
	var n uint32
	at := f.at
	f.u32(&n)
	if f.err != nil || n == 0 {
		return
	}
	left := int64(len(f.chunk) - f.next)
	if int64(n) > left/int64(size) {
		f.fail(at, "%d values of %d bytes in %d", n, size, left)
		return
	}
	*v = view[T](f.chunk[f.next:], int(n))
	f.next += int(roundUp(int64(n) * int64(size)))
}

// bigEndian reports the processor's byte order.
func bigEndian() bool {
	one := uint16(1)
	return *(*byte)(unsafe.Pointer(&one)) == 0
}

// view returns the first n values of b: in place if byte order and alignment allow it, else a copy.
func view[T plain](b []byte, n int) []T {
	first := unsafe.Pointer(unsafe.SliceData(b))
	bytes := unsafe.Sizeof(*new(T)) == 1
	if bytes || !bigEndian() && uintptr(first)%unsafe.Alignof(*new(T)) == 0 {
		return unsafe.Slice((*T)(first), n)
	}
	v := make([]T, n)
	copy(memory(v), b)
	if bigEndian() {
		swap(memory(v), widths(reflect.TypeFor[T]()))
	}
	return v
}

// littleEndian returns the bytes of an array as stored in a file: its memory, or on a big-endian
// processor a copy.
func littleEndian[T plain](v []T) []byte {
	b := memory(v)
	if bigEndian() {
		b = slices.Clone(b)
		swap(b, widths(reflect.TypeFor[T]()))
	}
	return b
}

func memory[T plain](v []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), len(v)*int(unsafe.Sizeof(*new(T))))
}

// widths returns the sizes in bytes of the numbers in a value.
func widths(t reflect.Type) []int {
	var w []int
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			w = append(w, widths(t.Field(i).Type)...)
		}
	case reflect.Array:
		for range t.Len() {
			w = append(w, widths(t.Elem())...)
		}
	default:
		w = append(w, int(t.Size()))
	}
	return w
}

// swap reverses the bytes of each number of an array of values.
func swap(b []byte, widths []int) {
	for len(b) > 0 {
		for _, w := range widths {
			slices.Reverse(b[:w])
			b = b[w:]
		}
	}
}
