package model

import (
	"errors"
	"fmt"
	"image"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	encoded "github.com/sinew-anim/sinew/internal/picture"
	"github.com/sinew-anim/sinew/internal/texture"
	"github.com/sinew-anim/sinew/soa"
)

// Warnings of Upload wrap these, which package gpu documents.
var (
	ErrTexture    = errors.New("texture is drawn plain")
	ErrDownscaled = errors.New("texture is drawn smaller")
	ErrMorph      = errors.New("drawn without its morph targets")
)

// textureKey is a texture as a map reads it.
type textureKey struct {
	texture int
	linear  bool // texels are numbers, not sRGB colours
	sampler soa.Sampler
}

func keyOf(by *soa.TextureMap) textureKey {
	return textureKey{by.Texture, by.Role != soa.BaseColorMap && by.Role != soa.EmissiveMap, by.Sampler}
}

// uploadTextures uploads the textures that materials use, once for each way in which maps read
// them.
func (m *Model) uploadTextures() (warnings []error) {
	m.textures = make(map[textureKey]uint32)
	failed := make(map[int]bool)
	for i := range m.Data.Materials {
		for k := range m.Data.Materials[i].Maps {
			key := keyOf(&m.Data.Materials[i].Maps[k])
			if _, known := m.textures[key]; known || failed[key.texture] {
				continue
			}
			src := &m.Data.Textures[key.texture]
			img, err := m.decode(src)
			if err != nil {
				failed[key.texture] = true
				warnings = append(warnings, fmt.Errorf("%w: %s of material %q: %w", ErrTexture, textureName(src), m.Data.Materials[i].Name, err))
				continue
			}
			if small := texture.Fit(img, driver.Integer(gl.MAX_TEXTURE_SIZE)); small != img {
				warnings = append(warnings, fmt.Errorf("%w: %s is %v, drawn as %v", ErrDownscaled, textureName(src), img.Rect.Size(), small.Rect.Size()))
				img = small
			}
			m.textures[key] = uploadTexture(img, key)
		}
	}
	return warnings
}

func textureName(t *soa.Texture) string {
	if t.Path != "" && t.Path != t.Name {
		return fmt.Sprintf("%q (%s)", t.Name, t.Path)
	}
	return fmt.Sprintf("%q", t.Name)
}

// decode decodes a texture, within the device's budgets: a few bytes can describe a
// picture that does not fit into memory.
func (m *Model) decode(t *soa.Texture) (*image.NRGBA, error) {
	n := int64(t.Width) * int64(t.Height)
	if n == 0 {
		var err error
		if n, err = encoded.Texels(t.Data); err != nil {
			return nil, err
		}
	}
	if room := min(m.Dev.Texels.Left(), encoded.MaxTexels); n > room {
		return nil, fmt.Errorf("it has %d texels, and %d are allowed of this one and %d of all", n, room, m.Dev.Texels.Most)
	}
	const bytesPerTexel = 4
	bytes := n * bytesPerTexel * 4 / 3 // with its mipmaps
	if err := m.take(bytes); err != nil {
		return nil, err
	}
	img, err := texture.Decode(t)
	if err != nil {
		return nil, errors.Join(err, m.take(-bytes))
	}
	m.texels += n
	m.Dev.Texels.Used += n
	return img, nil
}

// uploadTexture makes a texture with its mipmaps. The first row uploaded, the
// picture's top, is t = 0, as soa counts v. The driver decodes sRGB before it
// filters.
func uploadTexture(img *image.NRGBA, key textureKey) uint32 {
	format := int32(gl.SRGB8_ALPHA8)
	if key.linear {
		format = gl.RGBA8
	}
	var id uint32
	gl.GenTextures(1, &id)
	gl.ActiveTexture(gl.TEXTURE0 + driver.UnitMaps)
	gl.BindTexture(gl.TEXTURE_2D, id)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 4)
	gl.TexImage2D(gl.TEXTURE_2D, 0, format, int32(img.Rect.Dx()), int32(img.Rect.Dy()), 0,
		gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&img.Pix[0]))
	gl.GenerateMipmap(gl.TEXTURE_2D)
	s := key.sampler
	wraps := [...]int32{soa.WrapRepeat: gl.REPEAT, soa.WrapMirror: gl.MIRRORED_REPEAT, soa.WrapClamp: gl.CLAMP_TO_EDGE}
	filters := [...]int32{soa.FilterLinear: gl.LINEAR, soa.FilterNearest: gl.NEAREST}
	mipmaps := [...][3]int32{
		soa.FilterLinear:  {soa.MipmapLinear: gl.LINEAR_MIPMAP_LINEAR, soa.MipmapNearest: gl.LINEAR_MIPMAP_NEAREST, soa.NoMipmap: gl.LINEAR},
		soa.FilterNearest: {soa.MipmapLinear: gl.NEAREST_MIPMAP_LINEAR, soa.MipmapNearest: gl.NEAREST_MIPMAP_NEAREST, soa.NoMipmap: gl.NEAREST},
	}
	driver.Parameters([][2]int32{
		{gl.TEXTURE_MIN_FILTER, mipmaps[s.Min][s.Mipmap]}, {gl.TEXTURE_MAG_FILTER, filters[s.Mag]},
		{gl.TEXTURE_WRAP_S, wraps[s.WrapU]}, {gl.TEXTURE_WRAP_T, wraps[s.WrapV]},
	})
	return id
}
