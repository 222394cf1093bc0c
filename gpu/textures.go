package gpu

import (
	"errors"
	"fmt"
	"image"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	encoded "github.com/sinew-anim/sinew/internal/picture" // which knows the formats that textures come in
	"github.com/sinew-anim/sinew/soa"
)

// ErrTexture is wrapped by the warning for a texture that is missing or
// unreadable and drawn plain.
var ErrTexture = errors.New("texture is drawn plain")

// ErrDownscaled is wrapped by the warning for a texture above the driver's
// maximum size.
var ErrDownscaled = errors.New("texture is drawn smaller")

// uploadTextures uploads the textures that materials use.
func (m *uploaded) uploadTextures() (warnings []error) {
	m.textures = make([]uint32, len(m.data.Textures))
	tried := make([]bool, len(m.data.Textures))
	for i := range m.data.Materials {
		t := m.data.Materials[i].Texture
		if t == soa.None || tried[t] {
			continue
		}
		tried[t] = true
		src := &m.data.Textures[t]
		img, err := m.decode(src)
		if err != nil {
			warnings = append(warnings, fmt.Errorf("%w: %s of material %q: %w", ErrTexture, textureName(src), m.data.Materials[i].Name, err))
			continue
		}
		if small := fit(img, integer(gl.MAX_TEXTURE_SIZE)); small != img {
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

// decode decodes a texture, if the device's textures have room for it: a few bytes can
// claim a picture that does not fit into memory.
func (m *uploaded) decode(t *soa.Texture) (*image.NRGBA, error) {
	n := int64(t.Width) * int64(t.Height)
	if n == 0 {
		var err error
		if n, err = encoded.Texels(t.Data); err != nil {
			return nil, err
		}
	}
	if room := min(m.dev.texels.left(), encoded.MaxTexels); n > room {
		return nil, fmt.Errorf("it has %d texels, and %d are allowed of this one and %d of all", n, room, m.dev.texels.most)
	}
	const bytesPerTexel = 4
	bytes := n * bytesPerTexel * 4 / 3 // with its mipmaps
	if err := m.take(bytes); err != nil {
		return nil, err
	}
	img, err := texels(t)
	if err != nil {
		return nil, errors.Join(err, m.take(-bytes))
	}
	m.texels += n
	m.dev.texels.used += n
	return img, nil
}

// uploadTexture makes a texture with its mipmaps. The first row uploaded, the
// picture's top, is t = 0, as soa counts v. The driver decodes sRGB before it
// filters.
func uploadTexture(img *image.NRGBA) uint32 {
	var id uint32
	gl.GenTextures(1, &id)
	gl.ActiveTexture(gl.TEXTURE0 + unitBaseColor)
	gl.BindTexture(gl.TEXTURE_2D, id)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 4)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, int32(img.Rect.Dx()), int32(img.Rect.Dy()), 0,
		gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&img.Pix[0]))
	gl.GenerateMipmap(gl.TEXTURE_2D)
	parameters([][2]int32{
		{gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR}, {gl.TEXTURE_MAG_FILTER, gl.LINEAR},
		{gl.TEXTURE_WRAP_S, gl.REPEAT}, {gl.TEXTURE_WRAP_T, gl.REPEAT},
	})
	return id
}
