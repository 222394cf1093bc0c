package active

import (
	"math"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/runtime/internal/pace"
	"github.com/sinew-anim/sinew/runtime/play"
)

// mover is an active clip that sets how its instance moves, and where it is in a substep.
type mover struct {
	k      int // of the sorted active clips
	a      int
	kind   play.Kind
	begins bool    // its layer begins here
	root   float64 // what its mask leaves of the movement, by the layer's weight
	part   float64 // what that is of the movement of the instance, where it stays the same
	track  *motion.Track
	flow   motion.Flow
	way    pace.Way
	period float64
	phase  float64 // where it stands
	gone   float64 // how far it has gone
	until  float64 // the time by which flow holds
	stands bool
	clamps bool

	from   moment
	laps   *laps   // of a way past several markers; nil: way is all of it
	lap    int     // the interval that it is in
	marker float64 // the time at which it comes to the next marker
	since  float64 // the time at which way began
	base   float64 // how far it had gone then
}

// findMovers lists the active clips that have a weight, and reports whether all keep their speeds.
func (c *Table) findMovers(s *StepScratch, x *Substep, sorted []uint8) (n int, straight bool) {
	v, layer := &c.Clips, -1
	straight = true
	begins := false
	for k, nth := range sorted {
		a := v.At(x.Instance, int(nth))
		kind := v.Kind(a)
		if int(v.Layer[a]) != layer {
			layer, begins = int(v.Layer[a]), begins || kind.Begins()
		}
		root := c.rootWeight(a)
		if x.Driver == nil {
			root = float64(float64(v.Weight[a]) * root)
		}
		if root == 0 || c.Rests(a) {
			continue
		}
		m := &s.movers[n]
		n++
		m.k, m.a, m.kind, m.begins, m.root = k, a, kind, begins, root
		m.way, m.gone, m.stands = x.way[nth], 0, true // enter finds the rest
		begins = false
		if v.HoldsPose(a) {
			continue
		}
		mode := c.Clocks.Mode(a)
		m.track = c.Watch.entry(c.Clip[a], mode).track
		m.from = x.from[nth]
		m.period, m.phase = c.Clocks.Period(a), m.from.phase
		m.clamps = mode&kernel.ClockClamp != 0
		if m.track == c.Roots.still || m.way == (pace.Way{}) || x.Seconds == 0 || !(m.period > 0) {
			continue
		}
		m.stands = false
		straight = straight && m.way.C2 == 0 && m.way.C3 == 0
		if m.laps = nil; x.lapped>>nth&1 != 0 {
			m.laps = &x.laps[nth]
		}
		m.begin(x.Seconds)
	}
	return n, straight
}

// begin puts a mover at its phase at the start of a time.
func (m *mover) begin(seconds float64) {
	m.gone, m.since, m.base = 0, 0, 0
	if l := m.laps; l != nil {
		m.lap, m.marker = l.at, math.Copysign(l.left, seconds)
		m.way.Speed = l.speed[m.lap]
	}
	m.enter(0, seconds)
}

// enter finds the flow of the track at a mover's phase, at most up to a time.
func (m *mover) enter(t, to float64) {
	back := (m.way.SpeedAt(float64((t+to)/2)) < 0) != (to < t)
	switch {
	case !back && m.phase >= m.period && !m.clamps:
		m.phase -= m.period
	case back && m.phase <= 0 && !m.clamps:
		m.phase += m.period
	}
	m.track.Flow(&m.flow, m.phase, back)
	m.until = to
	if m.stands = math.IsInf(m.flow.Until, 0) || m.clamps && (back && m.phase <= 0 || !back && m.phase >= m.period); m.stands {
		return
	}
	if far := m.gone + (m.flow.Until - m.phase); math.Abs(far) < math.Abs(m.goneAt(to)) {
		m.until = m.way.When(far-m.base, t-m.since, to-m.since) + m.since
	}
	if m.laps != nil && math.Abs(m.marker) < math.Abs(m.until) {
		m.until = m.marker
	}
}

// goneAt is how far a mover has gone by a time in the current interval.
func (m *mover) goneAt(t float64) float64 { return m.base + m.way.At(t-m.since) }

// limit shortens a piece from t to another time for a mover.
func (m *mover) limit(t, to float64, back bool) float64 {
	if m.stands {
		return to
	}
	if most := motion.MaxPieceTurn / math.Abs(float64(m.flow.Yaw()*m.way.SpeedAt(t))); math.Abs(to-t) > most {
		to = t + math.Copysign(most, to-t)
	}
	if back {
		return max(to, m.until)
	}
	return min(to, m.until)
}

// advance takes a mover to a time.
func (m *mover) advance(t, end float64) {
	if m.stands {
		return
	}
	gone := m.goneAt(t)
	m.phase += gone - m.gone
	m.gone = gone
	if t == m.until && t != end {
		if m.laps != nil && t == m.marker {
			m.pass(t, end)
		} else {
			m.phase = m.flow.Until
		}
		m.enter(t, end)
	}
}
