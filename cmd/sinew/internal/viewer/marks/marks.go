package marks

import (
	"math"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/soa"
)

// The colours of axes and of targets, here and in curves.
var (
	AxisColors  = [3]overlay.Color{{236, 90, 80, 255}, {110, 200, 90, 255}, {90, 140, 250, 255}}
	targetColor = overlay.Color{220, 190, 90, 255}
	nameColor   = overlay.Color{235, 238, 242, 255}
	boxColor    = overlay.Color{90, 200, 240, 200}
	dark        = overlay.Color{20, 22, 26, 255}
)

// Picture converts places in the world to places in a picture, and draws there.
type Picture struct {
	ui   *overlay.UI
	m    [16]float32
	w, h float32
	free overlay.Rect // the part that no panel covers
}

// NewPicture returns the picture of a camera, width × height pixels large.
func NewPicture(u *overlay.UI, camera *gpu.Camera, width, height int, free overlay.Rect) Picture {
	w, h := float32(width), float32(height)
	return Picture{u, camera.ViewProjection(float64(w / h)), w, h, free}
}

// At returns the pixel of a place in the world and its depth; ok is false behind the camera.
func (p *Picture) At(at [3]float32) (x, y, depth float32, ok bool) {
	m := &p.m
	cw := m[3]*at[0] + m[7]*at[1] + m[11]*at[2] + m[15]
	if !(cw > 1e-6) {
		return 0, 0, 0, false
	}
	cx := (m[0]*at[0] + m[4]*at[1] + m[8]*at[2] + m[12]) / cw
	cy := (m[1]*at[0] + m[5]*at[1] + m[9]*at[2] + m[13]) / cw
	return (0.5 + 0.5*cx) * p.w, (0.5 - 0.5*cy) * p.h, cw, true
}

// Place returns the place in the world at a pixel and a depth; ok is false for a picture that is
// flat.
func (p *Picture) Place(x, y, depth float32) (at [3]float64, ok bool) {
	m := &p.m
	cx, cy := float64(x/p.w)*2-1, 1-2*float64(y/p.h)
	w := float64(depth)
	// The three rows of the projection that do not give the depth buffer's value.
	right := exact.Vec{cx*w - float64(m[12]), cy*w - float64(m[13]), w - float64(m[15])}
	var row [3]exact.Vec
	for k, r := range [3]int{0, 1, 3} {
		row[k] = exact.Vec{float64(m[r]), float64(m[4+r]), float64(m[8+r])}
	}
	d := row[0].Dot(row[1].Cross(row[2]))
	if !(math.Abs(d) > 1e-12) {
		return at, false
	}
	sum := row[1].Cross(row[2]).Scale(right[0]).Add(row[2].Cross(row[0]).Scale(right[1])).Add(row[0].Cross(row[1]).Scale(right[2]))
	return sum.Scale(1 / d), true
}

// line draws a line between two places in the world.
func (p *Picture) line(a, b [3]float32, width float32, color overlay.Color) {
	ax, ay, _, okA := p.At(a)
	bx, by, _, okB := p.At(b)
	if okA && okB {
		p.ui.Canvas().Line(ax, ay, bx, by, width, color)
	}
}

// Name writes a name beside a place in the world.
func (p *Picture) Name(at [3]float32, name string) {
	if x, y, _, ok := p.At(at); ok {
		p.tag(x, y, name, nameColor, false)
	}
}

// tag writes a name on the right of a pixel, or on the left, over a shadow.
func (p *Picture) tag(x, y float32, name string, color overlay.Color, left bool) {
	u := p.ui
	c := u.Canvas()
	f := c.Font()
	r := overlay.Rect{X: x + u.Px(7), Y: y - f.Height/2, W: f.Width(name) + u.Px(4), H: f.Height}
	if left {
		r.X = x - u.Px(7) - r.W
	}
	if r.Overlaps(p.free) {
		c.Fill(r, dark.Alpha(0.6))
		c.Text(r.X+u.Px(2), r.Y, name, color)
	}
}

// Picked marks the place of the picked joint.
func (p *Picture) Picked(at [3]float32, name string) {
	p.dot(at, name, 4, 1, dark, p.ui.Theme.Accent, false)
}

// Target marks the target of a modifier. Its name is on the left, beside that of a joint there.
func (p *Picture) Target(at [3]float32, name string) {
	p.dot(at, name, 5, 1.5, p.ui.Theme.Panel, targetColor, true)
}

// dot draws a disc with a rim, and a name beside it. Radius and rim are in units.
func (p *Picture) dot(at [3]float32, name string, radius, rim float64, around, color overlay.Color, left bool) {
	x, y, _, ok := p.At(at)
	if !ok {
		return
	}
	c := p.ui.Canvas()
	c.Disc(x, y, p.ui.Px(radius), around)
	c.Disc(x, y, p.ui.Px(radius-rim), color)
	p.tag(x, y, name, color, left)
}

// Axes draws the axes of a frame, of a length in metres and a width in pixels.
func (p *Picture) Axes(frame *soa.Affine, length, width float32) {
	x, y, z := frame.Translation()
	for axis := range 3 {
		d := [3]float32{frame[axis], frame[4+axis], frame[8+axis]}
		n := d[0]*d[0] + d[1]*d[1] + d[2]*d[2]
		if !(n > 1e-12) {
			continue
		}
		n = length / geom.Sqrt(n)
		p.line([3]float32{x, y, z}, [3]float32{x + n*d[0], y + n*d[1], z + n*d[2]}, width, AxisColors[axis])
	}
}

// Ring draws a circle around a place in the world, across a direction.
func (p *Picture) Ring(at, across [3]float64, radius float64, color overlay.Color) {
	n := exact.Vec(across).Unit()
	u := n.Perpendicular().Scale(radius)
	v := n.Cross(u)
	var last [3]float32
	const parts = 32
	for k := range parts + 1 {
		sin, cos := exact.SinCos(2 * math.Pi * float64(k%parts) / parts)
		q := exact.Vec(at).Add(u.Scale(cos)).Add(v.Scale(sin))
		next := [3]float32{float32(q[0]), float32(q[1]), float32(q[2])}
		if k > 0 {
			p.line(last, next, 1.5*p.ui.Scale(), color)
		}
		last = next
	}
}

// Ray returns a place before the camera and the direction in which it sees a pixel; ok is false for a
// picture that is flat.
func (p *Picture) Ray(x, y float32) (from, direction [3]float64, ok bool) {
	a, ok := p.Place(x, y, 0)
	b, _ := p.Place(x, y, 1)
	return a, exact.Vec(b).Sub(exact.Vec(a)), ok
}

// Box draws the edges of a box.
func (p *Picture) Box(b *gpu.Bounds) {
	if b.Empty() {
		return
	}
	corner := func(k int) (at [3]float32) {
		for axis := range at {
			at[axis] = b.Min[axis]
			if k>>axis&1 == 1 {
				at[axis] = b.Max[axis]
			}
		}
		return at
	}
	for k := range 8 {
		for axis := range 3 {
			if k>>axis&1 == 0 {
				p.line(corner(k), corner(k|1<<axis), p.ui.Scale(), boxColor)
			}
		}
	}
}
