package source

import (
	"cmp"
	"slices"
	"strings"
)

// uses are the accessors and views that a file uses.
type uses struct{ accessors, views map[int]bool }

// known are the extensions that name no accessor and no view, or only where eachAccessor and
// eachView look, besides those of materials, textures and VRM.
var known = []string{
	"KHR_lights_punctual", "KHR_mesh_quantization", "KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression",
	"EXT_mesh_gpu_instancing", "KHR_animation_pointer", "KHR_node_visibility", "EXT_texture_webp", "EXT_texture_avif", "MSFT_texture_dds",
	"KHR_xmp", "KHR_xmp_json_ld", "EXT_mesh_primitive_restart",
}

// foreign reports whether the file has extensions that may name accessors or views in places of
// their own.
func (f *File) foreign() bool {
	for _, v := range f.List("extensionsUsed") {
		name, _ := v.(string)
		ours := slices.Contains(known, name)
		for _, prefix := range []string{"KHR_materials_", "KHR_texture_", "VRM"} {
			ours = ours || strings.HasPrefix(name, prefix)
		}
		if !ours {
			return true
		}
	}
	return false
}

// eachPrimitive visits the primitives of all meshes.
func (f *File) eachPrimitive(visit func(p Object)) {
	for _, m := range f.List("meshes") {
		o, _ := m.(Object)
		for _, p := range List(o, "primitives") {
			if p, ok := p.(Object); ok {
				visit(p)
			}
		}
	}
}

// eachAccessor visits all places that name accessors.
func (f *File) eachAccessor(visit func(o Object, key string)) {
	all := func(o Object) {
		for key := range o {
			visit(o, key)
		}
	}
	f.eachPrimitive(func(p Object) {
		all(Member(p, "attributes"))
		visit(p, "indices")
		for _, t := range List(p, "targets") {
			o, _ := t.(Object)
			all(o)
		}
	})
	for _, m := range f.List("meshes") {
		o, _ := m.(Object)
		for _, g := range List(Member(o, "extensions", "EXT_mesh_primitive_restart"), "primitiveGroups") {
			o, _ := g.(Object)
			visit(o, "indices")
		}
	}
	for _, s := range f.List("skins") {
		o, _ := s.(Object)
		visit(o, "inverseBindMatrices")
	}
	for _, a := range f.List("animations") {
		o, _ := a.(Object)
		for _, s := range List(o, "samplers") {
			o, _ := s.(Object)
			visit(o, "input")
			visit(o, "output")
		}
	}
	for _, n := range f.List("nodes") {
		o, _ := n.(Object)
		all(Member(o, "extensions", "EXT_mesh_gpu_instancing", "attributes"))
	}
}

// eachView visits all places that name buffer views.
func (f *File) eachView(visit func(o Object, key string)) {
	for _, a := range f.List("accessors") {
		o, _ := a.(Object)
		visit(o, "bufferView")
		visit(Member(o, "sparse", "indices"), "bufferView")
		visit(Member(o, "sparse", "values"), "bufferView")
	}
	for _, i := range f.List("images") {
		o, _ := i.(Object)
		visit(o, "bufferView")
	}
	f.eachPrimitive(func(p Object) { visit(Member(p, "extensions", "KHR_draco_mesh_compression"), "bufferView") })
}

func (f *File) uses() uses {
	u := uses{make(map[int]bool), make(map[int]bool)}
	f.eachAccessor(func(o Object, key string) { u.accessors[Number(o, key)] = true })
	f.eachView(func(o Object, key string) { u.views[Number(o, key)] = true })
	return u
}

// Prune takes away the accessors, views and bytes that were used and are no longer. It reports
// whether it could: not where extensions that Sinew does not know may use them.
func (f *File) Prune() bool {
	now := f.uses()
	gone := dropped(f.used.accessors, now.accessors)
	if len(gone) == 0 {
		return true
	}
	if f.foreign() {
		return false
	}
	f.removeElements("accessors", gone, f.eachAccessor)
	if gone = dropped(f.used.views, f.uses().views); len(gone) > 0 {
		f.removeElements("bufferViews", gone, f.eachView)
		f.pack()
	}
	return true
}

// dropped lists what was used and is not now.
func dropped(was, is map[int]bool) map[int]bool {
	out := make(map[int]bool)
	for i := range was {
		if i >= 0 && !is[i] {
			out[i] = true
		}
	}
	return out
}

// removeElements takes elements out of a list and counts those behind anew wherever they are named.
func (f *File) removeElements(key string, gone map[int]bool, each func(func(o Object, key string))) {
	var kept []any
	numbers := make(map[int]int)
	for i, v := range f.List(key) {
		if !gone[i] {
			numbers[i] = len(kept)
			kept = append(kept, v)
		}
	}
	f.SetList(key, kept)
	each(func(o Object, key string) {
		if i := Number(o, key); i >= 0 {
			o[key] = numbers[i]
		}
	})
}

// span is a range of bytes, and where it begins anew.
type span struct{ from, to, at int }

// pack keeps the bytes of views alone.
func (f *File) pack() {
	var spans []span
	each := func(visit func(o Object)) {
		for _, v := range f.List("bufferViews") {
			o, _ := v.(Object)
			for _, part := range []Object{o, Member(o, "extensions", compressions[0]), Member(o, "extensions", compressions[1])} {
				if Number(part, "buffer") == 0 {
					visit(part)
				}
			}
		}
	}
	each(func(o Object) {
		from := number(o["byteOffset"], 0)
		spans = append(spans, span{from &^ 3, from + number(o["byteLength"], 0), 0})
	})
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	var merged []span
	for _, s := range spans {
		if n := len(merged); n > 0 && s.from <= merged[n-1].to {
			merged[n-1].to = max(merged[n-1].to, s.to)
		} else {
			merged = append(merged, s)
		}
	}
	old := f.Data
	f.Data, f.Size = nil, 0
	for i := range merged {
		merged[i].at = f.keep(old, merged[i])
	}
	each(func(o Object) {
		from := number(o["byteOffset"], 0)
		i, found := slices.BinarySearchFunc(merged, from, func(s span, at int) int { return cmp.Compare(s.from, at) })
		if !found {
			i--
		}
		if to := from - merged[i].from + merged[i].at; to != from {
			o["byteOffset"] = to
		}
	})
}

// keep adds a range of bytes of other pieces to the data.
func (f *File) keep(pieces [][]byte, s span) (at int) {
	at = (f.Size + 3) &^ 3
	begin := 0
	for _, p := range pieces {
		begin = (begin + 3) &^ 3
		from, to := max(s.from-begin, 0), min(s.to-begin, len(p))
		if from < to {
			f.put(p[from:to:to])
		}
		begin += len(p)
	}
	return at
}
