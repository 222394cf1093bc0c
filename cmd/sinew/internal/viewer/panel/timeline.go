package panel

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/playback"
	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/soa"
)

// Timeline is the time line at the foot. Its marks are parts of what plays, 0 to 1.
type Timeline struct {
	clip     *soa.Clip // of the marks
	joint    int
	keys     []float32 // of the picked joint, or of all
	events   []event
	dragging grip
}

type event struct {
	from, to float32
	name     string
}

// grip is what the mouse drags.
type grip int

const (
	nothing grip = iota
	theTime
	rangeStart
	rangeEnd
)

// Height returns the height of the time line in units.
func (l *Timeline) Height(p *playback.Player) float64 {
	if p.Show.Live != nil || !(p.End > p.Start) {
		return 24
	}
	return 50
}

// read finds the keys and events of a clip, unless that was done before.
func (l *Timeline) read(clip *soa.Clip, joint int) {
	if l.clip == clip && l.joint == joint {
		return
	}
	l.clip, l.joint = clip, joint
	l.keys, l.events = l.keys[:0], l.events[:0]
	if clip == nil || !(clip.Duration > 0) {
		return
	}
	length := float32(clip.Duration)
	for t := range clip.Tracks {
		tr := &clip.Tracks[t]
		if joint >= 0 && (tr.Property > soa.Scale || int(tr.Target) != joint) {
			continue
		}
		from, to := clip.Keys(t)
		for _, at := range clip.Time[from:to] {
			l.keys = append(l.keys, at/length)
		}
	}
	slices.Sort(l.keys)
	l.keys = slices.Compact(l.keys)
	for k := range clip.Events {
		e := &clip.Events[k]
		l.events = append(l.events, event{e.Time / length, e.End() / length, e.Name})
	}
}

// row places buttons beside each other.
type row struct {
	u       *overlay.UI
	x, y, h float32
}

func (r *row) button(name string, width float64) bool {
	at := overlay.Rect{X: r.x, Y: r.y, W: r.u.Px(width), H: r.h}
	r.x += at.W + r.u.Px(3)
	return r.u.ButtonAt(name, at)
}

// Draw shows buttons and the time line in a panel of a place.
func (l *Timeline) Draw(u *overlay.UI, r overlay.Rect, p *playback.Player, j *Joints) error {
	u.Panel("foot", r)
	b := row{u, r.X + u.Px(8), r.Y + u.Px(3), u.Px(18)}
	play := "play"
	if p.Playing {
		play = "pause"
	}
	if b.button(play, 44) {
		p.Toggle()
	}
	if live := p.Show.Live; live != nil {
		if b.button("step", 36) {
			p.Playing = false
			if err := live.Next(); err != nil {
				return err
			}
		}
		if b.button("restart", 48) {
			return live.Restart()
		}
		return nil
	}
	if !(p.End > p.Start) {
		return nil
	}
	for _, step := range [...]struct {
		name   string
		frames float64
	}{{"−10", -10}, {"−1", -1}, {"+1", 1}, {"+10", 10}} {
		if b.button(step.name, 28) {
			p.Step(step.frames)
		}
	}
	if b.button(p.Mode.String(), 62) {
		p.Mode = p.Mode.Next()
	}
	if b.button("from i", 42) {
		p.Limit(p.Time, p.To)
	}
	if b.button("to o", 36) {
		p.Limit(p.From, p.Time)
	}
	if p.Ranged() && b.button("all u", 36) {
		p.Whole()
	}
	l.read(p.Clip(), j.Picked)
	t := u.Text().Int(len(l.keys)).Put(" key times")
	if name := j.Name(); name != "" {
		t.Put(" of ").Put(name)
	}
	if n := len(l.events); n > 0 {
		t.Put(", ").Int(n).Put(" events")
	}
	u.Print(overlay.Rect{X: b.x + u.Px(6), Y: b.y, W: r.X + r.W - b.x - u.Px(14), H: b.h}, t.String(), 1, u.Theme.Faint)
	at := overlay.Rect{X: r.X + u.Px(8), Y: b.y + b.h + u.Px(3), W: r.W - u.Px(16)}
	at.H = r.Y + r.H - at.Y - u.Px(4)
	l.track(u, at, &p.Clock)
	return nil
}

// track draws the time line and lets it be dragged.
func (l *Timeline) track(u *overlay.UI, r overlay.Rect, clock *playback.Clock) {
	c := u.Canvas()
	x, _, held := u.Area("track", r)
	l.drag(u, clock, x, held, r.W)
	px := max(1, floor(u.Scale()))
	c.Fill(r, u.Theme.Control)
	at := func(part float64) float32 { return r.X + floor(r.W*float32(clamp(part, 0, 1))) }
	if clock.Ranged() {
		length := clock.End - clock.Start
		from, to := at((clock.From-clock.Start)/length), at((clock.To-clock.Start)/length)
		c.Fill(overlay.Rect{X: from, Y: r.Y, W: to - from, H: r.H}, overlay.Color{84, 74, 54, 255})
		c.Fill(overlay.Rect{X: from, Y: r.Y, W: 2 * px, H: r.H}, u.Theme.Accent)
		c.Fill(overlay.Rect{X: to - 2*px, Y: r.Y, W: 2 * px, H: r.H}, u.Theme.Accent)
	}
	c.Fill(overlay.Rect{X: r.X, Y: r.Y + r.H - u.Px(4), W: at(clock.Part()) - r.X, H: u.Px(4)}, u.Theme.Accent)
	last := float32(-1)
	for _, k := range l.keys {
		if x := at(float64(k)); x != last {
			c.Fill(overlay.Rect{X: x, Y: r.Y + r.H - u.Px(9), W: px, H: u.Px(5)}, u.Theme.Faint)
			last = x
		}
	}
	end := float32(-1)
	for k := range l.events {
		e := &l.events[k]
		a, b := at(float64(e.from)), at(float64(e.to))
		color := overlay.Color{110, 200, 240, 255}
		c.Fill(overlay.Rect{X: a, Y: r.Y, W: max(b-a, 2*px), H: u.Px(4)}, color)
		if width := c.Font().Width(e.name); a > end && a+width+u.Px(4) < r.X+r.W {
			c.Text(a+u.Px(3), r.Y+u.Px(1), e.name, color)
			end = a + width + u.Px(8)
		}
	}
	now := at(clock.Part())
	c.Fill(overlay.Rect{X: now - px, Y: r.Y - u.Px(1), W: 2*px + 1, H: r.H + u.Px(2)}, overlay.Color{255, 255, 255, 255})
}

// drag moves the time, or an end of the part that repeats; Shift starts a new part.
func (l *Timeline) drag(u *overlay.UI, clock *playback.Clock, x float64, held bool, width float32) {
	if !held || u.Input().Pressed {
		l.dragging = nothing
	}
	if !held {
		return
	}
	t := clock.At(x)
	if l.dragging == nothing {
		near := func(end float64) bool {
			return math.Abs(end-t) < (clock.End-clock.Start)*float64(u.Px(5)/max(width, 1))
		}
		switch {
		case u.Input().Shift:
			clock.From, clock.To = t, t
			l.dragging = rangeEnd
		case clock.Ranged() && near(clock.From):
			l.dragging = rangeStart
		case clock.Ranged() && near(clock.To):
			l.dragging = rangeEnd
		default:
			l.dragging = theTime
		}
	}
	switch l.dragging {
	case theTime:
		clock.Hold(t)
	case rangeStart:
		clock.Limit(min(t, clock.To), clock.To)
	case rangeEnd:
		clock.Limit(clock.From, max(t, clock.From))
	}
}
