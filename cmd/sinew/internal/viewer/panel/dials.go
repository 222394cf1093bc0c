package panel

import (
	"math"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/playback"
	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/runtime/graph"
)

// Dials are the parameters and states of a graph.
type Dials struct {
	chosen int // the dial that keys change
	states []graph.Playing
}

// change moves the chosen dial by some of its steps.
func (x *Dials) change(l *playback.Live, by float64) error {
	d := &l.Dials()[x.chosen]
	v := l.Value(x.chosen)
	switch d.Type {
	case graph.Trigger:
		return reset(l, x.chosen)
	case graph.Bool:
		return l.Set(x.chosen, map[bool]float64{true: 1}[by > 0])
	case graph.Int:
		v += by
	default:
		const steps = 50 // of a slider
		v = (math.Round(v/(d.High-d.Low)*steps) + by) * (d.High - d.Low) / steps
	}
	return l.Set(x.chosen, d.Limited(v))
}

// reset fires a trigger, toggles a bool, or sets a number to its default.
func reset(l *playback.Live, dial int) error {
	d := &l.Dials()[dial]
	switch {
	case d.Type == graph.Trigger:
		return l.Set(dial, 1)
	case d.Type == graph.Bool:
		return l.Set(dial, 1-l.Value(dial))
	case d.Part == 1:
		return l.Set(dial, d.DefaultY)
	}
	return l.Set(dial, d.Default)
}

// Scrub moves the chosen dial to a part of its slider, 0 to 1.
func (x *Dials) Scrub(l *playback.Live, part float64) error {
	dials := l.Dials()
	if len(dials) == 0 {
		return nil
	}
	d := &dials[x.chosen]
	v := d.Low + clamp(part, 0, 1)*(d.High-d.Low)
	switch d.Type {
	case graph.Trigger:
		return nil
	case graph.Bool, graph.Int:
		v = math.Round(v)
	}
	return l.Set(x.chosen, v)
}

// Key handles a key while a graph plays; used reports whether the key is one of its own.
func (x *Dials) Key(l *playback.Live, k window.Key, mods window.Mods) (used bool, err error) {
	by := 1.
	if mods&window.Shift != 0 {
		by = 10
	}
	n := len(l.Dials())
	switch {
	case k == window.KeyHome:
		return true, l.Restart()
	case k == window.KeyRight:
		return true, l.Next()
	case k == window.KeyLeft, k == window.KeyEnd:
		return true, nil
	case k >= '1' && k <= '9':
		return true, fire(l, int(k-'1'))
	}
	used = true
	switch k {
	case '[', ']', '-', '=', window.KeyEnter:
	default:
		used = false
	}
	if n == 0 {
		return used, nil
	}
	switch k {
	case '[':
		x.chosen = (x.chosen + n - 1) % n
	case ']':
		x.chosen = (x.chosen + 1) % n
	case '-':
		err = x.change(l, -by)
	case '=':
		err = x.change(l, by)
	case window.KeyEnter:
		err = reset(l, x.chosen)
	}
	return used, err
}

// fire fires the trigger of a number, if there is one.
func fire(l *playback.Live, number int) error {
	for i := range l.Dials() {
		if l.Dials()[i].Type != graph.Trigger {
			continue
		}
		if number--; number < 0 {
			return l.Set(i, 1)
		}
	}
	return nil
}

// Draw shows parameters and states.
func (x *Dials) Draw(u *overlay.UI, l *playback.Live) error {
	u.Title("parameters")
	dials := l.Dials()
	for k := range dials {
		if at := u.Left(); k == x.chosen {
			mark := overlay.Rect{X: at.X - u.Px(5), Y: at.Y, W: u.Px(3), H: u.Px(overlay.RowHeight)}
			u.Canvas().Fill(mark, u.Theme.Accent)
		}
		if err := x.dial(u, l, k); err != nil {
			return err
		}
	}
	u.Title("states")
	x.states = l.States(x.states[:0])
	for k := range x.states {
		s := &x.states[k]
		r := u.Next()
		weight := r.W * float32(clamp(float64(s.Weight), 0, 1))
		u.Canvas().Fill(overlay.Rect{X: r.X, Y: r.Y + r.H - u.Px(3), W: weight, H: u.Px(3)}, u.Theme.Accent)
		u.Print(r, u.Text().Put(s.Machine).Put(": ").Put(s.State).String(), 0, u.Theme.Text)
		u.Print(r, u.Text().Float(float64(s.Time), 1).Put(" s").String(), 1, u.Theme.Faint)
	}
	return nil
}

// dial shows a parameter and changes it.
func (x *Dials) dial(u *overlay.UI, l *playback.Live, k int) error {
	d := &l.Dials()[k]
	v := l.Value(k)
	switch d.Type {
	case graph.Trigger:
		if u.Button(d.Label) {
			return l.Set(k, 1)
		}
	case graph.Bool:
		if on := v != 0; u.Toggle(d.Label, &on) {
			return reset(l, k)
		}
	default:
		if u.Slider(d.Label, &v, d.Low, d.High, d.Default) {
			x.chosen = k
			if d.Type == graph.Int {
				v = math.Round(v)
			}
			return l.Set(k, d.Limited(v))
		}
	}
	return nil
}
