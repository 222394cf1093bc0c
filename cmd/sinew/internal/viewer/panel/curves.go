package panel

import (
	"math"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/marks"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/playback"
	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// samples is the number of points of a curve.
const samples = 160

// Curves is the local translation and rotation of a joint over a clip.
type Curves struct {
	clip     *soa.Clip // of the samples; nil: none
	joint    int
	place    [3][samples]float32
	rotation [3][samples]float32 // degrees about x, y and z, continuous
}

// sample evaluates a joint over a clip, unless that was done before.
func (c *Curves) sample(model *soa.Model, clip *soa.Clip, joint int) {
	if clip == nil || !(clip.Duration > 0) {
		c.clip = nil
		return
	}
	if c.clip == clip && c.joint == joint {
		return
	}
	c.clip, c.joint = clip, joint
	k := exact.NewSkeleton(model, nil)
	track, pose := k.NewClip(clip), k.NewPose()
	for i := range samples {
		track.At(clip.Duration*float64(i)/(samples-1), false, &pose)
		m := soa.Affine(k.Local(joint, &pose).Float32())
		x, y, z := m.Translation()
		angles := euler(&m)
		for axis, v := range [3]float32{x, y, z} {
			c.place[axis][i] = v
			a := angles[axis]
			if i > 0 {
				a -= 360 * math.Round((a-float64(c.rotation[axis][i-1]))/360)
			}
			c.rotation[axis][i] = float32(a)
		}
	}
}

// euler returns the angles about x, y and z, in degrees, whose product z·y·x is the
// rotation of a matrix.
func euler(m *soa.Affine) exact.Vec {
	_, q, _, _ := exact.FromFloat32(*m).Decompose()
	r := q.Matrix()
	angles, _ := exact.Euler{0, 1, 2}.Angles(&r, 1e-6)
	return angles.Scale(180 / math.Pi)
}

// Draw shows the picked joint: its parent, its place in the world, and its curves, on which
// the time can be dragged.
func (c *Curves) Draw(u *overlay.UI, j *Joints, p *playback.Player) {
	if j.Picked < 0 {
		u.Note("click a joint in the picture,")
		u.Note("or choose one on the left")
		return
	}
	u.Title(j.Name())
	if parent := j.Skeleton.Parent[j.Picked]; parent >= 0 {
		u.Pair("parent", j.Skeleton.Name[parent])
	}
	m := p.Show.Item().World[0].Mul(&j.Model[j.Picked])
	x, y, z := m.Translation()
	u.Pair("place", u.Text().Float(float64(x), 3).Put("  ").Float(float64(y), 3).Put("  ").Float(float64(z), 3).String())
	a := euler(&m)
	u.Pair("rotation", u.Text().Float(a[0], 1).Put("°  ").Float(a[1], 1).Put("°  ").Float(a[2], 1).Put("°").String())
	if c.sample(p.Show.Model, p.Clip(), j.Picked); c.clip == nil {
		u.Note("no clip plays, so no curves")
		return
	}
	rest := u.Left()
	half := min((rest.H-2*u.Px(22))/2, u.Px(130))
	u.Title("local place, m")
	plot(u, &p.Clock, "place", &c.place, half)
	u.Title("local rotation, degrees")
	plot(u, &p.Clock, "rotation", &c.rotation, half)
}

// plot draws three curves in a scale that shows them all, and lets the time be dragged.
func plot(u *overlay.UI, clock *playback.Clock, name string, lines *[3][samples]float32, height float32) {
	c := u.Canvas()
	r := u.Left()
	r.H = max(height, u.Px(20))
	u.Space(float64((r.H + u.Px(3)) / u.Scale()))
	if x, _, held := u.Area(name, r); held {
		clock.Hold(clock.At(x))
	}
	c.Fill(r, u.Theme.Control)
	low, high := lines[0][0], lines[0][0]
	for axis := range lines {
		for _, v := range lines[axis] {
			low, high = min(low, v), max(high, v)
		}
	}
	if high-low < 1e-4 {
		low, high = low-0.5e-4, high+0.5e-4
	}
	before := c.Clip(r)
	in := overlay.Rect{X: r.X, Y: r.Y + u.Px(4), W: r.W, H: r.H - u.Px(8)}
	for axis := range lines {
		for i := 1; i < samples; i++ {
			point := func(i int) (float32, float32) {
				return in.X + in.W*float32(i)/(samples-1), in.Y + in.H*(high-lines[axis][i])/(high-low)
			}
			x0, y0 := point(i - 1)
			x1, y1 := point(i)
			c.Line(x0, y0, x1, y1, u.Scale(), marks.AxisColors[axis])
		}
	}
	now := r.X + floor(r.W*float32(clamp(clock.Part(), 0, 1)))
	c.Fill(overlay.Rect{X: now, Y: r.Y, W: max(1, floor(u.Scale())), H: r.H}, overlay.Color{255, 255, 255, 160})
	c.Clip(before)
	top := overlay.Rect{X: r.X + u.Px(3), Y: r.Y, W: r.W, H: c.Font().Height}
	u.Print(top, u.Text().Short(float64(high)).String(), 0, u.Theme.Faint)
	top.Y = r.Y + r.H - top.H
	u.Print(top, u.Text().Short(float64(low)).String(), 0, u.Theme.Faint)
}
