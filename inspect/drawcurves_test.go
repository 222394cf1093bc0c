package inspect

import (
	"image/color"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// polyline is points from 0 to 1 across and up, that a line joins in their order.
type polyline struct {
	name   string
	points []vg.Point
	color  color.Color
	dashes []vg.Length
}

// graphs is a figure of lines side by side, or of several over each other.
type graphs struct {
	title string
	over  bool
	lines []polyline
	below string
}

const graphHeight = 150

func (f *graphs) size() (width, height int) { return figureWidth, graphHeight }

func (f *graphs) draw(c draw.Canvas) {
	heading(c, f.title)
	n := len(f.lines)
	if f.over {
		n = 1
	}
	width := (figureWidth - 14*(n+1)) / n
	height := graphHeight - figureTitle - 2*figureRow
	for i, line := range f.lines {
		x := 14
		if !f.over {
			x += i * (width + 14)
		}
		low := c.Min.Y + px(figureRow+4)
		at := func(p vg.Point) vg.Point {
			return vg.Point{X: c.Min.X + px(x) + vg.Length(p.X)*px(width), Y: low + px(4) + vg.Length(p.Y)*px(height-8)}
		}
		frame := draw.LineStyle{Color: color.Gray{0xd8}, Width: 0.5}
		c.StrokeLines(frame, []vg.Point{at(vg.Point{X: 0, Y: 1}), at(vg.Point{}), at(vg.Point{X: 1})})
		style := draw.LineStyle{Color: line.color, Width: 1.3, Dashes: line.dashes}
		points := make([]vg.Point, len(line.points))
		for k, p := range line.points {
			points[k] = at(p)
			c.DrawGlyph(draw.GlyphStyle{Color: line.color, Radius: 1.4, Shape: draw.CircleGlyph{}}, points[k])
		}
		c.StrokeLines(style, points)
		name := c.Max.Y - px(figureTitle+figureRow-4)
		if f.over {
			x += i * 180
		}
		write(c, x, name, line.name, line.color)
	}
	write(c, 14, c.Min.Y+px(6), f.below, color.Gray{0x80})
}

// clipCurves shows what each clip does with one joint.
func clipCurves(m *soa.Model) drawing {
	f := &graphs{title: "a clip with the keys of another", below: "upperarm.R, the X of its rotation, in four clips of one file"}
	j := m.Skeleton.Joint("upperarm.R")
	for _, c := range m.Clips {
		line := polyline{name: c.Name, color: pale}
		if c.Name == "wave" || c.Name == "wave.001" {
			line.color = wrong
		}
		for t := range c.Tracks {
			if track := exact.NewTrack(c, t); track.Property == soa.Rotation && track.Target == j {
				for k := track.First; k <= track.Last; k++ {
					line.points = append(line.points, vg.Point{X: vg.Length(track.Tick(k) / c.Duration), Y: vg.Length(track.Key(k)[0])})
				}
			}
		}
		f.lines = append(f.lines, fitted(line))
	}
	return f
}

// fitted stretches the heights of a line to 0 and 1.
func fitted(line polyline) polyline {
	low, high := line.points[0].Y, line.points[0].Y
	for _, p := range line.points {
		low, high = min(low, p.Y), max(high, p.Y)
	}
	for i := range line.points {
		line.points[i].Y = (line.points[i].Y - low) / (high - low)
	}
	return line
}

// triangles is a figure of the last triangles of a mesh, seen from the front: those without an
// area are lines.
type triangles struct {
	mesh *soa.Mesh
	n    int
}

func (f *triangles) size() (width, height int) { return 240, 220 }

func (f *triangles) draw(c draw.Canvas) {
	heading(c, "a triangle that is a line")
	at := func(v uint32) vg.Point {
		p := f.mesh.Position[3*v : 3*v+2]
		return vg.Point{X: c.Min.X + px(40+int(160*p[0])), Y: c.Min.Y + px(16+int(160*p[1]))}
	}
	first := len(f.mesh.Index) - 3*f.n
	for _, thin := range [...]bool{false, true} { // thin ones over the others
		for i := first; i < len(f.mesh.Index); i += 3 {
			corners := f.mesh.Index[i : i+3]
			var p [3]exact.Vec
			points := make([]vg.Point, 4)
			for k := range points {
				points[k] = at(corners[k%3])
				p[k%3] = exact.WidenVec([3]float32(f.mesh.Position[3*corners[k%3] : 3*corners[k%3]+3]))
			}
			if is := thinness(p) < 1e-6; is != thin {
				continue
			}
			if !thin {
				c.FillPolygon(color.RGBA{0xdc, 0xe6, 0xf2, 255}, points)
				c.StrokeLines(draw.LineStyle{Color: pale, Width: 1}, points)
				continue
			}
			c.StrokeLines(draw.LineStyle{Color: wrong, Width: 2.2}, points)
			for _, p := range points {
				c.DrawGlyph(draw.GlyphStyle{Color: wrong, Radius: 3.5, Shape: draw.CircleGlyph{}}, p)
			}
		}
	}
}
