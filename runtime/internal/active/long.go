package active

import (
	"math"

	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// Over many loops movers of constant shares lead
//
//	none turns        Σ part · (Tⁿ·M(to) − M(from))     each by itself
//	one round         Rⁿ · rest                         R: they all come to the same phases again
//	otherwise         from key to key

// endlessPieces is beyond what a step that has been checked needs.
const endlessPieces = 4 * play.MaxPieces

// leastLong is the number of pieces from which on moveLong is worth it.
const leastLong = 1 << 8

// moveLong returns where movers lead in a time of many pieces.
func (c *Table) moveLong(movers []mover, dt float64) soa.RootTransform {
	if !turns(movers) {
		return c.moveStraight(movers)
	}
	place := soa.IdentityRoot()
	if head := untilClampsEnd(movers, dt); head != dt {
		if head != 0 {
			place = moveFar(movers, head)
			dt -= head
			goOn(movers, head, dt)
		}
		if round := roundOf(movers, dt); round > 0 {
			return moveInRounds(movers, &place, round, dt)
		}
	}
	rest := moveFar(movers, dt)
	place.Append(&rest)
	return place
}

// moveFar is moveByPieces of many pieces. It puts them together one by one, for angles stay small then.
func moveFar(movers []mover, dt float64) soa.RootTransform {
	place, step := soa.IdentityRoot(), soa.IdentityRoot()
	var piece motion.Piece
	t := 0.
	for pieces := 0; t != dt; pieces++ {
		next := nextPiece(&piece, movers, t, dt)
		if pieces > endlessPieces {
			next, piece.Seconds = dt, dt-t
		}
		for k := range movers {
			if m := &movers[k]; !m.stands {
				m.flow.LeadOn(&step, m.phase, m.way.Speed, m.part, &piece)
			}
		}
		motion.Turn(&step, float64(piece.Yaw*piece.Seconds))
		place.Append(&step)
		if t, step = next, soa.IdentityRoot(); t == dt {
			break
		}
		for k := range movers {
			movers[k].advance(t, dt)
		}
	}
	return place
}

// nextPiece finds how movers go on from a time, and returns up to when.
func nextPiece(p *motion.Piece, movers []mover, t, dt float64) (next float64) {
	next, p.Yaw = dt, 0
	for k := range movers {
		m := &movers[k]
		if m.stands {
			continue
		}
		p.Yaw += float64(m.part * m.flow.Turns(m.way.Speed))
		if dt < 0 {
			next = max(next, m.until)
		} else {
			next = min(next, m.until)
		}
	}
	p.Seconds = next - t
	return next
}

// turns reports whether any mover turns the instance.
func turns(movers []mover) bool {
	for k := range movers {
		if m := &movers[k]; !m.stands && m.part != 0 && m.track.Turns() {
			return true
		}
	}
	return false
}

// moveStraight returns where movers without rotation lead.
func (c *Table) moveStraight(movers []mover) soa.RootTransform {
	place := soa.IdentityRoot()
	for k := range movers {
		m := &movers[k]
		if m.stands {
			continue
		}
		cycle, phase := c.Clocks.Time(m.a)
		by := m.track.Delta(motion.Moment{Cycle: m.from.cycle, Phase: m.from.phase}, motion.Moment{Cycle: cycle, Phase: phase})
		place.X += float64(m.part * by.X)
		place.Y += float64(m.part * by.Y)
		place.Z += float64(m.part * by.Z)
	}
	return place
}

// untilClampsEnd returns the seconds until movers that end stand still, at most dt.
func untilClampsEnd(movers []mover, dt float64) (head float64) {
	for k := range movers {
		m := &movers[k]
		if m.stands || !m.clamps {
			continue
		}
		left := m.period - m.phase
		if (m.way.Speed < 0) != (dt < 0) {
			left = m.phase
		}
		head = max(head, left/math.Abs(m.way.Speed))
	}
	if head = float64(head * (1 + 1e-9)); !(head < math.Abs(dt)) {
		return dt
	}
	return math.Copysign(head, dt)
}

// goOn takes movers to the end of a time, and has them begin another one.
func goOn(movers []mover, t, dt float64) {
	for k := range movers {
		m := &movers[k]
		if m.stands {
			continue
		}
		m.phase += m.goneAt(t) - m.gone
		if m.laps != nil {
			m.laps.at, m.laps.left = m.lap, math.Abs(m.marker-t)
		}
		m.begin(dt)
	}
}

// mostLaps is the most laps of one mover in a common round.
const mostLaps = 64

// roundOf returns the seconds after which all movers are at the same phases again, or 0.
func roundOf(movers []mover, dt float64) float64 {
	var laps [play.MaxLayers]float64
	n := 0
	for k := range movers {
		if m := &movers[k]; !m.stands {
			laps[n] = m.lapSeconds()
			n++
		}
	}
	return commonRound(laps[:n], math.Abs(dt))
}

// commonRound returns the seconds after which clips of laps of some seconds are at the same phases
// again, or 0 where there are none in a time, or only one round of them.
func commonRound(laps []float64, seconds float64) float64 {
	if len(laps) == 0 || !(laps[0] > 0) || math.IsInf(laps[0], 0) {
		return 0
	}
	for n := 1.; n <= mostLaps && float64(2*n*laps[0]) <= seconds; n++ {
		if round := float64(n * laps[0]); meetAfter(laps, round, seconds/round) {
			return round
		}
	}
	return 0
}

// meetAfter reports whether clips are at the same phases again after a round, but for a slip that some
// rounds add up.
func meetAfter(laps []float64, round, rounds float64) bool {
	const (
		rounding = 1e-14 // of laps that groups have computed
		slip     = 1e-7  // laps in all of the time
	)
	for _, lap := range laps {
		n := round / lap
		near := math.Round(n)
		if off := math.Abs(n - near); !(near >= 1) || off > float64(rounding*near) && float64(off*rounds) > slip {
			return false
		}
	}
	return true
}

// moveInRounds returns where movers lead from a place that come to the same phases again after each
// round.
func moveInRounds(movers []mover, place *soa.RootTransform, round, dt float64) soa.RootTransform {
	rounds := math.Floor(math.Abs(dt) / round)
	rest := math.Copysign(max(0, math.Abs(dt)-float64(rounds*round)), dt)
	var start [play.MaxLayers]float64
	for k := range movers {
		start[k] = movers[k].phase
	}
	round = math.Copysign(round, dt)
	begin := func(seconds float64) {
		for k := range movers {
			if m := &movers[k]; !m.stands {
				m.phase = start[k]
				m.begin(seconds)
			}
		}
	}
	begin(round)
	once := moveFar(movers, round)
	begin(rest)
	left := moveFar(movers, rest)
	return place.Mul(once.Pow(int64(rounds))).Mul(left)
}

// piecesPerSecond is in about how many pieces the keys of a mover divide a second.
func (m *mover) piecesPerSecond() float64 {
	if m.laps != nil {
		return float64(m.period*m.track.PiecesPerSecond())/m.lapSeconds() + float64(m.laps.count)
	}
	return math.Abs(float64(m.way.Speed * m.track.PiecesPerSecond()))
}
