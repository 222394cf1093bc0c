package gltf

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// one is a file of one accessor over some bytes.
func one(bytes []byte, view, accessor string) []byte {
	return fmt.Appendf(nil, `{"buffers":[{"byteLength":%d,"uri":"data:application/gltf-buffer;base64,%s"}],"bufferViews":[{"buffer":0%s},{"buffer":0}],"accessors":[{%s}]}`,
		len(bytes), base64.StdEncoding.EncodeToString(bytes), view, accessor)
}

func TestComponents(t *testing.T) {
	bytes := []byte{0x80, 0x7f, 0xff, 0x01, 0x00, 0x80, 0xff, 0xff}
	for _, c := range []struct {
		component  Component
		normalized bool
		want       []float32
	}{
		{Int8, true, []float32{-1, 1, -1. / 127, 1. / 127}}, {Int8, false, []float32{-128, 127, -1, 1}},
		{Uint8, true, []float32{128. / 255, 127. / 255, 1, 1. / 255}}, {Uint8, false, []float32{128, 127, 255, 1}},
		{Int16, true, []float32{32640. / 32767, 511. / 32767, -1, -1. / 32767}}, {Int16, false, []float32{0x7f80, 0x01ff, -32768, -1}},
		{Uint16, true, []float32{0x7f80 / 65535., 0x01ff / 65535., 0x8000 / 65535., 1}}, {Uint32, false, []float32{0x01ff7f80, 0xffff8000}},
	} {
		d, err := Parse(one(bytes, `,"byteLength":8`, fmt.Sprintf(`"bufferView":0,"componentType":%d,"normalized":%t,"count":%d,"type":"SCALAR"`, c.component, c.normalized, len(c.want))), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if have, err := d.Floats(0); err != nil || !slices.Equal(have, c.want) {
			t.Errorf("%d, normalized %t: %v, want %v: %v", c.component, c.normalized, have, c.want, err)
		}
	}
}

// TestMatrixColumns: columns of small matrices begin at multiples of four, and the last may end
// with its numbers.
func TestMatrixColumns(t *testing.T) {
	d, err := Parse(one([]byte{1, 2, 0, 0, 3, 4, 0, 0, 5, 6, 0, 0, 7, 8}, `,"byteLength":14`, `"bufferView":0,"componentType":5121,"count":2,"type":"MAT2"`), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if have, err := d.Floats(0); err != nil || !slices.Equal(have, []float32{1, 2, 3, 4, 5, 6, 7, 8}) {
		t.Errorf("%v: %v", have, err)
	}
}

// TestHostileAccessors: what a file claims is compared with what it has before memory is taken.
func TestHostileAccessors(t *testing.T) {
	const view, far = `,"byteLength":16`, `,"byteLength":16,"byteStride":9223372036854775807`
	for _, c := range []struct{ view, accessor string }{
		{view, `"bufferView":0,"componentType":5126,"count":5,"type":"SCALAR"`},
		{view, `"bufferView":0,"componentType":5126,"count":9007199254740991,"type":"MAT4"`},
		{far, `"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"`},
		{view, `"bufferView":0,"byteOffset":17,"componentType":5121,"count":0,"type":"SCALAR"`},
		{`,"byteLength":17`, `"bufferView":0,"componentType":5121,"count":1,"type":"SCALAR"`},
		{`,"byteOffset":9007199254740991,"byteLength":16`, `"bufferView":0,"componentType":5121,"count":1,"type":"SCALAR"`},
		{view, `"componentType":5126,"count":9007199254740991,"type":"VEC4"`},
		{view, `"componentType":5126,"count":1000000000,"type":"SCALAR"`},
		{view, `"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","sparse":{"count":2,"indices":{"bufferView":0,"componentType":5125},"values":{"bufferView":0}}`},
		{view, `"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","sparse":{"count":3,"indices":{"bufferView":0,"componentType":5125},"values":{"bufferView":0}}`},
		{view, `"bufferView":2,"componentType":5126,"count":2,"type":"SCALAR"`},
		{view, `"bufferView":0,"componentType":5124,"count":2,"type":"SCALAR"`},
		{view, `"bufferView":0,"componentType":5126,"count":2,"type":"VEC5"`},
		{view, `"bufferView":0,"componentType":5126,"count":-1,"type":"SCALAR"`},
	} {
		d, err := Parse(one(make([]byte, 16), c.view, c.accessor), Options{})
		if err == nil {
			_, err = d.Floats(0)
		}
		if !errors.Is(err, soa.ErrFormat) && !errors.Is(err, soa.ErrTooLarge) {
			t.Errorf("%s: %v", c.accessor, err)
		}
	}
}

// FuzzAccessor holds that an accessor has as many numbers as it states, or is an error.
func FuzzAccessor(f *testing.F) {
	f.Add(uint8(0), uint8(0), 4, 0, 0, true, 2, 0, 0, []byte("abcdefghijklmnopqrstuvwxyz012345"))
	f.Add(uint8(5), uint8(2), 2, 4, 16, false, 0, 0, 0, make([]byte, 64))
	f.Add(uint8(3), uint8(6), 1, 0, 0, false, 1, 3, 8, make([]byte, 200))
	kinds := []string{"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"}
	f.Fuzz(func(t *testing.T, component, kind uint8, count, offset, stride int, normalized bool, sparse, indices, values int, data []byte) {
		view := ""
		if stride > 0 {
			view = fmt.Sprintf(`,"byteStride":%d`, stride)
		}
		accessor := fmt.Sprintf(`"bufferView":0,"byteOffset":%d,"componentType":%d,"normalized":%t,"count":%d,"type":%q`,
			offset, 5120+int(component%7), normalized, count, kinds[int(kind)%len(kinds)])
		if sparse != 0 {
			accessor += fmt.Sprintf(`,"sparse":{"count":%d,"indices":{"bufferView":0,"byteOffset":%d,"componentType":%d},"values":{"bufferView":0,"byteOffset":%d}}`,
				sparse, indices, 5121+2*(indices&2), values)
		}
		d, err := Parse(one(data, fmt.Sprintf(`,"byteLength":%d%s`, len(data), view), accessor), Options{})
		if err != nil {
			return
		}
		want := count * d.Accessors[0].Width()
		if list, err := d.Floats(0); err == nil && len(list) != want {
			t.Fatalf("%d floats, want %d", len(list), want)
		}
		if list, err := d.Integers(0); err == nil && len(list) != want {
			t.Fatalf("%d integers, want %d", len(list), want)
		}
		if at, list, err := d.Deltas(0); err == nil && at == nil && len(list) != want {
			t.Fatalf("%d deltas, want %d", len(list), want)
		}
	})
}
