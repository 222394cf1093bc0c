package inspect

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Heights in metres of a person's foot on the ground. A tip touches it within onGround above its
// lowest place. A foot that glides over it is flat: its tip is within glides of the lowest place,
// and its ankle within flat of its height over the tip at rest.
const (
	onGround = 0.015
	glides   = 0.0075
	flat     = 0.02
)

// A foot glides up to walking, in m/s, and climbs by at most level of its way meanwhile. Faster, or
// over a hump, it swings.
const (
	walking = 1.5
	level   = 0.1
)

// footSlide finds feet that move over the ground while they stand on it: slowly, or at up to a
// walk's pace but flat, or by the clip's own tracks of contacts. In a clip that walks on the spot, and
// has no root motion, feet slide by design.
func footSlide(p *played, limit float64, report func(Finding)) {
	if len(p.legs) == 0 || p.clip.Additive || !(p.clip.Duration > 0) {
		return
	}
	ankles := make([]retarget.Leg, len(p.legs))
	for l, leg := range p.legs {
		ankles[l], ankles[l].Toes = leg, soa.NoJoint
	}
	tips, err := retarget.FootPaths(p.ctx, p.model, p.clip, p.legs)
	if err != nil {
		return // that of the context: what remains, a clip whose motion is invalid, no valid model has
	}
	tops, err := retarget.FootPaths(p.ctx, p.model, p.clip, ankles)
	o := retarget.ContactOptions{Height: onGround}
	if err != nil || o.Fill() != nil {
		return
	}
	if p.onTheSpot(p.legs[0], tips[0]) {
		return
	}
	for l, leg := range p.legs {
		f := newStance(p.clip, tips[l], tops[l])
		f.stands(retarget.FindContacts(tips[l], p.clip, o))
		f.standsBy(p.model, leg)
		f.glides(p.rest[leg.Ankle].Translation()[1] - p.rest[leg.Tip()].Translation()[1])
		var w worst
		for from, to := range f.runs() {
			if mm, at := f.slide(from, to); mm > p.scaled(limit) {
				w.add(mm, l, at)
			}
		}
		if w.count > 0 {
			report(Finding{Joint: p.joint(leg.Tip()), Time: &w.tick, Size: w.size, Unit: "mm", Count: w.count,
				Message: fmt.Sprintf("the foot slides %.3g mm while it stands, in %d of its steps", w.size, w.count)})
		}
	}
}

// onTheSpot reports whether a clip walks on the spot, so that retarget.FootPaths moves the ground. Its pace
// is constant, which that of no walker is: by how much the feet slide is the game's to decide.
func (p *played) onTheSpot(leg retarget.Leg, path retarget.FootPath) bool {
	const pace = retarget.DefaultSpeed
	if p.clip.Motion != nil {
		return false
	}
	tip := func(i int) exact.Vec { return p.poses[i][leg.Tip()].Translation() }
	pose := tip(len(p.poses) - 1).Sub(tip(0))
	ground := exact.Vec(path.Places[len(path.Places)-1]).Sub(exact.Vec(path.Places[0])).Sub(pose)
	return horizontalLength(ground) > float64(pace*path.Leg/retarget.StandardLeg)*p.clip.Seconds()
}

// stance is the moments of a clip at which a foot stands.
type stance struct {
	clip *soa.Clip
	path retarget.FootPath
	top  retarget.FootPath // of the ankle
	size float64           // of the leg, of a standard one
	low  float64
	down []bool // per place of the path
}

func newStance(clip *soa.Clip, path, top retarget.FootPath) *stance {
	f := &stance{clip: clip, path: path, top: top, size: 1, low: math.Inf(1), down: make([]bool, len(path.Places))}
	if path.Leg > 0 {
		f.size = path.Leg / retarget.StandardLeg
	}
	for _, v := range path.Places {
		f.low = min(f.low, v[1])
	}
	return f
}

// seconds is the time of a place, on the file's time line.
func (f *stance) seconds(i int) float64 {
	return f.clip.Start + float64(f.clip.Seconds()*float64(i)/float64(len(f.down)-1))
}

// stands marks the moments of contacts.
func (f *stance) stands(list []retarget.ContactInterval) {
	for _, c := range list {
		for i := range f.down {
			if t := f.seconds(i); t >= c.From && t <= c.To {
				f.down[i] = true
			}
		}
	}
}

// standsBy marks the moments at which the clip's own track says that the foot stands, and it is low.
func (f *stance) standsBy(m *soa.Model, leg retarget.Leg) {
	property, floats := retarget.ContactProperty(m, leg), f.clip.Floats()
	if property == soa.None || floats == nil {
		return
	}
	const full = 0.999
	for t := range floats.Tracks {
		if int(floats.Tracks[t].Target) != property {
			continue
		}
		track := exact.NewTrack(floats, t)
		for i, v := range f.path.Places {
			tick := float64((f.seconds(i) - f.clip.Start) * f.clip.TicksPerSecond)
			if v[1]-f.low <= float64(onGround*f.size) && track.At(tick, false)[0] >= full {
				f.down[i] = true
			}
		}
	}
}

// glides marks the moments at which the foot is flat on the ground and moves over it at up to a
// walk's pace. height is that of the ankle over the tip at rest.
func (f *stance) glides(height float64) {
	n := len(f.down) - 1
	step := f.clip.Seconds() / float64(n)
	for i, v := range f.path.Places {
		if v[1]-f.low > float64(glides*f.size) || math.Abs(f.top.Places[i][1]-v[1]-height) > float64(flat*f.size) {
			continue
		}
		a, b := max(i-1, 0), min(i+1, n)
		d := exact.Vec(f.path.Places[b]).Sub(exact.Vec(f.path.Places[a]))
		way := horizontalLength(d)
		if way <= float64(walking*f.size*float64(b-a)*step) && math.Abs(d[1]) <= float64(level*way) {
			f.down[i] = true
		}
	}
}

// runs visits the first and the last place of each stance.
func (f *stance) runs() func(yield func(from, to int) bool) {
	return func(yield func(from, to int) bool) {
		for i := 0; i < len(f.down); i++ {
			from := i
			for i < len(f.down) && f.down[i] {
				i++
			}
			if i > from && !yield(from, i-1) {
				return
			}
		}
	}
}

// slide is how far the tip moves over the ground in a stance, in millimetres, and when it is farthest
// from its mean place, in seconds. The first and the last tenth of a second, in which feet land and
// roll off, do not count.
func (f *stance) slide(from, to int) (mm, at float64) {
	const lands = 0.1
	var low, high [2]float64
	n := 0
	for i := from; i <= to; i++ {
		if t := f.seconds(i); t < f.seconds(from)+lands || t > f.seconds(to)-lands {
			continue
		}
		v := f.path.Places[i]
		for k, x := range [...]float64{v[0], v[2]} {
			if n == 0 || x < low[k] {
				low[k], at = x, f.seconds(i)
			}
			if n == 0 || x > high[k] {
				high[k], at = x, f.seconds(i)
			}
		}
		n++
	}
	if n == 0 {
		return 0, 0
	}
	return 1000 * horizontalLength(exact.Vec{high[0] - low[0], 0, high[1] - low[1]}), at
}

// horizontalLength is the horizontal length of a vector.
func horizontalLength(v exact.Vec) float64 { return exact.Vec{v[0], 0, v[2]}.Length() }
