package studio

import (
	"math"

	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/gpu/window"
)

// pointer is what the mouse has hold of.
type pointer struct {
	pressedX, pressedY float32
	turning            bool // the camera
	moved              bool // since the press
	scrubbing          bool
}

// slack is how far, in units, the mouse may move between press and release of a
// click.
const slack = 4

// stir lets some frames follow, though nothing plays.
func (s *Studio) stir() { s.stirred = 3 }

// Handlers are those of the window that shows the studio.
func (s *Studio) Handlers() window.Handlers {
	return window.Handlers{
		Orbit: &s.Orbit, Key: s.Key, Char: s.Char, Mouse: s.Mouse, Drag: s.Drag, Scroll: s.Scroll, Drop: s.Drop,
	}
}

// Mouse takes part in what the mouse does.
func (s *Studio) Mouse(m window.Mouse) {
	s.stir()
	s.in.X, s.in.Y = float32(m.X), float32(m.Y)
	p := &s.mouse
	if math.Abs(m.X-float64(p.pressedX))+math.Abs(m.Y-float64(p.pressedY)) > slack*float64(s.ui.Scale()) {
		p.moved = true
	}
	if m.Down {
		p.pressedX, p.pressedY, p.moved = float32(m.X), float32(m.Y), false
	}
	switch {
	case m.Button == window.Left && m.Down:
		s.in.Pressed, s.in.Down, s.in.Shift = true, true, m.Mods&window.Shift != 0
	case m.Button == window.Left && m.Up:
		s.in.Lifted, s.in.Down = true, false
		if !p.moved && p.turning && m.Mods == 0 {
			s.pickAt(float32(m.X), float32(m.Y))
		}
		p.turning, p.scrubbing = false, false
	case m.Button == window.Right && m.Down:
		s.in.Right = true
	}
}

// Drag keeps the camera still while panels have the mouse.
func (s *Studio) Drag(d window.Drag) bool {
	p := &s.mouse
	if d.Start {
		over := s.ui.Over(s.in.X, s.in.Y)
		p.scrubbing = !over && d.Mods&window.Control != 0
		p.turning = !over && !p.scrubbing
	}
	if p.scrubbing {
		x := float64(s.in.X-s.free.X) / float64(max(s.free.W, 1))
		s.scrub(x)
	}
	return !p.turning
}

// scrub goes to a part of what plays; with a graph it sets the dial that keys turn.
func (s *Studio) scrub(part float64) {
	if s.graph != nil {
		s.fail(s.turnTo(part))
		return
	}
	s.Hold(s.At(part))
}

// Scroll keeps the camera where it is while the mouse is over a panel.
func (s *Studio) Scroll(steps float64) bool {
	s.stir()
	if s.ui.Over(s.in.X, s.in.Y) {
		s.in.Wheel += float32(steps)
		return true
	}
	return false
}

// Char takes what is typed.
func (s *Studio) Char(r rune) {
	s.stir()
	if s.unsaid == r { // the key that began the text
		s.unsaid = 0
		return
	}
	if s.ui.Editing() {
		s.in.Typed = append(s.in.Typed, r)
	}
}

// Drop opens dropped files: the first as the character, others for their clips.
func (s *Studio) Drop(paths []string) {
	if len(paths) > 0 && s.options.Open != nil {
		s.watch.dropped = append(s.watch.dropped[:0], paths...)
	}
}

// editing are the keys that a text takes.
var editing = map[window.Key]overlay.Key{
	window.KeyBackspace: overlay.KeyBackspace, window.KeyEnter: overlay.KeyEnter,
	window.KeyEscape: overlay.KeyEscape, window.KeyTab: overlay.KeyTab,
}

// Key does what a key stands for.
func (s *Studio) Key(k window.Key, mods window.Mods) {
	s.stir()
	s.unsaid = 0
	if s.ui.Editing() {
		if e, ok := editing[k]; ok {
			s.in.Keys = append(s.in.Keys, e)
		}
		return
	}
	if s.panels.help {
		s.panels.help = false
		if k == window.KeyEscape || k == 'H' || k == '/' || k == window.KeyF1 {
			return
		}
	}
	if s.graph != nil && s.graphKey(k, mods) {
		return
	}
	if s.timeKey(k, mods) || s.lookKey(k) {
		return
	}
	switch k {
	case window.KeyEscape:
		if s.joints.picked >= 0 {
			s.pick(-1)
			return
		}
		s.quit = true
	case 'Q':
		s.quit = true
	case 'H', window.KeyF1:
		s.panels.help = true
	case '/':
		if mods&window.Shift != 0 {
			s.panels.help = true
			return
		}
		s.panels.search(s)
		s.unsaid = '/'
	case window.KeyTab:
		s.panels.toggle()
		s.layout()
	case 'C':
		s.panels.left, s.panels.leftTab = true, tabClips
	case 'J':
		s.panels.left, s.panels.leftTab = true, tabJoints
	case 'R':
		s.fail(s.Reset())
	case 'P':
		s.takes.wanted = true
	case 'V':
		s.takes.toggle(s)
	case window.KeyF5:
		s.watch.again = true
	}
}

// timeKey does what a key stands for that is about time, and reports that it is.
func (s *Studio) timeKey(k window.Key, mods window.Mods) bool {
	frames := 1.0
	if mods&window.Shift != 0 {
		frames = 10
	}
	switch k {
	case window.KeySpace:
		s.Resume()
	case window.KeyLeft:
		s.step(-frames)
	case window.KeyRight:
		s.step(frames)
	case window.KeyHome:
		s.Cycle = 0
		s.Hold(s.Start)
	case window.KeyEnd:
		s.Hold(s.End)
	case window.KeyUp:
		s.Speed = min(s.Speed*1.25, 100)
	case window.KeyDown:
		s.Speed = max(s.Speed/1.25, 0.01)
	case '0':
		s.Speed = 1
	case 'L':
		s.Mode = (s.Mode + 1) % LoopMode(len(loopNames))
	case 'I':
		s.Limit(s.Time, s.To)
	case 'O':
		s.Limit(s.From, s.Time)
	case 'U':
		s.Whole()
	case '[':
		s.fail(s.Choose(s.stage.Clip() - 1))
	case ']':
		s.fail(s.Choose(s.stage.Clip() + 1))
	default:
		if k < '1' || k > '9' {
			return false
		}
		s.fail(s.Choose(int(k - '1')))
	}
	return true
}

// lookKey does what a key stands for that is about how things are drawn, and
// reports that it is.
func (s *Studio) lookKey(k window.Key) bool {
	l := &s.looks
	switch k {
	case 'S':
		l.skeleton = !l.skeleton
	case 'M':
		l.hideMeshes = !l.hideMeshes
	case 'G':
		l.gridShown = !l.gridShown
	case 'W':
		l.edges = (l.edges + 1) % len(edgeNames)
	case 'T':
		l.shading = (l.shading + 1) % len(shadingNames)
	case 'B':
		l.bounds = !l.bounds
	case 'N':
		l.names = !l.names
	case 'X':
		l.axes = !l.axes
	case 'K':
		l.backdrop = (l.backdrop + 1) % len(backdropNames)
	case 'F':
		s.setFollow(!l.follow)
	case 'Y':
		s.fail(s.setRootMode((s.rootMode() + 1) % len(rootNames)))
	case 'A':
		s.ghosts.toggle()
	default:
		return false
	}
	return true
}
