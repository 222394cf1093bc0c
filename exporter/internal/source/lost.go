package source

import (
	"fmt"
	"slices"
)

// written are the extensions that a model says when it is written anew.
var written = []string{
	"KHR_texture_transform", "KHR_materials_unlit", "KHR_materials_emissive_strength", "EXT_texture_webp", "KHR_animation_pointer", "KHR_node_visibility",
	"KHR_mesh_quantization", "EXT_meshopt_compression", "KHR_meshopt_compression", "KHR_draco_mesh_compression", "EXT_mesh_gpu_instancing", "EXT_mesh_primitive_restart",
}

// Lost lists what the file has and a model does not say when it is written anew.
func (f *File) Lost() (list []string) {
	for _, key := range []string{"cameras"} {
		if n := len(f.List(key)); n > 0 {
			list = append(list, fmt.Sprintf("%s (%d)", key, n))
		}
	}
	for _, v := range f.List("extensionsUsed") {
		if name, ok := v.(string); ok && !slices.Contains(written, name) {
			list = append(list, name)
		}
	}
	if n := extras(f.Top); n > 0 {
		list = append(list, fmt.Sprintf("extras of %d objects", n))
	}
	return list
}

// extras counts the objects whose extras have anything besides what a model says.
func extras(v any) (n int) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			n += extras(x)
		}
	case Object:
		for key, x := range v {
			if key != "extras" {
				n += extras(x)
				continue
			}
			said, ok := x.(Object)
			for name := range said {
				ok = ok && (name == "sinew" || name == "targetNames")
			}
			if !ok {
				n++
			}
		}
	}
	return n
}
