package gpu

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	encoded "github.com/sinew-anim/sinew/internal/picture" // which knows the formats that textures come in
	"github.com/sinew-anim/sinew/soa"
	xdraw "golang.org/x/image/draw"
)

// ErrTexture is wrapped by the warning for a texture that is missing or
// unreadable and drawn plain.
var ErrTexture = errors.New("texture is drawn plain")

// ErrDownscaled is wrapped by the warning for a texture above the driver's
// maximum size.
var ErrDownscaled = errors.New("texture is drawn smaller")

// uploadTextures uploads the textures that materials use.
func (m *Model) uploadTextures() (warnings []error) {
	m.textures = make([]uint32, len(m.data.Textures))
	tried := make([]bool, len(m.data.Textures))
	for i := range m.data.Materials {
		t := m.data.Materials[i].Texture
		if t == soa.None || tried[t] {
			continue
		}
		tried[t] = true
		src := &m.data.Textures[t]
		img, err := m.texels(src)
		if err != nil {
			warnings = append(warnings, fmt.Errorf("%w: %s of material %q: %w", ErrTexture, textureName(src), m.data.Materials[i].Name, err))
			continue
		}
		if small := fit(img, maxTextureSize()); small != img {
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

// texels decodes a texture, if the renderer's textures have room for it: a few bytes can
// claim a picture that does not fit into memory.
func (m *Model) texels(t *soa.Texture) (*image.NRGBA, error) {
	n := int64(t.Width) * int64(t.Height)
	if n == 0 {
		var err error
		if n, err = encoded.Texels(t.Data); err != nil {
			return nil, err
		}
	}
	if room := min(m.renderer.maxTexels-m.renderer.texels, encoded.MaxTexels); n > room {
		return nil, fmt.Errorf("it has %d texels, and %d are allowed of this one and %d of all", n, room, m.renderer.maxTexels)
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
	m.texelsUsed += n
	m.renderer.texels += n
	return img, nil
}

// texels returns a texture as straight-alpha RGBA, top row first.
func texels(t *soa.Texture) (*image.NRGBA, error) {
	if len(t.Data) == 0 {
		return nil, errors.New("it was not found")
	}
	if t.Width > 0 {
		return &image.NRGBA{Pix: t.Data, Stride: 4 * t.Width, Rect: image.Rect(0, 0, t.Width, t.Height)}, nil
	}
	img, _, err := image.Decode(bytes.NewReader(t.Data))
	if errors.Is(err, image.ErrFormat) {
		img, err = decodeTGA(t.Data) // has no magic number
	}
	if err != nil {
		return nil, err
	}
	if n, ok := img.(*image.NRGBA); ok && n.Rect.Min == (image.Point{}) && n.Stride == 4*n.Rect.Dx() {
		return n, nil
	}
	out := image.NewNRGBA(image.Rect(0, 0, img.Bounds().Dx(), img.Bounds().Dy()))
	draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Src)
	return out, nil
}

func maxTextureSize() int {
	var n int32
	gl.GetIntegerv(gl.MAX_TEXTURE_SIZE, &n)
	return int(n)
}

// fit scales a picture down so that neither side is above the limit.
func fit(img *image.NRGBA, limit int) *image.NRGBA {
	size := img.Rect.Size()
	side := max(size.X, size.Y)
	if side <= limit {
		return img
	}
	w, h := max(1, size.X*limit/side), max(1, size.Y*limit/side)
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	xdraw.ApproxBiLinear.Scale(out, out.Rect, img, img.Rect, xdraw.Src, nil)
	return out
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
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.REPEAT)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.REPEAT)
	return id
}
