package panel

import (
	"math"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/marks"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/playback"
	"github.com/sinew-anim/sinew/gpu/overlay"
)

// ruler shows the seconds and lets the time be dragged.
func (k *KeyEditor) ruler(u *overlay.UI, r overlay.Rect, p *playback.Player) {
	v := &k.View
	if x, _, held := u.Area("ruler", r); held {
		k.hold(p, v.From+min(max(x, 0), 1)*(v.To-v.From))
	}
	c := u.Canvas()
	before := c.Clip(r)
	step := ticks((v.To - v.From) / max(float64(r.W/u.Px(60)), 1))
	for n := math.Ceil(v.From / step); n*step <= v.To; n++ {
		x, _ := v.At(n*step, 0)
		c.Fill(overlay.Rect{X: floor(float32(x)), Y: r.Y, W: max(1, floor(u.Scale())), H: r.H}, u.Theme.Edge)
		c.Text(float32(x)+u.Px(3), r.Y, u.Text().Short(n*step).String(), u.Theme.Faint)
	}
	c.Clip(before)
}

// ticks rounds a distance up to 1, 2 or 5 times a power of ten.
func ticks(least float64) float64 {
	step := math.Pow(10, math.Floor(math.Log10(max(least, 1e-6))))
	for _, by := range [...]float64{1, 2, 5} {
		if by*step >= least {
			return by * step
		}
	}
	return 10 * step
}

// names says beside the curves of a joint what they are, and the range of values.
func (k *KeyEditor) names(u *overlay.UI, r overlay.Rect) {
	unit := [...]string{"m", "degrees", ""}[min(int(k.Property), 2)]
	line := overlay.Rect{X: r.X, Y: r.Y, W: r.W - u.Px(34), H: u.Px(14)}
	u.Print(line, k.Name(k.Subjects[0]), 0, u.Theme.Text)
	line.Y += line.H
	line.W = r.W
	u.Print(line, u.Text().Put([...]string{"place", "rotation", "scale"}[min(int(k.Property), 2)]).Put(" ").Put(unit).String(), 0, u.Theme.Faint)
	for axis, name := range [...]string{"x", "y", "z"} {
		line.Y += line.H
		u.Print(line, name, 0, marks.AxisColors[axis])
	}
	line.Y += line.H
	text := u.Text().Int(len(k.Curve().Keys())).Put(" keys")
	if len(k.Curve().Keys()) > 0 && !k.Curve().Cubic {
		text.Put(", no slopes")
	}
	u.Print(line, text.String(), 0, u.Theme.Faint)
	line.Y += line.H
	u.Print(line, u.Text().Int(k.selected()).Put(" selected").String(), 0, u.Theme.Faint)
	k.bounds(u, r)
}

// bounds writes the range of values at the right of a place.
func (k *KeyEditor) bounds(u *overlay.UI, r overlay.Rect) {
	line := overlay.Rect{X: r.X + r.W - u.Px(32), Y: r.Y, W: u.Px(32), H: u.Px(14)}
	u.Print(line, u.Text().Short(k.View.High).String(), 1, u.Theme.Faint)
	line.Y = r.Y + r.H - line.H
	u.Print(line, u.Text().Short(k.View.Low).String(), 1, u.Theme.Faint)
}

// color is that of a line of the curves.
func (k *KeyEditor) color(line int) overlay.Color {
	if k.Curve().Lines == 1 {
		return valueColor
	}
	return marks.AxisColors[line]
}

// lines draws the curves. Without keys the target is at rest, and they are faint.
func (k *KeyEditor) lines(u *overlay.UI) {
	c, curve, v := u.Canvas(), k.Curve(), &k.View
	for axis := range curve.Lines {
		color := k.color(axis)
		if len(curve.Keys()) == 0 {
			color = color.Alpha(0.4)
		}
		for i := 1; i < len(curve.Time); i++ {
			if curve.Time[i] < v.From || curve.Time[i-1] > v.To {
				continue
			}
			x0, y0 := v.At(curve.Time[i-1], curve.Line[i-1][axis])
			x1, y1 := v.At(curve.Time[i], curve.Line[i][axis])
			c.Line(float32(x0), float32(y0), float32(x1), float32(y1), u.Scale(), color)
		}
	}
}

func (k *KeyEditor) drawDot(d curves.Dot) {
	u := k.ui
	if d.X < k.View.X-10 || d.X > k.View.X+k.View.W+10 {
		return
	}
	color, size := u.Theme.Text, u.Px(3)
	if !k.Dope {
		color = k.color(d.Line)
	}
	if d.Selected {
		color, size = u.Theme.Accent, u.Px(4)
	}
	u.Canvas().Disc(float32(d.X), float32(d.Y), size, u.Theme.Panel)
	u.Canvas().Disc(float32(d.X), float32(d.Y), size-u.Px(1), color)
}

func (k *KeyEditor) drawHandle(h curves.Handle) {
	u, c := k.ui, k.Curve()
	x, y := k.View.At(c.Keys()[h.Key].Time, c.Line[c.Key[h.Key]][h.Line])
	color := k.color(h.Line)
	u.Canvas().Line(float32(x), float32(y), float32(h.X), float32(h.Y), max(1, floor(u.Scale())), color.Alpha(0.7))
	u.Canvas().Disc(float32(h.X), float32(h.Y), u.Px(2.5), color)
}
