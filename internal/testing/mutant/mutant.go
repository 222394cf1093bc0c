// Package mutant changes values at random, whatever their type: numbers to extremes, slices in
// length, pointers to nil.
//
//	m := mutant.Clone(model)
//	what := mutant.Change(r, m)      // Clips[2].Tracks[4].First = 4294967295
package mutant

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
)

// Clone returns a deep copy of what a pointer points at.
func Clone[T any](v *T) *T { return clone(reflect.ValueOf(v)).Interface().(*T) }

func clone(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			out.Set(reflect.New(v.Type().Elem()))
			out.Elem().Set(clone(v.Elem()))
		}
	case reflect.Slice:
		if !v.IsNil() {
			out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			for i := range v.Len() {
				out.Index(i).Set(clone(v.Index(i)))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			out.Index(i).Set(clone(v.Index(i)))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			out.Field(i).Set(clone(v.Field(i)))
		}
	default:
		out.Set(v)
	}
	return out
}

// Change changes one value below a pointer, and returns which and to what. Each field of a struct on
// the way is as likely, however much lies below it. All fields must be exported.
func Change(r *rand.Rand, v any) string {
	var path strings.Builder
	to := reflect.ValueOf(v).Elem()
	for change(r, &to, &path) {
	}
	return path.String()
}

// change goes one step down, or changes the value and returns false.
func change(r *rand.Rand, v *reflect.Value, path *strings.Builder) (down bool) {
	switch v.Kind() {
	case reflect.Struct:
		f := r.IntN(v.NumField())
		fmt.Fprintf(path, ".%s", v.Type().Field(f).Name)
		*v = v.Field(f)
		return true
	case reflect.Array:
		return element(r, v, path)
	case reflect.Pointer:
		if v.IsNil() || r.IntN(8) == 0 {
			other := reflect.Zero(v.Type())
			if v.IsNil() {
				other = reflect.New(v.Type().Elem())
			}
			v.Set(other)
			fmt.Fprintf(path, " is nil: %v", v.IsNil())
			return false
		}
		*v = v.Elem()
		return true
	case reflect.Slice:
		if v.Len() > 0 && r.IntN(4) > 0 {
			return element(r, v, path)
		}
		fmt.Fprintf(path, " has %d", v.Len())
		resize(r, *v)
		fmt.Fprintf(path, ", now %d", v.Len())
		return false
	}
	set(r, *v)
	fmt.Fprintf(path, " = %.60q", fmt.Sprint(v.Interface()))
	return false
}

func element(r *rand.Rand, v *reflect.Value, path *strings.Builder) bool {
	i := r.IntN(v.Len())
	fmt.Fprintf(path, "[%d]", i)
	*v = v.Index(i)
	return true
}

// resize makes a slice shorter or longer, empty or nil, or puts its elements in another order.
func resize(r *rand.Rand, v reflect.Value) {
	n := v.Len()
	switch r.IntN(6) {
	case 0:
		v.SetZero()
	case 1:
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	case 2:
		if n > 0 {
			v.Set(v.Slice3(0, n-1, n-1))
		}
	case 3:
		v.Set(reflect.Append(v.Slice3(0, n, n), reflect.Zero(v.Type().Elem())))
	case 4:
		if n > 0 {
			v.Set(reflect.Append(v.Slice3(0, n, n), clone(v.Index(r.IntN(n)))))
		}
	default:
		if n > 1 {
			reflect.Swapper(v.Interface())(r.IntN(n), r.IntN(n))
		}
	}
}

func set(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.String:
		v.SetString([]string{"", "\x00", "\xff\xfe", "/", "a/b", strings.Repeat("long ", 100), strings.Repeat("é", 2048), "joint 1"}[r.IntN(8)])
	case reflect.Float32, reflect.Float64:
		v.SetFloat(number(r, v.Float()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(integer(r, v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(integer(r, int64(v.Uint()))))
	default:
		panic("mutant: a " + v.Kind().String())
	}
}

// number returns an extreme, or a number near another or of any size.
func number(r *rand.Rand, was float64) float64 {
	extremes := [...]float64{
		0, math.Copysign(0, -1), 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), math.SmallestNonzeroFloat32, math.SmallestNonzeroFloat64, 1e-30, 1 << 24, 1 << 40, -1 << 40, 1 << 41, 1e18, math.MaxFloat32, math.MaxFloat64,
	}
	switch r.IntN(4) {
	case 0:
		return was * (1 + r.NormFloat64()/100)
	case 1:
		return r.NormFloat64() * math.Pow(10, float64(r.IntN(24)-12))
	}
	return extremes[r.IntN(len(extremes))]
}

func integer(r *rand.Rand, was int64) int64 {
	if r.IntN(2) == 0 {
		return was + int64(r.IntN(5)) - 2
	}
	return [...]int64{0, 1, -1, 2, 3, -2, math.MaxInt8, math.MaxUint8, math.MaxInt16, math.MinInt16, math.MaxUint16, math.MaxInt32, math.MaxUint32, math.MaxInt64, math.MinInt64, int64(r.IntN(64))}[r.IntN(16)]
}
