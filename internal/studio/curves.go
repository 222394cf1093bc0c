package studio

import (
	"math"

	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// samples is how many points a curve has.
const samples = 160

// curves are the local place and rotation of a joint over a clip.
type curves struct {
	shown    bool
	place    [3][samples]float32
	rotation [3][samples]float32 // degrees about x, y and z, continuous
}

// sample evaluates the picked joint over the clip that plays.
func (j *joints) sample(model *soa.Model, clip *soa.Clip) {
	j.stale, j.curves.shown = false, false
	if clip == nil || j.picked < 0 || !(clip.Duration > 0) {
		return
	}
	j.curves.shown = true
	k := exact.NewSkeleton(model, nil)
	track, pose := k.NewClip(clip), k.NewPose()
	for i := range samples {
		tick := clip.Duration * float64(i) / (samples - 1)
		track.At(tick, false, &pose)
		local := k.Local(j.picked, &pose)
		m := soa.Affine(local.Float32())
		x, y, z := m.Translation()
		angles := euler(&m)
		for axis, v := range [3]float32{x, y, z} {
			j.curves.place[axis][i] = v
			a := angles[axis]
			if i > 0 {
				before := float64(j.curves.rotation[axis][i-1])
				a -= 360 * math.Round((a-before)/360)
			}
			j.curves.rotation[axis][i] = float32(a)
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

// jointPanel tells of the picked joint.
func (s *Studio) jointPanel() {
	u, j := s.ui, &s.joints
	if j.picked < 0 {
		u.Note("click a joint in the picture,")
		u.Note("or choose one on the left")
		return
	}
	if j.stale {
		j.sample(s.stage.Model(), s.clip())
	}
	k := j.skeleton
	u.Title(k.Name[j.picked])
	if p := k.Parent[j.picked]; p >= 0 {
		u.Pair("parent", k.Name[p])
	}
	m := s.stage.Scene().Items[0].World[0].Mul(&j.model[j.picked])
	x, y, z := m.Translation()
	u.Pair("place", u.Text().Float(float64(x), 3).Put("  ").Float(float64(y), 3).Put("  ").Float(float64(z), 3).String())
	a := euler(&m)
	u.Pair("rotation", u.Text().Float(a[0], 1).Put("°  ").Float(a[1], 1).Put("°  ").Float(a[2], 1).Put("°").String())
	if !j.curves.shown {
		u.Note("no clip plays, so no curves")
		return
	}
	rest := u.Left()
	half := min((rest.H-2*u.Px(22))/2, u.Px(130))
	u.Title("local place, m")
	s.plot("place", &j.curves.place, half)
	u.Title("local rotation, degrees")
	s.plot("rotation", &j.curves.rotation, half)
}

// plot draws three curves, in a scale that shows them all, and lets the time be dragged
// on them.
func (s *Studio) plot(name string, lines *[3][samples]float32, height float32) {
	u, c := s.ui, s.ui.Canvas()
	r := u.Left()
	r.H = max(height, u.Px(20))
	u.Space(float64((r.H + u.Px(3)) / u.Scale()))
	x, _, held := u.Area(name, r)
	if held {
		s.Hold(s.At(x))
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
			c.Line(x0, y0, x1, y1, u.Scale(), axisColors[axis])
		}
	}
	now := r.X + floor(r.W*float32(clamp(s.Part(), 0, 1)))
	c.Fill(overlay.Rect{X: now, Y: r.Y, W: max(1, floor(u.Scale())), H: r.H}, overlay.Color{255, 255, 255, 160})
	c.Clip(before)
	top := overlay.Rect{X: r.X + u.Px(3), Y: r.Y, W: r.W, H: c.Font().Height}
	u.Print(top, u.Text().Short(float64(high)).String(), 0, u.Theme.Faint)
	top.Y = r.Y + r.H - top.H
	u.Print(top, u.Text().Short(float64(low)).String(), 0, u.Theme.Faint)
}
