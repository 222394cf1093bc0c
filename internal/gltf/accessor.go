package gltf

import (
	"encoding/binary"
	"fmt"
	"math"
	"unsafe"

	"github.com/sinew-anim/sinew/soa"
)

// Bytes returns the size of a number, 0 of a type that does not exist.
func (c Component) Bytes() int {
	switch c {
	case Int8, Uint8:
		return 1
	case Int16, Uint16:
		return 2
	case Uint32, Float32:
		return 4
	}
	return 0
}

// shapes are rows and columns of the types of elements.
var shapes = map[string][2]int{
	"SCALAR": {1, 1}, "VEC2": {2, 1}, "VEC3": {3, 1}, "VEC4": {4, 1}, "MAT2": {2, 2}, "MAT3": {3, 3}, "MAT4": {4, 4},
}

// Width returns the numbers of an element.
func (a *Accessor) Width() int { return shapes[a.Type][0] * shapes[a.Type][1] }

// column returns the bytes from one column of a matrix to the next, which begin at multiples of
// four.
func (a *Accessor) column() int {
	bytes := shapes[a.Type][0] * a.Component.Bytes()
	if shapes[a.Type][1] > 1 {
		return (bytes + 3) &^ 3
	}
	return bytes
}

// size returns the bytes of an element, without the space behind its last column.
func (a *Accessor) size() int {
	return a.column()*(shapes[a.Type][1]-1) + shapes[a.Type][0]*a.Component.Bytes()
}

func (d *Document) readAccessors(root value) (err error) {
	list := root.list("accessors")
	if d.Accessors, err = room[Accessor](d, list, 0); err != nil {
		return err
	}
	for i := range d.Accessors {
		if err := d.meter.Step(1000); err != nil {
			return err
		}
		v := list.child(i)
		a := Accessor{
			View: v.at("bufferView").index(len(d.Views), "buffer views"), Offset: v.at("byteOffset").count(0),
			Component: Component(v.at("componentType").int(0)), Normalized: v.at("normalized").bool(false),
			Count: v.at("count").count(0), Type: v.at("type").text(), place: v,
		}
		if a.Component.Bytes() == 0 {
			v.at("componentType").orParent(v).wrong("no numbers of type %d", a.Component)
		} else if _, ok := shapes[a.Type]; !ok {
			// Extensions have types of their own, for what is not read here.
			a.unknown = v.at("type").orParent(v).error("no elements of type %q", a.Type)
		}
		if s := v.object("sparse"); s.there() {
			indices, values := s.object("indices"), s.object("values")
			a.Sparse = &Sparse{
				Count: s.at("count").count(0), place: s, indices: indices, valuesAre: values,
				IndexView: indices.at("bufferView").index(len(d.Views), "buffer views"), IndexOffset: indices.at("byteOffset").count(0),
				IndexComponent: Component(indices.at("componentType").int(0)),
				ValueView:      values.at("bufferView").index(len(d.Views), "buffer views"), ValueOffset: values.at("byteOffset").count(0),
			}
			switch c := a.Sparse.IndexComponent; {
			case c != Uint8 && c != Uint16 && c != Uint32:
				s.wrong("indices of type %d", c)
			case a.Sparse.Count > a.Count:
				s.wrong("%d elements of %d", a.Sparse.Count, a.Count)
			}
		}
		d.Accessors[i] = a
	}
	return nil
}

// orParent is the value, or another one where it is not there.
func (v value) orParent(parent value) value {
	if v.i < 0 {
		return parent
	}
	return v
}

// accessor returns accessor i, or an error if its number or type is invalid.
func (d *Document) accessor(i int) (*Accessor, error) {
	if i < 0 || i >= len(d.Accessors) {
		return nil, fmt.Errorf("%w: accessor %d of %d", soa.ErrFormat, i, len(d.Accessors))
	}
	return &d.Accessors[i], d.Accessors[i].unknown
}

// hasData reports whether an accessor is more than zeros and sparse elements.
func (a *Accessor) hasData() bool { return a.View >= 0 || a.packed != nil }

// rows returns the bytes from the first element on, and the bytes from one to the next.
func (d *Document) rows(a *Accessor) (data []byte, stride int, err error) {
	size := a.size()
	if data = a.packed; data == nil {
		if data, err = d.ViewData(a.View); err != nil {
			return nil, 0, err
		}
		stride = d.Views[a.View].Stride
	}
	if stride == 0 {
		stride = a.column() * shapes[a.Type][1]
	}
	offset := a.Offset
	if a.packed != nil {
		offset = 0
	}
	if stride < size || offset > len(data) {
		return nil, 0, a.place.error("elements of %d bytes, one every %d, from byte %d of %d", size, stride, offset, len(data))
	}
	data = data[offset:]
	if a.Count > 0 && (len(data) < size || a.Count-1 > (len(data)-size)/stride) {
		return nil, 0, a.place.error("%d elements of %d bytes, one every %d, in %d bytes", a.Count, size, stride, len(data))
	}
	return data, stride, nil
}

// Floats returns the numbers of an accessor, normalized integers as fractions. Callers share
// the result and must not change it.
func (d *Document) Floats(i int) ([]float32, error) {
	a, err := d.accessor(i)
	if err != nil {
		return nil, err
	}
	if a.floats == nil {
		a.floats, err = d.decode(a)
	}
	return a.floats, err
}

func (d *Document) decode(a *Accessor) ([]float32, error) {
	width := a.Width()
	var out []float32
	if a.hasData() {
		data, stride, err := d.rows(a)
		if err != nil {
			return nil, err
		}
		if out = view32(a, data, stride); out != nil {
			return out, nil
		}
		if err := d.take(a.place, a.Count, uintptr(4*width)); err != nil {
			return nil, err
		}
		out = make([]float32, a.Count*width)
		if err := d.widen(a, out, data, stride); err != nil {
			return nil, err
		}
	} else {
		if a.Count > math.MaxInt32/width {
			return nil, fmt.Errorf("%w: %s: %d elements without data", soa.ErrTooLarge, a.place.pointer(), a.Count)
		}
		if err := d.take(a.place, a.Count, uintptr(4*width)); err != nil {
			return nil, err
		}
		out = make([]float32, a.Count*width)
	}
	if a.Sparse == nil {
		return out, nil
	}
	at, values, err := d.sparse(a)
	for k, e := range at {
		copy(out[int(e)*width:][:width], values[k*width:])
	}
	return out, err
}

// littleEndian reports whether numbers lie in memory as they lie in files.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// view32 returns floats where they lie, or nil where they have to be copied.
func view32(a *Accessor, data []byte, stride int) []float32 {
	if a.Component != Float32 || !a.packedWords(data, stride) {
		return nil
	}
	n := a.Count * a.Width()
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(data))), n)[:n:n]
}

// packedWords reports whether the numbers of an accessor, of four bytes each, lie in memory as
// a slice of them.
func (a *Accessor) packedWords(data []byte, stride int) bool {
	return stride == 4*a.Width() && a.Sparse == nil && littleEndian && a.Count > 0 && uintptr(unsafe.Pointer(unsafe.SliceData(data)))%4 == 0
}

// widen is Accessor.widen in parts that take less than a millisecond.
func (d *Document) widen(a *Accessor, out []float32, data []byte, stride int) error {
	part, width := *a, a.Width()
	for from := 0; from < a.Count; from += part.Count {
		if err := d.meter.Step(4096 * 4 * width); err != nil {
			return err
		}
		part.Count = min(4096, a.Count-from)
		part.widen(out[from*width:], data[from*stride:], stride)
	}
	return nil
}

// widen converts elements. Those of a matrix go column by column.
func (a *Accessor) widen(out []float32, data []byte, stride int) {
	shape, column, size := shapes[a.Type], a.column(), a.Component.Bytes()
	if a.Count == 0 {
		return
	}
	for c := range shape[1] {
		for r := range shape[0] {
			from, to := data[c*column+r*size:], out[c*shape[0]+r:]
			a.convert(to, from, shape[0]*shape[1], stride)
		}
	}
}

// convert converts one number of each element: every width-th of out. Normalized integers
// follow the formulas of the glTF specification, section 3.11.
func (a *Accessor) convert(out []float32, data []byte, width, stride int) {
	top := 1.0
	if a.Normalized {
		top = map[Component]float64{Int8: 127, Uint8: 255, Int16: 32767, Uint16: 65535, Uint32: math.MaxUint32, Float32: 1}[a.Component]
	}
	for e := range a.Count {
		b, to := data[e*stride:], e*width
		switch a.Component {
		case Int8:
			out[to] = float32(math.Max(float64(int8(b[0]))/top, lowest(a.Normalized)))
		case Uint8:
			out[to] = float32(float64(b[0]) / top)
		case Int16:
			out[to] = float32(math.Max(float64(int16(binary.LittleEndian.Uint16(b)))/top, lowest(a.Normalized)))
		case Uint16:
			out[to] = float32(float64(binary.LittleEndian.Uint16(b)) / top)
		case Uint32:
			out[to] = float32(float64(binary.LittleEndian.Uint32(b)) / top)
		default:
			out[to] = math.Float32frombits(binary.LittleEndian.Uint32(b))
		}
	}
}

// lowest is the least value of a signed integer.
func lowest(normalized bool) float64 {
	if normalized {
		return -1
	}
	return math.MinInt16
}

// Integers returns the numbers of an accessor of unsigned integers, such as indices and
// joints. Callers share the result and must not change it.
func (d *Document) Integers(i int) ([]uint32, error) {
	a, err := d.accessor(i)
	if err != nil {
		return nil, err
	}
	if a.Component != Uint8 && a.Component != Uint16 && a.Component != Uint32 {
		return nil, a.place.error("unsigned integers are expected, and not type %d", a.Component)
	}
	width, bytes := a.Width(), a.Component.Bytes()
	if a.Count > math.MaxInt32/width {
		return nil, fmt.Errorf("%w: %s: %d elements", soa.ErrTooLarge, a.place.pointer(), a.Count)
	}
	var data []byte
	stride := 0
	if a.hasData() {
		if data, stride, err = d.rows(a); err != nil {
			return nil, err
		}
	}
	if a.Component == Uint32 && a.packedWords(data, stride) {
		n := a.Count * width
		return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(data))), n)[:n:n], nil
	}
	if err := d.take(a.place, a.Count, uintptr(4*width)); err != nil {
		return nil, err
	}
	out := make([]uint32, a.Count*width)
	if data != nil {
		for e := range a.Count {
			if e%4096 == 0 && d.meter.Step(4096*10) != nil {
				return nil, d.meter.Err()
			}
			integers(out[e*width:][:width], data[e*stride:][:width*bytes], a.Component)
		}
	}
	if a.Sparse == nil {
		return out, nil
	}
	at, packed, err := d.sparseBytes(a)
	for k, e := range at {
		for c := range width {
			out[int(e)*width+c] = integer(packed[(k*width+c)*bytes:], a.Component)
		}
	}
	return out, err
}

// Joints is Integers in 16 bits. A number that does not fit becomes the greatest, which no skin
// has.
func (d *Document) Joints(i int) ([]uint16, error) {
	a, err := d.accessor(i)
	if err != nil {
		return nil, err
	}
	if a.Component == Uint16 && a.Sparse == nil && a.hasData() && littleEndian {
		data, stride, err := d.rows(a)
		if err != nil {
			return nil, err
		}
		if n := a.Count * a.Width(); stride == 2*a.Width() && n > 0 && uintptr(unsafe.Pointer(unsafe.SliceData(data)))%2 == 0 {
			return unsafe.Slice((*uint16)(unsafe.Pointer(unsafe.SliceData(data))), n)[:n:n], nil
		}
	}
	wide, err := d.Integers(i)
	if err != nil {
		return nil, err
	}
	if err := d.take(a.place, len(wide), 2); err != nil {
		return nil, err
	}
	out := make([]uint16, len(wide))
	for k, v := range wide {
		out[k] = uint16(min(v, math.MaxUint16))
	}
	return out, nil
}

// integers reads an element of unsigned integers.
func integers(out []uint32, b []byte, c Component) {
	switch c {
	case Uint8:
		for k := range out {
			out[k] = uint32(b[k])
		}
	case Uint16:
		for k := range out {
			out[k] = uint32(binary.LittleEndian.Uint16(b[2*k:]))
		}
	default:
		for k := range out {
			out[k] = binary.LittleEndian.Uint32(b[4*k:])
		}
	}
}

// integer reads an unsigned integer.
func integer(b []byte, c Component) uint32 {
	switch c {
	case Uint8:
		return uint32(b[0])
	case Uint16:
		return uint32(binary.LittleEndian.Uint16(b))
	}
	return binary.LittleEndian.Uint32(b)
}

// sparse returns the places of an accessor's sparse elements, which rise, and their numbers.
func (d *Document) sparse(a *Accessor) (at []uint32, values []float32, err error) {
	at, packed, err := d.sparseBytes(a)
	if err != nil {
		return nil, nil, err
	}
	few := Accessor{Component: a.Component, Normalized: a.Normalized, Count: len(at), Type: a.Type}
	if err := d.take(a.place, len(at), uintptr(4*a.Width())); err != nil {
		return nil, nil, err
	}
	values = make([]float32, len(at)*a.Width())
	return at, values, d.widen(&few, values, packed, a.column()*shapes[a.Type][1])
}

// sparseBytes is sparse without the conversion of the numbers. Both lists lie packed, whatever
// the strides of their views.
func (d *Document) sparseBytes(a *Accessor) (at []uint32, packed []byte, err error) {
	s := a.Sparse
	size := s.IndexComponent.Bytes()
	indices, err := d.packed(s.indices, s.IndexView, s.IndexOffset, s.Count, size)
	if err != nil {
		return nil, nil, err
	}
	packed, err = d.packed(s.valuesAre, s.ValueView, s.ValueOffset, s.Count, a.column()*shapes[a.Type][1])
	if err != nil {
		return nil, nil, err
	}
	if err := d.take(s.place, s.Count, 4); err != nil {
		return nil, nil, err
	}
	at = make([]uint32, s.Count)
	for k := range at {
		if k%4096 == 0 && d.meter.Step(4096*4) != nil {
			return nil, nil, d.meter.Err()
		}
		at[k] = integer(indices[k*size:], s.IndexComponent)
		if uint64(at[k]) >= uint64(a.Count) || k > 0 && at[k] <= at[k-1] {
			return nil, nil, s.place.error("element %d of its list is number %d of %d; they have to rise", k, at[k], a.Count)
		}
	}
	return at, packed, nil
}

// packed returns the bytes of count elements that lie one after the other.
func (d *Document) packed(place value, view, offset, count, size int) ([]byte, error) {
	data, err := d.ViewData(view)
	if err != nil {
		return nil, err
	}
	if offset > len(data) || count > (len(data)-offset)/size {
		return nil, place.error("%d elements of %d bytes from byte %d of %d", count, size, offset, len(data))
	}
	return data[offset:], nil
}

// Deltas returns the elements of an accessor that may differ from zero: their places, nil
// where these are all, and their numbers.
func (d *Document) Deltas(i int) (at []uint32, values []float32, err error) {
	a, err := d.accessor(i)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case a.hasData():
		values, err = d.Floats(i)
		return nil, values, err
	case a.Sparse == nil:
		return []uint32{}, nil, nil
	}
	return d.sparse(a)
}

// Want returns an error where an accessor is not of a type.
func (d *Document) Want(i int, kind string) error {
	a, err := d.accessor(i)
	if err == nil && a.Type != kind {
		err = a.place.error("it is of type %s, and %s is expected", a.Type, kind)
	}
	return err
}

// WantCount returns an error where an accessor has not an element for each vertex.
func (d *Document) WantCount(i, vertices int) error {
	a, err := d.accessor(i)
	if err == nil && a.Count != vertices {
		err = a.place.error("%d elements for %d vertices", a.Count, vertices)
	}
	return err
}

// Finite returns an error where one of an accessor's numbers is infinite or none.
func (d *Document) Finite(i int, list []float32) error {
	if err := d.meter.Step(len(list)); err != nil {
		return err
	}
	for k, x := range list {
		if x-x != 0 {
			a := &d.Accessors[i]
			return a.place.error("element %d is not finite: %v", k/a.Width(), x)
		}
	}
	return nil
}

// ElementError is an error about an element of an accessor.
func (d *Document) ElementError(i, element int, format string, args ...any) error {
	return d.Accessors[i].place.error("element %d: %w", element, fmt.Errorf(format, args...))
}
