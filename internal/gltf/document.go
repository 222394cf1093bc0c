package gltf

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/meter"
	"github.com/sinew-anim/sinew/soa"
)

// Document is a parsed file. Numbers that name other things are checked, and −1 where a file
// names none.
type Document struct {
	Versioned  bool // the file states its version of glTF, as it has to
	Scenes     []Scene
	Shown      int   // the scene that is shown, −1 where the file has none
	Roots      []int // of the scene that is shown, else all nodes without a parent
	Nodes      []Node
	Meshes     []Mesh
	Skins      []Skin
	Animations []Animation
	Materials  []Material
	Textures   []Texture
	Samplers   []Sampler
	Images     []Image
	Accessors  []Accessor
	Views      []View
	Buffers    []Buffer
	Cameras    int
	Lights     int
	Variants   []string // names of KHR_materials_variants
	Used       []string // extensions
	Required   []string
	VRM        *VRM // or nil

	options Options
	text    *text
	blob    []byte // the binary chunk
	meter   *meter.Meter
	morphs  int // targets
}

// Options are what Parse needs besides the file.
type Options struct {
	// Open reads a file that the document names; nil: it names none.
	Open func(name string) ([]byte, error)
	// Scene is the name or number of the scene to show; "" is the one that the file says.
	Scene string
	// Meter bounds the work and the memory of the document; nil: MaxMemory, and BytesPerByte for each
	// of the file.
	Meter  *meter.Meter
	Limits Limits
}

// Memory that a document may take by default.
const (
	MaxMemory    = 1 << 30
	BytesPerByte = 32
)

// Limits are the largest numbers of things that a document may have. Zero fields limit nothing.
type Limits struct {
	Nodes      int
	Meshes     int // primitives of all meshes, and meshes
	Materials  int // materials, textures, samplers and images, of each
	Animations int
	Targets    int // morph targets of all primitives
}

// Scene is a set of nodes.
type Scene struct {
	Name  string
	Nodes []int
}

// Node is one node of the hierarchy.
type Node struct {
	Name     string
	Parent   int
	Children []int
	Mesh     int
	Skin     int
	Weights  []float64 // of the mesh's morph targets, or nil
	// Translation, rotation (x, y, z, w) and scale as the file states them, or their
	// defaults; HasMatrix nodes state Matrix instead.
	Translation [3]float64
	Rotation    [4]float64
	Scale       [3]float64
	HasMatrix   bool
	Matrix      exact.Matrix
	// Hidden: KHR_node_visibility hides the node and what is below it.
	Hidden bool
	// Instances are copies of the mesh: accessors of EXT_mesh_gpu_instancing, or −1.
	Instanced                                 bool
	InstanceCount                             int
	Translations, Rotations, InstanceScalings int
	Camera, Light                             bool
	Own                                       NodeOwn
	place                                     value
}

// Skin lists the joints of a skinned mesh in the order of its JOINTS_0.
type Skin struct {
	Name   string
	Joints []int // nodes
	// InverseBind has 16 numbers per joint, column by column; nil where the file
	// has none, which means identities.
	InverseBind []float32
}

// Mesh is a list of primitives, which share the weights of its morph targets.
type Mesh struct {
	Name        string
	Primitives  []Primitive
	Weights     []float64 // of morph targets, or nil
	TargetNames []string  // perhaps fewer than there are targets
}

// Primitive is a part of a mesh with one material.
type Primitive struct {
	Attributes []Attribute // by name
	Indices    int         // accessor, or −1
	Mode       Mode
	Material   int
	Targets    [][]Attribute
	Draco      *Draco // how its data is stored, or nil
	Variants   []int  // material of each variant, −1 where it has none
	Own        PrimitiveOwn
	place      value
}

// Draco is how KHR_draco_mesh_compression stores the indices and some attributes of a primitive.
type Draco struct {
	View       int
	Attributes []DracoAttribute
}

// DracoAttribute is an attribute by its number in the stream.
type DracoAttribute struct {
	Name string
	ID   uint32
}

// Attribute is an accessor with a value per vertex.
type Attribute struct {
	Name     string
	Accessor int
}

// Mode is what the vertices of a primitive form.
type Mode int

// Modes.
const (
	Points Mode = iota
	Lines
	LineLoop
	LineStrip
	Triangles
	Strip
	Fan
)

// Animation is one named animation.
type Animation struct {
	Name     string
	Channels []*Channel
	Wrong    []error // why channels are not among them, up to maxWrong
	Short    []Short // channels that have lost keys, up to maxWrong
	place    value
	own      *AnimationOwn // once it is read, or nil
	ownRead  bool
}

// Short is a channel with different numbers of times and values; its first keys are kept.
type Short struct {
	Node                   int // or −1
	Path                   string
	Times, Values, Rows, N int // times and values of the file, values of a key, keys that are kept
}

// Mended is a number of the JSON that is not finite, and so is the default that the format has for
// it.
type Mended struct{ Pointer, Text string }

// Interpolation modes, as the file spells them.
const (
	Linear = "LINEAR"
	Step   = "STEP"
	Cubic  = "CUBICSPLINE"
)

// Channel is one property of one node over time. Values has Width numbers per
// key; with Cubic each key has three rows: in-tangent, value, out-tangent, the
// tangents in units per second.
type Channel struct {
	Node          int    // -1 with a Pointer
	Path          string // translation, rotation, scale, weights or pointer
	Only          int    // of the path weights: the one weight that is driven, -1 for all
	Pointer       *Pointer
	Interpolation string
	Times         []float32 // seconds
	Values        []float32 // shared between channels of one accessor; not to be changed
	Whole         bool      // the file has the values as integers
	Width         int
}

// Pointer is the target of a channel of KHR_animation_pointer: any value of the
// file besides the transforms and weights of nodes.
type Pointer struct {
	Text string // as the file has it: "/materials/0/alphaCutoff"
	Node int    // that the value belongs to, or -1
	// Name is the part of Text after the node, without "extras"; what follows "extras" of the file;
	// or all of Text.
	Name string
	// Rest holds the numbers that the file states there, possibly none. A bool
	// is 0 or 1.
	Rest  []float64
	Wrong bool // the file states something that is no number
}

// Material is the appearance of a surface.
type Material struct {
	Name                string
	BaseColor           [4]float64
	Metallic, Roughness float64
	Emissive            [3]float64 // times KHR_materials_emissive_strength
	Alpha               string     // OPAQUE, MASK or BLEND
	Cutoff              float64
	DoubleSided, Unlit  bool
	// Maps are the textures by role.
	Maps  [Roles]Map
	Other []string // extensions that change what is seen and are not read, or not whole
}

// Role is what a texture of a material is for.
type Role int

// Roles of textures.
const (
	BaseColor Role = iota
	MetallicRoughness
	Normal
	Occlusion
	Emissive
	Roles
)

// Map is a texture on a material.
type Map struct {
	Texture   int // −1: none
	Set       int // of texture coordinates
	Strength  float64
	Transform *Transform // or nil
}

// Transform is KHR_texture_transform.
type Transform struct {
	Offset, Scale [2]float64
	Rotation      float64 // radians
}

// Texture is an image and how it is sampled.
type Texture struct {
	Image      int    // −1: none that is read
	Other      string // the extension of the image that is not read
	OtherImage int    // which it is of, or −1
	Sampler    int    // or −1
}

// Sampler has the numbers of OpenGL for filters and wraps. A filter of 0 is not stated.
type Sampler struct{ Mag, Min, WrapS, WrapT int }

// Image is a picture: bytes in a view, or a URI.
type Image struct {
	Name, URI, Type string
	View            int
}

// Accessor is an array of numbers in a view. One without a view is zeros, besides its sparse
// elements.
type Accessor struct {
	View       int // −1: none
	Offset     int
	Component  Component
	Normalized bool
	Count      int
	Type       string
	Sparse     *Sparse
	place      value
	unknown    error // of a Type that is not known
	floats     []float32
	packed     []byte // in place of a view: of a stream of Draco
}

// Sparse are elements that replace others.
type Sparse struct {
	Count                     int
	IndexView, IndexOffset    int
	IndexComponent            Component
	ValueView, ValueOffset    int
	place, indices, valuesAre value
}

// Component is the type of a number, as files state it.
type Component int

// The types of numbers.
const (
	Int8    Component = 5120
	Uint8   Component = 5121
	Int16   Component = 5122
	Uint16  Component = 5123
	Uint32  Component = 5125
	Float32 Component = 5126
)

// View is a part of a buffer.
type View struct {
	Buffer, Offset, Length int
	Stride                 int // of vertex attributes; 0: packed
	Compressed             *Compressed
	place                  value
	data                   []byte
}

// Compressed is how a view's bytes are stored by EXT_meshopt_compression or
// KHR_meshopt_compression.
type Compressed struct {
	Extension              string
	Buffer, Offset, Length int
	Count, Stride          int
	Mode, Filter           string
}

// Buffer is a block of bytes: a data URI, another file, or the binary chunk of a .glb.
type Buffer struct {
	URI    string
	Length int
	place  value
	data   []byte
}

// VRM is what a file says of an avatar: VRMC_vrm, VRMC_springBone and VRMC_node_constraint of
// VRM 1.0, VRM of 0.x, whose bones have the names of 1.0 here, or VRMC_vrm_animation, an
// animation for any avatar. The joints of its nodes are numbers of the document's nodes.
type VRM struct {
	soa.Avatar
	Expressions []Expression
	// Moved are the expressions that a VRMC_vrm_animation moves, by node. The node's translation
	// along X is the weight of the expression.
	Moved map[int]string
	// Look is the node whose rotation is the gaze of a VRMC_vrm_animation, or nil.
	Look  *int
	named map[string]bool // expressions
}

// Expression is an expression of an avatar: presets have the names of VRM 1.0.
type Expression struct {
	Name           string
	Preset, Binary bool
	Overrides      [soa.ExpressionParts]soa.Override
	Binds          []ExpressionBind
	// Materials is the number of colours and transforms of textures that it changes.
	Materials int
}

// ExpressionBind is a morph target of a node or, where Node is −1, of all nodes of a mesh.
type ExpressionBind struct {
	Node, Mesh, Target int
	Weight             float64 // at the value 1 of the expression
}
