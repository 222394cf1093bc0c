package golden

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"maps"
	"math"
	"reflect"
	"slices"
)

// Sum returns 16 hexadecimal digits of the bits of values: of what they hold and point to, in
// unexported fields too. Maps count in the order of their keys' bits, functions and channels only
// as nil or not. A pointer met again counts as the place where it was met first. Lengths and types'
// kinds count, names do not.
func Sum(values ...any) string {
	w := writer{hash: sha256.New(), met: map[pointer]uint64{}}
	for _, v := range values {
		w.value(reflect.ValueOf(v))
	}
	return hex.EncodeToString(w.hash.Sum(nil)[:8])
}

type pointer struct {
	at   uintptr
	kind reflect.Type
}

type writer struct {
	hash hash.Hash
	met  map[pointer]uint64
}

func (w *writer) number(n uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], n)
	w.hash.Write(b[:])
}

func (w *writer) text(s string) {
	w.number(uint64(len(s)))
	w.hash.Write([]byte(s))
}

func (w *writer) value(v reflect.Value) {
	w.number(uint64(v.Kind()))
	switch v.Kind() {
	case reflect.Invalid:
	case reflect.Bool:
		w.text(fmt.Sprint(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.number(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		w.number(v.Uint())
	case reflect.Float32, reflect.Float64:
		w.number(math.Float64bits(v.Float()))
	case reflect.Complex64, reflect.Complex128:
		w.number(math.Float64bits(real(v.Complex())))
		w.number(math.Float64bits(imag(v.Complex())))
	case reflect.String:
		w.text(v.String())
	case reflect.Array, reflect.Slice:
		w.list(v)
	case reflect.Struct:
		for i := range v.NumField() {
			w.value(v.Field(i))
		}
	case reflect.Map:
		w.table(v)
	case reflect.Pointer:
		w.pointee(v)
	case reflect.Interface:
		w.value(v.Elem())
	default:
		w.text(fmt.Sprint(v.IsNil()))
	}
}

// list writes numbers of a slice without their kinds: a mesh has millions.
func (w *writer) list(v reflect.Value) {
	w.number(uint64(v.Len()))
	if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
		w.hash.Write(v.Bytes())
		return
	}
	for i := range v.Len() {
		w.value(v.Index(i))
	}
}

func (w *writer) table(v reflect.Value) {
	w.number(uint64(v.Len()))
	sums := map[string]reflect.Value{}
	for _, key := range v.MapKeys() {
		one := writer{hash: sha256.New(), met: map[pointer]uint64{}}
		one.value(key)
		sums[string(one.hash.Sum(nil))] = v.MapIndex(key)
	}
	for _, key := range slices.Sorted(maps.Keys(sums)) {
		w.text(key)
		w.value(sums[key])
	}
}

func (w *writer) pointee(v reflect.Value) {
	if v.IsNil() {
		return
	}
	p := pointer{v.Pointer(), v.Type()}
	if at, ok := w.met[p]; ok {
		w.number(at)
		return
	}
	w.met[p] = uint64(len(w.met))
	w.value(v.Elem())
}
