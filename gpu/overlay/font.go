package overlay

import (
	"fmt"
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// fontUnits is the font size in units.
const fontUnits = 12

// Font is glyphs of one size, rasterized into an atlas at first use.
type Font struct {
	Ascent, Height float32 // of a line, in pixels

	face   font.Face
	atlas  *image.Alpha
	ascii  [128]glyph
	others map[rune]*glyph
	x, y   int // where the next glyph goes
	row    int // height of the row of glyphs that is being filled
	dirty  bool

	solid, edge, disc glyph
}

// glyph is a part of the atlas with its offset from the pen.
type glyph struct {
	u, v, w, h int16 // in the atlas
	dx, dy     int16
	advance    float32
	known      bool
}

// discSize is the width of the disc in the atlas.
const discSize = 32

// NewFont returns the font for a number of pixels per unit.
func NewFont(scale float64) (*Font, error) {
	if !(scale >= 0.25 && scale <= 16) {
		return nil, fmt.Errorf("overlay: a scale of %v is outside 0.25 to 16", scale)
	}
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("overlay: %w", err)
	}
	f := &Font{others: make(map[rune]*glyph)}
	if f.face, err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: fontUnits * scale, DPI: 72, Hinting: font.HintingFull}); err != nil {
		return nil, fmt.Errorf("overlay: %w", err)
	}
	side := 256
	for float64(side) < 360*math.Sqrt(scale)*math.Sqrt(scale) {
		side *= 2
	}
	f.atlas = image.NewAlpha(image.Rect(0, 0, side, side))
	m := f.face.Metrics()
	f.Ascent, f.Height = round(m.Ascent), round(m.Ascent+m.Descent)
	f.shapes()
	for r := rune(32); r < 127; r++ {
		f.glyph(r)
	}
	return f, nil
}

func round(v fixed.Int26_6) float32 { return float32(v.Round()) }

// shapes draws a filled square, a strip with soft edges, for lines, and a disc.
func (f *Font) shapes() {
	f.solid = f.place(4, 4)
	f.edge = f.place(4, 4)
	f.disc = f.place(discSize, discSize)
	for y := range 4 {
		for x := range 4 {
			f.atlas.Pix[f.atlas.PixOffset(int(f.solid.u)+x, int(f.solid.v)+y)] = 255
			if x == 1 || x == 2 {
				f.atlas.Pix[f.atlas.PixOffset(int(f.edge.u)+x, int(f.edge.v)+y)] = 255
			}
		}
	}
	for y := range discSize {
		for x := range discSize {
			d := math.Hypot(float64(x)+0.5-discSize/2, float64(y)+0.5-discSize/2)
			a := min(max(discSize/2-d, 0), 1)
			f.atlas.Pix[f.atlas.PixOffset(int(f.disc.u)+x, int(f.disc.v)+y)] = uint8(255 * a)
		}
	}
}

// place finds room in the atlas, with a pixel around it. In a full atlas the glyph is
// empty.
func (f *Font) place(w, h int) glyph {
	side := f.atlas.Rect.Dx()
	if f.x+w+2 > side {
		f.x, f.y, f.row = 0, f.y+f.row, 0
	}
	if f.y+h+2 > side {
		return glyph{known: true}
	}
	g := glyph{u: int16(f.x + 1), v: int16(f.y + 1), w: int16(w), h: int16(h), known: true}
	f.x += w + 2
	f.row = max(f.row, h+2)
	f.dirty = true
	return g
}

// glyph returns a rune's glyph, rasterized at first use.
func (f *Font) glyph(r rune) *glyph {
	if r < 32 {
		r = ' '
	}
	if int(r) < len(f.ascii) {
		g := &f.ascii[r]
		if !g.known {
			*g = f.rasterize(r)
		}
		return g
	}
	g, ok := f.others[r]
	if !ok {
		made := f.rasterize(r)
		g = &made
		f.others[r] = g
	}
	return g
}

// rasterize draws a glyph, or the replacement character where the font lacks it.
func (f *Font) rasterize(r rune) glyph {
	at, mask, from, advance, ok := f.face.Glyph(fixed.Point26_6{}, r)
	if !ok {
		at, mask, from, advance, ok = f.face.Glyph(fixed.Point26_6{}, '\uFFFD')
	}
	if !ok || mask == nil {
		return glyph{known: true}
	}
	g := glyph{known: true}
	if at.Dx() > 0 && at.Dy() > 0 {
		g = f.place(at.Dx(), at.Dy())
		to := image.Rect(int(g.u), int(g.v), int(g.u+g.w), int(g.v+g.h))
		draw.Draw(f.atlas, to, mask, from, draw.Src)
	}
	g.dx, g.dy, g.advance = int16(at.Min.X), int16(at.Min.Y), float32(advance)/64
	return g
}

// Width returns the length of a text in pixels.
func (f *Font) Width(text string) (w float32) {
	for _, r := range text {
		w += f.glyph(r).advance
	}
	return w
}

// Cut returns the number of bytes of a text that fit into a width.
func (f *Font) Cut(text string, width float32) int {
	w := float32(0)
	for i, r := range text {
		if w += f.glyph(r).advance; w > width {
			return i
		}
	}
	return len(text)
}
