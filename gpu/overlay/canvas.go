package overlay

import "math"

// Rect is a rectangle in pixels from the upper left corner of the picture.
type Rect struct{ X, Y, W, H float32 }

// Contains reports whether a point is inside.
func (r Rect) Contains(x, y float32) bool {
	return x >= r.X && y >= r.Y && x < r.X+r.W && y < r.Y+r.H
}

// Inset returns the rectangle without a border of some pixels.
func (r Rect) Inset(by float32) Rect {
	return Rect{r.X + by, r.Y + by, max(r.W-2*by, 0), max(r.H-2*by, 0)}
}

// Overlaps reports whether two rectangles have points in common.
func (r Rect) Overlaps(o Rect) bool {
	return r.X < o.X+o.W && o.X < r.X+r.W && r.Y < o.Y+o.H && o.Y < r.Y+r.H
}

func (r Rect) intersect(o Rect) Rect {
	x0, y0 := max(r.X, o.X), max(r.Y, o.Y)
	x1, y1 := min(r.X+r.W, o.X+o.W), min(r.Y+r.H, o.Y+o.H)
	return Rect{x0, y0, max(x1-x0, 0), max(y1-y0, 0)}
}

// Color is red, green, blue and alpha as displayed, not multiplied by alpha.
type Color [4]uint8

// Alpha returns the colour with another alpha, from 0 to 1.
func (c Color) Alpha(a float64) Color {
	c[3] = uint8(255*min(max(a, 0), 1) + 0.5)
	return c
}

// vertex is a corner of a quad as the shader reads it.
type vertex struct {
	x, y, u, v float32 // u and v in texels
	color      Color
}

// Canvas is a list of quads.
type Canvas struct {
	font  *Font
	quads []vertex // four each
	clip  Rect
}

// Quads returns the number of quads.
func (c *Canvas) Quads() int { return len(c.quads) / 4 }

// Font returns the canvas's font.
func (c *Canvas) Font() *Font { return c.font }

// Clip limits later drawing to a rectangle, and returns the previous one.
func (c *Canvas) Clip(r Rect) (before Rect) {
	before, c.clip = c.clip, r
	return before
}

// Fill draws a rectangle.
func (c *Canvas) Fill(r Rect, color Color) {
	g := &c.font.solid
	r = r.intersect(c.clip)
	if r.W <= 0 || r.H <= 0 || color[3] == 0 {
		return
	}
	u, v := float32(g.u)+2, float32(g.v)+2
	c.quad(r, u, v, u, v, color)
}

// quad draws texels of the atlas, from u0, v0 to u1, v1, into a rectangle.
func (c *Canvas) quad(r Rect, u0, v0, u1, v1 float32, color Color) {
	c.quads = append(c.quads,
		vertex{r.X, r.Y, u0, v0, color}, vertex{r.X + r.W, r.Y, u1, v0, color},
		vertex{r.X + r.W, r.Y + r.H, u1, v1, color}, vertex{r.X, r.Y + r.H, u0, v1, color})
}

// Frame draws the edges of a rectangle, a number of pixels wide.
func (c *Canvas) Frame(r Rect, width float32, color Color) {
	c.Fill(Rect{r.X, r.Y, r.W, width}, color)
	c.Fill(Rect{r.X, r.Y + r.H - width, r.W, width}, color)
	c.Fill(Rect{r.X, r.Y + width, width, r.H - 2*width}, color)
	c.Fill(Rect{r.X + r.W - width, r.Y + width, width, r.H - 2*width}, color)
}

// image draws a part of the atlas into a rectangle.
func (c *Canvas) image(g *glyph, to Rect, color Color) {
	in := to.intersect(c.clip)
	if in.W <= 0 || in.H <= 0 {
		return
	}
	su, sv := float32(g.w)/to.W, float32(g.h)/to.H
	u0, v0 := float32(g.u)+(in.X-to.X)*su, float32(g.v)+(in.Y-to.Y)*sv
	c.quad(in, u0, v0, u0+in.W*su, v0+in.H*sv, color)
}

// Disc draws a filled circle.
func (c *Canvas) Disc(x, y, radius float32, color Color) {
	c.image(&c.font.disc, Rect{x - radius, y - radius, 2 * radius, 2 * radius}, color)
}

// Text draws a line of text with its upper left corner at a point, and returns the x of its
// end.
func (c *Canvas) Text(x, y float32, text string, color Color) float32 {
	pen, base := x, floor(y+c.font.Ascent+0.5)
	for _, r := range text {
		g := c.font.glyph(r)
		if g.w > 0 {
			at := Rect{floor(pen+0.5) + float32(g.dx), base + float32(g.dy), float32(g.w), float32(g.h)}
			c.image(g, at, color)
		}
		pen += g.advance
	}
	return pen
}

// Line draws a straight line with soft edges.
func (c *Canvas) Line(x0, y0, x1, y1, width float32, color Color) {
	x0, y0, x1, y1, ok := c.clipLine(x0, y0, x1, y1)
	dx, dy := x1-x0, y1-y0
	length := float32(math.Sqrt(float64(dx*dx + dy*dy)))
	if !ok || !(length > 1e-4) || length > 1e6 {
		return
	}
	half := (width + 1) / 2
	nx, ny := -dy/length*half, dx/length*half
	g := &c.font.edge
	u0, u1, v := float32(g.u)+0.5, float32(g.u+g.w)-0.5, float32(g.v)+2
	c.quads = append(c.quads,
		vertex{x0 + nx, y0 + ny, u0, v, color}, vertex{x1 + nx, y1 + ny, u0, v, color},
		vertex{x1 - nx, y1 - ny, u1, v, color}, vertex{x0 - nx, y0 - ny, u1, v, color})
}

// clipLine clips a line to the clipping rectangle (Liang and Barsky 1984).
func (c *Canvas) clipLine(x0, y0, x1, y1 float32) (a, b, x, y float32, ok bool) {
	from, to := float32(0), float32(1)
	dx, dy := x1-x0, y1-y0
	r := &c.clip
	for _, e := range [4][2]float32{{-dx, x0 - r.X}, {dx, r.X + r.W - x0}, {-dy, y0 - r.Y}, {dy, r.Y + r.H - y0}} {
		switch t := e[1] / e[0]; {
		case e[0] == 0 && e[1] < 0:
			return 0, 0, 0, 0, false
		case e[0] < 0:
			from = max(from, t)
		case e[0] > 0:
			to = min(to, t)
		}
	}
	if !(from <= to) {
		return 0, 0, 0, 0, false
	}
	return x0 + from*dx, y0 + from*dy, x0 + to*dx, y0 + to*dy, true
}

// Triangle draws a filled triangle that points along x (1 right, −1 left) or y.
func (c *Canvas) Triangle(r Rect, x, y float32, color Color) {
	if in := r.intersect(c.clip); in != r {
		return
	}
	g := &c.font.solid
	u, v := float32(g.u)+2, float32(g.v)+2
	mx, my := r.X+r.W/2, r.Y+r.H/2
	tip := vertex{mx + x*r.W/2, my + y*r.H/2, u, v, color}
	a := vertex{mx - x*r.W/2 - y*r.W/2, my - y*r.H/2 - x*r.H/2, u, v, color}
	b := vertex{mx - x*r.W/2 + y*r.W/2, my - y*r.H/2 + x*r.H/2, u, v, color}
	c.quads = append(c.quads, tip, a, b, tip)
}

func floor(v float32) float32 { return float32(math.Floor(float64(v))) }
