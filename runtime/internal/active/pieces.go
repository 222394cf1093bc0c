package active

import (
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/runtime/play"
)

// A step moves an instance in pieces. Their work is estimated before the step, so that a step of too many
// changes nothing. The estimate is never too small. It begins with a bound that costs little and is enough
// for all but very long steps.

// bentPiece is the work of a piece in which shares or speeds change, in pieces of constant ones.
const bentPiece = 64

// Pieces returns an upper bound of the work of the pieces of a step of dt seconds, for an instance
// without a graph.
func (c *Table) Pieces(i int, dt float64) float64 {
	v := &c.Clips
	if !Layered(v.Flags[i]) {
		return 0
	}
	speeds := 0.
	for u := v.Used[i]; u != 0; u &= u - 1 {
		a := v.At(i, bits.TrailingZeros8(u))
		speed := math.Abs(c.Clocks.Speed(a))
		if v.Sync[a] != 0 {
			speed = max(speed, float64(math.Abs(c.ownSpeed(a))*c.Roots.spread))
		}
		speeds += speed
	}
	if most := float64(bentPiece * speeds * c.Roots.density * math.Abs(dt)); most <= play.MaxPieces-mostPartsOfFades {
		return most
	}
	if c.Clocks.Paused(c.Main(i)) {
		return 0
	}
	return c.settledPieces(i, math.Abs(dt), dt < 0)
}

// settledPieces is Pieces of a long step: in its first part clips come and go, for the rest each layer
// plays its youngest clip.
func (c *Table) settledPieces(i int, seconds float64, back bool) float64 {
	v := &c.Clips
	var all, settled Runners
	var ranks [play.MaxLayers]int // of layers: 1 + that of the youngest clip
	for _, a := range v.All(i) {
		layer := v.Layer[a]
		ranks[layer] = max(ranks[layer], 1+int(v.Rank[a]))
	}
	unsettled := 0.
	for _, a := range v.All(i) {
		youngest := int(v.Rank[a])+1 == ranks[v.Layer[a]]
		if v.Rate[a] > 0 && (!back || v.Fade[a] > 0) {
			unsettled += 1 / float64(v.Rate[a])
		}
		r, ok := c.runner(i, a)
		switch {
		case !ok && !youngest && r.lap == 0: // it never makes way, but for a fade
			if c.waitsFor(i, a) {
				unsettled = math.Inf(1)
			}
		case !youngest && c.waitsFor(i, a):
			unsettled += r.lap
		}
		if !ok {
			continue
		}
		all.add(r)
		switch {
		case c.Clocks.Mode(a)&kernel.ClockClamp != 0: // it ends
			unsettled += r.lap
		case back && !v.Queued(a) && v.Rate[a] == 0 || !back && youngest:
			settled.add(r)
		}
	}
	if unsettled = min(unsettled, seconds); math.IsNaN(unsettled) {
		unsettled = seconds
	}
	return float64(bentPiece*all.perSecond*unsettled) + settled.pieces(seconds-unsettled) + mostPartsOfFades
}

// waitsFor reports whether a clip waits for an active clip to end.
func (c *Table) waitsFor(i, a int) bool {
	v := &c.Clips
	for _, b := range v.All(i) {
		if v.Queued(b) && v.Layer[b] == v.Layer[a] && v.Rank[b] > v.Rank[a] {
			return true
		}
	}
	return false
}

// runner is an active clip that moves its instance, or is to.
type runner struct {
	lap    float64 // seconds of its period, at least of one in a group
	pieces float64 // of a lap
	group  uint8
	turns  bool
}

// runner returns what an active clip adds to the pieces of instance i, if anything.
func (c *Table) runner(i, a int) (r runner, moves bool) {
	v := &c.Clips
	track := c.Watch.entry(c.Clip[a], c.Clocks.Mode(a)).track
	period, speed := c.Clocks.Period(a), math.Abs(c.Clocks.Speed(a))
	if v.HoldsPose(a) || c.Rests(a) || !(period > 0) {
		return runner{}, false
	}
	if v.Sync[a] != 0 {
		r.group, speed = v.Sync[a], 0
		for _, b := range v.All(i) {
			if v.Sync[b] == v.Sync[a] && c.Clocks.Period(b) > 0 {
				speed, period = max(speed, math.Abs(c.ownSpeed(b))), min(period, c.Clocks.Period(b))
			}
		}
	}
	if speed == 0 {
		return runner{}, false
	}
	r.lap, r.turns = period/speed, track.Turns()
	r.pieces = float64(track.Pieces() * math.Round(c.Clocks.Period(a)/track.Seconds()))
	if r.group != 0 {
		r.pieces += maxSyncMarkers
	}
	return r, track != c.Roots.still && v.Weight[a] != 0 && c.rootWeight(a) != 0
}

// Runners are clips that move an instance together.
type Runners struct {
	list      [play.MaxLayers]runner
	n         int
	perSecond float64 // pieces
	turn      bool
	ends      float64 // pieces of clips that end
}

func (r *Runners) add(one runner) {
	r.list[r.n] = one
	r.n++
	r.perSecond += one.pieces / one.lap
	r.turn = r.turn || one.turns
}

// pieces is the number of pieces in some seconds in which the clips keep their shares, see moveLong.
func (r *Runners) pieces(seconds float64) float64 {
	if !(seconds > 0) || !r.turn {
		return 0
	}
	if round := r.round(seconds); round > 0 {
		return float64(3 * round * r.perSecond)
	}
	return float64(r.perSecond * seconds)
}

// round is the seconds in which all come to the same phases again, or 0. The lap of a group is not
// known, but the same for all of it.
func (r *Runners) round(seconds float64) float64 {
	together, group := true, r.list[0].group
	for _, one := range r.list[:r.n] {
		together = together && one.group == group
	}
	if group != 0 {
		if together {
			return r.list[0].lap
		}
		return 0
	}
	var laps [play.MaxLayers]float64
	for k, one := range r.list[:r.n] {
		if laps[k] = one.lap; one.group != 0 {
			return 0
		}
	}
	return commonRound(laps[:r.n], seconds)
}

// PiecesDriven returns an upper bound of the work of the pieces of a step of dt seconds, for an instance
// driven by a graph. fastest is the speed of its fastest clip by itself.
func (c *Table) PiecesDriven(fastest, dt float64) float64 {
	speeds := float64(fastest*c.Roots.spread) * float64(c.Clips.Each)
	return float64(bentPiece * speeds * c.Roots.density * math.Abs(dt))
}

// PiecesOf returns an upper bound of the work of the pieces of a part of a step.
func (c *Table) PiecesOf(r *Runners, d *play.Drive, seconds float64) float64 {
	*r = Runners{}
	changes := d.Fade > 0
	for u := d.Used; u != 0; u &= u - 1 {
		o := &d.Clips[bits.TrailingZeros8(u)]
		mode := clockModes[o.Mode]
		track := c.Watch.entry(o.Clip, mode).track
		speed := max(math.Abs(o.Speed), math.Abs(o.FromSpeed))
		if !o.Bends {
			speed = math.Abs(o.Speed)
		}
		if track == c.Roots.still || speed == 0 || o.Weight == 0 && !changes {
			continue
		}
		ways := 1.
		if o.Mode == play.PingPong {
			ways = 2
		}
		one := runner{lap: float64(ways*track.Seconds()) / speed, pieces: float64(ways * track.Pieces()), turns: track.Turns()}
		if o.Mode == play.Clamp {
			changes = changes || seconds < one.lap
			if seconds >= one.lap { // it ends
				r.ends += one.pieces
				continue
			}
		}
		changes = changes || o.Bends
		r.add(one)
	}
	if changes {
		return bentPiece * (float64(r.perSecond*seconds) + r.ends)
	}
	return r.pieces(seconds) + r.ends
}
