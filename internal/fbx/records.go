package fbx

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"math"
	"slices"
)

// records is a node record of the file: a list of properties, then child records.
type records struct {
	data     []byte // the whole file: offsets count from its start
	at       int    // the next property
	children int    // the first record it holds
	end      int
	wide     bool // 64-bit offsets, from version 7500 on
	arrays   *arrays
}

// arrays inflates arrays, times once: nearly all curves of a file have the same ones.
type arrays struct {
	inflate io.ReadCloser
	known   map[string][2]int64 // the ends of times, by the deflated bytes
	times   map[string]keyTimes // all of them, by the whole property
	buffer  []byte              // the array that was inflated last
	words   map[string]string   // that were read
}

// word returns bytes as a string; equal short ones share it.
func (a *arrays) word(b []byte) string {
	if s, ok := a.words[string(b)]; ok {
		return s
	}
	s := string(b)
	if len(s) <= longestWord {
		if a.words == nil {
			a.words = make(map[string]string)
		}
		a.words[s] = s
	}
	return s
}

// longestWord is the greatest length in bytes of a shared string.
const longestWord = 64

// forEachChild calls f with the name of every child record, and the record.
func (r records) forEachChild(f func(name string, in records) error) error {
	for at := r.children; at < r.end; {
		end, size, name, body, err := r.head(at)
		if err != nil {
			return err
		}
		if end == 0 {
			return nil // the empty record that ends a level
		}
		if size > end-body {
			return malformed("%d bytes of properties in a record of %d", size, end-body)
		}
		if err := f(name, records{data: r.data, at: body, children: body + size, end: end, wide: r.wide, arrays: r.arrays}); err != nil {
			return err
		}
		at = end
	}
	return nil
}

// head reads the head of a record: where it ends, the size of its properties,
// its name, and where the properties start.
func (r records) head(at int) (end, size int, name string, body int, err error) {
	width := 4
	if r.wide {
		width = 8
	}
	if r.end-at < 3*width+1 {
		return 0, 0, "", 0, malformed("a record head ends with the file")
	}
	number := func(i int) uint64 {
		if r.wide {
			return binary.LittleEndian.Uint64(r.data[at+8*i:])
		}
		return uint64(binary.LittleEndian.Uint32(r.data[at+4*i:]))
	}
	stop, bytes := number(0), number(2)
	length := int(r.data[at+3*width])
	body = at + 3*width + 1 + length
	if stop == 0 {
		return 0, 0, "", body, nil
	}
	if stop > uint64(r.end) || uint64(body) > stop || bytes > uint64(r.end) {
		return 0, 0, "", 0, malformed("a record from %d to %d in %d bytes", at, stop, r.end)
	}
	return int(stop), int(bytes), known(r.data[body-length : body]), body, nil
}

// known returns a record's name, without allocating, if this package reads such records, or else
// "".
func known(name []byte) string {
	for _, n := range [...]string{
		"P", "C", "AnimationCurve", "AnimationCurveNode", "KeyTime", "KeyAttrFlags", "KeyValueFloat", "KeyAttrDataFloat", "KeyAttrRefCount",
		"Pre-Extrapolation", "Post-Extrapolation", "Type", "Repetition", "Model", "NodeAttribute", "Material", "Geometry", "Properties70",
		"AnimationStack", "AnimationLayer", "Deformer", "Transform", "Objects", "Connections", "Definitions", "ObjectType", "PropertyTemplate",
		"FBXHeaderExtension", "FBXHeaderVersion", "OtherFlags", "TCDefinition", "GlobalSettings",
		"Cache", "Pose", "PoseNode", "Node", "Matrix", "Mode", "SkinningType", "TransformLink", "TransformAssociateModel",
		"Vertices", "Indexes", "Weights", "BlendWeights",
		"PolygonVertexIndex", "LayerElementMaterial", "MappingInformationType", "Materials",
		"Shape", "Normals", "DeformPercent", "FullWeights", "Creator",
	} {
		if string(name) == n {
			return n
		}
	}
	return ""
}

// properties reads the record's next n properties.
func (r *records) properties(n int) ([]any, error) {
	var values []any
	for range n {
		v, err := r.property()
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, nil
}

func (r *records) take(n int) ([]byte, error) {
	if n < 0 || n > r.children-r.at {
		return nil, malformed("a property of %d bytes where %d are left", n, r.children-r.at)
	}
	b := r.data[r.at : r.at+n]
	r.at += n
	return b, nil
}

// scalarBytes is the size of each scalar property, elementBytes of the
// elements of each array property.
var (
	scalarBytes  = map[byte]int{'Y': 2, 'C': 1, 'B': 1, 'I': 4, 'F': 4, 'D': 8, 'L': 8}
	elementBytes = map[byte]int{'f': 4, 'd': 8, 'l': 8, 'i': 4, 'b': 1, 'c': 1}
)

// property reads one value: int64, float64, string, or of an array of int64
// its ends.
func (r *records) property() (any, error) {
	code, err := r.take(1)
	if err != nil {
		return nil, err
	}
	if size, ok := scalarBytes[code[0]]; ok {
		b, err := r.take(size)
		if err != nil {
			return nil, err
		}
		return scalar(code[0], b), nil
	}
	if size, ok := elementBytes[code[0]]; ok {
		return r.ends(code[0], size)
	}
	if code[0] != 'S' && code[0] != 'R' {
		return nil, malformed("property type %q", code[0])
	}
	head, err := r.take(4)
	if err != nil {
		return nil, err
	}
	b, err := r.take(int(binary.LittleEndian.Uint32(head)))
	return string(b), err
}

func scalar(code byte, b []byte) any {
	switch code {
	case 'Y':
		return int64(int16(binary.LittleEndian.Uint16(b)))
	case 'I':
		return int64(int32(binary.LittleEndian.Uint32(b)))
	case 'L':
		return int64(binary.LittleEndian.Uint64(b))
	case 'F':
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	case 'D':
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
	return int64(b[0])
}

// ends reads an array property, deflated or plain, and returns the first and
// the last element of one of int64.
func (r *records) ends(code byte, size int) (any, error) {
	head, err := r.take(12)
	if err != nil {
		return nil, err
	}
	count, encoding := binary.LittleEndian.Uint32(head), binary.LittleEndian.Uint32(head[4:])
	stored := int(binary.LittleEndian.Uint32(head[8:]))
	if encoding == 0 {
		stored = int(count) * size
	}
	b, err := r.take(stored)
	if err != nil || count == 0 || code != 'l' {
		return nil, err
	}
	if encoding == 0 {
		return endsOf(bytes.NewReader(b), count)
	}
	return r.arrays.ends(b, count)
}

// ends returns the first and the last element of a deflated array.
func (a *arrays) ends(deflated []byte, count uint32) (any, error) {
	if e, ok := a.known[string(deflated)]; ok {
		return e, nil
	}
	if err := a.open(deflated); err != nil {
		return nil, err
	}
	e, err := endsOf(a.inflate, count)
	if err == nil {
		a.known[string(deflated)] = e
	}
	return e, err
}

// open begins to inflate.
func (a *arrays) open(deflated []byte) (err error) {
	if a.inflate == nil {
		a.inflate, err = zlib.NewReader(bytes.NewReader(deflated))
	} else {
		err = a.inflate.(zlib.Resetter).Reset(bytes.NewReader(deflated), nil)
	}
	if err != nil {
		a.inflate = nil
		return malformed("a deflated array: %v", err)
	}
	return nil
}

// mostDeflated is the greatest number of bytes that one deflated byte can encode.
const mostDeflated = 1032

// inflated returns an array of the given size, valid until the next call.
func (a *arrays) inflated(deflated []byte, size int) ([]byte, error) {
	if size > mostDeflated*len(deflated) {
		return nil, malformed("%d bytes cannot be an array of %d", len(deflated), size)
	}
	if err := a.open(deflated); err != nil {
		return nil, err
	}
	a.buffer = slices.Grow(a.buffer[:0], size)[:size]
	if _, err := io.ReadFull(a.inflate, a.buffer); err != nil {
		return nil, malformed("a deflated array: %v", err)
	}
	return a.buffer, nil
}

// maxKeys bounds the keys of a curve that are inflated to find the last: a few bytes of a file can
// claim any number.
const maxKeys = 1 << 24

// endsOf reads count elements and returns the first and the last.
func endsOf(elements io.Reader, count uint32) (ends [2]int64, err error) {
	var b [8]byte
	if _, err = io.ReadFull(elements, b[:]); err != nil {
		return ends, malformed("an array: %v", err)
	}
	ends[0] = int64(binary.LittleEndian.Uint64(b[:]))
	if count > 1 && count <= maxKeys {
		if _, err = io.CopyN(io.Discard, elements, 8*int64(count-2)); err == nil {
			_, err = io.ReadFull(elements, b[:])
		}
		if err != nil {
			return ends, malformed("an array: %v", err)
		}
	}
	ends[1] = int64(binary.LittleEndian.Uint64(b[:]))
	return ends, nil
}

// integer reads a property and reports whether it is an integer.
func (r *records) integer() (int64, bool, error) {
	if rest := r.data[r.at:r.children]; len(rest) >= 9 && rest[0] == 'L' {
		r.at += 9
		return int64(binary.LittleEndian.Uint64(rest[1:])), true, nil
	}
	v, err := r.property()
	n, ok := v.(int64)
	return n, ok, err
}

// keyTimes are the times of curves.
type keyTimes struct {
	list   []float64
	ascend bool // all finite, each after the one before
}
