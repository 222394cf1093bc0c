package ipc

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"unsafe"

	"github.com/sinew-anim/sinew/soa"
)

// Marshal encodes bools, numbers, strings, slices, arrays, structs and
// pointers, with exported and unexported fields; other kinds are an error.
func Marshal(v any) ([]byte, error) {
	return appendValue(nil, reflect.ValueOf(v))
}

// ErrBudget: the values take more memory than a Budget allows.
var ErrBudget = errors.New("more memory than allowed")

// Budget bounds what data of a damaged child can make its reader do: a few bytes of
// the pipe may be many in memory.
type Budget struct {
	Memory int64        // bytes that all values may take; 0 means no bound
	Stop   func() error // asked now and then; an error ends the decoding; may be nil
}

// Unmarshal decodes into the value that v points to. Bytes left over are an
// error.
func Unmarshal(data []byte, v any) error { return Budget{}.Unmarshal(data, v) }

// Unmarshal is the function of that name, within the budget.
func (b Budget) Unmarshal(data []byte, v any) error {
	return b.Decode(bytes.NewReader(data), int64(len(data)), v)
}

// Decode is Unmarshal of the next n bytes of a stream. Errors of the stream are returned as
// they are; memory is taken as bytes arrive, not for lengths that they claim.
func (b Budget) Decode(from io.Reader, n int64, v any) error {
	d := decoder{from: bufio.NewReaderSize(io.LimitReader(from, n), 1<<16), rest: n, left: math.MaxInt64, stop: b.Stop}
	if b.Memory > 0 {
		d.left = b.Memory
	}
	if err := d.value(reflect.ValueOf(v).Elem()); err != nil {
		return err
	}
	if d.rest > 0 {
		return fmt.Errorf("%w: %d bytes are left over", soa.ErrFormat, d.rest)
	}
	return nil
}

// plain reports whether a type's memory is its value: numbers and arrays of
// them.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Float32, reflect.Float64, reflect.Int:
		return true
	case reflect.Array:
		return plain(t.Elem())
	}
	return false
}

const (
	absent  = 0
	present = 1
)

func appendValue(b []byte, v reflect.Value) ([]byte, error) {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(b, present), nil
		}
		return append(b, absent), nil
	case reflect.String:
		return append(appendLength(b, v.Len()), v.String()...), nil
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, absent), nil
		}
		return appendValue(append(b, present), v.Elem())
	case reflect.Slice:
		if v.IsNil() {
			return append(b, absent), nil
		}
		return appendElements(appendLength(append(b, present), v.Len()), v)
	case reflect.Struct:
		var err error
		for i := range v.NumField() {
			if b, err = appendValue(b, v.Field(i)); err != nil {
				return nil, fmt.Errorf("%s.%s: %w", v.Type(), v.Type().Field(i).Name, err)
			}
		}
		return b, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.NativeEndian.AppendUint64(b, uint64(v.Int())), nil
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.NativeEndian.AppendUint64(b, v.Uint()), nil
	case reflect.Float32, reflect.Float64:
		return binary.NativeEndian.AppendUint64(b, floatBits(v.Float())), nil
	case reflect.Array:
		return appendElements(b, v)
	}
	return nil, fmt.Errorf("a %v cannot be sent", v.Type())
}

func floatBits(f float64) uint64 { return *(*uint64)(unsafe.Pointer(&f)) }

func appendLength(b []byte, n int) []byte { return binary.NativeEndian.AppendUint32(b, uint32(n)) }

func appendElements(b []byte, v reflect.Value) ([]byte, error) {
	if v.Kind() == reflect.Slice && plain(v.Type().Elem()) {
		return append(b, memory(v)...), nil
	}
	var err error
	for i := range v.Len() {
		if b, err = appendValue(b, v.Index(i)); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// memory is the bytes of a slice of plain elements.
func memory(v reflect.Value) []byte {
	return unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*int(v.Type().Elem().Size()))
}

type decoder struct {
	from *bufio.Reader
	rest int64 // bytes of the message that are not read
	left int64 // bytes of memory that values may still take
	stop func() error
	made uint // values that were made since the beginning
	few  [8]byte
}

// spend notes that a value of a number of bytes is made.
func (d *decoder) spend(bytes int) error {
	if d.left -= int64(bytes); d.left < 0 {
		return ErrBudget
	}
	const often = 1 << 12
	if d.made++; d.made%often == 0 && d.stop != nil {
		return d.stop()
	}
	return nil
}

// fill reads bytes of the message.
func (d *decoder) fill(b []byte) error {
	if int64(len(b)) > d.rest {
		return fmt.Errorf("%w: %d bytes wanted, %d are left", soa.ErrFormat, len(b), d.rest)
	}
	d.rest -= int64(len(b))
	_, err := io.ReadFull(d.from, b)
	return err
}

func (d *decoder) flag() (bool, error) {
	b := d.few[:1]
	if err := d.fill(b); err != nil {
		return false, err
	}
	if b[0] > present {
		return false, fmt.Errorf("%w: flag %d", soa.ErrFormat, b[0])
	}
	return b[0] == present, nil
}

func (d *decoder) number() (uint64, error) {
	b := d.few[:8]
	if err := d.fill(b); err != nil {
		return 0, err
	}
	return binary.NativeEndian.Uint64(b), nil
}

// length reads a count of elements, each of at least size bytes.
func (d *decoder) length(size int) (int, error) {
	b := d.few[:4]
	if err := d.fill(b); err != nil {
		return 0, err
	}
	n := int(binary.NativeEndian.Uint32(b))
	if int64(n) > d.rest/int64(max(size, 1)) {
		return 0, fmt.Errorf("%w: %d elements of %d bytes where %d bytes are left", soa.ErrFormat, n, size, d.rest)
	}
	return n, nil
}

// atFirst is how many bytes a slice takes before the first of them has arrived.
const atFirst = 1 << 20

// text reads a string of n bytes.
func (d *decoder) text(n int) (string, error) {
	var b []byte
	for len(b) < n {
		more := min(n-len(b), max(len(b), atFirst))
		b = slices.Grow(b, more)[:len(b)+more]
		if err := d.fill(b[len(b)-more:]); err != nil {
			return "", err
		}
	}
	return unsafe.String(unsafe.SliceData(b), len(b)), nil
}

// elements reads a slice of n elements whose memory is their value.
func (d *decoder) elements(v reflect.Value, n, size int) error {
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	for read := 0; read < n; {
		upTo := min(n, max(2*read, atFirst/size+1))
		grown := reflect.MakeSlice(v.Type(), upTo, upTo)
		reflect.Copy(grown, v)
		v.Set(grown)
		if err := d.fill(memory(v)[read*size:]); err != nil {
			return err
		}
		read = upTo
	}
	return nil
}

func (d *decoder) value(v reflect.Value) error {
	v = settable(v)
	switch v.Kind() {
	case reflect.Bool:
		set, err := d.flag()
		v.SetBool(set)
		return err
	case reflect.String:
		n, err := d.length(1)
		if err != nil {
			return err
		}
		if err := d.spend(n); err != nil {
			return err
		}
		s, err := d.text(n)
		v.SetString(s)
		return err
	case reflect.Pointer:
		return d.pointer(v)
	case reflect.Slice:
		return d.slice(v)
	case reflect.Struct:
		for i := range v.NumField() {
			if err := d.value(v.Field(i)); err != nil {
				return err
			}
		}
		return nil
	case reflect.Array:
		for i := range v.Len() {
			if err := d.value(v.Index(i)); err != nil {
				return err
			}
		}
		return nil
	}
	return d.scalar(v)
}

// settable lets unexported fields of our own types be written.
func settable(v reflect.Value) reflect.Value {
	if v.CanSet() {
		return v
	}
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

func (d *decoder) scalar(v reflect.Value) error {
	n, err := d.number()
	if err != nil {
		return err
	}
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(n))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(n)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(*(*float64)(unsafe.Pointer(&n)))
	default:
		return fmt.Errorf("a %v cannot be received", v.Type())
	}
	return nil
}

func (d *decoder) pointer(v reflect.Value) error {
	there, err := d.flag()
	if err != nil || !there {
		return err
	}
	if err := d.spend(int(v.Type().Elem().Size())); err != nil {
		return err
	}
	v.Set(reflect.New(v.Type().Elem()))
	return d.value(v.Elem())
}

func (d *decoder) slice(v reflect.Value) error {
	there, err := d.flag()
	if err != nil || !there {
		return err
	}
	size, raw := 1, plain(v.Type().Elem())
	if raw {
		size = int(v.Type().Elem().Size())
	}
	n, err := d.length(size)
	if err != nil {
		return err
	}
	if !raw {
		// Grown as the bytes bear it out: an element may be large in memory and
		// small in the pipe.
		// Slices double, and for a while both halves are there.
		each := 2 * int(v.Type().Elem().Size())
		for range n {
			if err := d.spend(each); err != nil {
				return err
			}
			v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
			if err := d.value(v.Index(v.Len() - 1)); err != nil {
				return err
			}
		}
		if n == 0 {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		return nil
	}
	if err := d.spend(n * size); err != nil {
		return err
	}
	return d.elements(v, n, size)
}
