package studio

import "github.com/sinew-anim/sinew/runtime/control"

// controlPanel is the modifiers of the stage's control, with sliders for what they
// are about.
type controlPanel struct {
	declared *control.Declared
	rows     []modifier
}

// modifier is one of them.
type modifier struct {
	name           string
	weight         *control.Value
	weighed        float64
	target         *control.Value // nil: it has none, or a joint
	place          [3]float64
	weightOf, axes [4]string
}

// begin lists the modifiers of a control.
func (c *controlPanel) begin(d *control.Declared) {
	*c = controlPanel{declared: d}
	if d == nil {
		return
	}
	for k := range d.Document.Modifiers {
		m := &d.Document.Modifiers[k]
		row := modifier{name: m.Name, weight: &m.Weight}
		if row.name == "" {
			row.name = m.Kind() + " " + string(rune('0'+k%10))
		}
		row.weightOf[0] = row.name + " weight"
		row.weighed = 1
		if m.Weight.Given() {
			row.weighed = float64(m.Weight.At(0)[0])
		}
		if !m.Begins() {
			row.weighed = 0
		}
		if p := m.Target(); p != nil && p.Joint == "" {
			row.target = &p.Value
			at := p.At(0)
			for axis, name := range [3]string{" x", " y", " z"} {
				row.place[axis] = float64(at[axis])
				row.axes[axis] = row.name + name
			}
		}
		c.rows = append(c.rows, row)
	}
}

// far is as far from the origin as sliders put targets, in metres.
const far = 3

// controlPanel shows the modifiers.
func (s *Studio) controlPanel() {
	u, c := s.ui, &s.control
	changed := false
	for k := range c.rows {
		row := &c.rows[k]
		if u.Left().H < u.Px(40) {
			u.Note("more than there is room for")
			break
		}
		u.Title(row.name)
		if u.Slider(row.weightOf[0], &row.weighed, 0, 1, 1) {
			*row.weight, changed = control.Number(float32(row.weighed)), true
		}
		if row.target == nil {
			continue
		}
		for axis := range row.place {
			if u.Slider(row.axes[axis], &row.place[axis], -far, far, 0) {
				p := row.place
				*row.target, changed = control.Place(float32(p[0]), float32(p[1]), float32(p[2])), true
			}
		}
	}
	if changed {
		s.stage.Changed()
	}
}

// drawTargets marks the targets of modifiers that act.
func (s *Studio) drawTargets(v *view) {
	for k := range s.control.rows {
		row := &s.control.rows[k]
		if row.target == nil || !row.target.Given() || !(row.weighed > 0) {
			continue
		}
		p := row.target.At(s.Time - s.Start)
		at := s.stage.Scene().Items[0].World[0].Apply([3]float32{p[0], p[1], p[2]})
		if x, y, _, ok := v.at(at); ok {
			c := s.ui.Canvas()
			c.Disc(x, y, s.ui.Px(5), s.ui.Theme.Panel)
			c.Disc(x, y, s.ui.Px(3.5), axisColors[3])
			s.tag(c, x, y, row.name, axisColors[3])
		}
	}
}
