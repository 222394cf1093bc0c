package model

import (
	"errors"
	"fmt"
	"image"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/texture"
	encoded "github.com/sinew-anim/sinew/internal/picture"
	"github.com/sinew-anim/sinew/soa"
)

// Warnings of Upload wrap these, which package gpu documents.
var (
	ErrTexture    = errors.New("texture is drawn plain")
	ErrDownscaled = errors.New("texture is drawn smaller")
	ErrMorph      = errors.New("drawn without its morph targets")
)

// uploadTextures uploads the textures that materials use.
func (m *Model) uploadTextures() (warnings []error) {
	m.textures = make([]uint32, len(m.Data.Textures))
	tried := make([]bool, len(m.Data.Textures))
	for i := range m.Data.Materials {
		t := m.Data.Materials[i].Texture
		if t == soa.None || tried[t] {
			continue
		}
		tried[t] = true
		src := &m.Data.Textures[t]
		img, err := m.decode(src)
		if err != nil {
			warnings = append(warnings, fmt.Errorf("%w: %s of material %q: %w", ErrTexture, textureName(src), m.Data.Materials[i].Name, err))
			continue
		}
		if small := texture.Fit(img, driver.Integer(gl.MAX_TEXTURE_SIZE)); small != img {
			warnings = append(warnings, fmt.Errorf("%w: %s is %v, drawn as %v", ErrDownscaled, textureName(src), img.Rect.Size(), small.Rect.Size()))
			img = small
		}
		m.textures[t] = uploadTexture(img)
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
func uploadTexture(img *image.NRGBA) uint32 {
	var id uint32
	gl.GenTextures(1, &id)
	gl.ActiveTexture(gl.TEXTURE0 + driver.UnitBaseColor)
	gl.BindTexture(gl.TEXTURE_2D, id)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 4)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, int32(img.Rect.Dx()), int32(img.Rect.Dy()), 0,
		gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&img.Pix[0]))
	gl.GenerateMipmap(gl.TEXTURE_2D)
	driver.Parameters([][2]int32{
		{gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR}, {gl.TEXTURE_MAG_FILTER, gl.LINEAR},
		{gl.TEXTURE_WRAP_S, gl.REPEAT}, {gl.TEXTURE_WRAP_T, gl.REPEAT},
	})
	return id
}
