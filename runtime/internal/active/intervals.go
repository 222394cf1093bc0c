package active

import (
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/runtime/play"
)

// cycleAt returns the cycle of an active clip that is at a moment: where one meets the next, that
// from which it comes.
func (c *Table) cycleAt(a int, m moment, back bool) int64 {
	if back && m.phase == 0 && c.Clocks.Mode(a)&kernel.ClockClamp == 0 {
		return m.cycle - 1
	}
	return m.cycle
}

// standing returns the position of an active clip in its clip, and whether it moves backwards.
func (c *Table) standing(a int) (position float64, back bool) {
	cycle, phase := c.Clocks.Time(a)
	return c.positionAt(a, moment{cycle, phase}, c.Clocks.Speed(a) < 0)
}

// open reports whether an active clip may be inside intervals that it has to end.
func (c *Table) open(a int) bool {
	return c.Clips.Seen[a]&seenHeard != 0 && !c.Clips.HoldsPose(a) && len(c.Watch.events) > 0
}

// leave ends the intervals that an active clip is inside when it is freed or stopped: in the step of
// s or, where that is nil, at the start of the next one.
func (c *Table) leave(s *StepScratch, i, a int) {
	if c.open(a) {
		e := &c.Watch.events[c.Clip[a]]
		position, back := c.standing(a)
		for k := range e.events {
			if e.contains(k, position, back) {
				c.tell(s, i, a, play.Event{Kind: play.EventEnd, Index: k, Backward: back})
			}
		}
	}
	c.Clips.Seen[a] = 0
}

// jump moves an active clip of instance i between two steps by do. At the start of the next step the
// intervals that it has left end, and those that it has entered begin.
func (c *Table) jump(i, a int, do func()) {
	if !c.open(a) {
		do()
		return
	}
	e := &c.Watch.events[c.Clip[a]]
	from, backFrom := c.standing(a)
	do()
	to, back := c.standing(a)
	for k := range e.events {
		was, is := e.contains(k, from, backFrom), e.contains(k, to, back)
		if was == is {
			continue
		}
		x := play.Event{Kind: play.EventEnd, Index: k, Backward: back, Weight: c.weightAt(i, a, 0)}
		if is {
			x.Kind = play.EventBegin
		}
		c.tell(nil, i, a, x)
	}
}

// tell lists an interval event of an active clip in the step of s or, where that is nil, at the
// start of the next one.
func (c *Table) tell(s *StepScratch, i, a int, x play.Event) {
	x.Instance, x.Layer, x.Clip, x.Cycle = i, int(c.Clips.Layer[a]), int(c.Clip[a]), c.Clocks.Cycle(a)
	x.Name = c.Watch.events[x.Clip].events[x.Index].Name
	if s != nil {
		x.Overshoot = s.Events.After
		s.Events.add(&x)
		return
	}
	c.Watch.mu.Lock()
	c.Watch.gone = append(c.Watch.gone, x)
	c.Watch.mu.Unlock()
}

// Flags of Clips.Seen.
const (
	seenFresh   = 1 << iota // started since the last update: what lies at the start counts
	seenHeard               // its events counted in the last update
	seenShadow              // SetMask has copied it: the copy's events count
	seenStopped             // it has no events until Resume
)

// positionAt folds a moment of an active clip, whose time goes back or not, into the clip.
func (c *Table) positionAt(a int, m moment, back bool) (position float64, folded bool) {
	period := c.Clocks.Period(a)
	switch mode := c.Clocks.Mode(a); {
	case mode == kernel.ClockWrap && m.phase == 0 && back:
		return period, true
	case mode&kernel.ClockPingPong == 0:
		return m.phase, back
	}
	if m.phase == period { // it ends where it turns, and leaves no interval there
		m.phase = 0
	}
	if rest := period - m.phase; rest < m.phase || rest == m.phase && !back || m.phase == 0 && back {
		return min(rest, m.phase), !back
	}
	return m.phase, back
}
