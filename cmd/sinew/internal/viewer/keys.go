package viewer

import (
	"math"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/panel"
	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// slack is how far, in units, the mouse may move between press and release of a click.
const slack = 4

// stir draws some frames, even while nothing plays.
func (v *Viewer) stir() { v.stirred = 3 }

// Handlers returns the reactions of the window that shows the viewer.
func (v *Viewer) Handlers() window.Handlers {
	return window.Handlers{
		Orbit: &v.Orbit, Key: v.Key, Char: v.Char, Mouse: v.Mouse, Drag: v.Drag, Scroll: v.Scroll, Drop: v.Drop, Close: v.leave,
	}
}

// Mouse handles movements and buttons.
func (v *Viewer) Mouse(m window.Mouse) {
	v.stir()
	v.in.X, v.in.Y = float32(m.X), float32(m.Y)
	if v.question.open {
		v.question.mouse(&v.in, m)
		return
	}
	p := &v.mouse
	if math.Abs(m.X-float64(p.pressedX))+math.Abs(m.Y-float64(p.pressedY)) > slack*float64(v.ui.Scale()) {
		p.moved = true
	}
	if m.Down {
		p.pressedX, p.pressedY, p.moved = float32(m.X), float32(m.Y), false
	}
	switch {
	case m.Button == window.Left && m.Down && v.layout.keys && v.keys.Press(v.in.X, v.in.Y, m.Mods&window.Shift != 0):
		p.keying = true
	case m.Button == window.Left && m.Down && m.Mods == 0 && v.pressBrush():
		p.brushing = true
	case m.Button == window.Left && m.Up && p.brushing:
		v.liftBrush()
		p.brushing = false
	case m.Button == window.Left && m.Up && p.keying:
		v.keys.Lift()
		p.keying = false
	case m.Button == window.Left && m.Down:
		v.in.Pressed, v.in.Down, v.in.Shift = true, true, m.Mods&window.Shift != 0
	case m.Button == window.Left && m.Up:
		v.in.Lifted, v.in.Down = true, false
		clicked := !p.moved && (p.turning || v.posing.held && v.posing.handle >= 0)
		v.letGo()
		if clicked && (m.Mods == 0 || m.Mods == window.Shift && v.painted.isOn()) {
			over := v.picture()
			v.joints.PickAt(v.ui, &over, &v.Show.Item().World[0], float32(m.X), float32(m.Y))
		}
		p.turning, p.scrubbing = false, false
	case m.Button == window.Right && m.Down:
		v.in.Right = true
	}
	v.keys.Move(v.in.X, v.in.Y)
	v.moveBrush()
	v.posing.moved = v.posing.held
}

// Drag keeps the camera still while panels have the mouse.
func (v *Viewer) Drag(d window.Drag) bool {
	if v.question.open {
		return true
	}
	p := &v.mouse
	if d.Start {
		over := v.ui.Covers(v.in.X, v.in.Y)
		p.scrubbing = !over && d.Mods&window.Control != 0
		p.turning = !over && !p.brushing && !p.scrubbing && !(d.Button == window.Left && v.grab())
	}
	if p.scrubbing {
		v.scrub(float64(v.in.X-v.free.X) / float64(max(v.free.W, 1)))
	}
	return !p.turning
}

// scrub moves to a part of what plays; with a graph it moves the chosen dial.
func (v *Viewer) scrub(part float64) {
	if v.Show.Live != nil {
		v.fail(v.dials.Scrub(v.Show.Live, part))
		return
	}
	v.Hold(v.At(part))
}

// Scroll keeps the camera still while the mouse is over a panel.
func (v *Viewer) Scroll(steps float64) bool {
	v.stir()
	if v.question.open {
		return true
	}
	if v.layout.keys && v.keys.Wheel(v.in.X, v.in.Y, steps) {
		return true
	}
	if v.ui.Covers(v.in.X, v.in.Y) {
		v.in.Wheel += float32(steps)
		return true
	}
	return false
}

// Char handles typed text.
func (v *Viewer) Char(r rune) {
	v.stir()
	if v.unsaid == r {
		v.unsaid = 0
		return
	}
	if v.ui.Editing() && !v.question.open {
		v.in.Typed = append(v.in.Typed, r)
	}
}

// Drop opens dropped files: the first as the character, the others for their clips.
func (v *Viewer) Drop(paths []string) {
	if len(paths) > 0 && v.options.Open != nil {
		v.dropped = append(v.dropped[:0], paths...)
		v.ask(toOpen)
	}
}

// editing maps the keys that a text field handles.
var editing = map[window.Key]overlay.Key{
	window.KeyBackspace: overlay.KeyBackspace, window.KeyEnter: overlay.KeyEnter,
	window.KeyEscape: overlay.KeyEscape, window.KeyTab: overlay.KeyTab,
}

// Key handles a key.
func (v *Viewer) Key(k window.Key, mods window.Mods) {
	v.stir()
	v.unsaid = 0
	if v.question.open {
		v.answerKey(k)
		return
	}
	if v.ui.Editing() {
		if e, ok := editing[k]; ok {
			v.in.Keys = append(v.in.Keys, e)
		}
		return
	}
	if v.layout.help {
		v.layout.help = false
		if k == window.KeyEscape || k == 'H' || k == '/' || k == window.KeyF1 {
			return
		}
	}
	if v.layout.keys && v.keys.Key(k, mods, &v.Player) || v.painted.isOn() && v.weights.Key(k, mods) {
		return
	}
	if live := v.Show.Live; live != nil {
		used, err := v.dials.Key(live, k, mods)
		v.fail(err)
		if used {
			return
		}
	}
	if v.timeKey(k, mods) || v.clipKey(k) || v.look.Key(k) {
		return
	}
	v.otherKey(k, mods)
}

// otherKey handles the keys for panels, files and the camera.
func (v *Viewer) otherKey(k window.Key, mods window.Mods) {
	l := &v.layout
	switch k {
	case window.KeyEscape:
		if v.joints.Picked >= 0 {
			v.joints.Pick(v.ui, soa.NoJoint)
			return
		}
		v.leave()
	case 'Q':
		v.leave()
	case 'H', window.KeyF1:
		l.help = true
	case '/':
		if mods&window.Shift != 0 {
			l.help = true
			return
		}
		v.search()
	case window.KeyTab:
		l.toggle()
		v.arrange()
	case 'E':
		v.stopPainting()
		l.keys = !l.keys
		v.arrange()
	case 'D':
		v.togglePainting()
	case 'C':
		l.left, l.leftTab = true, tabClips
	case 'J':
		l.left, l.leftTab = true, tabJoints
	case 'F':
		v.setFollow(!v.Root.Follow)
	case 'Y':
		v.fail(v.SetRootMode(v.Root.Mode.Next()))
	case 'A':
		v.Ghosts.Toggle()
	case 'R':
		v.fail(v.Reset())
	case 'P':
		v.takes.Picture()
	case 'V':
		v.status.tell(v.takes.Film())
	case window.KeyF5:
		v.again = true
	}
}

// search puts the cursor into the search field on the left.
func (v *Viewer) search() {
	v.layout.left = true
	v.arrange()
	if v.layout.leftTab == tabMix {
		v.layout.leftTab = tabClips
	}
	v.ui.Focus("left", panel.SearchName)
	v.unsaid = '/'
}

// timeKey handles the keys for time and reports whether k is one.
func (v *Viewer) timeKey(k window.Key, mods window.Mods) bool {
	frames := 1.0
	if mods&window.Shift != 0 {
		frames = 10
	}
	switch k {
	case window.KeySpace:
		v.Toggle()
	case window.KeyLeft:
		v.Step(-frames)
	case window.KeyRight:
		v.Step(frames)
	case window.KeyHome:
		v.Cycle = 0
		v.Hold(v.Start)
	case window.KeyEnd:
		v.Hold(v.End)
	case window.KeyUp:
		v.Faster(1.25)
	case window.KeyDown:
		v.Faster(1 / 1.25)
	case '0':
		v.Speed = 1
	case 'L':
		v.Mode = v.Mode.Next()
	case 'I':
		v.Limit(v.Time, v.To)
	case 'O':
		v.Limit(v.From, v.Time)
	case 'U':
		v.Whole()
	default:
		return false
	}
	return true
}

// clipKey handles the keys that choose a clip and reports whether k is one.
func (v *Viewer) clipKey(k window.Key) bool {
	clip := play.Rest
	switch {
	case k == '[':
		clip = v.Show.Clip - 1
	case k == ']':
		clip = v.Show.Clip + 1
	case k >= '1' && k <= '9':
		clip = int(k - '1')
	default:
		return false
	}
	v.fail(v.Choose(clip))
	return true
}
