package studio

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/gpu/overlay"
)

// timeline is the time line's ticks, as parts of what plays.
type timeline struct {
	stale    bool
	keys     []float32 // of the picked joint, or of all
	events   []mark
	dragging int // 0 nothing, 1 the time, 2 the start of what is repeated, 3 its end
}

// mark is an event.
type mark struct {
	from, to float32
	name     string
}

// footHeight is the height of the panel at the foot, in units.
func (s *Studio) footHeight() float64 {
	if s.graph != nil || !(s.End > s.Start) {
		return 24
	}
	return 50
}

// read finds the keys and events of the clip that plays.
func (l *timeline) read(s *Studio) {
	l.stale = false
	l.keys, l.events = l.keys[:0], l.events[:0]
	clip := s.clip()
	if clip == nil || !(clip.Duration > 0) {
		return
	}
	for t := range clip.Tracks {
		tr := &clip.Tracks[t]
		if s.joints.picked >= 0 && (tr.Property > 2 || int(tr.Target) != s.joints.picked) {
			continue
		}
		from, to := clip.Keys(t)
		for _, at := range clip.Time[from:to] {
			l.keys = append(l.keys, at/float32(clip.Duration))
		}
	}
	slices.Sort(l.keys)
	l.keys = slices.Compact(l.keys)
	for k := range clip.Events {
		e := &clip.Events[k]
		l.events = append(l.events, mark{e.Time / float32(clip.Duration), e.End() / float32(clip.Duration), e.Name})
	}
}

// foot is the panel at the picture's foot: buttons, and the time line.
func (s *Studio) foot() {
	u, r := s.ui, s.panels.footAt
	u.Panel("foot", r)
	size := u.Px(18)
	y := r.Y + u.Px(3)
	x := r.X + u.Px(8)
	button := func(name string, w float32) bool {
		at := overlay.Rect{X: x, Y: y, W: w, H: size}
		x += w + u.Px(3)
		return u.ButtonAt(name, at)
	}
	play := "play"
	if s.Playing {
		play = "pause"
	}
	if button(play, u.Px(44)) {
		s.Resume()
	}
	if s.graph != nil {
		if button("step", u.Px(36)) {
			s.Playing = false
			s.fail(s.graph.Next())
		}
		if button("restart", u.Px(48)) {
			s.fail(s.graph.Restart())
		}
		return
	}
	if !(s.End > s.Start) {
		return
	}
	if s.timeline.stale {
		s.timeline.read(s)
	}
	for _, b := range [...]struct {
		name   string
		frames float64
	}{{"−10", -10}, {"−1", -1}, {"+1", 1}, {"+10", 10}} {
		if button(b.name, u.Px(28)) {
			s.step(b.frames)
		}
	}
	if button(s.Mode.String(), u.Px(62)) {
		s.Mode = (s.Mode + 1) % LoopMode(len(loopNames))
	}
	if button("from i", u.Px(42)) {
		s.Limit(s.Time, s.To)
	}
	if button("to o", u.Px(36)) {
		s.Limit(s.From, s.Time)
	}
	if s.Ranged() && button("all u", u.Px(36)) {
		s.Whole()
	}
	rest := overlay.Rect{X: x + u.Px(6), Y: y, W: r.X + r.W - x - u.Px(14), H: size}
	t := u.Text().Int(len(s.timeline.keys)).Put(" key times")
	if k := s.joints.picked; k >= 0 {
		t.Put(" of ").Put(s.joints.skeleton.Name[k])
	}
	if n := len(s.timeline.events); n > 0 {
		t.Put(", ").Int(n).Put(" events")
	}
	u.Print(rest, t.String(), 1, u.Theme.Faint)
	s.track(overlay.Rect{X: r.X + u.Px(8), Y: y + size + u.Px(3), W: r.W - u.Px(16), H: r.Y + r.H - y - size - u.Px(7)})
}

// track draws the time line and lets it be dragged.
func (s *Studio) track(r overlay.Rect) {
	u, c, l := s.ui, s.ui.Canvas(), &s.timeline
	x, _, held := u.Area("track", r)
	s.drag(x, held, r.W)
	px := max(1, floor(u.Scale()))
	c.Fill(r, u.Theme.Control)
	at := func(part float64) float32 { return r.X + floor(r.W*float32(clamp(part, 0, 1))) }
	length := s.End - s.Start
	from, to := at((s.From-s.Start)/length), at((s.To-s.Start)/length)
	if s.Ranged() {
		c.Fill(overlay.Rect{X: from, Y: r.Y, W: to - from, H: r.H}, overlay.Color{84, 74, 54, 255})
		c.Fill(overlay.Rect{X: from, Y: r.Y, W: 2 * px, H: r.H}, u.Theme.Accent)
		c.Fill(overlay.Rect{X: to - 2*px, Y: r.Y, W: 2 * px, H: r.H}, u.Theme.Accent)
	}
	c.Fill(overlay.Rect{X: r.X, Y: r.Y + r.H - u.Px(4), W: at(s.Part()) - r.X, H: u.Px(4)}, u.Theme.Accent)
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
	now := at(s.Part())
	c.Fill(overlay.Rect{X: now - px, Y: r.Y - u.Px(1), W: 2*px + 1, H: r.H + u.Px(2)}, overlay.Color{255, 255, 255, 255})
}

// drag moves the time, with Shift an end of what is repeated.
func (s *Studio) drag(x float64, held bool, width float32) {
	l := &s.timeline
	if !held || s.in.Pressed {
		l.dragging = 0
	}
	if !held {
		return
	}
	t := s.At(x)
	if l.dragging == 0 {
		l.dragging = 1
		near := func(end float64) bool {
			return math.Abs(end-t) < (s.End-s.Start)*float64(s.ui.Px(5)/max(width, 1))
		}
		switch {
		case s.in.Shift:
			s.From, s.To = t, t
			l.dragging = 3
		case s.Ranged() && near(s.From):
			l.dragging = 2
		case s.Ranged() && near(s.To):
			l.dragging = 3
		}
	}
	switch l.dragging {
	case 1:
		s.Hold(t)
	case 2:
		s.Limit(min(t, s.To), s.To)
	case 3:
		s.Limit(s.From, max(t, s.From))
	}
}
