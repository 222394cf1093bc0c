package source

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/internal/meter"
	"github.com/sinew-anim/sinew/soa"
)

// Object is a JSON object: its values are Objects, lists of them, strings, json.Numbers, bools and nil.
type Object = map[string]any

// File is a glTF file while parts of it are replaced.
type File struct {
	Doc    *gltf.Document // as it was
	Top    Object
	Data   [][]byte // each begins at a multiple of four
	Size   int
	Beside []string // pictures that stay other files, since they cannot be read

	text  []byte // as it was
	was   Object // what text says, not to be changed
	plain bool   // the data is one block of a .glb as it was
	used  uses   // what was used
}

// Open reads a .gltf or .glb file. open reads the files that it names, or is nil.
func Open(ctx context.Context, data []byte, open func(name string) ([]byte, error)) (*File, error) {
	text, _, err := gltf.Split(data)
	if err != nil {
		return nil, err
	}
	m := meter.New(ctx, gltf.MaxMemory)
	m.Allow(gltf.BytesPerByte * int64(len(data)))
	doc, err := gltf.Parse(data, gltf.Options{Open: open, Meter: m})
	if err != nil {
		return nil, err
	}
	f := &File{Doc: doc, text: bytes.TrimPrefix(text, []byte("\ufeff"))}
	for _, to := range []*Object{&f.Top, &f.was} {
		if *to, err = decodeTop(ctx, f.text); err != nil {
			return nil, err
		}
	}
	f.used = f.uses()
	if err := f.merge(); err != nil {
		return nil, err
	}
	f.takeIn()
	return f, nil
}

func decode(text []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(to); err != nil {
		return fmt.Errorf("%w: %w", soa.ErrFormat, err)
	}
	return nil
}

// encode writes JSON without the escapes that web pages need.
func encode(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

// decodeTop decodes an object, the elements of its lists one by one: a document has many of them, and the
// context is asked between two.
func decodeTop(ctx context.Context, text []byte) (Object, error) {
	var members map[string]json.RawMessage
	if err := decode(text, &members); err != nil {
		return nil, err
	}
	top := make(Object, len(members))
	for key, member := range members {
		if member[0] != '[' {
			var v any
			if err := decode(member, &v); err != nil {
				return nil, err
			}
			top[key] = v
			continue
		}
		d, list := json.NewDecoder(bytes.NewReader(member)), []any{}
		d.UseNumber()
		_, err := d.Token()
		for err == nil && d.More() {
			var v any
			if err = d.Decode(&v); err == nil {
				err = ctx.Err()
			}
			list = append(list, v)
		}
		if top[key] = list; err != nil {
			return nil, fmt.Errorf("%q: %w", key, err)
		}
	}
	return top, nil
}

// encodeTop encodes an object, the elements of its lists one by one: see decodeTop.
func encodeTop(ctx context.Context, top Object) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	put := func(v any, after string) error { // and not the encoder's end of line
		if err := cmp.Or(ctx.Err(), e.Encode(v)); err != nil {
			return err
		}
		out.Truncate(out.Len() - 1)
		out.WriteString(after)
		return nil
	}
	out.WriteByte('{')
	for i, key := range slices.Sorted(maps.Keys(top)) {
		if i > 0 {
			out.WriteByte(',')
		}
		if err := put(key, ":"); err != nil {
			return nil, err
		}
		list, ok := top[key].([]any)
		if !ok || list == nil {
			if err := put(top[key], ""); err != nil {
				return nil, err
			}
			continue
		}
		out.WriteByte('[')
		for k, v := range list {
			if k > 0 {
				out.WriteByte(',')
			}
			if err := put(v, ""); err != nil {
				return nil, err
			}
		}
		out.WriteByte(']')
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// Plain returns a value as one of Top: objects, lists, numbers.
func Plain(v any) (out any, err error) {
	text, err := encode(v)
	if err == nil {
		err = decode(text, &out)
	}
	return out, err
}

// JSON returns the file's JSON for data of a size, which lies in the file of a URI, or in the same
// file without one.
func (f *File) JSON(ctx context.Context, uri string, size int) ([]byte, error) {
	buffers := f.List("buffers")
	if size == 0 && len(buffers) <= 1 {
		delete(f.Top, "buffers")
	} else {
		if len(buffers) == 0 {
			buffers = []any{Object{}}
		}
		first := ObjectAt(buffers, 0)
		if number(first["byteLength"], -1) != size {
			first["byteLength"] = size
		}
		if delete(first, "uri"); uri != "" {
			first["uri"] = uri
		}
		f.SetList("buffers", buffers)
	}
	if f.plain && reflect.DeepEqual(f.Top, f.was) {
		return slices.Clone(f.text), nil
	}
	return encodeTop(ctx, f.Top)
}

// List returns a list of Top.
func (f *File) List(key string) []any { return List(f.Top, key) }

// SetList replaces a list of Top; an empty one is left out, as glTF demands.
func (f *File) SetList(key string, list []any) {
	if len(list) == 0 {
		delete(f.Top, key)
		return
	}
	f.Top[key] = list
}

// Append adds an element to a list of Top and returns its number.
func (f *File) Append(key string, v any) (int, error) {
	p, err := Plain(v)
	if err != nil {
		return 0, err
	}
	list := append(f.List(key), p)
	f.Top[key] = list
	return len(list) - 1, nil
}

// Uses notes extensions.
func (f *File) Uses(key string, names []string) {
	list := f.List(key)
	for _, name := range names {
		if !slices.Contains(list, any(name)) {
			list = append(list, name)
		}
	}
	f.SetList(key, list)
}

// List returns a list that is a member of an object, or nil.
func List(o Object, key string) []any {
	list, _ := o[key].([]any)
	return list
}

// Member returns an object that is a member of another, or nil.
func Member(o Object, keys ...string) Object {
	for _, key := range keys {
		o, _ = o[key].(Object)
	}
	return o
}

// ObjectAt returns an object of a list, or nil.
func ObjectAt(list []any, i int) Object {
	if i < 0 || i >= len(list) {
		return nil
	}
	o, _ := list[i].(Object)
	return o
}

// number returns a whole number.
func number(v any, otherwise int) int {
	switch v := v.(type) {
	case int:
		return v
	case json.Number:
		if x, err := v.Float64(); err == nil && x == float64(int(x)) {
			return int(x)
		}
	}
	return otherwise
}

// Number returns a whole number that is a member of an object, or −1.
func Number(o Object, key string) int { return number(o[key], -1) }

// takeIn takes pictures that are other files into the data.
func (f *File) takeIn() {
	images := f.List("images")
	for i := range images {
		im := ObjectAt(images, i)
		uri, _ := im["uri"].(string)
		if uri == "" || strings.HasPrefix(strings.ToLower(uri), "data:") {
			continue
		}
		data, err := f.Doc.Resource(uri)
		kind := kindOf(data, uri)
		if err != nil || kind == "" {
			f.Beside = append(f.Beside, uri)
			continue
		}
		delete(im, "uri")
		im["mimeType"] = kind
		im["bufferView"] = len(f.List("bufferViews"))
		f.Top["bufferViews"] = append(f.List("bufferViews"), Object{"buffer": 0, "byteOffset": f.put(data), "byteLength": len(data)})
		f.plain = false
	}
}

// put adds bytes to the data, at a multiple of four.
func (f *File) put(data []byte) (at int) {
	at = (f.Size + 3) &^ 3
	f.Data, f.Size = append(f.Data, data), at+len(data)
	return at
}

// kindOf returns the type of a picture, by its bytes or its name.
func kindOf(data []byte, uri string) string {
	if kind := gltf.PictureType(data); kind != "" {
		return kind
	}
	return map[string]string{".ktx2": "image/ktx2", ".dds": "image/vnd-ms.dds", ".avif": "image/avif"}[strings.ToLower(path.Ext(uri))]
}
