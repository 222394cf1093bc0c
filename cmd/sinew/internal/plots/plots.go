package plots

import (
	"bytes"
	"fmt"
	"image/color"
	"io"

	"github.com/sinew-anim/sinew/inspect"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Axis is what the horizontal axis is.
type Axis uint8

// The axes.
const (
	Seconds Axis = iota // after the clip's start
	Phase               // the part of the clip
	Value               // of a phase portrait: the value, with its rate above it
)

// Line is a curve of a file.
type Line struct {
	File    string
	Curve   inspect.Curve
	Seconds float64 // of the clip
}

// Panel is the curves of a joint and kind.
type Panel struct {
	Title string
	Axis  Axis
	Lines []Line
}

// Picture is panels above each other.
type Picture struct {
	Title         string
	Panels        []Panel
	Files         []string // in the legend, if several
	Width, Height int      // pixels at 96 a inch; Height 0: by the number of panels
}

// Sizes of the picture in pixels.
const (
	titleHeight = 26
	panelHeight = 190
	dpi         = 96
)

// Size returns the picture's size in pixels.
func (p *Picture) Size() (width, height int) {
	if p.Height > 0 {
		return p.Width, p.Height
	}
	return p.Width, titleHeight + panelHeight*len(p.Panels)
}

// Write writes the picture as "svg" or "png".
func (p *Picture) Write(w io.Writer, format string) error {
	width, height := p.Size()
	x, y := pixels(width), pixels(height)
	var c vg.CanvasWriterTo
	switch format {
	case "svg":
		c = vgsvg.New(x, y)
	case "png":
		c = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(x, y), vgimg.UseDPI(dpi), vgimg.UseBackgroundColor(color.White))}
	default:
		return fmt.Errorf("no picture format %q", format)
	}
	whole := draw.New(c)
	whole.SetColor(color.White)
	whole.Fill(whole.Rectangle.Path())
	style := draw.TextStyle{Color: color.Black, Font: sans(11), Handler: plot.DefaultTextHandler, XAlign: draw.XCenter}
	whole.FillText(style, vg.Point{X: whole.Center().X, Y: whole.Max.Y - pixels(18)}, p.Title)

	area := draw.Crop(whole, 6, -10, 4, -pixels(titleHeight))
	if err := p.draw(area); err != nil {
		return err
	}
	if format == "png" {
		_, err := c.WriteTo(w)
		return err
	}
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err
	}
	// The viewer may lack the typeface that the text was measured with.
	_, err := w.Write(bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;")))
	return err
}

// draw draws the panels below each other, with their frames aligned and their legends beside them.
func (p *Picture) draw(area draw.Canvas) error {
	if len(p.Panels) == 0 {
		return nil
	}
	rows := make([][]*plot.Plot, len(p.Panels))
	legends := make([]plot.Legend, len(p.Panels))
	for i := range p.Panels {
		drawn, err := p.panel(&p.Panels[i])
		if err != nil {
			return err
		}
		rows[i], legends[i], drawn.Legend = []*plot.Plot{drawn}, drawn.Legend, plot.NewLegend()
	}
	style := draw.TextStyle{Font: sans(8), Handler: plot.DefaultTextHandler}
	beside := vg.Length(40)
	for _, f := range p.Files {
		if width := style.Width(f) + 50; len(p.Files) > 1 && width > beside {
			beside = min(width, area.Size().X/3)
		}
	}
	frames := plot.Align(rows, draw.Tiles{Rows: len(rows), Cols: 1, PadY: 6}, draw.Crop(area, 0, -beside, 0, 0))
	for i, row := range rows {
		frame := frames[i][0]
		row[0].Draw(frame)
		side := frame
		side.Min.X, side.Max.X = frame.Max.X+4, area.Max.X
		legends[i].Draw(draw.Crop(side, 0, 0, 0, -16))
	}
	return nil
}

// pixels converts pixels to a length.
func pixels(n int) vg.Length { return vg.Length(n) * vg.Inch / dpi }

func sans(size font.Length) font.Font {
	return font.Font{Typeface: plot.DefaultFont.Typeface, Variant: "Sans", Size: size}
}

// The colours of components, and of one without.
var colors = map[string]color.RGBA{
	"x": {0xd6, 0x2f, 0x1f, 255}, "y": {0x1f, 0x8a, 0x4c, 255}, "z": {0x1f, 0x6f, 0xb8, 255}, "": {0x50, 0x30, 0x80, 255},
}

// dashes are the styles of files, in order.
var dashes = [][]vg.Length{nil, {5, 3}, {1.5, 2}, {7, 2, 1.5, 2}}

// panel draws the lines of a panel.
func (p *Picture) panel(of *Panel) (*plot.Plot, error) {
	d := plot.New()
	d.BackgroundColor = color.White
	d.Title.Text, d.Title.TextStyle.Font, d.Title.Padding = of.Title, sans(9), 3
	for _, a := range []*plot.Axis{&d.X, &d.Y} {
		a.Tick.Label.Font, a.Label.TextStyle.Font = sans(8), sans(8)
		a.Tick.Length, a.LineStyle.Width = 3, 0.5
	}
	d.X.Label.Text = [...]string{"seconds", "phase", "value"}[of.Axis]
	grid := plotter.NewGrid()
	light := draw.LineStyle{Color: color.Gray{0xe4}, Width: 0.5}
	grid.Vertical, grid.Horizontal = light, light
	d.Add(grid)
	d.Legend.Top, d.Legend.Left, d.Legend.TextStyle.Font, d.Legend.ThumbnailWidth = true, true, sans(8), 20
	named := make(map[string]bool)
	for _, l := range of.Lines {
		if err := p.line(d, of, &l, named); err != nil {
			return nil, fmt.Errorf("%s: %w", of.Title, err)
		}
	}
	flat := d.Y.Max-d.Y.Min < 1e-9
	if room := (d.Y.Max - d.Y.Min) * 0.06; flat {
		d.Y.Min, d.Y.Max = d.Y.Min-0.5, d.Y.Max+0.5
	} else {
		d.Y.Min, d.Y.Max = d.Y.Min-room, d.Y.Max+room
	}
	if d.X.Max-d.X.Min < 1e-9 {
		d.X.Min, d.X.Max = d.X.Min-0.5, d.X.Max+0.5
	}
	return d, nil
}

// line draws a curve with its keys and tangents.
func (p *Picture) line(d *plot.Plot, of *Panel, l *Line, named map[string]bool) error {
	style := draw.LineStyle{Color: colors[l.Curve.Component], Width: 1.2, Dashes: dashes[p.file(l.File)%len(dashes)]}
	points := make(plotter.XYs, len(l.Curve.Time))
	for i, t := range l.Curve.Time {
		points[i] = plotter.XY{X: l.abscissa(of.Axis, t), Y: l.Curve.Value[i]}
		if of.Axis == Value {
			points[i] = plotter.XY{X: l.Curve.Value[i], Y: l.Curve.Rate[i]}
		}
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return err
	}
	line.LineStyle = style
	d.Add(line)
	name := l.Curve.Component
	if len(p.Files) > 1 {
		name += " " + l.File
	}
	if name != "" && !named[name] {
		named[name] = true
		d.Legend.Add(name, line)
	}
	if of.Axis == Value || len(l.Curve.Keys) < 2 {
		return nil
	}
	return l.keys(d, of, style.Color)
}

// abscissa is where a time lies on the horizontal axis.
func (l *Line) abscissa(a Axis, t float64) float64 {
	if a == Phase && l.Seconds > 0 {
		return t / l.Seconds
	}
	return t
}

// mostKeys is the number of keys above which they are not drawn: they would be a band.
const mostKeys = 400

// keys draws the keys as dots, and of splines the tangents.
func (l *Line) keys(d *plot.Plot, of *Panel, c color.Color) error {
	keys := l.Curve.Keys
	if len(keys) > mostKeys {
		return nil
	}
	dots := make(plotter.XYs, len(keys))
	for i, k := range keys {
		dots[i] = plotter.XY{X: l.abscissa(of.Axis, k.Time), Y: k.Value}
		if !l.Curve.Smooth {
			continue
		}
		for _, side := range [...]struct {
			to    int
			slope float64
		}{{i - 1, k.In}, {i + 1, k.Out}} {
			if side.to < 0 || side.to >= len(keys) {
				continue
			}
			third := (keys[side.to].Time - k.Time) / 3
			tangent, err := plotter.NewLine(plotter.XYs{dots[i], {X: l.abscissa(of.Axis, k.Time+third), Y: k.Value + side.slope*third}})
			if err != nil {
				return err
			}
			tangent.LineStyle = draw.LineStyle{Color: color.Gray{0x90}, Width: 0.6}
			d.Add(tangent)
		}
	}
	scatter, err := plotter.NewScatter(dots)
	if err != nil {
		return err
	}
	scatter.GlyphStyle = draw.GlyphStyle{Color: c, Radius: 1.7, Shape: draw.CircleGlyph{}}
	d.Add(scatter)
	return nil
}

// file returns the number of a file.
func (p *Picture) file(name string) int {
	for i, f := range p.Files {
		if f == name {
			return i
		}
	}
	return 0
}
