//go:build cgo

package assimp

/*
#include "bridge.h"
*/
import "C"

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"unsafe"
)

// Material is a view of one material: a list of properties by key.
type Material struct {
	p *C.struct_aiMaterial
	s *Scene
}

// TextureType says what a texture is for.
type TextureType uint32

// The texture types, aiTextureType in libassimp's material.h.
const (
	TextureNone         TextureType = 0
	TextureDiffuse      TextureType = 1
	TextureSpecular     TextureType = 2
	TextureAmbient      TextureType = 3
	TextureEmissive     TextureType = 4
	TextureHeight       TextureType = 5
	TextureNormals      TextureType = 6
	TextureShininess    TextureType = 7
	TextureOpacity      TextureType = 8
	TextureDisplacement TextureType = 9
	TextureLightmap     TextureType = 10
	TextureReflection   TextureType = 11
	TextureBaseColor    TextureType = 12
	TextureNormalCamera TextureType = 13
	TextureEmission     TextureType = 14
	TextureMetalness    TextureType = 15
	TextureRoughness    TextureType = 16
	TextureOcclusion    TextureType = 17
	TextureUnknown      TextureType = 18 // glTF's metallic-roughness picture, for one
	TextureSheen        TextureType = 19
	TextureClearcoat    TextureType = 20
	TextureTransmission TextureType = 21
)

// Keys of material properties, AI_MATKEY_* in libassimp. Any other key of its
// headers may be given as a string.
const (
	KeyName        = "?mat.name"
	KeyBaseColor   = "$clr.base"
	KeyDiffuse     = "$clr.diffuse"
	KeyAmbient     = "$clr.ambient"
	KeySpecular    = "$clr.specular"
	KeyEmissive    = "$clr.emissive"
	KeyTransparent = "$clr.transparent"
	KeyOpacity     = "$mat.opacity"
	KeyTwoSided    = "$mat.twosided"
	KeyShading     = "$mat.shadingm"
	KeyShininess   = "$mat.shininess"
	KeyMetallic    = "$mat.metallicFactor"
	KeyRoughness   = "$mat.roughnessFactor"
	KeyUnlit       = "$mat.gltf.unlit"
	KeyAlphaMode   = "$mat.gltf.alphaMode"
	KeyAlphaCutoff = "$mat.gltf.alphaCutoff"

	KeyTexture   = "$tex.file"
	KeyUVSet     = "$tex.uvwsrc"
	KeyWrapU     = "$tex.mapmodeu"
	KeyWrapV     = "$tex.mapmodev"
	KeyUVScaling = "$tex.uvtrafo"
)

// IsNil tells whether this is no material.
func (m Material) IsNil() bool { return m.p == nil }

// Name is the material's name, often empty.
func (m Material) Name() string {
	name, _ := m.String(KeyName)
	return name
}

// BaseColor is the colour of physically based materials, linear.
func (m Material) BaseColor() ([4]float32, bool) { return m.Color(KeyBaseColor) }

// Diffuse is the colour of classic materials.
func (m Material) Diffuse() ([4]float32, bool) { return m.Color(KeyDiffuse) }

// Emissive is the light the material gives by itself.
func (m Material) Emissive() ([4]float32, bool) { return m.Color(KeyEmissive) }

// Opacity is 1 for opaque, 0 for invisible.
func (m Material) Opacity() (float32, bool) { return m.Float(KeyOpacity) }

// Metallic is 1 for metals, 0 for the rest.
func (m Material) Metallic() (float32, bool) { return m.Float(KeyMetallic) }

// Roughness is 0 for mirrors, 1 for chalk.
func (m Material) Roughness() (float32, bool) { return m.Float(KeyRoughness) }

// TwoSided tells whether faces are seen from behind.
func (m Material) TwoSided() (twoSided, ok bool) {
	v, ok := m.Int(KeyTwoSided)
	return v != 0, ok
}

// AlphaMode is glTF's "OPAQUE", "MASK" or "BLEND".
func (m Material) AlphaMode() (string, bool) { return m.String(KeyAlphaMode) }

// AlphaCutoff is the alpha below which a masked glTF material is invisible.
func (m Material) AlphaCutoff() (float32, bool) { return m.Float(KeyAlphaCutoff) }

// Texture is texture number index of a kind: its path as the file has it or, for
// an embedded one, a path for Scene.EmbeddedTexture; and the set of UVs it uses.
// A path is never empty where ok is true.
func (m Material) Texture(kind TextureType, index int) (path string, uvSet int, ok bool) {
	file, ok := m.Property(KeyTexture, kind, index)
	if !ok {
		return "", 0, false
	}
	if path, _ = file.Text(); path == "" {
		return "", 0, false
	}
	if set, ok := m.Property(KeyUVSet, kind, index); ok {
		if sets := set.Ints(); len(sets) > 0 && sets[0] >= 0 {
			uvSet = sets[0]
		}
	}
	return path, uvSet, true
}

// Color is a property of three or four numbers; alpha is 1 where there are
// three.
func (m Material) Color(key string) (color [4]float32, ok bool) {
	p, ok := m.Property(key, TextureNone, 0)
	if !ok {
		return color, false
	}
	values := p.Floats()
	if len(values) < 3 {
		return color, false
	}
	color[3] = 1
	copy(color[:], values)
	return color, true
}

// Float is the first number of a property.
func (m Material) Float(key string) (float32, bool) {
	p, _ := m.Property(key, TextureNone, 0)
	if values := p.Floats(); len(values) > 0 {
		return values[0], true
	}
	return 0, false
}

// Int is the first number of a property, as an integer.
func (m Material) Int(key string) (int, bool) {
	p, _ := m.Property(key, TextureNone, 0)
	if values := p.Ints(); len(values) > 0 {
		return values[0], true
	}
	return 0, false
}

// String is the text of a property.
func (m Material) String(key string) (string, bool) {
	p, _ := m.Property(key, TextureNone, 0)
	return p.Text()
}

// Properties is the number of properties.
func (m Material) Properties() int {
	if m.p == nil {
		return 0
	}
	return count(m.p.mProperties, m.p.mNumProperties)
}

// PropertyAt is property i.
func (m Material) PropertyAt(i int) MaterialProperty {
	if m.p == nil {
		return MaterialProperty{}
	}
	return MaterialProperty{at(m.p.mProperties, m.p.mNumProperties, i), m.s}
}

// Property finds a property. kind and index matter for properties of textures
// and are TextureNone and 0 for all others.
func (m Material) Property(key string, kind TextureType, index int) (MaterialProperty, bool) {
	for i := range m.Properties() {
		p := m.PropertyAt(i)
		if p.p != nil && p.Kind() == kind && p.Index() == index && textIs(&p.p.mKey, key) {
			return p, true
		}
	}
	return MaterialProperty{}, false
}

// textIs compares without a copy.
func textIs(s *C.struct_aiString, with string) bool {
	n := min(int(s.length), len(s.data)-1)
	return unsafe.String((*byte)(unsafe.Pointer(&s.data[0])), n) == with
}

// MaterialProperty is a view of one property: numbers, a text or bytes.
type MaterialProperty struct {
	p *C.struct_aiMaterialProperty
	s *Scene
}

// IsNil tells whether this is no property.
func (p MaterialProperty) IsNil() bool { return p.p == nil }

func (p MaterialProperty) c() *C.struct_aiMaterialProperty {
	if p.p == nil {
		return &noProperty
	}
	return p.p
}

var noProperty C.struct_aiMaterialProperty

// Key is the property's key.
func (p MaterialProperty) Key() string { return text(&p.c().mKey) }

// Kind is the texture type the property belongs to, TextureNone for most.
func (p MaterialProperty) Kind() TextureType { return TextureType(p.c().mSemantic) }

// Index is the number of the texture the property belongs to, 0 for most.
func (p MaterialProperty) Index() int { return int(p.c().mIndex) }

// Bytes is the property's data as it lies in memory.
func (p MaterialProperty) Bytes() []byte {
	return view[byte](p.c().mData, p.c().mDataLength)
}

// Text is the property's text; ok is false if it is of another type.
func (p MaterialProperty) Text() (value string, ok bool) {
	data := p.Bytes()
	if p.c().mType != C.aiPTI_String || len(data) < 4 {
		return "", false
	}
	n := binary.NativeEndian.Uint32(data)
	data = data[4:]
	if uint64(n) > uint64(len(data)) {
		n = uint32(len(data))
	}
	return string(data[:n]), true
}

// Floats is the property's numbers; nil if it is not of numbers.
func (p MaterialProperty) Floats() []float32 {
	return numbers(p, func(v float64) float32 { return float32(v) })
}

// Ints is the property's numbers, fractions cut off; nil if it is not of
// numbers.
func (p MaterialProperty) Ints() []int {
	return numbers(p, func(v float64) int {
		if !(math.Abs(v) < 1<<53) {
			return 0
		}
		return int(v)
	})
}

// numbers reads a property as libassimp's own aiGetMaterialFloatArray and
// aiGetMaterialIntegerArray do: numbers of any type, numbers in a text, and
// flags, which are a buffer of one byte.
func numbers[T any](p MaterialProperty, as func(float64) T) []T {
	data := p.Bytes()
	switch p.c().mType {
	case C.aiPTI_Float:
		return decode(data, 4, as, func(b []byte) float64 {
			return float64(math.Float32frombits(binary.NativeEndian.Uint32(b)))
		})
	case C.aiPTI_Double:
		return decode(data, 8, as, func(b []byte) float64 {
			return math.Float64frombits(binary.NativeEndian.Uint64(b))
		})
	case C.aiPTI_Buffer, C.aiPTI_Integer:
		if len(data) == 1 {
			return []T{as(float64(data[0]))}
		}
		return decode(data, 4, as, func(b []byte) float64 {
			return float64(int32(binary.NativeEndian.Uint32(b)))
		})
	case C.aiPTI_String:
		return parse(p, as)
	}
	return nil
}

func decode[T any](data []byte, size int, as func(float64) T, read func([]byte) float64) []T {
	var values []T
	for ; len(data) >= size; data = data[size:] {
		values = append(values, as(read(data)))
	}
	return values
}

func parse[T any](p MaterialProperty, as func(float64) T) []T {
	words, _ := p.Text()
	words, _, _ = strings.Cut(words, "\x00")
	var values []T
	for _, word := range strings.Fields(words) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return nil
		}
		values = append(values, as(v))
	}
	return values
}

// Texture is a view of one embedded texture.
type Texture struct {
	p *C.struct_aiTexture
	s *Scene
}

// IsNil tells whether this is no texture.
func (t Texture) IsNil() bool { return t.p == nil }

func (t Texture) c() *C.struct_aiTexture {
	if t.p == nil {
		return &noTexture
	}
	return t.p
}

var noTexture C.struct_aiTexture

// Filename is the name the texture had before it was embedded, often empty.
func (t Texture) Filename() string { return text(&t.c().mFilename) }

// FormatHint is the file name extension of a compressed texture ("png", "jpg")
// or the layout of the texels of another; it may be empty.
func (t Texture) FormatHint() string {
	hint := &t.c().achFormatHint
	data := unsafe.Slice((*byte)(unsafe.Pointer(&hint[0])), len(hint))
	before, _, _ := bytes.Cut(data, []byte{0})
	return string(before)
}

// Width is the texture's width in texels; for a compressed one, whose Height is
// 0, the number of its bytes.
func (t Texture) Width() int { return int(t.c().mWidth) }

// Height is the texture's height in texels, 0 for a compressed one.
func (t Texture) Height() int { return int(t.c().mHeight) }

// Data is the compressed picture if Height is 0, and else Width·Height texels of
// four bytes: blue, green, red, alpha.
func (t Texture) Data() []byte {
	size := uint64(t.c().mWidth)
	if h := uint64(t.c().mHeight); h > 0 {
		size *= 4 * h // 2³² · 2³² · 4 overflows, but no such array exists
	}
	if t.c().pcData == nil || size == 0 || size > math.MaxInt {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(t.c().pcData)), int(size))
}
