package capture

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
)

// sheet writes a PNG: a lone frame as it is, several side by side.
type sheet struct {
	out     *file
	options Options
	frames  []*image.RGBA
}

// maxSheetSide bounds a contact sheet; few programs open larger pictures.
const maxSheetSide = 1 << 16

func (s *sheet) add(img *image.RGBA) error {
	s.frames = append(s.frames, clone(img))
	return nil
}

func (s *sheet) finish() error {
	img := s.frames[0]
	if len(s.frames) > 1 {
		var err error
		if img, err = s.compose(); err != nil {
			return err
		}
	}
	return png.Encode(s.out, img)
}

func (s *sheet) abort() {}

// compose lays the frames out row by row.
func (s *sheet) compose() (*image.RGBA, error) {
	size := s.frames[0].Rect.Size()
	margin := s.options.Margin
	if margin == 0 {
		margin = 4
	}
	margin = max(margin, 0)
	columns := min(s.options.Columns, len(s.frames))
	if columns <= 0 {
		columns = squarest(len(s.frames), size.X+margin, size.Y+margin)
	}
	rows := (len(s.frames) + columns - 1) / columns
	w, h := columns*(size.X+margin)+margin, rows*(size.Y+margin)+margin
	if w > maxSheetSide || h > maxSheetSide {
		return nil, fmt.Errorf("%w: %d of %d×%d make a contact sheet of %d×%d, the most is %d a side", ErrFrames, len(s.frames), size.X, size.Y, w, h, maxSheetSide)
	}
	var paper color.Color = color.White
	if s.options.Paper != nil {
		paper = s.options.Paper
	}
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(img, img.Rect, image.NewUniform(paper), image.Point{}, draw.Src)
	for i, f := range s.frames {
		at := image.Pt(margin+i%columns*(size.X+margin), margin+i/columns*(size.Y+margin))
		draw.Draw(img, image.Rectangle{Min: at, Max: at.Add(size)}, f, f.Rect.Min, draw.Src)
	}
	return img, nil
}

// squarest returns how many columns bring n frames of w×h nearest to a square,
// the fewer empty places the better.
func squarest(n, w, h int) int {
	best, cost := 1, 0.0
	for c := 1; c <= n; c++ {
		rows := (n + c - 1) / c
		a, b := float64(c*w), float64(rows*h)
		if v := max(a/b, b/a) + 0.5*float64(rows*c-n)/float64(n); c == 1 || v < cost {
			best, cost = c, v
		}
	}
	return best
}

// clone copies a frame to the origin.
func clone(img *image.RGBA) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: img.Rect.Size()})
	n := 4 * out.Rect.Dx()
	for y := range out.Rect.Dy() {
		copy(out.Pix[y*out.Stride:y*out.Stride+n], img.Pix[y*img.Stride:])
	}
	return out
}
