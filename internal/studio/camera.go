package studio

import (
	"image"
	"math"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/soa"
)

// layout divides the picture among the panels, and keeps the rest of it free.
func (s *Studio) layout() {
	w, h := float32(s.width), float32(s.height)
	p := &s.panels
	p.fit(w / s.ui.Scale())
	px := s.ui.Px
	p.topAt, p.footAt, p.leftAt, p.rightAt = overlay.Rect{}, overlay.Rect{}, overlay.Rect{}, overlay.Rect{}
	free := overlay.Rect{W: w, H: h}
	if p.bars {
		p.topAt = overlay.Rect{W: w, H: px(topHeight)}
		foot := px(s.footHeight())
		p.footAt = overlay.Rect{Y: h - foot, W: w, H: foot}
		free.Y, free.H = p.topAt.H, h-p.topAt.H-foot
	}
	if p.leftShown() {
		p.leftAt = overlay.Rect{Y: free.Y, W: px(leftWidth), H: free.H}
		free.X += p.leftAt.W
		free.W -= p.leftAt.W
	}
	if p.rightShown() {
		p.rightAt = overlay.Rect{X: w - px(rightWidth), Y: free.Y, W: px(rightWidth), H: free.H}
		free.W -= p.rightAt.W
	}
	free.W, free.H = max(free.W, 16), max(free.H, 16)
	s.free = free
}

// Reset puts the camera where it sees all of what plays, in the free part of the
// picture.
func (s *Studio) Reset() (err error) {
	s.layout()
	s.Orbit, s.looks.grid, err = s.stage.Frame(float64(s.free.W / s.free.H))
	return err
}

// aim turns the camera, and the part of the ground that has a grid, to where the
// character is. Its lens is wider and shifted by as much as panels cover.
func (s *Studio) aim() {
	at := s.followed()
	orbit := s.Orbit
	for k, by := range [3]float64{at.X, at.Y, at.Z} {
		orbit.Target[k] += by
	}
	scene := s.stage.Scene()
	scene.Camera = s.lens(orbit.Camera())
	f := s.free
	scene.Uncovered = image.Rect(int(f.X), int(f.Y), int(f.X+f.W), int(f.Y+f.H))
	scene.Grid = gpu.Grid{}
	if s.looks.gridShown {
		scene.Grid = s.looks.grid
		scene.Grid.Center[0] += float32(at.X)
		scene.Grid.Center[2] += float32(at.Z)
	}
}

// lens is a camera whose picture lies in the free part.
func (s *Studio) lens(c gpu.Camera) gpu.Camera {
	w, h := float64(s.width), float64(s.height)
	f := s.free
	fov := c.FovY
	if fov == 0 {
		fov = gpu.DefaultFov
	}
	c.FovY = 2 * math.Atan(math.Tan(fov/2)*h/float64(f.H))
	c.Shift = [2]float64{(2*float64(f.X) + float64(f.W) - w) / w, -(2*float64(f.Y) + float64(f.H) - h) / h}
	return c
}

// followed is where the camera goes along.
func (s *Studio) followed() motion.RootTransform {
	at := motion.Identity()
	switch {
	case s.graph != nil:
		at = s.graph.Camera()
	case s.looks.follow && !s.looks.inPlace:
		at = s.stage.Camera(s.Cycle, s.Time)
		if root := s.looks.root; root >= 0 && s.looks.measured {
			at.X += s.looks.wander[0]
			at.Z += s.looks.wander[1]
		}
	}
	return at
}

// setFollow lets the camera go along, or stay. It goes along with a root that a clip
// moves over the ground, so it begins above where that does.
func (s *Studio) setFollow(on bool) {
	s.looks.follow = on
	if !on {
		s.fail(s.Reset())
		return
	}
	if s.looks.root >= 0 && s.looks.measured {
		s.Orbit.Target[0], s.Orbit.Target[2] = float64(s.looks.first[0]), float64(s.looks.first[2])
	}
}

// view is what turns places in the world into places in the picture.
type view struct {
	m    [16]float32
	w, h float32
}

func (s *Studio) view() view {
	w, h := float32(s.width), float32(s.height)
	return view{s.stage.Scene().Camera.ViewProjection(float64(w / h)), w, h}
}

// at returns where a place in the world is in the picture, and how far away; false
// for one behind the camera.
func (v *view) at(p [3]float32) (x, y, depth float32, ok bool) {
	m := &v.m
	cw := m[3]*p[0] + m[7]*p[1] + m[11]*p[2] + m[15]
	if !(cw > 1e-6) {
		return 0, 0, 0, false
	}
	cx := (m[0]*p[0] + m[4]*p[1] + m[8]*p[2] + m[12]) / cw
	cy := (m[1]*p[0] + m[5]*p[1] + m[9]*p[2] + m[13]) / cw
	return (0.5 + 0.5*cx) * v.w, (0.5 - 0.5*cy) * v.h, cw, true
}

// line draws a line between two places in the world.
func (v *view) line(c *overlay.Canvas, a, b [3]float32, width float32, color overlay.Color) {
	ax, ay, _, okA := v.at(a)
	bx, by, _, okB := v.at(b)
	if okA && okB {
		c.Line(ax, ay, bx, by, width, color)
	}
}

// rootOf returns the first joint that a clip moves over the ground, or soa.NoJoint.
func rootOf(k *soa.Skeleton, clip *soa.Clip) int {
	root := soa.NoJoint
	if clip == nil {
		return root
	}
	for t := range clip.Tracks {
		tr := &clip.Tracks[t]
		if tr.Property != soa.Translation || root >= 0 && int(tr.Target) >= root {
			continue
		}
		from, to := clip.Keys(t)
		low, high := clip.X[from], clip.X[from]
		lowZ, highZ := clip.Z[from], clip.Z[from]
		for i := from; i < to; i++ {
			low, high = min(low, clip.X[i]), max(high, clip.X[i])
			lowZ, highZ = min(lowZ, clip.Z[i]), max(highZ, clip.Z[i])
		}
		if high > low || highZ > lowZ {
			root = int(tr.Target)
		}
	}
	return root
}
