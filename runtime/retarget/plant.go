package retarget

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/soa"
)

// contact is a time in which a foot is on the ground, in ticks.
type contact struct {
	from, to float64
	blend    float64   // ticks before and after in which it sets in and ends
	still    float64   // the tick at which the foot is slowest
	joined   bool      // it goes on in the contact at the other end of the loop
	loops    float64   // +1, −1: the still moment is that of the next or last loop's contact
	lock     exact.Vec // where the toes are held, on the ground of the whole motion
	slid     float64   // the farthest that they would have slid
	before   exact.Vec // the shift as it sets in
	after    exact.Vec // and as it ends
}

// placement is where the Motion of a clip has taken the pose.
type placement struct{ to, back motion.Place }

// newPlan prepares goals and contacts. out has the target's Motion.
func newPlan(t *transfer, out, clip *soa.Clip, o *Options) *plan {
	p := newLimbs(t, o)
	p.place, p.loop, p.duration = placer(out), clip.Loop, clip.Duration
	if o.Plant {
		found := findContacts(t, clip, o)
		for i := range p.contacts {
			p.contacts[i] = found[i]
		}
		p.lock(t, clip)
	}
	return p
}

// placer returns the place of a clip's Motion at a tick.
func placer(c *soa.Clip) func(tick float64) placement {
	track, err := motion.NewTrack(c.Motion, c.TicksPerSecond, c.Seconds(), motion.Clamp)
	if err != nil { // a clip that is not valid, which the result is checked for
		return func(float64) placement { return placement{motion.Identity(), motion.Identity()} }
	}
	return func(tick float64) placement {
		p := track.M(tick / c.TicksPerSecond)
		return placement{p, p.Inverse()}
	}
}

// tip returns the joint by which a leg stands on the ground: the toes of both, or the foot.
func (l *limb) tip(i int) int {
	if l.toes[0] >= 0 && l.toes[1] >= 0 {
		return l.toes[i]
	}
	return l.joint[i][2]
}

// contactRate is how often a second the source's feet are looked at.
const contactRate = 120

// standardLeg is the length of the legs for which speeds and heights are given.
const standardLeg = 0.85

// findContacts finds, for each leg, when the source's foot is on the ground.
func findContacts(t *transfer, clip *soa.Clip, o *Options) [][]*contact {
	const most = 100_000
	steps := int(min(max(math.Ceil(clip.Seconds()*contactRate), 2), most))
	step := clip.Duration / float64(steps)
	place := placer(clip)
	way := make([][]exact.Vec, len(t.legs))
	for i := range steps + 1 {
		tick := min(float64(float64(i)*step), clip.Duration)
		t.clip.At(tick, false, &t.in)
		at := place(tick).to
		for l := range t.legs {
			v := t.in.Global[t.legs[l].tip(0)].Translation()
			way[l] = append(way[l], t.turn.Rotate(exact.Vec(at.Point(v))))
		}
	}
	found := make([][]*contact, len(t.legs))
	if !(step > 0) {
		return found
	}
	for l := range t.legs {
		size := t.legs[l].source / standardLeg
		speed := speeds(way[l], step/clip.TicksPerSecond, clip.Loop)
		low := math.Inf(1)
		for _, v := range way[l] {
			low = min(low, v[1])
		}
		down := func(i int) bool {
			return i <= steps && speed[i] <= o.PlantSpeed*size && way[l][i][1]-low <= o.PlantHeight*size
		}
		found[l] = runs(down, steps, step, speed, o.PlantBlend*clip.TicksPerSecond, clip)
	}
	return found
}

// speeds returns the speeds along a way whose points lie some seconds apart. A loop goes
// on beyond its ends.
func speeds(way []exact.Vec, seconds float64, loop bool) []float64 {
	n := len(way) - 1
	speed := make([]float64, n+1)
	for i := range speed {
		a, b := max(i-1, 0), min(i+1, n)
		speed[i] = way[b].Sub(way[a]).Length() / float64(float64(b-a)*seconds)
	}
	if loop && n > 1 {
		v := way[1].Sub(way[0]).Add(way[n].Sub(way[n-1])).Length() / float64(2*seconds)
		speed[0], speed[n] = v, v
	}
	return speed
}

// runs returns the runs of samples in which a foot is down and that last for a moment.
func runs(down func(int) bool, steps int, step float64, speed []float64, blend float64, clip *soa.Clip) (list []*contact) {
	shortest := clip.TicksPerSecond / 20
	for i := 0; i <= steps; i++ {
		if !down(i) {
			continue
		}
		from, still := i, i
		for ; down(i + 1); i++ {
			if speed[i+1] < speed[still] {
				still = i + 1
			}
		}
		c := &contact{from: float64(float64(from) * step), to: min(float64(float64(i)*step), clip.Duration), still: float64(float64(still) * step), blend: blend}
		whole := clip.Loop && (from == 0 || i == steps) // the other part is at the other end
		if c.to-c.from >= shortest || whole {
			list = append(list, c)
		}
	}
	for i := 1; i < len(list); i++ { // one ends before the next sets in
		gap := (list[i].from - list[i-1].to) / 2
		list[i-1].blend, list[i].blend = min(list[i-1].blend, gap), min(list[i].blend, gap)
	}
	if n := len(list); n > 0 && clip.Loop {
		if gap := (list[0].from + clip.Duration - list[n-1].to) / 2; gap > 0 {
			list[0].blend, list[n-1].blend = min(list[0].blend, gap), min(list[n-1].blend, gap)
		}
	}
	if n := len(list); n > 1 && clip.Loop && list[0].from == 0 && list[n-1].to == clip.Duration {
		// One contact over the end of the loop: both parts stand where it is slowest.
		first, last := list[0], list[n-1]
		first.joined, last.joined = true, true
		if speed[int(first.still/step+0.5)] < speed[int(last.still/step+0.5)] {
			last.still, last.loops = first.still, 1
		} else {
			first.still, first.loops = last.still, -1
		}
	}
	return list
}

// moments lists the ticks at which something sets in or ends.
func (p *plan) moments() (list []float64) {
	for _, contacts := range p.contacts {
		for _, c := range contacts {
			for _, tick := range [...]float64{c.from - c.blend, c.from, c.to, c.to + c.blend} {
				list = append(list, p.times(c, tick)...)
			}
		}
	}
	return list
}

// toes returns where the tip of a leg of the target is without contacts, on the ground of
// the whole motion.
func (p *plan) toes(t *transfer, leg int, tick float64) exact.Vec {
	all := p.contacts
	p.contacts = nil
	t.pose(tick, false)
	p.contacts = all
	return exact.Vec(p.place(tick).to.Point(t.out.Global[p.limbs[leg].tip(1)].Translation()))
}

// lock finds where each contact holds the foot.
func (p *plan) lock(t *transfer, clip *soa.Clip) {
	goal := t.goal
	t.goal = p
	defer func() { t.goal = goal }()
	for leg, list := range p.contacts {
		if len(list) == 0 {
			continue
		}
		// A loop leads on by the Motion and by what the hips still move.
		hips := func(tick float64) exact.Vec {
			p.toes(t, leg, tick)
			return t.out.Global[t.m.Hips[1]].Translation()
		}
		end := p.place(clip.Duration).to
		moved := hips(clip.Duration).Sub(hips(0))
		on := end.Mul(motion.Place{X: moved[0], Z: moved[2], C: 1})
		for _, c := range list {
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
			c.before, c.after = p.offset(t, leg, c, c.from), p.offset(t, leg, c, c.to)
			for _, tick := range [...]float64{c.from, c.from + float64((c.to-c.from)/4), (c.from + c.to) / 2, c.to - float64((c.to-c.from)/4), c.to} {
				c.slid = max(c.slid, p.offset(t, leg, c, tick).Length())
			}
		}
	}
}

// offset returns how far the tip of a leg is from where a contact holds it, in the model
// space of the pose; its height is the source's.
func (p *plan) offset(t *transfer, leg int, c *contact, tick float64) exact.Vec {
	p.toes(t, leg, tick)
	return p.offsetNow(t, leg, c, tick)
}

// offsetNow is offset in the current pose.
func (p *plan) offsetNow(t *transfer, leg int, c *contact, tick float64) exact.Vec {
	l := p.limbs[leg]
	d := exact.Vec(p.place(tick).back.Point(c.lock)).Sub(t.out.Global[l.tip(1)].Translation())
	d[1] = t.height(l.tip(0), l.tip(1)) - t.out.Global[l.tip(1)].Translation()[1]
	return d
}

// shift returns how far a foot is moved at a tick, and whether it is.
func (p *plan) shift(t *transfer, leg int, tick float64) (exact.Vec, bool) {
	var sum exact.Vec
	near := false
	for _, c := range p.contacts[leg] {
		if tick >= c.from && tick <= c.to {
			sum, near = sum.Add(p.offsetNow(t, leg, c, tick)), true
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

// times returns a tick as a contact sees it: of a loop also those of the loops before and
// after. A contact that goes on over the end has its other part there.
func (p *plan) times(c *contact, tick float64) []float64 {
	if !p.loop || c.joined {
		return []float64{tick}
	}
	return []float64{tick, tick - p.duration, tick + p.duration}
}

// smooth goes from 0 to 1 without a corner.
func smooth(x float64) float64 { return float64(float64(x*x) * (3 - float64(2*x))) }

// report tells of contacts, and of goals out of reach.
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
