package gltf

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// accessor describes an array of numbers in a buffer.
type accessor struct {
	BufferView    *int   `json:"bufferView"`
	ByteOffset    int    `json:"byteOffset"`
	ComponentType int    `json:"componentType"`
	Normalized    bool   `json:"normalized"`
	Count         int    `json:"count"`
	Type          string `json:"type"`
	Sparse        *struct {
		Count   int `json:"count"`
		Indices struct {
			BufferView    int `json:"bufferView"`
			ByteOffset    int `json:"byteOffset"`
			ComponentType int `json:"componentType"`
		} `json:"indices"`
		Values struct {
			BufferView int `json:"bufferView"`
			ByteOffset int `json:"byteOffset"`
		} `json:"values"`
	} `json:"sparse"`
}

// componentBytes is the size of each component type.
var componentBytes = map[int]int{5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}

// typeWidth is the number of components of each element type.
var typeWidth = map[string]int{"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}

// maxZeros bounds an accessor without data, all zeros but for its sparse
// entries: nothing in the file vouches for its size.
const maxZeros = 1 << 22

// floats reads an accessor as float32, normalised integers as the fractions
// they stand for. Channels that name one accessor share its values, so that a
// small file cannot ask for the same array without end.
func (r *reader) floats(i int) ([]float32, error) {
	if values, ok := r.decoded[i]; ok {
		return values, nil
	}
	values, err := r.decode(i)
	if err != nil {
		return nil, err
	}
	r.decoded[i] = values
	return values, nil
}

func (r *reader) decode(i int) ([]float32, error) {
	if i < 0 || i >= len(r.file.Accessors) {
		return nil, fmt.Errorf("%w: accessor %d of %d", soa.ErrFormat, i, len(r.file.Accessors))
	}
	a := &r.file.Accessors[i]
	width, size := typeWidth[a.Type], componentBytes[a.ComponentType]
	if width == 0 || size == 0 || a.Count < 0 {
		return nil, fmt.Errorf("%w: accessor %d has type %q of component %d, %d times", soa.ErrFormat, i, a.Type, a.ComponentType, a.Count)
	}
	var out []float32
	if a.BufferView != nil {
		data, stride, err := r.elements(*a.BufferView, a.ByteOffset, a.Count, width*size)
		if err != nil {
			return nil, fmt.Errorf("accessor %d: %w", i, err)
		}
		out = make([]float32, 0, a.Count*width)
		for e := range a.Count {
			for c := range width {
				out = append(out, component(data[e*stride+c*size:], a.ComponentType, a.Normalized))
			}
		}
	} else {
		if a.Count > maxZeros {
			return nil, fmt.Errorf("%w: accessor %d has %d elements and no data", soa.ErrFormat, i, a.Count)
		}
		out = make([]float32, a.Count*width)
	}
	if a.Sparse != nil {
		if err := r.overlay(out, a, width, size); err != nil {
			return nil, fmt.Errorf("accessor %d: %w", i, err)
		}
	}
	return out, nil
}

// elements returns the bytes from an element's start on, and the step from one
// to the next, once all of them are known to be there.
func (r *reader) elements(view, offset, count, size int) (data []byte, stride int, err error) {
	if view < 0 || view >= len(r.file.BufferViews) {
		return nil, 0, fmt.Errorf("%w: buffer view %d of %d", soa.ErrFormat, view, len(r.file.BufferViews))
	}
	v := &r.file.BufferViews[view]
	buffer, err := r.buffer(v.Buffer)
	if err != nil {
		return nil, 0, err
	}
	if v.ByteOffset < 0 || v.ByteLength < 0 || v.ByteOffset > len(buffer) || v.ByteLength > len(buffer)-v.ByteOffset {
		return nil, 0, fmt.Errorf("%w: buffer view %d of %d bytes at %d in a buffer of %d", soa.ErrFormat, view, v.ByteLength, v.ByteOffset, len(buffer))
	}
	data = buffer[v.ByteOffset : v.ByteOffset+v.ByteLength]
	stride = v.ByteStride
	if stride == 0 {
		stride = size
	}
	if stride < size || offset < 0 || offset > len(data) {
		return nil, 0, fmt.Errorf("%w: elements of %d bytes every %d from %d", soa.ErrFormat, size, stride, offset)
	}
	data = data[offset:]
	if count > 0 && (len(data) < size || (count-1) > (len(data)-size)/stride) {
		return nil, 0, fmt.Errorf("%w: %d elements of %d bytes in %d", soa.ErrFormat, count, size, len(data))
	}
	return data, stride, nil
}

// overlay writes an accessor's sparse entries over its values.
func (r *reader) overlay(out []float32, a *accessor, width, size int) error {
	s := a.Sparse
	indexSize := componentBytes[s.Indices.ComponentType]
	if s.Count < 0 || s.Count > a.Count || indexSize == 0 {
		return fmt.Errorf("%w: %d sparse entries of %d", soa.ErrFormat, s.Count, a.Count)
	}
	indices, indexStride, err := r.elements(s.Indices.BufferView, s.Indices.ByteOffset, s.Count, indexSize)
	if err != nil {
		return err
	}
	values, valueStride, err := r.elements(s.Values.BufferView, s.Values.ByteOffset, s.Count, width*size)
	if err != nil {
		return err
	}
	for e := range s.Count {
		at := int(component(indices[e*indexStride:], s.Indices.ComponentType, false))
		if at < 0 || at >= a.Count {
			return fmt.Errorf("%w: sparse entry for element %d of %d", soa.ErrFormat, at, a.Count)
		}
		for c := range width {
			out[at*width+c] = component(values[e*valueStride+c*size:], a.ComponentType, a.Normalized)
		}
	}
	return nil
}

// component decodes one number. Normalised integers follow the formulas of the
// glTF specification, section 3.11.
func component(b []byte, kind int, normalized bool) float32 {
	var v, top float64
	switch kind {
	case 5120:
		v, top = float64(int8(b[0])), 127
	case 5121:
		v, top = float64(b[0]), 255
	case 5122:
		v, top = float64(int16(binary.LittleEndian.Uint16(b))), 32767
	case 5123:
		v, top = float64(binary.LittleEndian.Uint16(b)), 65535
	case 5125:
		v, top = float64(binary.LittleEndian.Uint32(b)), math.MaxUint32
	default:
		return math.Float32frombits(binary.LittleEndian.Uint32(b))
	}
	if normalized {
		v = math.Max(v/top, -1)
	}
	return float32(v)
}
