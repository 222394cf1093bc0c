package inspect

import (
	"image/color"
	"os"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// drawing is a picture of a defect that a render or a curve does not show.
type drawing interface {
	size() (width, height int)
	draw(c draw.Canvas)
}

// table is a figure of rows of text, each with a bar.
type table struct {
	title   string
	columns []column
	rows    []row
}

// column is a heading and where its text begins, in pixels.
type column struct {
	name string
	x    int
}

// row is the cells of a row. A bar, if it is not 0, is drawn at the place of the cell after the last.
type row struct {
	cells []string
	bar   float64 // 0 to 1
	bad   bool
}

// The colours of figures: of what is right, of what is wrong, and of its background.
var (
	fine  = color.RGBA{0x30, 0x30, 0x30, 255}
	wrong = color.RGBA{0xc8, 0x22, 0x14, 255}
	blush = color.RGBA{0xfd, 0xe6, 0xe2, 255}
	pale  = color.RGBA{0x9a, 0xb8, 0xd8, 255}
)

// Sizes of figures in pixels.
const (
	figureWidth = 380
	figureTitle = 26
	figureRow   = 17
)

func (f *table) size() (width, height int) {
	return figureWidth, figureTitle + figureRow*(len(f.rows)+1) + 8
}

func (f *table) draw(c draw.Canvas) {
	heading(c, f.title)
	y := c.Max.Y - px(figureTitle+figureRow)
	for _, col := range f.columns {
		write(c, col.x, y+px(4), col.name, color.Gray{0x80})
	}
	for _, r := range f.rows {
		y -= px(figureRow)
		text := fine
		if r.bad {
			text = wrong
			fill(c, blush, 4, y, figureWidth-8, figureRow)
		}
		for i, cell := range r.cells {
			write(c, f.columns[i].x, y+px(4), cell, text)
		}
		if r.bar > 0 {
			bar := pale
			if r.bad {
				bar = wrong
			}
			x := f.columns[len(r.cells)].x
			fill(c, bar, x, y+px(3), max(1, int(r.bar*float64(figureWidth-14-x))), figureRow-6)
		}
	}
}

// px converts pixels to a length.
func px(n int) vg.Length { return vg.Length(n) * vg.Inch / 96 }

func style(size font.Length, c color.Color) draw.TextStyle {
	f := font.Font{Typeface: plot.DefaultFont.Typeface, Variant: "Sans", Size: size}
	return draw.TextStyle{Color: c, Font: f, Handler: plot.DefaultTextHandler}
}

// heading writes a title as that of sinew plot.
func heading(c draw.Canvas, text string) {
	s := style(11, color.Black)
	s.XAlign = draw.XCenter
	c.FillText(s, vg.Point{X: c.Center().X, Y: c.Max.Y - px(18)}, text)
}

func write(c draw.Canvas, x int, y vg.Length, text string, of color.Color) {
	c.FillText(style(8.5, of), vg.Point{X: c.Min.X + px(x), Y: y}, text)
}

func fill(c draw.Canvas, of color.Color, x int, y vg.Length, width, height int) {
	c.SetColor(of)
	at := vg.Point{X: c.Min.X + px(x), Y: y}
	c.Fill(vg.Rectangle{Min: at, Max: at.Add(vg.Point{X: px(width), Y: px(height)})}.Path())
}

// writeFigure writes a figure as a PNG file.
func writeFigure(t *testing.T, f drawing, file string) {
	t.Helper()
	width, height := f.size()
	c := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(px(width), px(height)), vgimg.UseDPI(96), vgimg.UseBackgroundColor(color.White))}
	f.draw(draw.New(c))
	out, err := os.Create(file)
	must.Do(t, err)
	_, err = c.WriteTo(out)
	must.Do(t, err)
	must.Do(t, out.Close())
}
