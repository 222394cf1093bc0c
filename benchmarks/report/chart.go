package main

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The chart's size.
const (
	chartWidth  = 10 * vg.Inch
	chartHeight = 4.6 * vg.Inch
	chartDPI    = 144
	titleHeight = 26
	legendWidth = 84
)

// look is the line style of a path.
type look struct {
	color  color.RGBA
	dashed bool
	shape  draw.GlyphDrawer
}

// looks: Sinew's paths in colours, the others in greys. Other paths get new ones.
var looks = map[string]look{
	"rows":          {color.RGBA{0xd6, 0x2f, 0x1f, 255}, false, draw.CircleGlyph{}},
	"rows-general":  {color.RGBA{0xe8, 0x8a, 0x6e, 255}, false, draw.RingGlyph{}},
	"keys":          {color.RGBA{0x1f, 0x6f, 0xb8, 255}, false, draw.BoxGlyph{}},
	"keys-general":  {color.RGBA{0x7a, 0xb3, 0xde, 255}, false, draw.SquareGlyph{}},
	"spans":         {color.RGBA{0x1f, 0x8a, 0x4c, 255}, false, draw.PyramidGlyph{}},
	"spans-general": {color.RGBA{0x7a, 0xc2, 0x94, 255}, false, draw.TriangleGlyph{}},

	"ozz":        {color.RGBA{0x10, 0x10, 0x10, 255}, true, draw.CircleGlyph{}},
	"ozz-staged": {color.RGBA{0x50, 0x50, 0x50, 255}, true, draw.RingGlyph{}},
	"cursor":     {color.RGBA{0x70, 0x70, 0x70, 255}, true, draw.TriangleGlyph{}},
	"binary":     {color.RGBA{0x80, 0x80, 0x80, 255}, true, draw.SquareGlyph{}},
	"book":       {color.RGBA{0x90, 0x90, 0x90, 255}, true, draw.PyramidGlyph{}},
	"flat":       {color.RGBA{0xa0, 0xa0, 0xa0, 255}, true, draw.BoxGlyph{}},
	"ogldev":     {color.RGBA{0xb0, 0xb0, 0xb0, 255}, true, draw.CrossGlyph{}},
}

// chart draws nanoseconds per joint against the number of instances, one line per path, and
// beside it the speed of Sinew's paths as a multiple of the base.
func chart(w io.Writer, format string, list []*series, basePath, title string) error {
	list = slices.DeleteFunc(slices.Clone(list), func(s *series) bool { return len(s.odd) > 0 })
	var c vg.CanvasWriterTo
	switch format {
	case "svg":
		c = vgsvg.New(chartWidth, chartHeight)
	case "png":
		c = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(chartWidth, chartHeight), vgimg.UseDPI(chartDPI), vgimg.UseBackgroundColor(color.White))}
	default:
		return fmt.Errorf("no chart format %q", format)
	}
	whole := draw.New(c)
	whole.SetColor(color.White)
	whole.Fill(whole.Rectangle.Path())
	if title == "" {
		title = "Nanoseconds per joint, from a time to the palette"
	}
	style := draw.TextStyle{Color: color.Black, Font: sans(12), Handler: plot.DefaultTextHandler, XAlign: draw.XCenter}
	whole.FillText(style, vg.Point{X: whole.Center().X, Y: whole.Max.Y - 18}, title)

	times, err := timesPlot(list)
	if err != nil {
		return err
	}
	// The legend is between the two halves, outside both.
	legend := times.Legend
	times.Legend = plot.NewLegend()
	legend.Top, legend.Left, legend.Padding = true, true, 2
	area := draw.Crop(whole, 8, -12, 6, -titleHeight)
	left := area.Size().X - legendWidth
	if basePath != "" {
		left /= 2
		ratios, err := ratiosPlot(list, basePath)
		if err != nil {
			return err
		}
		ratios.Legend = plot.NewLegend()
		ratios.Draw(draw.Crop(area, left+legendWidth, 0, 0, 0))
	}
	times.Draw(draw.Crop(area, 0, left-area.Size().X, 0, 0))
	legend.Draw(draw.Crop(area, left+8, left+legendWidth-area.Size().X, 0, -24))
	if format != "svg" {
		_, err = c.WriteTo(w)
		return err
	}
	var b bytes.Buffer
	if _, err = c.WriteTo(&b); err != nil {
		return err
	}
	// The viewer may lack the typeface that the text was measured with.
	_, err = w.Write(bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;")))
	return err
}

// sans is the chart's typeface.
func sans(size font.Length) font.Font {
	return font.Font{Typeface: plot.DefaultFont.Typeface, Variant: "Sans", Size: size}
}

// timesPlot is the left half: both axes logarithmic.
func timesPlot(list []*series) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = "ns/joint (less is better)"
	dress(p, sizes(list))
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range list {
		if err := addLine(p, s, func(n int) float64 { return s.at[n] }); err != nil {
			return nil, err
		}
		for _, v := range s.at {
			low, high = min(low, v), max(high, v)
		}
	}
	p.Y.Scale = plot.LogScale{}
	p.Y.Tick.Marker = oneTwoFive{}
	p.Y.Min, p.Y.Max = low/1.3, high*1.3
	return p, nil
}

// ratiosPlot is the right half: the instances logarithmic, the ratio not.
func ratiosPlot(list []*series, basePath string) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = "times as fast as " + basePath
	dress(p, sizes(list))
	high := 1.
	for _, s := range list {
		against := base(list, basePath, s)
		if l, ours := looks[s.path]; against == nil || ours && l.dashed {
			continue
		}
		at := &series{path: s.path, at: map[int]float64{}}
		for n := range s.at {
			if r := ratio(s, against, n); !math.IsNaN(r) {
				at.at[n] = r
				high = max(high, r)
			}
		}
		if err := addLine(p, at, func(n int) float64 { return at.at[n] }); err != nil {
			return nil, err
		}
	}
	one := plotter.NewFunction(func(float64) float64 { return 1 })
	one.LineStyle = draw.LineStyle{Color: looks["ozz"].color, Width: 1, Dashes: []vg.Length{4, 3}}
	p.Add(one)
	p.Y.Min, p.Y.Max = 0, high*1.08
	p.Y.Tick.Marker = even{}
	return p, nil
}

// addLine draws a series and puts it into the legend.
func addLine(p *plot.Plot, s *series, at func(n int) float64) error {
	var points plotter.XYs
	for _, n := range sizes([]*series{s}) {
		points = append(points, plotter.XY{X: float64(n), Y: at(n)})
	}
	if len(points) == 0 {
		return nil
	}
	line, dots, err := plotter.NewLinePoints(points)
	if err != nil {
		return fmt.Errorf("%s: %w", s.path, err)
	}
	l, ok := looks[s.path]
	if !ok {
		l = look{color.RGBA{0x70, 0x50, 0xa0, 255}, false, draw.PlusGlyph{}}
	}
	line.Color, line.Width = l.color, 1.6
	if l.dashed {
		line.Width, line.Dashes = 1.1, []vg.Length{5, 3}
	}
	dots.GlyphStyle = draw.GlyphStyle{Color: l.color, Radius: 2.6, Shape: l.shape}
	p.Add(line, dots)
	p.Legend.Add(s.path, line, dots)
	return nil
}

// dress sets grid, fonts and the axis of n for both halves.
func dress(p *plot.Plot, ns []int) {
	grid := plotter.NewGrid()
	light := draw.LineStyle{Color: color.Gray{0xe4}, Width: 0.5}
	grid.Vertical, grid.Horizontal = light, light
	p.Add(grid)
	p.BackgroundColor = color.White
	p.Title.TextStyle.Font, p.Title.Padding = sans(10), 5
	p.X.Label.Text = "instances"
	p.X.Scale = plot.LogScale{}
	var ticks plot.ConstantTicks
	for _, n := range ns {
		ticks = append(ticks, plot.Tick{Value: float64(n), Label: strconv.Itoa(n)})
	}
	p.X.Tick.Marker = ticks
	p.X.Min, p.X.Max = float64(ns[0]), float64(ns[len(ns)-1])*1.01
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font, a.Tick.Label.Font = sans(9), sans(8)
		a.Padding = 4
	}
	p.Legend.TextStyle.Font = sans(8)
	p.Legend.ThumbnailWidth = 22
}

// oneTwoFive marks 1, 2, 5, 10, 20, … of a logarithmic axis.
type oneTwoFive struct{}

func (oneTwoFive) Ticks(low, high float64) (ticks []plot.Tick) {
	for power := math.Pow(10, math.Floor(math.Log10(low))); power <= high; power *= 10 {
		for _, v := range []float64{power, 2 * power, 5 * power} {
			if v >= low && v <= high {
				ticks = append(ticks, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'g', 3, 64)})
			}
		}
	}
	return ticks
}

// even marks four to nine even steps of 1, 2 or 5 times a power of ten.
type even struct{}

func (even) Ticks(low, high float64) (ticks []plot.Tick) {
	step := math.Pow(10, math.Floor(math.Log10(high-low)))
	for _, finer := range []float64{2, 2.5, 2} {
		if (high-low)/step < 4 {
			step /= finer
		}
	}
	for k := math.Ceil(low / step); k*step <= high; k++ {
		ticks = append(ticks, plot.Tick{Value: k * step, Label: strconv.FormatFloat(k*step, 'g', 6, 64)})
	}
	return ticks
}
