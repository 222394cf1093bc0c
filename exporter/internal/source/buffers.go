package source

import (
	"errors"

	"github.com/sinew-anim/sinew/internal/gltf"
)

// compressions are the extensions by which views are streams of other bytes.
var compressions = []string{"EXT_meshopt_compression", "KHR_meshopt_compression"}

// merge makes one block of all buffers. Those without data, which compressed views stand for, stay
// behind it.
func (f *File) merge() error {
	buffers := f.List("buffers")
	base, numbers := make([]int, len(buffers)), make([]int, len(buffers))
	kept := []any{Object{}}
	f.plain = len(buffers) == 0
	for i := range buffers {
		data, err := f.Doc.BufferData(i)
		if errors.Is(err, gltf.ErrNoData) {
			base[i], numbers[i] = 0, len(kept)
			kept = append(kept, buffers[i])
			continue
		}
		if err != nil {
			return err
		}
		if i == 0 {
			kept[0] = buffers[0]
			_, elsewhere := ObjectAt(buffers, 0)["uri"]
			f.plain = !elsewhere
		} else {
			f.plain = false
		}
		base[i] = f.put(data)
	}
	if len(f.Data) == 0 && len(kept) > 1 {
		kept[0] = Object{"byteLength": 0}
	}
	if f.plain && len(kept) == len(buffers) || len(buffers) == 0 {
		return nil
	}
	move := func(o Object) {
		i := Number(o, "buffer")
		if i < 0 || i >= len(buffers) {
			return
		}
		if o["buffer"] = numbers[i]; base[i] > 0 {
			o["byteOffset"] = number(o["byteOffset"], 0) + base[i]
		}
	}
	for _, v := range f.List("bufferViews") {
		o, _ := v.(Object)
		move(o)
		for _, name := range compressions {
			if e := Member(o, "extensions", name); e != nil {
				move(e)
			}
		}
	}
	f.SetList("buffers", kept)
	return nil
}
