package film

import (
	"image"
	"image/color"
	"image/gif"
)

// Delays in a GIF are hundredths of a second. Viewers replace a delay below two by ten.
const (
	gifRate     = 100
	minGIFDelay = 2
)

// transparentEntries is the number of palette entries for unchanged pixels.
const transparentEntries = 1

// gifEncoder collects frames as 15-bit colours, since the common palette is known only at
// the end.
type gifEncoder struct {
	out     *file
	options Options
	colors  *histogram // of the whole animation, or of one frame
	size    image.Point
	frames  []gifFrame
	count   int // frames added, omitted ones included
}

type gifFrame struct {
	bins  []uint16
	begin int // hundredths of a second
	look  look
}

// look is a palette and the entry of every 15-bit colour.
type look struct {
	colors color.Palette
	entry  *[bins]uint8
}

func newGIF(f *file, o Options) *gifEncoder {
	return &gifEncoder{out: f, options: o, colors: new(histogram)}
}

func (g *gifEncoder) add(img *image.RGBA) error {
	begin := ticks(g.count, g.options.FPS, gifRate)
	g.count++
	g.size = img.Rect.Size()
	if n := len(g.frames); n > 0 && begin-g.frames[n-1].begin < minGIFDelay {
		return nil // faster than a GIF can show
	}
	f := gifFrame{begin: begin}
	if g.options.FramePalettes {
		*g.colors = histogram{}
	}
	f.bins = g.colors.add(img)
	if g.options.FramePalettes {
		f.look = g.colors.look(256 - transparentEntries)
	}
	g.frames = append(g.frames, f)
	return nil
}

func (g *gifEncoder) abort() { g.frames = nil }

func (g *gifEncoder) finish() error {
	out := gif.GIF{LoopCount: gifLoops(g.options.Loops), Config: image.Config{Width: g.size.X, Height: g.size.Y}}
	end := ticks(g.count, g.options.FPS, gifRate)
	var whole look
	if !g.options.FramePalettes {
		whole = g.colors.look(256 - transparentEntries)
		out.Config.ColorModel = padded(whole.colors)
	}
	var shown []color.RGBA // the screen after the frames so far
	for i := range g.frames {
		f := &g.frames[i]
		if !g.options.FramePalettes {
			f.look = whole
		}
		next := end
		if i+1 < len(g.frames) {
			next = g.frames[i+1].begin
		}
		var img *image.Paletted
		img, shown = g.difference(f, shown)
		out.Image = append(out.Image, img)
		out.Delay = append(out.Delay, max(next-f.begin, minGIFDelay))
		out.Disposal = append(out.Disposal, gif.DisposalNone)
		f.bins = nil
	}
	return gif.EncodeAll(g.out, &out)
}

// gifLoops translates a number of plays to the format's repetitions.
func gifLoops(plays int) int {
	switch {
	case plays <= 0:
		return 0 // for ever
	case plays == 1:
		return -1 // no repetition
	default:
		return min(plays-1, 1<<16-1)
	}
}

// padded adds the transparent entry.
func padded(colors color.Palette) color.Palette {
	return append(append(color.Palette{}, colors...), color.RGBA{})
}

// difference returns the changed part of a frame, with unchanged pixels transparent, which
// compress best.
func (g *gifEncoder) difference(f *gifFrame, shown []color.RGBA) (*image.Paletted, []color.RGBA) {
	w, h, colors := g.size.X, g.size.Y, f.look.colors
	rgba := make([]color.RGBA, len(colors))
	for i, c := range colors {
		rgba[i] = c.(color.RGBA)
	}
	transparent := uint8(len(colors))
	img := image.NewPaletted(image.Rect(0, 0, w, h), padded(colors))
	if shown == nil {
		shown = make([]color.RGBA, w*h) // no colour is transparent black
	}
	changed := image.Rectangle{Min: image.Pt(w, h)}
	for y := range h {
		first, last := -1, -1
		row := img.Pix[y*w : (y+1)*w]
		for x, bin := range f.bins[y*w : (y+1)*w] {
			k := f.look.entry[bin]
			if c := rgba[k]; c != shown[y*w+x] {
				shown[y*w+x] = c
				row[x] = k
				if first < 0 {
					first = x
				}
				last = x
			} else {
				row[x] = transparent
			}
		}
		if first >= 0 {
			changed.Min.X, changed.Max.X = min(changed.Min.X, first), max(changed.Max.X, last+1)
			changed.Min.Y, changed.Max.Y = min(changed.Min.Y, y), y+1
		}
	}
	if changed.Empty() {
		changed = image.Rect(0, 0, 1, 1) // a frame cannot be empty
	}
	return img.SubImage(changed).(*image.Paletted), shown
}
