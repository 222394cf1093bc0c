package active

import (
	"math"

	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/runtime/internal/pace"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// partsOfFade is into how many parts a fade is divided for movements.
const partsOfFade = 4

// mostPartsOfFades is the most parts of a substep for its fades, which end within it or later.
const mostPartsOfFades = 1 << 10

// moveSubstep moves an instance in a substep: at each moment by the mean velocity of its active
// clips.
//
//	walk   key     key     key     key        the pieces end where any of them has a key
//	run      key      key      key
//	       ├─┼─────┼──┼────┼───┼───┤
func (c *Table) moveSubstep(s *StepScratch, x *Substep, sorted []uint8) {
	n, straight := c.findMovers(s, x, sorted)
	longest, fades := c.fades(x.Instance, x.Seconds)
	if x.Fade > 0 {
		longest, fades = x.Fade, 2
	}
	var share [play.MaxLayers]float64
	x.shares(c, sorted, 0, &share)
	var place soa.RootTransform
	if straight && fades == 0 {
		place = c.moveSteadily(s.movers[:n], &share, x.Seconds)
	} else {
		place = c.moveBending(s, x, sorted, n, longest, fades)
	}
	if x.Begun {
		c.moveOn(x.Instance, place)
	} else {
		c.move(x.Instance, place)
	}
}

// moveBending returns where active clips of changing shares or speeds lead.
func (c *Table) moveBending(s *StepScratch, x *Substep, sorted []uint8, n int, longest float64, fades int) soa.RootTransform {
	movers, place := &s.movers, soa.IdentityRoot()
	if longest /= partsOfFade; fades > 1 {
		longest /= 2
	}
	longest = max(longest, math.Abs(x.Seconds)/mostPartsOfFades)
	back := x.Seconds < 0
	t, moves, heavy, layers := 0., false, false, uint8(0)
	for k := range movers[:n] {
		m := &movers[k]
		moves = moves || !m.stands
		heavy = heavy || m.root > 1
		layers |= 1 << c.Clips.Layer[m.a]
	}
	heavy = heavy || layers&(layers-1) != 0
	var share [play.MaxLayers]float64
	x.shares(c, sorted, 0, &share)
	for pieces := 0; moves && t != x.Seconds; pieces++ {
		next := x.Seconds
		if pieces < endlessPieces/bentPiece {
			if math.Abs(next-t) > longest {
				next = t + math.Copysign(longest, x.Seconds)
			}
			for k := range movers[:n] {
				next = movers[k].limit(t, next, back)
			}
			if fades > 0 && heavy {
				next = c.limitToFull(x, sorted, movers[:n], t, next)
			}
		}
		var v [3]motion.Twist
		for j, part := range motion.Moments {
			at := t + float64(part*(next-t))
			if fades > 0 {
				x.shares(c, sorted, at, &share)
			}
			v[j] = velocityAt(movers[:n], &share, at)
		}
		piece := motion.Gauss(&v, next-t)
		place.Append(&piece)
		for k := range movers[:n] {
			movers[k].advance(next, x.Seconds)
		}
		t = next
	}
	return place
}

// limitToFull ends a piece where the weight of a group of layers passes 1, above which it is
// divided out.
func (c *Table) limitToFull(x *Substep, sorted []uint8, movers []mover, t, to float64) float64 {
	before := c.fullGroups(x, sorted, movers, t+float64((to-t)*1e-9))
	if c.fullGroups(x, sorted, movers, to-float64((to-t)*1e-9)) == before {
		return to
	}
	return pace.Begins(t, to, 44, func(t float64) bool { return c.fullGroups(x, sorted, movers, t) != before })
}

// fullNoise is more than weights that add up to 1 exceed it by rounding: without it, layers that fade to
// and from such a sum would be followed in millions of pieces.
const fullNoise = 1e-12

// fullGroups returns the groups of layers whose weight exceeds 1 at a time, a bit each.
func (c *Table) fullGroups(x *Substep, sorted []uint8, movers []mover, t float64) (full uint8) {
	var share [play.MaxLayers]float64
	x.shares(c, sorted, t, &share)
	group, weight := 0, 0.
	for k := range movers {
		m := &movers[k]
		if m.begins {
			group, weight = group+1, 0
		}
		if m.kind.Adds() {
			continue
		}
		if weight += float64(m.root * share[m.k]); weight > 1+fullNoise {
			full |= 1 << group
		}
	}
	return full
}

// velocityAt returns the velocity of an instance at a time in the current piece.
func velocityAt(movers []mover, share *[play.MaxLayers]float64, t float64) motion.Twist {
	var sum twistSum
	var added motion.Twist
	for k := range movers {
		m := &movers[k]
		if m.begins {
			sum.cover()
		}
		w := float64(m.root * share[m.k])
		if w == 0 {
			continue
		}
		var v motion.Twist
		if !m.stands {
			v = m.flow.At(m.phase+(m.goneAt(t)-m.gone), m.way.SpeedAt(t))
		}
		switch m.kind {
		case play.Additive:
			added = added.Add(v, w)
		case play.Subtract:
			added = added.Add(v, -w)
		default:
			sum.sum = sum.sum.Add(v, w)
			sum.weight += w
		}
	}
	sum.cover()
	return sum.below.Add(added, 1)
}

// move applies the movement of a step of an instance that plays more than one clip.
func (c *Table) move(i int, by soa.RootTransform) {
	r := &c.Roots
	r.leave(i)
	r.moved[i] = by
	if r.Mode == play.RootApplied {
		r.base[i].Append(&by)
	}
}

// moveOn adds a movement to that of the same step.
func (c *Table) moveOn(i int, by soa.RootTransform) {
	before := c.Roots.moved[i] // no track: it is layered
	c.move(i, by)
	c.Roots.moved[i] = before.Mul(by)
}

// rootWeight returns the weight that a clip's mask gives to its root.
func (c *Table) rootWeight(a int) float64 {
	mask := c.Clips.Mask[a]
	if mask == 0 {
		return 1
	}
	slot := c.Poses.Slot[c.Roots.joint[c.Clip[a]]]
	if slot < 0 {
		return 1
	}
	return float64(c.Masks[mask-1].Columns[slot])
}

// twistSum is movements of one group of layers.
type twistSum struct {
	below, sum motion.Twist
	weight     float64
}

// cover makes the group, by its weight, part of what is below.
func (t *twistSum) cover() {
	if t.weight == 0 {
		return
	}
	part := 1 / max(1, t.weight)
	left := 1 - min(1, t.weight)
	t.below = motion.Twist{}.Add(t.below, left).Add(t.sum, part)
	t.sum, t.weight = motion.Twist{}, 0
}
