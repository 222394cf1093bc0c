package soa

import "fmt"

// Texture is one picture: the bytes of an encoded file (PNG, JPEG, …) or, if
// Width is not 0, plain texels.
type Texture struct {
	Name string // in the model file
	Path string // of the picture's own file; empty if embedded
	// Data is the encoded picture, or Width·Height RGBA texels, 8 bits a
	// channel, top row first.
	Data          []byte
	Width, Height int
}

// Validate checks that plain texels fill their stated size.
func (t *Texture) Validate() error {
	if err := checkNames("a texture", t.Name); err != nil {
		return err
	}
	if t.Width < 0 || t.Height < 0 || (t.Width == 0) != (t.Height == 0) {
		return fmt.Errorf("%w: texture %q is %d×%d", ErrInvalid, t.Name, t.Width, t.Height)
	}
	if t.Width > 0 && (t.Width > 1<<20 || t.Height > 1<<20 || int64(len(t.Data)) != 4*int64(t.Width)*int64(t.Height)) {
		return fmt.Errorf("%w: texture %q of %d×%d has %d bytes", ErrInvalid, t.Name, t.Width, t.Height, len(t.Data))
	}
	return nil
}

// MapRole is the role of a texture in a material.
type MapRole uint8

// The roles of maps. Texels of colours are sRGB, those of the others linear.
const (
	BaseColorMap         MapRole = iota // sRGB; multiplies BaseColor
	MetallicRoughnessMap                // green multiplies Roughness, blue multiplies Metallic
	NormalMap                           // red: along the tangent, green: to the picture's top, blue: along the normal
	OcclusionMap                        // red: the part of the ambient light that arrives
	EmissiveMap                         // sRGB; multiplies Emissive

	MapRoles = 5 // their number
)

// String returns the role's name.
func (r MapRole) String() string {
	return nameOf(r, "map", "base colour", "metallic-roughness", "normal", "occlusion", "emissive")
}

// MaxUVSets is the largest number of sets of texture coordinates of a mesh: Mesh.UV and
// Mesh.UV2.
const MaxUVSets = 2

// TextureMap is a texture on a material.
type TextureMap struct {
	Role    MapRole
	Texture int   // index of Model.Textures
	UVSet   uint8 // 0: by Mesh.UV, 1: by Mesh.UV2
	// Strength is the scale of red and green of a NormalMap, or the share of an OcclusionMap,
	// from 0 to 1. For other roles it is 1.
	Strength  float32
	Sampler   Sampler
	Transform *TextureTransform // of the coordinates, or nil
}

// TextureTransform moves texture coordinates, as KHR_texture_transform does:
//
//	u′ = Offset[0] + cos·Scale[0]·u + sin·Scale[1]·v      cos, sin of Rotation
//	v′ = Offset[1] − sin·Scale[0]·u + cos·Scale[1]·v
type TextureTransform struct {
	Offset   [2]float32
	Rotation float32 // radians
	Scale    [2]float32
}

// Sampler reads a texture between its texels and beyond its edges. The zero Sampler repeats
// it and filters it trilinearly.
type Sampler struct {
	WrapU, WrapV Wrap
	Mag, Min     Filter // where a texel is larger, and smaller, than a pixel
	Mipmap       Mipmap
}

// Wrap continues a texture beyond its edges.
type Wrap uint8

const (
	WrapRepeat Wrap = iota
	WrapMirror      // repeated, every other time as its mirror image
	WrapClamp       // the texels of the edge
)

// Filter is the choice among the texels around a place.
type Filter uint8

const (
	FilterLinear  Filter = iota // the weighted mean of four
	FilterNearest               // the nearest one
)

// Mipmap is the choice among a texture's levels of detail.
type Mipmap uint8

const (
	MipmapLinear  Mipmap = iota // the weighted mean of two
	MipmapNearest               // the nearest one
	NoMipmap                    // the texture alone
)

// String returns the wrap's name.
func (w Wrap) String() string { return nameOf(w, "wrap", "repeat", "mirror", "clamp") }

// String returns the choice's name.
func (m Mipmap) String() string { return nameOf(m, "mipmap", "linear", "nearest", "none") }

// validate checks a map against the number of textures.
func (t *TextureMap) validate(textures int) error {
	s := &t.Sampler
	switch {
	case t.Role >= MapRoles:
		return fmt.Errorf("%w: %v", ErrInvalid, t.Role)
	case t.Texture < 0 || t.Texture >= textures:
		return fmt.Errorf("%w: texture %d of %d", ErrInvalid, t.Texture, textures)
	case t.UVSet >= MaxUVSets:
		return fmt.Errorf("%w: texture coordinates %d of %d", ErrInvalid, t.UVSet, MaxUVSets)
	case !bounded(t.Strength), t.Role == OcclusionMap && !(t.Strength >= 0 && t.Strength <= 1),
		t.Role != OcclusionMap && t.Role != NormalMap && t.Strength != 1:
		return fmt.Errorf("%w: strength %v", ErrInvalid, t.Strength)
	case s.WrapU > WrapClamp || s.WrapV > WrapClamp || s.Mag > FilterNearest || s.Min > FilterNearest || s.Mipmap > NoMipmap:
		return fmt.Errorf("%w: sampler %v", ErrInvalid, *s)
	case t.Transform == nil:
		return nil
	}
	for _, v := range [...]float32{
		t.Transform.Offset[0], t.Transform.Offset[1], t.Transform.Rotation, t.Transform.Scale[0], t.Transform.Scale[1],
	} {
		if !bounded(v) {
			return fmt.Errorf("%w: transform %v", ErrInvalid, *t.Transform)
		}
	}
	return nil
}
