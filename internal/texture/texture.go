// Package texture decodes the textures of models.
package texture

import (
	"bytes"
	"errors"
	"image"
	"image/draw"

	"github.com/sinew-anim/sinew/soa"
	xdraw "golang.org/x/image/draw"
)

// Decode returns a texture as straight-alpha RGBA, top row first.
func Decode(t *soa.Texture) (*image.NRGBA, error) {
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

// Fit scales a picture down so that neither side is above the limit.
func Fit(img *image.NRGBA, limit int) *image.NRGBA {
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
