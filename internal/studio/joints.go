package studio

import (
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/soa"
)

// joints is the skeleton of the first instance: which joint is picked, and where
// they are.
type joints struct {
	skeleton *soa.Skeleton
	picked   int // or soa.NoJoint
	model    []soa.Affine
	all      []int
	one      [1]int

	order  []int  // of the rows of the tree: joints whose parents are open
	closed []bool // joints whose children are hidden
	search []byte
	stale  bool // the curves are those of something else
	curves curves
}

func (j *joints) begin(k *soa.Skeleton) {
	n := k.Len()
	picked := soa.NoJoint
	if j.skeleton != nil && j.picked >= 0 { // the same joint of another version
		picked = slices.Index(k.Name, j.skeleton.Name[j.picked])
	}
	*j = joints{skeleton: k, picked: picked, model: make([]soa.Affine, n), all: make([]int, n), closed: make([]bool, n), stale: true}
	for i := range j.all {
		j.all[i] = i
	}
	j.arrange()
}

// arrange lists the rows of the tree: with a search all joints that match.
func (j *joints) arrange() {
	j.order = j.order[:0]
	want := strings.ToLower(string(j.search))
	hidden := make([]bool, len(j.closed))
	for i, p := range j.skeleton.Parent {
		if p >= 0 {
			hidden[i] = hidden[p] || j.closed[p]
		}
	}
	var walk func(parent int)
	walk = func(parent int) {
		for i, p := range j.skeleton.Parent {
			if int(p) == parent && !hidden[i] {
				j.order = append(j.order, i)
				walk(i)
			}
		}
	}
	if want == "" {
		walk(soa.NoJoint)
		return
	}
	for i, name := range j.skeleton.Name {
		if strings.Contains(strings.ToLower(name), want) {
			j.order = append(j.order, i)
		}
	}
}

// read asks the crowd where the joints are.
func (j *joints) read(s *Studio) error {
	return s.stage.Crowd().Joints(j.model, j.one[:], j.all)
}

// Picked is the joint that is picked, or soa.NoJoint.
func (s *Studio) Picked() int { return s.joints.picked }

// pick chooses a joint, or none.
func (s *Studio) pick(joint int) {
	j := &s.joints
	if j.picked == joint {
		return
	}
	j.picked, j.stale, s.timeline.stale = joint, true, true
	if joint < 0 {
		return
	}
	opened := false
	for p := j.skeleton.Parent[joint]; p >= 0; p = j.skeleton.Parent[p] {
		opened = opened || j.closed[p]
		j.closed[p] = false
	}
	if opened {
		j.arrange()
	}
	if row := slices.Index(j.order, joint); row >= 0 {
		s.ui.Reveal("left", "joints", row)
	}
}

// reach is how near, in units, a click has to be to a joint.
const reach = 12

// pickAt picks the joint of the first instance that is nearest to a place in the
// picture, of several at one place the nearest to the camera.
func (s *Studio) pickAt(x, y float32) {
	v := s.view()
	best, joint, depth := s.ui.Px(reach), soa.NoJoint, float32(0)
	for k := range s.joints.model {
		px, py, d, ok := v.at(s.jointAt(k))
		if !ok {
			continue
		}
		away := max(geom.Abs(px-x), geom.Abs(py-y))
		if away < best-1 || away < best+1 && joint >= 0 && d < depth {
			best, joint, depth = min(best, away), k, d
		}
	}
	s.pick(joint)
}

// jointAt is where a joint of the first instance is in the world.
func (s *Studio) jointAt(k int) [3]float32 {
	x, y, z := s.joints.model[k].Translation()
	return s.stage.Scene().Items[0].World[0].Apply([3]float32{x, y, z})
}

// axisColors are those of x, y and z, here and in curves.
var axisColors = [4]overlay.Color{{236, 90, 80, 255}, {110, 200, 90, 255}, {90, 140, 250, 255}, {220, 190, 90, 255}}

// drawJoints draws names, axes and the mark of the picked joint over the picture.
func (s *Studio) drawJoints(v *view) {
	c := s.ui.Canvas()
	size := s.size()
	if s.looks.names {
		for k, name := range s.joints.skeleton.Name {
			if x, y, _, ok := v.at(s.jointAt(k)); ok && k != s.joints.picked {
				s.tag(c, x, y, name, overlay.Color{235, 238, 242, 255})
			}
		}
	}
	if s.looks.axes {
		for k := range s.joints.model {
			s.drawAxes(v, k, 0.03*size, 1)
		}
	}
	if k := s.joints.picked; k >= 0 {
		s.drawAxes(v, k, 0.12*size, s.ui.Scale()*1.5)
		if x, y, _, ok := v.at(s.jointAt(k)); ok {
			c.Disc(x, y, s.ui.Px(4), overlay.Color{20, 22, 26, 255})
			c.Disc(x, y, s.ui.Px(3), s.ui.Theme.Accent)
			s.tag(c, x, y, s.joints.skeleton.Name[k], s.ui.Theme.Accent)
		}
	}
}

// tag writes a name beside a place, over a shadow.
func (s *Studio) tag(c *overlay.Canvas, x, y float32, name string, color overlay.Color) {
	f := c.Font()
	r := overlay.Rect{X: x + s.ui.Px(7), Y: y - f.Height/2, W: f.Width(name) + s.ui.Px(4), H: f.Height}
	if r.Overlaps(s.free) {
		c.Fill(r, overlay.Color{20, 22, 26, 150})
		c.Text(r.X+s.ui.Px(2), r.Y, name, color)
	}
}

// drawAxes draws the axes of a joint's frame.
func (s *Studio) drawAxes(v *view, k int, length, width float32) {
	m := s.stage.Scene().Items[0].World[0].Mul(&s.joints.model[k])
	x, y, z := m.Translation()
	for axis := range 3 {
		d := [3]float32{m[axis], m[4+axis], m[8+axis]}
		n := d[0]*d[0] + d[1]*d[1] + d[2]*d[2]
		if !(n > 1e-12) {
			continue
		}
		n = length / geom.Sqrt(n)
		v.line(s.ui.Canvas(), [3]float32{x, y, z}, [3]float32{x + n*d[0], y + n*d[1], z + n*d[2]}, width, axisColors[axis])
	}
}

// size is about how large the character is, in metres: as much as the free part of
// the picture shows.
func (s *Studio) size() float32 { return float32(0.6 * s.Orbit.Distance) }

// drawBounds draws the box around what is shown.
func (s *Studio) drawBounds(v *view) {
	b := &s.looks.box
	if !s.looks.bounds || b.Empty() {
		return
	}
	corner := func(k int) (p [3]float32) {
		for axis := range p {
			p[axis] = b.Min[axis]
			if k>>axis&1 == 1 {
				p[axis] = b.Max[axis]
			}
		}
		return p
	}
	for k := range 8 {
		for axis := range 3 {
			if k>>axis&1 == 0 {
				v.line(s.ui.Canvas(), corner(k), corner(k|1<<axis), s.ui.Scale(), overlay.Color{90, 200, 240, 200})
			}
		}
	}
}
