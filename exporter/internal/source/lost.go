package source

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
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
	if n := len(f.Doc.Scenes); n > 1 {
		list = append(list, fmt.Sprintf("other scenes (%d)", n-1))
	}
	if n := f.unshown(); n > 0 {
		list = append(list, fmt.Sprintf("meshes that no node has (%d)", n))
	}
	list = append(list, f.attributes()...)
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

// unshown counts the meshes that no node has.
func (f *File) unshown() int {
	shown := make(map[int]bool)
	for i := range f.Doc.Nodes {
		if m := f.Doc.Nodes[i].Mesh; m >= 0 {
			shown[m] = true
		}
	}
	return len(f.Doc.Meshes) - len(shown)
}

// attributes lists the attributes of vertices that a model does not hold, with the number of
// primitives that have them.
func (f *File) attributes() (list []string) {
	lost := make(map[string]int)
	for m := range f.Doc.Meshes {
		for k := range f.Doc.Meshes[m].Primitives {
			p := &f.Doc.Meshes[m].Primitives[k]
			for _, a := range p.Attributes {
				if !f.holds(p, a.Name) {
					lost[a.Name]++
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(lost)) {
		list = append(list, fmt.Sprintf("the attribute %s (%d)", name, lost[name]))
	}
	return list
}

// holds reports whether a model has an attribute of a primitive. Of texture coordinates it has the sets that
// the maps of the material lie by, or else the first.
func (f *File) holds(p *gltf.Primitive, name string) bool {
	switch name {
	case "POSITION", "NORMAL", "TANGENT", "COLOR_0", gltf.BlendAttribute:
		return true
	}
	if number, ok := strings.CutPrefix(name, "TEXCOORD_"); ok {
		return slices.ContainsFunc(f.sets(p), func(set int) bool { return fmt.Sprint(set) == number })
	}
	return strings.HasPrefix(name, "JOINTS_") || strings.HasPrefix(name, "WEIGHTS_")
}

// sets lists the sets of texture coordinates that a model has of a primitive.
func (f *File) sets(p *gltf.Primitive) (sets []int) {
	if p.Material >= 0 {
		for _, by := range f.Doc.Materials[p.Material].Maps {
			if by.Texture >= 0 && len(sets) < soa.MaxUVSets && !slices.Contains(sets, by.Set) {
				sets = append(sets, by.Set)
			}
		}
	}
	if len(sets) == 0 {
		sets = []int{0}
	}
	return sets
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
