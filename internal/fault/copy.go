package fault

import "reflect"

// Copy returns a deep copy: it lies in no mapping.
func Copy[T any](v T) T {
	to := reflect.New(reflect.TypeFor[T]()).Elem()
	copyTo(to, reflect.ValueOf(&v).Elem())
	return to.Interface().(T)
}

func copyTo(to, from reflect.Value) {
	switch from.Kind() {
	case reflect.Pointer:
		if !from.IsNil() {
			to.Set(reflect.New(from.Type().Elem()))
			copyTo(to.Elem(), from.Elem())
		}
	case reflect.Slice:
		if from.IsNil() {
			return
		}
		to.Set(reflect.MakeSlice(from.Type(), from.Len(), from.Len()))
		if plain(from.Type().Elem()) {
			reflect.Copy(to, from)
			return
		}
		for i := range from.Len() {
			copyTo(to.Index(i), from.Index(i))
		}
	case reflect.Struct:
		for i := range from.NumField() {
			copyTo(to.Field(i), from.Field(i))
		}
	default:
		to.Set(from)
	}
}

// plain reports whether values of a type refer to no others, but for strings, which lie in
// no mapping.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Struct, reflect.Map, reflect.Interface:
		return false
	case reflect.Array:
		return plain(t.Elem())
	}
	return true
}
