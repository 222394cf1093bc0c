package studio

import (
	"math"

	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/runtime/graph"
)

// turn turns the chosen dial by some of its steps, within its limits.
func (s *Studio) turn(by float64) error {
	d := &s.graph.Dials()[s.dial]
	v := s.graph.Value(s.dial)
	switch d.Type {
	case graph.Trigger:
		return s.fire(s.dial)
	case graph.Bool:
		return s.graph.Set(s.dial, map[bool]float64{true: 1}[by > 0])
	case graph.Int:
		v += by
	default:
		const steps = 50 // that a slider has
		v = (math.Round(v/(d.High-d.Low)*steps) + by) * (d.High - d.Low) / steps
	}
	return s.graph.Set(s.dial, d.limited(v))
}

// limited is v within the parameter's limits.
func (d *Dial) limited(v float64) float64 {
	if d.Min < d.Max {
		return clamp(v, d.Min, d.Max)
	}
	return v
}

// fire sets a trigger, changes the truth of a bool, or puts a number back.
func (s *Studio) fire(dial int) error {
	d := &s.graph.Dials()[dial]
	switch {
	case d.Type == graph.Trigger:
		return s.graph.Set(dial, 1)
	case d.Type == graph.Bool:
		return s.graph.Set(dial, 1-s.graph.Value(dial))
	case d.Part == 1:
		return s.graph.Set(dial, d.DefaultY)
	}
	return s.graph.Set(dial, d.Default)
}

// turnTo puts the chosen dial at a part of what its slider shows.
func (s *Studio) turnTo(part float64) error {
	dials := s.graph.Dials()
	if len(dials) == 0 {
		return nil
	}
	d := &dials[s.dial]
	v := d.Low + clamp(part, 0, 1)*(d.High-d.Low)
	switch d.Type {
	case graph.Trigger:
		return nil
	case graph.Bool, graph.Int:
		v = math.Round(v)
	}
	return s.graph.Set(s.dial, v)
}

// graphKey does what a key stands for where a graph plays, and reports that it
// stands for something.
func (s *Studio) graphKey(k window.Key, mods window.Mods) bool {
	by := 1.
	if mods&window.Shift != 0 {
		by = 10
	}
	dials := s.graph.Dials()
	n := len(dials)
	switch {
	case k == window.KeyHome:
		s.fail(s.graph.Restart())
	case k == window.KeyRight:
		s.fail(s.graph.Next())
	case k == window.KeyLeft, k == window.KeyEnd:
	case k == '[', k == ']', k == '-', k == '=', k == window.KeyEnter:
		if n > 0 {
			s.fail(s.dialKey(k, by, n))
		}
	case k >= '1' && k <= '9':
		at := int(k - '1')
		for i := range dials {
			if dials[i].Type != graph.Trigger {
				continue
			}
			if at--; at < 0 {
				s.fail(s.graph.Set(i, 1))
				break
			}
		}
	default:
		return false
	}
	return true
}

func (s *Studio) dialKey(k window.Key, by float64, n int) error {
	switch k {
	case '[':
		s.dial = (s.dial + n - 1) % n
	case ']':
		s.dial = (s.dial + 1) % n
	case '-':
		return s.turn(-by)
	case '=':
		return s.turn(by)
	case window.KeyEnter:
		return s.fire(s.dial)
	}
	return nil
}

// GraphKeys tells what keys do where a graph plays.
const GraphKeys = `Where a graph plays, its parameters have sliders, and keys:

[ ]        another parameter; a vec2 has two
- =        less or more of it; with Shift ten times as much
enter      its trigger, the other truth, or its default
1-9        the first trigger, the second …
home       the graph's start
right      one step`

// graphPanel shows parameters and states.
func (s *Studio) graphPanel() {
	u := s.ui
	u.Title("parameters")
	dials := s.graph.Dials()
	for k := range dials {
		d := &dials[k]
		if at := u.Left(); k == s.dial {
			u.Canvas().Fill(overlay.Rect{X: at.X - u.Px(5), Y: at.Y, W: u.Px(3), H: u.Px(overlay.RowHeight)}, u.Theme.Accent)
		}
		v := s.graph.Value(k)
		switch d.Type {
		case graph.Trigger:
			if u.Button(d.Label) {
				s.fail(s.graph.Set(k, 1))
			}
		case graph.Bool:
			if on := v != 0; u.Toggle(d.Label, &on) {
				s.fail(s.fire(k))
			}
		default:
			if u.Slider(d.Label, &v, d.Low, d.High, d.Default) {
				s.dial = k
				if d.Type == graph.Int {
					v = math.Round(v)
				}
				s.fail(s.graph.Set(k, d.limited(v)))
			}
		}
	}
	u.Title("states")
	s.states = s.graph.States(s.states[:0])
	for k := range s.states {
		x := &s.states[k]
		r := u.Next()
		u.Canvas().Fill(overlay.Rect{X: r.X, Y: r.Y + r.H - u.Px(3), W: r.W * float32(clamp(float64(x.Weight), 0, 1)), H: u.Px(3)}, u.Theme.Accent)
		u.Print(r, u.Text().Put(x.Machine).Put(": ").Put(x.State).String(), 0, u.Theme.Text)
		u.Print(r, u.Text().Float(float64(x.Time), 1).Put(" s").String(), 1, u.Theme.Faint)
	}
}
