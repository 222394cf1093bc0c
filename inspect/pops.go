package inspect

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// A pop is a key that is popFactor times less smooth than the popWindow keys on either
// side.
const (
	popWindow = 10
	popFactor = 8
	// popRate is the least number of keys per second: fewer are poses, between which anything goes.
	popRate = 20
)

// pops finds keys that leave the curve through their neighbours, and the keys around them do not:
// accelerations far beyond the others of the track. The size is how far the farthest joint below
// is moved by it.
func pops(p *played, limit float64, report func(Finding)) {
	var w worst
	p.tracks(func(t *exact.Track) {
		if t.Property == soa.Scale || t.Interpolation == soa.Step || t.Last-t.First < 4 {
			return
		}
		if rate := float64(t.Last-t.First) * p.clip.TicksPerSecond; rate < float64(popRate*(t.Tick(t.Last)-t.Tick(t.First))) {
			return
		}
		off, reach := unevenness(t), 1.
		if t.Property == soa.Rotation {
			if most := float64(1000 * (p.size + exact.Distance) * slices.Max(off)); most <= p.scaled(limit) {
				return // wherever the farthest joint is
			}
			reach = p.reach(t.Target)
		}
		for i, d := range off {
			if mm := float64(1000 * reach * d); mm > p.scaled(limit) && d > float64(popFactor*usual(off, i)) {
				w.add(mm, t.Target, t.Tick(t.First+i))
			}
		}
	})
	if w.count > 0 {
		report(Finding{Joint: p.joint(w.of), Time: p.seconds(w.tick), Size: w.size, Unit: "mm", Count: w.count,
			Message: fmt.Sprintf("it pops: one key moves what is below by %.3g mm away from its neighbours' curve", w.size)})
	}
}

// unevenness is, per key, how far it is from the cubic through the two keys on either side:
// metres, or radians of a rotation. It is 0 where keys are not evenly spaced.
func unevenness(t *exact.Track) []float64 {
	n := t.Last - t.First + 1
	off := make([]float64, n)
	for i := 2; i+2 < n; i++ {
		var v [5]exact.Quat
		even := true
		step := t.Tick(t.First+i) - t.Tick(t.First+i-1)
		for k := range v {
			key := t.First + i - 2 + k
			if v[k] = t.Key(key); t.Property == soa.Rotation && k > 0 {
				v[k] = v[k].NearestSign(v[k-1])
			}
			if k > 0 {
				even = even && math.Abs(t.Tick(key)-t.Tick(key-1)-step) < 0.01*step
			}
		}
		if !even {
			continue
		}
		var d exact.Quat
		for c := range d {
			d[c] = v[2][c] - float64((float64(4*(v[1][c]+v[3][c]))-v[0][c]-v[4][c])/6)
		}
		if off[i] = d.Length(); t.Property == soa.Rotation {
			off[i] *= 2
		}
	}
	return off
}

// usual is the largest unevenness around key i, without it and the keys that it makes uneven too.
func usual(off []float64, i int) float64 {
	var around []float64
	for k := max(0, i-popWindow); k <= min(len(off)-1, i+popWindow); k++ {
		if k < i-2 || k > i+2 {
			around = append(around, off[k])
		}
	}
	if len(around) == 0 {
		return math.Inf(1)
	}
	slices.Sort(around)
	return around[len(around)*3/4]
}

// reach is the distance at rest from a joint to the farthest joint below it, at least 3 cm.
func (s *subject) reach(j int) float64 {
	most := exact.Distance
	at := s.rest[j].Translation()
	for k, below := range s.subtree(j) {
		if below {
			most = max(most, s.rest[k].Translation().Sub(at).Length())
		}
	}
	return most
}

// bends finds curves with a key on every frame that leave, between frames, the way through them:
// artefacts of tangents.
func bends(p *played, limit float64, report func(Finding)) {
	b, _ := p.skeleton.Bend(p.clip, exact.Distance, nil)
	if mm := 1000 * b.Max; mm > p.scaled(limit) {
		report(Finding{Joint: p.joint(b.Joint), Time: p.seconds(b.Tick), Size: mm, Unit: "mm", Count: b.Joints,
			Message: fmt.Sprintf("between frames its curve leaves the way through them by %.3g mm", mm)})
	}
}
