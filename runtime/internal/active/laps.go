package active

import "math"

// laps are a way past several markers of a group at a steady pace: a lap is a round of them.
//
//	clip     │ 0.3 s │    0.5 s     │ 0.3 s │
//	marker   L       R              L
//	speed    │  0.9  │     1.1      │  0.9  │
type laps struct {
	count   int
	at      int     // the interval in which it begins
	left    float64 // seconds until its next marker
	back    bool
	seconds [maxSyncMarkers]float64 // that each interval takes
	speed   [maxSyncMarkers]float64 // of the clip meanwhile
	phase   [maxSyncMarkers]float64 // of the clip where the interval begins
}

// lapsOf are the laps of an active clip of a group that goes on from a part of interval k.
func (g *syncGroup) lapsOf(c *Table, l *laps, v *syncClip, k int, part float64, back bool) {
	speed := g.speed(c)
	l.count, l.at, l.back = v.count, k, back
	of := v.keeps()
	for n := range v.count {
		l.seconds[n], l.speed[n] = g.mean(n)/math.Abs(speed), float64(v.length(n)*g.rate(c, n))
		l.phase[n], _ = of.Fold(v.at[n])
	}
	if l.left = float64((1 - part) * l.seconds[k]); back {
		l.left = float64(part * l.seconds[k])
	}
}

// lapSeconds is the number of seconds in which a mover comes to the same phase again.
func (m *mover) lapSeconds() float64 {
	l := m.laps
	if l == nil {
		return math.Abs(m.period / m.way.Speed)
	}
	sum := 0.
	for _, s := range l.seconds[:l.count] {
		sum += s
	}
	return sum
}

// pass takes a mover, which is at a marker, into the next interval that takes some time.
func (m *mover) pass(t, end float64) {
	l := m.laps
	for range l.count {
		if l.back {
			m.phase = l.phase[m.lap]
			m.lap = (m.lap + l.count - 1) % l.count
		} else {
			m.lap = (m.lap + 1) % l.count
			m.phase = l.phase[m.lap]
		}
		if m.marker = t + math.Copysign(l.seconds[m.lap], end); m.marker != t {
			break
		}
	}
	m.way.Speed, m.base, m.since = l.speed[m.lap], m.gone, t
}
