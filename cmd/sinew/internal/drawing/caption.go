//go:build cgo

package drawing

import (
	"image"
	"image/color"
	"image/draw"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// Blank returns a grey picture.
func (opt *Options) Blank() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, opt.Width, opt.Height))
	draw.Draw(img, img.Rect, image.NewUniform(color.RGBA{0xdd, 0xdd, 0xdd, 0xff}), image.Point{}, draw.Src)
	return img
}

// CaptionHeight is the height of the strip for the name in pixels.
const CaptionHeight = 17

// Captioned returns a picture above a name, or above its end if the name is too long.
func Captioned(img *image.RGBA, name string) *image.RGBA {
	size := img.Rect.Size()
	out := image.NewRGBA(image.Rect(0, 0, size.X, size.Y+CaptionHeight))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(out, image.Rectangle{Max: size}, img, img.Rect.Min, draw.Src)
	face := basicfont.Face7x13
	text := []rune(console.Printable(name))
	if most := size.X / face.Advance; len(text) > most {
		text = text[len(text)-most:]
	}
	d := font.Drawer{Dst: out, Src: image.Black, Face: face,
		Dot: fixed.P((size.X-len(text)*face.Advance)/2, size.Y+face.Ascent+1)}
	d.DrawString(string(text))
	return out
}
