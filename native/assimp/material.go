//go:build cgo

package assimp

/*
#include "bridge.h"
*/
import "C"

import (
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

// TextureType is the role of a texture, aiTextureType in libassimp's material.h.
type TextureType uint32

// The roles that package importer reads.
const (
	TextureDiffuse   TextureType = C.aiTextureType_DIFFUSE
	TextureBaseColor TextureType = C.aiTextureType_BASE_COLOR
	TextureNormals   TextureType = C.aiTextureType_NORMALS
	TextureEmissive  TextureType = C.aiTextureType_EMISSIVE
)

// Name is the material's name, often empty.
func (m Material) Name() string {
	name, _ := m.text("?mat.name")
	return name
}

// BaseColor is the colour of physically based materials, linear.
func (m Material) BaseColor() ([4]float32, bool) { return m.color("$clr.base") }

// Diffuse is the colour of classic materials.
func (m Material) Diffuse() ([4]float32, bool) { return m.color("$clr.diffuse") }

// Emissive is the light of its own of classic materials.
func (m Material) Emissive() ([4]float32, bool) { return m.color("$clr.emissive") }

// Opacity is 1 for opaque, 0 for invisible.
func (m Material) Opacity() (float32, bool) { return m.number("$mat.opacity") }

// TwoSided reports whether faces are visible from behind.
func (m Material) TwoSided() (twoSided, ok bool) {
	v, ok := m.number("$mat.twosided")
	return v != 0, ok
}

// AlphaMode is glTF's "OPAQUE", "MASK" or "BLEND".
func (m Material) AlphaMode() (string, bool) { return m.text("$mat.gltf.alphaMode") }

// AlphaCutoff is the alpha below which a masked glTF material is invisible.
func (m Material) AlphaCutoff() (float32, bool) { return m.number("$mat.gltf.alphaCutoff") }

// Texture returns texture number index of a role: its path in the file, or "*" and an
// index for Scene.Texture, and its UV set. If ok, the path is not empty.
func (m Material) Texture(role TextureType, index int) (path string, uvSet int, ok bool) {
	path, _ = propertyText(m.property("$tex.file", role, index))
	if path == "" {
		return "", 0, false
	}
	sets := numbers(m.property("$tex.uvwsrc", role, index))
	if len(sets) > 0 && sets[0] >= 0 && sets[0] <= math.MaxInt32 {
		uvSet = int(sets[0])
	}
	return path, uvSet, true
}

// color reads a property of three or four numbers; alpha defaults to 1.
func (m Material) color(key string) (color [4]float32, ok bool) {
	values := numbers(m.property(key, 0, 0))
	if len(values) < 3 {
		return color, false
	}
	color[3] = 1
	for i, v := range values[:min(len(values), 4)] {
		color[i] = float32(v)
	}
	return color, true
}

// number returns the first number of a property.
func (m Material) number(key string) (float32, bool) {
	if values := numbers(m.property(key, 0, 0)); len(values) > 0 {
		return float32(values[0]), true
	}
	return 0, false
}

func (m Material) text(key string) (string, bool) { return propertyText(m.property(key, 0, 0)) }

// property returns a property, or nil. role and index are 0 except for textures.
func (m Material) property(key string, role TextureType, index int) *C.struct_aiMaterialProperty {
	for _, p := range view[*C.struct_aiMaterialProperty](m.p.mProperties, m.p.mNumProperties) {
		if p != nil && TextureType(p.mSemantic) == role && int(p.mIndex) == index && shared(&p.mKey) == key {
			return p
		}
	}
	return nil
}

// propertyText returns a property's text; ok is false for another type.
func propertyText(p *C.struct_aiMaterialProperty) (value string, ok bool) {
	if p == nil || p.mType != C.aiPTI_String || p.mDataLength < 4 {
		return "", false
	}
	data := view[byte](p.mData, p.mDataLength)
	n := binary.NativeEndian.Uint32(data)
	return string(data[4:min(4+uint64(n), uint64(len(data)))]), true
}

// numbers reads a property as libassimp's own aiGetMaterialFloatArray does:
// numbers of any type, numbers in a text, and flags, which are a buffer of one
// byte.
func numbers(p *C.struct_aiMaterialProperty) []float64 {
	if p == nil {
		return nil
	}
	switch n := p.mDataLength; p.mType {
	case C.aiPTI_Float:
		return widened(view[float32](p.mData, n/4))
	case C.aiPTI_Double:
		return widened(view[float64](p.mData, n/8))
	case C.aiPTI_Buffer, C.aiPTI_Integer:
		if n == 1 {
			return widened(view[byte](p.mData, n))
		}
		return widened(view[int32](p.mData, n/4))
	}
	words, _ := propertyText(p)
	words, _, _ = strings.Cut(words, "\x00")
	var values []float64
	for word := range strings.FieldsSeq(words) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return nil
		}
		values = append(values, v)
	}
	return values
}

func widened[T byte | int32 | float32 | float64](list []T) []float64 {
	values := make([]float64, len(list))
	for i, v := range list {
		values[i] = float64(v)
	}
	return values
}

// Texture is a view of one embedded texture.
type Texture struct {
	p *C.struct_aiTexture
	s *Scene
}

// Filename is the name the texture had before it was embedded, often empty.
func (t Texture) Filename() string { return text(&t.p.mFilename) }

// Width is the texture's width in texels; for a compressed one, whose Height is
// 0, the number of its bytes.
func (t Texture) Width() int { return int(t.p.mWidth) }

// Height is the texture's height in texels, 0 for a compressed one.
func (t Texture) Height() int { return int(t.p.mHeight) }

// Data is the compressed picture if Height is 0, and otherwise Width·Height
// texels of four bytes: blue, green, red, alpha.
func (t Texture) Data() []byte {
	size := uint64(t.p.mWidth)
	if h := uint64(t.p.mHeight); h > 0 {
		size *= 4 * h // 2³² · 2³² · 4 overflows, but no such array exists
	}
	if t.p.pcData == nil || size == 0 || size > math.MaxInt {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(t.p.pcData)), int(size))
}
