package inspect

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// tracks visits the clip's tracks of joints.
func (p *played) tracks(visit func(t *exact.Track)) {
	for i := range p.clip.Tracks {
		if p.clip.Tracks[i].Property <= soa.Scale {
			t := exact.NewTrack(p.clip, i)
			visit(&t)
		}
	}
}

// angle is the angle in degrees between two rotations.
func angle(a, b exact.Quat) float64 {
	d := a.Conjugate().Mul(b)
	v := exact.Vec(d[:3]).Length()
	return degrees(2 * exact.Atan2(v, math.Abs(d[3])))
}

// movement is the distance of two values of a track as a length: of rotations and scales at 0.1 m
// from the joint.
func movement(property soa.Property, a, b exact.Quat) float64 {
	const reach = 0.1
	switch property {
	case soa.Rotation:
		return float64(reach * angle(a, b) * (math.Pi / 180))
	case soa.Scale:
		return float64(reach * a.Distance(b))
	}
	return a.Distance(b)
}

// noMovement is the distance in metres within which a track counts as constant.
const noMovement = 1e-6

// constantTracks finds clips most of whose keys change nothing.
func constantTracks(p *played, limit float64, report func(Finding)) {
	var w worst
	keys, all := 0, 0
	p.tracks(func(t *exact.Track) {
		if all += t.Last - t.First + 1; t.Last == t.First {
			return
		}
		most, first := 0., t.Key(t.First)
		for v := range t.Hull() {
			most = max(most, movement(t.Property, first, v))
		}
		if most <= noMovement {
			keys += t.Last - t.First
			w.add(float64(t.Last-t.First), t.Target, 0)
		}
	})
	if share := 100 * float64(keys) / float64(max(1, all)); share > limit {
		report(Finding{Joint: p.joint(w.of), Size: share, Unit: "%", Count: w.count,
			Message: fmt.Sprintf("tracks that move nothing: %d; %d of %d keys could go", w.count, keys, all)})
	}
}

// jumps finds rotations from one key to the next by which the shorter way is hardly told from the
// longer one.
func jumps(p *played, limit float64, report func(Finding)) {
	var w worst
	p.tracks(func(t *exact.Track) {
		if t.Property != soa.Rotation || t.Interpolation == soa.Step {
			return
		}
		for k := t.First; k < t.Last; k++ {
			if d := angle(t.Key(k), t.Key(k+1)); d > limit {
				w.add(d, t.Target, t.Tick(k+1))
			}
		}
	})
	if w.count > 0 {
		report(Finding{Joint: p.joint(w.of), Time: p.seconds(w.tick), Size: w.size, Unit: "°", Count: w.count,
			Message: fmt.Sprintf("it rotates by %.3g° between two keys; keys more than %.3g° from the one before: %d", w.size, limit, w.count)})
	}
}

// flippedKeys finds quaternion keys of splines in the other hemisphere than the one before: the
// spline rotates the long way round. Between linear keys the shorter way is the rule.
func flippedKeys(p *played, _ float64, report func(Finding)) {
	var w worst
	p.tracks(func(t *exact.Track) {
		if t.Property != soa.Rotation || t.Interpolation != soa.Cubic {
			return
		}
		for k := t.First; k < t.Last; k++ {
			if a, b := exact.Key(p.clip, k), exact.Key(p.clip, k+1); a.Dot(b) < 0 {
				w.add(360-angle(a.Unit(), b.Unit()), t.Target, t.Tick(k+1))
			}
		}
	})
	if w.count > 0 {
		report(Finding{Joint: p.joint(w.of), Time: p.seconds(w.tick), Size: w.size, Unit: "°", Count: w.count,
			Message: fmt.Sprintf("keys in the other hemisphere than the one before: %d; the long way is %.4g°", w.count, w.size)})
	}
}

// rounding is what float32 arithmetic leaves of a scale of 1.
const rounding = 3e-6

// scaleNoise finds scales that are nearly 1, and not for rounding alone.
func scaleNoise(p *played, limit float64, report func(Finding)) {
	var w worst
	p.tracks(func(t *exact.Track) {
		if t.Property != soa.Scale {
			return
		}
		most := 0.
		for v := range t.Hull() {
			most = max(most, math.Abs(v[0]-1), math.Abs(v[1]-1), math.Abs(v[2]-1))
		}
		if most > rounding && most < limit {
			w.add(most, t.Target, 0)
		}
	})
	if w.count > 0 {
		report(Finding{Joint: p.joint(w.of), Size: 100 * w.size, Unit: "%", Count: w.count,
			Message: fmt.Sprintf("scale tracks that are 1 but for noise of up to %.3g %%: %d", 100*w.size, w.count)})
	}
}

// frameRates are the rates at which clips are made.
var frameRates = [...]float64{24, 25, 30, 48, 50, 60, 100, 120}

// offGrid finds keys between the frames on which nearly all others are.
func offGrid(p *played, limit float64, report func(Finding)) {
	const nearly, slack = 0.9, 1e-3
	if p.addedKeys[p.clip.Name] {
		return // those between frames are the import's
	}
	rates := append([]float64{p.clip.TicksPerSecond}, frameRates[:]...)
	for _, rate := range rates {
		if rate < 10 || rate > 240 {
			continue
		}
		var w worst
		n := 0
		p.tracks(func(t *exact.Track) {
			for k := t.First; k <= t.Last && t.Changes(); k++ {
				n++
				frame := float64((p.clip.Start + t.Tick(k)/p.clip.TicksPerSecond) * rate)
				if off := math.Abs(frame - math.Round(frame)); off > max(slack, limit) {
					w.add(off, t.Target, t.Tick(k))
				}
			}
		})
		if on := float64(n - w.count); n == 0 || on < float64(nearly*float64(n)) {
			continue
		}
		if w.count > 0 {
			report(Finding{Joint: p.joint(w.of), Time: p.seconds(w.tick), Size: 100 * w.size, Unit: "%", Count: w.count,
				Message: fmt.Sprintf("keys between the frames of %[3]v a second: %[1]d of %[2]d, this one by %.2[4]g of a frame", w.count, n, rate, w.size)})
		}
		return
	}
}
