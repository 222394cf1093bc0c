package gltf

import "github.com/sinew-anim/sinew/internal/gltf"

// document is the JSON of a file. Numbers that name other things are pointers where they need
// not be there; float32 is printed with the fewest digits that give the same float32 back.
type document struct {
	Asset       asset          `json:"asset"`
	Used        []string       `json:"extensionsUsed,omitempty"`
	Required    []string       `json:"extensionsRequired,omitempty"`
	Scene       *int           `json:"scene,omitempty"`
	Scenes      []scene        `json:"scenes,omitempty"`
	Nodes       []*node        `json:"nodes,omitempty"`
	Meshes      []*mesh        `json:"meshes,omitempty"`
	Skins       []*skin        `json:"skins,omitempty"`
	Animations  []animation    `json:"animations,omitempty"`
	Materials   []material     `json:"materials,omitempty"`
	Textures    []sampledImage `json:"textures,omitempty"`
	Samplers    []sampler      `json:"samplers,omitempty"`
	Images      []image        `json:"images,omitempty"`
	Accessors   []accessor     `json:"accessors,omitempty"`
	BufferViews []view         `json:"bufferViews,omitempty"`
	Buffers     []buffer       `json:"buffers,omitempty"`
	Extensions  object         `json:"extensions,omitempty"`
	Extras      object         `json:"extras,omitempty"`
}

// object is a JSON object, whose keys are written in alphabetical order.
type object map[string]any

type asset struct {
	Generator string `json:"generator,omitempty"`
	Version   string `json:"version"`
}

type scene struct {
	Name  string `json:"name,omitempty"`
	Nodes []int  `json:"nodes,omitempty"`
}

type node struct {
	Name        string      `json:"name,omitempty"`
	Children    []int       `json:"children,omitempty"`
	Mesh        *int        `json:"mesh,omitempty"`
	Skin        *int        `json:"skin,omitempty"`
	Translation *[3]float32 `json:"translation,omitempty"`
	Rotation    *[4]float32 `json:"rotation,omitempty"`
	Scale       *[3]float32 `json:"scale,omitempty"`
	Extensions  object      `json:"extensions,omitempty"`
	Extras      object      `json:"extras,omitempty"`
}

type mesh struct {
	Name       string      `json:"name,omitempty"`
	Primitives []primitive `json:"primitives"`
	Weights    []float32   `json:"weights,omitempty"`
	Extras     object      `json:"extras,omitempty"`
}

type primitive struct {
	Attributes map[string]int   `json:"attributes"`
	Indices    *int             `json:"indices,omitempty"`
	Material   *int             `json:"material,omitempty"`
	Targets    []map[string]int `json:"targets,omitempty"`
	Extras     object           `json:"extras,omitempty"`
}

type skin struct {
	InverseBind *int  `json:"inverseBindMatrices,omitempty"`
	Joints      []int `json:"joints"`
}

type animation struct {
	Name     string             `json:"name,omitempty"`
	Channels []channel          `json:"channels"`
	Samplers []animationSampler `json:"samplers"`
	Extras   object             `json:"extras,omitempty"`
}

type channel struct {
	Sampler int    `json:"sampler"`
	Target  target `json:"target"`
}

type target struct {
	Node       *int   `json:"node,omitempty"`
	Path       string `json:"path"`
	Extensions object `json:"extensions,omitempty"`
}

type animationSampler struct {
	Input         int    `json:"input"`
	Interpolation string `json:"interpolation,omitempty"`
	Output        int    `json:"output"`
}

type material struct {
	Name        string      `json:"name,omitempty"`
	PBR         pbr         `json:"pbrMetallicRoughness"`
	Normal      *textureUse `json:"normalTexture,omitempty"`
	Occlusion   *textureUse `json:"occlusionTexture,omitempty"`
	EmissiveMap *textureUse `json:"emissiveTexture,omitempty"`
	Emissive    *[3]float32 `json:"emissiveFactor,omitempty"`
	AlphaMode   string      `json:"alphaMode,omitempty"`
	AlphaCutoff *float32    `json:"alphaCutoff,omitempty"`
	DoubleSided bool        `json:"doubleSided,omitempty"`
	Extensions  object      `json:"extensions,omitempty"`
}

type pbr struct {
	BaseColor         *[4]float32 `json:"baseColorFactor,omitempty"`
	BaseColorMap      *textureUse `json:"baseColorTexture,omitempty"`
	Metallic          *float32    `json:"metallicFactor,omitempty"`
	Roughness         *float32    `json:"roughnessFactor,omitempty"`
	MetallicRoughness *textureUse `json:"metallicRoughnessTexture,omitempty"`
}

type textureUse struct {
	Index      int      `json:"index"`
	TexCoord   int      `json:"texCoord,omitempty"`
	Scale      *float32 `json:"scale,omitempty"`    // of a normal map
	Strength   *float32 `json:"strength,omitempty"` // of an occlusion map
	Extensions object   `json:"extensions,omitempty"`
}

type sampledImage struct {
	Sampler    *int   `json:"sampler,omitempty"`
	Source     *int   `json:"source,omitempty"`
	Extensions object `json:"extensions,omitempty"`
}

type sampler struct {
	Mag   int `json:"magFilter,omitempty"`
	Min   int `json:"minFilter,omitempty"`
	WrapS int `json:"wrapS,omitempty"`
	WrapT int `json:"wrapT,omitempty"`
}

type image struct {
	Name string `json:"name,omitempty"`
	View int    `json:"bufferView"`
	Type string `json:"mimeType"`
}

type accessor struct {
	View       *int      `json:"bufferView,omitempty"`
	Offset     int       `json:"byteOffset,omitempty"`
	Component  int       `json:"componentType"`
	Normalized bool      `json:"normalized,omitempty"`
	Count      int       `json:"count"`
	Type       string    `json:"type"`
	Min        []float32 `json:"min,omitempty"`
	Max        []float32 `json:"max,omitempty"`
	Sparse     *sparse   `json:"sparse,omitempty"`
}

type sparse struct {
	Count   int           `json:"count"`
	Indices sparseIndices `json:"indices"`
	Values  sparseValues  `json:"values"`
}

type sparseIndices struct {
	View      int `json:"bufferView"`
	Component int `json:"componentType"`
}

type sparseValues struct {
	View int `json:"bufferView"`
}

type view struct {
	Buffer int `json:"buffer"`
	Offset int `json:"byteOffset,omitempty"`
	Length int `json:"byteLength"`
	Stride int `json:"byteStride,omitempty"`
	Target int `json:"target,omitempty"`

	Extensions object `json:"extensions,omitempty"`
}

type buffer struct {
	URI    string `json:"uri,omitempty"`
	Length int    `json:"byteLength"`

	Extensions object `json:"extensions,omitempty"`
}

// add appends an element and returns its number.
func add[T any](list *[]T, v T) int {
	*list = append(*list, v)
	return len(*list) - 1
}

// uses notes an extension, in the order of first use.
func (d *document) uses(name string, required bool) {
	note := func(list *[]string) {
		for _, n := range *list {
			if n == name {
				return
			}
		}
		*list = append(*list, name)
	}
	note(&d.Used)
	if required {
		note(&d.Required)
	}
}

// set returns an object with one more member.
func (o object) set(key string, v any) object {
	if o == nil {
		o = object{}
	}
	o[key] = v
	return o
}

// own returns extras with one member that Sinew reads.
func own(key string, v any) object { return object(nil).own(key, v) }

// own returns extras with one more member that Sinew reads.
func (o object) own(key string, v any) object {
	members, _ := o[gltf.OwnKey].(object)
	return o.set(gltf.OwnKey, members.set(key, v))
}

func ptr[T any](v T) *T { return &v }
