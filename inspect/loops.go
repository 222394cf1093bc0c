package inspect

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// The ends of a clip that is meant to loop are this part of its movement apart at most.
const loops = 0.05

// ends measures how far apart the ends of a clip are.
type ends struct {
	gap, turn float64 // metres and degrees, without the movement of the carrier over the ground
	joint     int     // of the gap
	step      float64 // by which that joint moves in the last moment
	excursion float64 // the largest distance of a joint from its first place
	travel    float64 // of the carrier over the ground
	looksLoop bool
}

func (p *played) ends() (e ends) {
	first, last, carrier := p.poses[0], p.poses[len(p.poses)-1], p.carrier()
	moved := func(pose []exact.Matrix, j int) exact.Vec {
		way := pose[carrier].Translation().Sub(first[carrier].Translation())
		return pose[j].Translation().Sub(first[j].Translation()).Sub(exact.Vec{way[0], 0, way[2]})
	}
	for j, carried := range p.subtree(carrier) {
		if !carried {
			continue
		}
		if d := moved(last, j).Length(); d > e.gap {
			e.gap, e.joint = d, j
		}
		for _, pose := range p.poses {
			e.excursion = max(e.excursion, moved(pose, j).Length())
		}
		_, a, _, _ := first[j].Decompose()
		_, b, _, _ := last[j].Decompose()
		e.turn = max(e.turn, angle(a, b))
	}
	before := p.poses[len(p.poses)-2]
	e.step = moved(last, e.joint).Sub(moved(before, e.joint)).Length()
	way := last[carrier].Translation().Sub(first[carrier].Translation())
	e.travel = exact.Vec{way[0], 0, way[2]}.Length()
	e.looksLoop = p.clip.Loop || e.gap <= float64(loops*e.excursion)
	return e
}

// loopGap finds clips that nearly loop.
func loopGap(p *played, limit float64, report func(Finding)) {
	if len(p.rest) == 0 || p.clip.Additive {
		return
	}
	e := p.ends()
	if mm := 1000 * e.gap; e.looksLoop && mm > p.scaled(limit) {
		why := ""
		if e.gap < 2*e.step {
			why = "; the frame that repeats the first may be missing"
		}
		report(Finding{Joint: p.joint(e.joint), Time: p.seconds(p.clip.Duration), Size: mm, Unit: "mm",
			Message: fmt.Sprintf("the last pose is the first but for %.3g mm and %.3g°: it jerks as a loop%s", mm, e.turn, why)})
	}
}

// rootDrift finds clips on the spot whose root does not come back.
func rootDrift(p *played, limit float64, report func(Finding)) {
	if len(p.rest) == 0 || p.clip.Additive || p.clip.Motion != nil || !(p.clip.Duration > 0) {
		return
	}
	const slow = 0.05 // m/s of a person that does not walk
	e := p.ends()
	if mm := 1000 * e.travel; e.looksLoop && e.excursion > 0 && mm > p.scaled(limit) && e.travel/p.clip.Seconds() < p.scaled(slow) {
		report(Finding{Joint: p.joint(p.carrier()), Time: p.seconds(p.clip.Duration), Size: mm, Unit: "mm",
			Message: fmt.Sprintf("the pose loops and the root ends %.3g mm away: the character drifts", mm)})
	}
}

// sameClips finds clips with the keys of an earlier one.
func sameClips(s *subject, limit float64, report func(Finding)) {
	type shape struct {
		tracks, keys int
		ticks        float64
	}
	seen := make(map[shape][]*soa.Clip)
	for _, c := range s.model.Clips {
		key := shape{len(c.Tracks), len(c.Time), c.Duration}
		if len(c.Time) == 0 {
			continue
		}
		for _, other := range seen[key] {
			if same(c, other, limit) {
				report(Finding{Clip: c.Name, Message: fmt.Sprintf("it has the keys of clip %q", other.Name)})
				break
			}
		}
		seen[key] = append(seen[key], c)
	}
}

// same reports whether the keys of two clips of equal shape are equal within a limit.
func same(a, b *soa.Clip, limit float64) bool {
	for t := range a.Tracks {
		if a.Tracks[t] != b.Tracks[t] {
			return false
		}
	}
	for _, pair := range [...][2][]float32{{a.Time, b.Time}, {a.X, b.X}, {a.Y, b.Y}, {a.Z, b.Z}, {a.W, b.W}} {
		for i, v := range pair[0] {
			if math.Abs(float64(v)-float64(pair[1][i])) > limit {
				return false
			}
		}
	}
	return true
}
