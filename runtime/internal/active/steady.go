package active

import (
	"math"

	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// moveSteadily returns where active clips of constant shares lead that keep their speeds, or those of
// the intervals between markers.
func (c *Table) moveSteadily(movers []mover, share *[play.MaxLayers]float64, dt float64) soa.RootTransform {
	if !divide(movers, share) {
		return soa.IdentityRoot()
	}
	pieces := 0.
	for k := range movers {
		if m := &movers[k]; !m.stands {
			pieces += m.piecesPerSecond()
		}
	}
	if float64(pieces*math.Abs(dt)) > leastLong {
		return c.moveLong(movers, dt)
	}
	return moveByPieces(movers, dt)
}

// moveByPieces returns where movers lead that keep their speeds, from key to key of any of them.
func moveByPieces(movers []mover, dt float64) soa.RootTransform {
	place := soa.IdentityRoot()
	t, angle := 0., 0.
	for t != dt {
		next, yaw := dt, 0.
		for k := range movers {
			m := &movers[k]
			if m.stands {
				continue
			}
			yaw += float64(m.part * m.flow.Turns(m.way.Speed))
			if dt < 0 {
				next = max(next, m.until)
			} else {
				next = min(next, m.until)
			}
		}
		piece := motion.Piece{Seconds: next - t, Angle: angle, Yaw: yaw}
		for k := range movers {
			if m := &movers[k]; !m.stands {
				m.flow.Lead(&place, m.phase, m.way.Speed, m.part, &piece)
			}
		}
		angle += float64(yaw * (next - t))
		if t = next; t == dt {
			break
		}
		for k := range movers {
			movers[k].advance(t, dt)
		}
	}
	motion.Turn(&place, angle)
	return place
}

// divide computes the part of each active clip in the movement of an instance from their shares. It
// reports whether any of them moves.
func divide(movers []mover, shares *[play.MaxLayers]float64) (moves bool) {
	left, weight := 1., 0. // for what is below, and of the group at hand
	for end := len(movers); end > 0; {
		first := end - 1
		for first > 0 && !movers[first].begins {
			first--
		}
		weight = 0
		for k := first; k < end; k++ {
			m := &movers[k]
			moves = moves || !m.stands
			switch m.part = float64(m.root * shares[m.k]); m.kind {
			case play.Additive:
			case play.Subtract:
				m.part = -m.part
			default:
				weight += m.part
			}
		}
		share := left
		if weight > 1 {
			share /= weight
		}
		for k := first; k < end; k++ {
			if m := &movers[k]; !m.kind.Adds() {
				m.part = float64(m.part * share)
			}
		}
		left, end = float64(left*(1-min(1, weight))), first
	}
	return moves
}
