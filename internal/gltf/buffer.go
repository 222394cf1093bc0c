package gltf

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strings"

	"github.com/sinew-anim/sinew/internal/meshopt"
	"github.com/sinew-anim/sinew/soa"
)

// compressions are the extensions of compressed views.
var compressions = []string{"KHR_meshopt_compression", "EXT_meshopt_compression"}

func (d *Document) readBuffers(root value) (err error) {
	list := root.list("buffers")
	if d.Buffers, err = room[Buffer](d, list, 0); err != nil {
		return err
	}
	for i := range d.Buffers {
		if err := d.meter.Step(200); err != nil {
			return err
		}
		v := list.child(i)
		d.Buffers[i] = Buffer{URI: v.at("uri").text(), Length: v.at("byteLength").count(0), place: v}
	}
	list = root.list("bufferViews")
	if d.Views, err = room[View](d, list, 0); err != nil {
		return err
	}
	for i := range d.Views {
		if err := d.meter.Step(500); err != nil {
			return err
		}
		v := list.child(i)
		d.Views[i] = View{
			Buffer: v.at("buffer").index(len(d.Buffers), "buffers"), Offset: v.at("byteOffset").count(0),
			Length: v.at("byteLength").count(0), Stride: v.at("byteStride").count(0), place: v,
		}
		for _, name := range compressions {
			e := v.extension(name)
			if !e.there() || d.Views[i].Compressed != nil {
				continue
			}
			d.Views[i].Compressed = &Compressed{
				Extension: name, Buffer: e.at("buffer").index(len(d.Buffers), "buffers"), Offset: e.at("byteOffset").count(0),
				Length: e.at("byteLength").count(0), Count: e.at("count").count(0), Stride: e.at("byteStride").count(0),
				Mode: e.at("mode").text(), Filter: e.at("filter").text(),
			}
		}
	}
	return nil
}

// buffer returns the bytes of a buffer.
func (d *Document) buffer(i int) ([]byte, error) {
	if i < 0 || i >= len(d.Buffers) {
		return nil, fmt.Errorf("%w: buffer %d of %d", soa.ErrFormat, i, len(d.Buffers))
	}
	b := &d.Buffers[i]
	if b.data != nil {
		return b.data, nil
	}
	data, err := d.fetch(i, b.URI)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.place.pointer(), err)
	}
	if b.Length > len(data) {
		return nil, b.place.error("it states %d bytes and has %d", b.Length, len(data))
	}
	b.data = data[:b.Length:b.Length]
	return b.data, nil
}

// BufferData returns the bytes of a buffer, which are not to be changed. The error wraps ErrNoData for
// a buffer without data, for which compressed views stand.
func (d *Document) BufferData(i int) ([]byte, error) { return d.buffer(i) }

// ErrNoData is wrapped by the error of a buffer that names no data.
var ErrNoData = fmt.Errorf("%w: the buffer has no data: it states no URI", soa.ErrFormat)

// Resource returns the bytes of a data URI or of another file.
func (d *Document) Resource(uri string) ([]byte, error) { return d.resource(uri) }

// fetch reads the resource of a URI, or the binary chunk of a .glb where there is no URI.
func (d *Document) fetch(i int, uri string) ([]byte, error) {
	if uri == "" {
		if i != 0 || d.blob == nil {
			return nil, ErrNoData
		}
		return d.blob, nil
	}
	return d.resource(uri)
}

// resource returns the bytes of a data URI or of another file: by its name unescaped or, where
// there is none of it, as some programs write names, as it is.
func (d *Document) resource(uri string) ([]byte, error) {
	if rest, ok := cutScheme(uri, "data:"); ok {
		return dataOf(rest, d.meter)
	}
	if d.options.Open == nil {
		return nil, fmt.Errorf("it is another file, %q, and the model was read from a stream", uri)
	}
	if scheme, _, ok := strings.Cut(uri, "://"); ok {
		return nil, fmt.Errorf("%w: %q is not local (%s)", soa.ErrFormat, uri, scheme)
	}
	if name, err := url.PathUnescape(uri); err == nil && name != uri {
		if data, err := d.options.Open(name); !errors.Is(err, fs.ErrNotExist) {
			return data, err
		}
	}
	return d.options.Open(uri)
}

// cutScheme cuts a prefix in any case.
func cutScheme(uri, scheme string) (rest string, ok bool) {
	if len(uri) < len(scheme) || !strings.EqualFold(uri[:len(scheme)], scheme) {
		return uri, false
	}
	return uri[len(scheme):], true
}

// part returns bytes of a buffer.
func (d *Document) part(place value, buffer, offset, length int) ([]byte, error) {
	data, err := d.buffer(buffer)
	if err != nil {
		return nil, err
	}
	if offset > len(data) || length > len(data)-offset {
		return nil, place.error("%d bytes at %d of a buffer of %d", length, offset, len(data))
	}
	return data[offset : offset+length : offset+length], nil
}

// ViewData returns the bytes of a view, decompressed; they are not to be changed.
func (d *Document) ViewData(i int) ([]byte, error) {
	if i < 0 || i >= len(d.Views) {
		return nil, fmt.Errorf("%w: buffer view %d of %d", soa.ErrFormat, i, len(d.Views))
	}
	v := &d.Views[i]
	if v.data != nil {
		return v.data, nil
	}
	var err error
	if v.Compressed == nil {
		v.data, err = d.part(v.place, v.Buffer, v.Offset, v.Length)
	} else {
		v.data, err = d.decompress(v)
	}
	return v.data, err
}

// decompress returns the bytes of a compressed view.
func (d *Document) decompress(v *View) ([]byte, error) {
	c := v.Compressed
	mode, known := meshopt.ModeNamed(c.Mode)
	filter, also := meshopt.FilterNamed(c.Filter)
	view := meshopt.View{Mode: mode, Filter: filter, Count: c.Count, Stride: c.Stride}
	data, err := d.part(v.place, c.Buffer, c.Offset, c.Length)
	switch {
	case err != nil:
		return nil, err
	case !known || !also:
		return nil, v.place.error("mode %q with filter %q", c.Mode, c.Filter)
	}
	if err := view.Check(len(data)); err != nil {
		return nil, v.place.error("%w", err)
	}
	if err := d.take(v.place, view.Size(), 1); err != nil {
		return nil, err
	}
	out := make([]byte, view.Size())
	if err := view.Decode(out, data, d.meter); err != nil {
		if stopped := d.meter.Err(); stopped != nil {
			return nil, stopped
		}
		return nil, v.place.error("%w", err)
	}
	return out, nil
}
