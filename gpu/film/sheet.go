package film

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
)

// sheet writes a PNG: a single frame unchanged, several side by side.
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
	cell := s.frames[0].Rect.Size()
	grid := GridOf(len(s.frames), cell, s.options)
	size := grid.Size()
	if size.X > maxSheetSide || size.Y > maxSheetSide {
		return nil, fmt.Errorf("%w: %d of %d×%d make a contact sheet of %d×%d, the most is %d a side", ErrFrames, len(s.frames), cell.X, cell.Y, size.X, size.Y, maxSheetSide)
	}
	var paper color.Color = color.White
	if s.options.Paper != nil {
		paper = s.options.Paper
	}
	img := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(img, img.Rect, image.NewUniform(paper), image.Point{}, draw.Src)
	for i, f := range s.frames {
		draw.Draw(img, grid.Cell(i), f, f.Rect.Min, draw.Src)
	}
	return img, nil
}

// Grid is the layout of a sheet, row by row from the top left.
type Grid struct {
	Columns, Rows int
	Margin        int         // pixels around each frame
	Frame         image.Point // its size in pixels
}

// GridOf returns the grid of a sheet of n frames. A single frame has no margin.
func GridOf(n int, frame image.Point, o Options) Grid {
	g := Grid{Columns: min(o.Columns, n), Margin: max(o.Margin, 0), Frame: frame}
	if o.Margin == 0 && n > 1 {
		g.Margin = 4
	}
	if n < 2 {
		g.Margin = 0
	}
	if g.Columns <= 0 {
		g.Columns = squarest(n, frame.X+g.Margin, frame.Y+g.Margin)
	}
	g.Rows = (n + g.Columns - 1) / g.Columns
	return g
}

// Size returns the size of the sheet in pixels.
func (g Grid) Size() image.Point {
	return image.Pt(g.Columns*(g.Frame.X+g.Margin)+g.Margin, g.Rows*(g.Frame.Y+g.Margin)+g.Margin)
}

// Cell returns the rectangle of frame i.
func (g Grid) Cell(i int) image.Rectangle {
	at := image.Pt(g.Margin+i%g.Columns*(g.Frame.X+g.Margin), g.Margin+i/g.Columns*(g.Frame.Y+g.Margin))
	return image.Rectangle{Min: at, Max: at.Add(g.Frame)}
}

// squarest returns the number of columns that brings n frames of w×h nearest to a square
// with few empty cells.
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
