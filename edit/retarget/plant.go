package retarget

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/soa"
)

// step is a contact of a foot, and the position of its toes.
type step struct {
	from, to float64 // ticks since the clip's start
	blend    float64 // ticks before and after, in which it fades in and out
	still    float64 // tick at which the source's foot is slowest
	joined   bool    // it continues at the other end of the loop
	loops    int     // +1, −1: still is in the next or the last loop

	lock   exact.Vec // on the ground of the whole motion
	slid   float64   // the distance by which they would have slid
	before exact.Vec // the shift at its start
	after  exact.Vec // and at its end
}

// placement is the root transform of a clip's Motion, and its inverse.
type placement struct{ to, back soa.RootTransform }

// newPlan prepares goals and contacts. out has the target's Motion. The error is the
// context's.
func newPlan(ctx context.Context, t *transfer, out, clip *soa.Clip, o *Options) (*plan, error) {
	p := newLimbs(t, o)
	p.place, p.loop, p.duration = placer(out), clip.Loop, clip.Duration
	if o.Plant {
		list, err := placedPaths(ctx, t, clip)
		if err != nil {
			return nil, err
		}
		for l, way := range list {
			for _, i := range FindContacts(way, clip, ContactOptions{Speed: o.PlantSpeed, Height: o.PlantHeight, Blend: o.PlantBlend, Pace: defaultPace}) {
				tick := func(seconds float64) float64 { return float64((seconds - clip.Start) * clip.TicksPerSecond) }
				p.contacts[l] = append(p.contacts[l], &step{
					from: max(tick(i.From), 0), to: min(tick(i.To), clip.Duration), blend: float64(i.Blend * clip.TicksPerSecond),
					still: tick(i.Still), joined: i.Joined, loops: i.Loops,
				})
			}
		}
		if err := p.lock(ctx, t, clip); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// placer returns the function of a clip's Motion at a tick.
func placer(c *soa.Clip) func(tick float64) placement {
	track, err := motion.NewTrack(c.Motion, c.TicksPerSecond, c.Seconds(), motion.Clamp)
	if err != nil { // an invalid clip, which the validation of the result reports
		return func(float64) placement { return placement{soa.IdentityRoot(), soa.IdentityRoot()} }
	}
	return func(tick float64) placement {
		p := track.M(tick / c.TicksPerSecond)
		return placement{p, p.Inverse()}
	}
}

// tip returns the joint of a leg on the ground: the toes if both legs have them, or the foot.
func (l *limb) tip(i int) int {
	if l.toes[0] >= 0 && l.toes[1] >= 0 {
		return l.toes[i]
	}
	return l.joint[i][2]
}

// tipIndex is the index of the tip for footJoint.
func (l *limb) tipIndex() int {
	if l.tip(0) == l.joint[0][2] {
		return 0
	}
	return 1
}

// placedPaths returns the paths of the source's feet, in the target's axes.
func placedPaths(ctx context.Context, t *transfer, clip *soa.Clip) ([]FootPath, error) {
	steps, place := ContactSteps(clip), placer(clip)
	list := make([]FootPath, len(t.legs))
	for i := range steps + 1 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		tick := min(float64(float64(i)*(clip.Duration/float64(steps))), clip.Duration)
		t.clip.At(tick, false, &t.in)
		at := place(tick).to
		for l := range t.legs {
			v := t.in.Global[t.legs[l].tip(0)].Translation()
			list[l].Leg = t.legs[l].source
			list[l].Places = append(list[l].Places, t.turn.Rotate(exact.Vec(at.Point(v))))
		}
	}
	return list, nil
}

// addMoments inserts the ticks at which contacts begin and end into a sorted list, except those
// nearer than the spacing to another.
func (p *plan) addMoments(list []exact.Moment, spacing float32) []exact.Moment {
	end := list[len(list)-1].Tick
	for _, contacts := range p.contacts {
		for _, c := range contacts {
			for _, tick := range [...]float64{c.from - c.blend, c.from, c.to, c.to + c.blend} {
				for _, at := range p.times(c, tick) {
					if tick := float32(at); tick > 0 && tick < end {
						list = insertMoment(list, tick, spacing)
					}
				}
			}
		}
	}
	return list
}

// insertMoment inserts a tick above 0 into a sorted list that ends after it.
func insertMoment(list []exact.Moment, tick, spacing float32) []exact.Moment {
	at, found := slices.BinarySearchFunc(list, tick, func(m exact.Moment, tick float32) int { return cmp.Compare(m.Tick, tick) })
	if found || list[at].Tick-tick < spacing || tick-list[at-1].Tick < spacing {
		return list
	}
	return slices.Insert(list, at, exact.Moment{Tick: tick})
}

// toes returns the position of the tip of a target's leg without contacts, on the ground of the
// whole motion.
func (p *plan) toes(t *transfer, leg int, tick float64) exact.Vec {
	all := p.contacts
	p.contacts = nil
	t.pose(tick, false)
	p.contacts = all
	return exact.Vec(p.place(tick).to.Point(t.out.Global[p.limbs[leg].tip(1)].Translation()))
}

// lock computes the position of the foot for each contact.
func (p *plan) lock(ctx context.Context, t *transfer, clip *soa.Clip) error {
	goal := t.goal
	t.goal = p
	defer func() { t.goal = goal }()
	for leg, list := range p.contacts {
		if len(list) == 0 {
			continue
		}
		// A loop advances by the Motion and by the remaining movement of the hips.
		hips := func(tick float64) exact.Vec {
			p.toes(t, leg, tick)
			return t.out.Global[t.m.Hips[1]].Translation()
		}
		end := p.place(clip.Duration).to
		moved := hips(clip.Duration).Sub(hips(0))
		on := end.Mul(soa.RootTransform{X: moved[0], Z: moved[2], C: 1})
		for _, c := range list {
			if err := ctx.Err(); err != nil {
				return err
			}
			at := p.toes(t, leg, c.still)
			switch c.loops {
			case 1:
				at = exact.Vec(on.Point(at))
			case -1:
				at = exact.Vec(on.Inverse().Point(at))
			}
			c.lock = at
		}
		for _, c := range list {
			if err := ctx.Err(); err != nil {
				return err
			}
			c.before, c.after = p.offset(t, leg, c, c.from), p.offset(t, leg, c, c.to)
			for _, tick := range [...]float64{c.from, c.from + float64((c.to-c.from)/4), (c.from + c.to) / 2, c.to - float64((c.to-c.from)/4), c.to} {
				c.slid = max(c.slid, p.offset(t, leg, c, tick).Length())
			}
		}
	}
	return nil
}

// offset returns the vector from the tip of a leg to its contact, in the model space of the pose,
// at the source's height.
func (p *plan) offset(t *transfer, leg int, c *step, tick float64) exact.Vec {
	p.toes(t, leg, tick)
	return p.offsetNow(t, leg, c, tick)
}

// offsetNow is offset in the current pose.
func (p *plan) offsetNow(t *transfer, leg int, c *step, tick float64) exact.Vec {
	l := p.limbs[leg]
	d := exact.Vec(p.place(tick).back.Point(c.lock)).Sub(t.out.Global[l.tip(1)].Translation())
	d[1] = t.height(l, l.tipIndex()) - t.out.Global[l.tip(1)].Translation()[1]
	return d
}

// shift returns the displacement of a foot at a tick, and whether a contact acts.
func (p *plan) shift(t *transfer, leg int, tick float64) (exact.Vec, bool) {
	return p.shiftBy(p.contacts[leg], tick, func(c *step) exact.Vec { return p.offsetNow(t, leg, c, tick) })
}

// shiftBy returns the displacement by contacts at a tick, and whether one acts. offset is the way
// to a contact in the current pose.
func (p *plan) shiftBy(contacts []*step, tick float64, offset func(c *step) exact.Vec) (exact.Vec, bool) {
	var sum exact.Vec
	near := false
	for i := p.actsNext(contacts, -1, tick); i < len(contacts); i = p.actsNext(contacts, i, tick) {
		c := contacts[i]
		if tick >= c.from && tick <= c.to {
			sum, near = sum.Add(offset(c)), true
			continue
		}
		for _, at := range p.times(c, tick) {
			switch {
			case at >= c.from-c.blend && at < c.from:
				sum, near = sum.Add(c.before.Scale(smooth((at-c.from+c.blend)/c.blend))), true
			case at > c.to && at <= c.to+c.blend:
				sum, near = sum.Add(c.after.Scale(smooth((c.to+c.blend-at)/c.blend))), true
			}
		}
	}
	return sum, near
}

// actsNext returns the first contact after one, or after −1, that may act at a tick, or their number:
// contacts and their blends follow each other. In a loop the first ones act at its end too, and the last
// ones at its start.
func (p *plan) actsNext(contacts []*step, i int, tick float64) int {
	i++
	over := func(i int, tick float64) bool { return contacts[i].to+contacts[i].blend < tick }
	before := func(i int, tick float64) bool { return contacts[i].from-contacts[i].blend > tick }
	if i == len(contacts) || p.loop && !before(i, tick-p.duration) {
		return i
	}
	if over(i, tick) {
		i += sort.Search(len(contacts)-i, func(k int) bool { return !over(i+k, tick) })
	}
	if i < len(contacts) && before(i, tick) {
		if !p.loop {
			return len(contacts)
		}
		i += sort.Search(len(contacts)-i, func(k int) bool { return !over(i+k, tick+p.duration) })
	}
	return i
}

// times returns a tick relative to a contact: for a loop also those of the loops before and after. A
// contact across the end has its other part there.
func (p *plan) times(c *step, tick float64) []float64 {
	if !p.loop || c.joined {
		return []float64{tick}
	}
	return []float64{tick, tick - p.duration, tick + p.duration}
}

// smooth is the smoothstep function on [0, 1].
func smooth(x float64) float64 { return float64(float64(x*x) * (3 - float64(2*x))) }

// report lists contacts and goals out of reach.
func (p *plan) report(t *transfer, r *Report, clip *soa.Clip) {
	for leg, list := range p.contacts {
		for _, c := range list {
			seconds := func(tick float64) float64 { return clip.Start + tick/clip.TicksPerSecond }
			r.Steps = append(r.Steps, Contact{p.limbs[leg].name, seconds(c.from), seconds(c.to), c.slid})
		}
	}
	const noise = 1e-3
	for i, l := range p.limbs {
		if p.short[i] > noise {
			r.Short = append(r.Short, Shortfall{l.name, p.short[i]})
		}
	}
}
