package control

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// placed is the place of a foot in the clip, and its goal.
type placed struct {
	tip, ankle, to geom.Vec
	turned, turn   geom.Quat
	// Along up: the offset of a standing foot's ankle on the ground before and now, and how far
	// the root has moved the ground.
	before, moved, carried float32
}

func (a *feetActor) act16(f *frames, at *pose.Changing, weight []float32) {
	for f.lane = range at.Len {
		if weight[f.lane] > 0 {
			f.dt = at.Seconds[f.lane]
			a.stand(f, int(at.Instance[f.lane]), weight[f.lane])
		}
	}
	f.readAll(a.way)
	for k := range a.legs {
		a.bend(f, at, k, weight)
	}
}

// stand finds the goals of an instance's feet and moves its pelvis.
func (a *feetActor) stand(f *frames, i int, weight float32) {
	b, feet := &a.body[i], a.foot[i*len(a.legs):][:len(a.legs)]
	if world := &a.world.at[i]; *world != b.world && inWorld(world[:]) {
		if back, ok := world.Inverse(); ok {
			b.world, b.back = *world, back
		}
	}
	dt := min(max(f.dt, 0), 1e4)
	e := f.scratch.settling.prepare(dt, a.HalfLife)
	var put [maxLegs]placed
	for k := range feet {
		a.place(f, b, &feet[k], &put[k], k, e, dt)
	}
	a.sink(b, feet, &put, e)
	b.stands, b.posed = b.answered, true
	b.worldBefore, b.backBefore = b.world, b.back
	sunk := max(b.sunk-a.short(f, b, feet, &put), min(b.sunk, -a.Drop))
	p := f.layout.LaneOf(f.block, f.lane)
	above, by := f.parentMatrix(a.pelvis), a.up.Times(float32(sunk*weight))
	if inverse, ok := above.Inverse(); ok && by != (geom.Vec{}) {
		p.SetOther(f.translation(a.pelvis), geom.Point(&inverse, f.place(a.pelvis).Add(by)).Sub(f.pivot(a.pelvis)).Array())
	}
	for k := range feet {
		to, rows := put[k].turn.Mul(put[k].turned), f.scratch.legs[k][f.lane:]
		for n, v := range put[k].to.Array() {
			rows[(formula.LimbPlace+n)*simd.Lanes] = v
		}
		for n, v := range to.Array() {
			rows[(formula.LimbRotation+n)*simd.Lanes] = v
		}
	}
}

// place finds the goal of a foot.
func (a *feetActor) place(f *frames, b *body, s *footState, out *placed, k int, e *settling, dt float64) {
	l := &a.legs[k]
	out.tip, out.ankle, out.turned = f.place(l.frame[l.tip]), f.place(l.frame[2]), f.rotation(l.frame[2])
	held := s.locked
	a.hold(b, s, out.tip, e, dt)
	flat := geom.Point(&b.back, s.at)
	flat = flat.AddTimes(a.up, a.Ground-flat.Dot(a.up))
	to := a.tread(b, s, out, flat, k, e)
	s.tip, s.normal, out.turn, out.to = to.tip, to.normal, to.turn, to.ankle
	s.heel, s.contact = out.to, s.wish
	if s.locked && !held {
		s.heldHeel = geom.Point(&b.world, s.heel)
	}
}

// stance is the pose of a foot on the ground.
type stance struct {
	tip, ankle, normal geom.Vec
	turn               geom.Quat
}

// stood is the stance over a place of the clip's ground, given how much higher the ground is there,
// its normal, and the contact.
func (a *feetActor) stood(of *placed, l *leg, flat geom.Vec, high float32, normal geom.Vec, contact float32) (s stance) {
	if high < 0 { // lower ground counts as the foot comes down
		high = float32(high * contact)
	}
	s.normal = a.up.Lerp(a.limited(normal.Unit(a.up)), contact).Unit(a.up)
	lift := of.tip.Dot(a.up) - a.Ground - l.height
	if lift < 0 { // the clip's foot sinks in
		lift = float32(lift * (1 - contact))
	}
	s.tip = flat.AddTimes(a.up, high+lift+l.height/s.normal.Dot(a.up))
	s.turn = geom.Arc(a.up, s.normal, a.up.Perpendicular())
	s.ankle = s.tip.Add(s.turn.Rotate(of.ankle.Sub(of.tip)))
	return s
}

// hold advances the world place of a tip, which follows the clip or is locked.
func (a *feetActor) hold(b *body, s *footState, tip geom.Vec, e *settling, dt float64) {
	now, before := geom.Point(&b.world, tip), s.at
	level := func(v geom.Vec) float32 { // the length of a world vector in the model, across up
		v = geom.Direction(&b.back, v)
		return v.AddTimes(a.up, -v.Dot(a.up)).Length()
	}
	was, c := s.contact, s.wish
	if !b.stands || a.Lock == 0 {
		s.slide, s.slideSpeed, s.locked, s.torn = geom.Vec{}, geom.Vec{}, false, false
		if !b.stands {
			before = now
		}
	} else {
		off := level(s.held.Sub(now))
		switch {
		case s.locked && off > 2*a.Lock: // the instance was moved away
			s.locked, s.torn, s.slide, s.slideSpeed = false, true, geom.Vec{}, geom.Vec{}
		case s.locked && c < lockTo:
			part := min(max((was-lockTo)/(was-c), 0), 1)
			a.release(s, s.clip.Lerp(now, part), now, dt)
			var rest settling
			rest.prepare(float64(dt*float64(1-part)), a.HalfLife).fallV(&s.slide, &s.slideSpeed)
		case s.locked && off > a.Lock:
			a.release(s, now, now, dt)
			s.torn = true
		case !s.locked:
			e.fallV(&s.slide, &s.slideSpeed)
			s.torn = s.torn && c >= lockTo
			if c >= lockFrom && !s.torn {
				part := float32(0)
				if was < lockFrom {
					part = (lockFrom - was) / (c - was)
				}
				s.held, s.locked = before.Lerp(now.Add(s.slide), part), true
			}
		}
	}
	s.clip = now
	if s.at = now.Add(s.slide); s.locked {
		s.at = s.held
	}
	s.velocity = geom.Vec{}
	if dt > 0 {
		s.velocity = s.at.Sub(before).Times(float32(1 / max(dt, leastStep)))
	}
}

// release unlocks a foot: it slides to the clip's without a jump of place or speed.
func (a *feetActor) release(s *footState, from, now geom.Vec, dt float64) {
	s.locked, s.slide, s.slideSpeed = false, s.held.Sub(from), geom.Vec{}
	if dt > 0 {
		s.slideSpeed = s.clip.Sub(now).Times(float32(1 / max(dt, leastStep)))
	}
}

// tread is the stance of a foot on the ground below it. Offsets from changes of the ground decay
// until the foot stands.
func (a *feetActor) tread(b *body, s *footState, out *placed, flat geom.Vec, k int, e *settling) stance {
	now, l := a.groundOf(b, s, k), &a.legs[k]
	below := now.transformed(&b.back, &b.world)
	high, normal := below.heightAbove(flat, a.up), below.upright(a.up)
	if b.stands && b.world != b.worldBefore {
		below = now.transformed(&b.backBefore, &b.worldBefore)
		out.carried = high - below.heightAbove(flat, a.up)
	}
	whole := a.stood(out, l, flat, high, normal, 1)
	out.moved = a.up.Dot(whole.ankle.Sub(out.ankle))
	out.before = out.moved
	if now != s.ground {
		old := s.ground.transformed(&b.back, &b.world)
		was, leant := old.heightAbove(flat, a.up), old.upright(a.up)
		before := a.stood(out, l, flat, was, leant, 1)
		out.before = a.up.Dot(before.ankle.Sub(out.ankle))
		s.rise += was - high
		s.lean = s.lean.Add(leant.Sub(normal))
		s.ground = now
	}
	if !b.stands {
		s.rise, s.riseSpeed, s.lean, s.leanSpeed = 0, 0, geom.Vec{}, geom.Vec{}
	}
	e.fall(&s.rise, &s.riseSpeed)
	e.fallV(&s.lean, &s.leanSpeed)
	if c := s.wish; c > s.contact && s.contact < lockFrom { // later changes decay by themselves
		left := max(0, lockFrom-c) / (lockFrom - s.contact)
		s.rise, s.riseSpeed = float32(s.rise*left), float32(s.riseSpeed*left)
		s.lean, s.leanSpeed = s.lean.Times(left), s.leanSpeed.Times(left)
	}
	if s.wish == 1 && s.rise == 0 && s.lean == (geom.Vec{}) {
		return whole
	}
	return a.stood(out, l, flat, high+s.rise, normal.Add(s.lean), s.wish)
}

// sink moves the pelvis until the lowest foot reaches the ground. If the root moves the ground, as
// when the instance jumps up a step, the pelvis moves back and keeps its place in the world.
func (a *feetActor) sink(b *body, feet []footState, put *[maxLegs]placed, e *settling) {
	var now, before [maxLegs]float32
	carried, sum := float32(0), float32(0)
	for k := range feet {
		now[k], before[k] = put[k].moved, put[k].before
		carried += float32(feet[k].wish * put[k].carried)
		sum += feet[k].wish
	}
	goal := a.lowest(feet, &now)
	if !b.stands {
		b.sunk, b.speed, b.goal = goal, 0, goal
		return
	}
	jump := float32(0) // of the ground, at the start of the step
	if now != before {
		jump = goal - a.lowest(feet, &before)
	}
	carried /= max(1, sum)
	b.sunk += carried
	e.follow(&b.sunk, &b.speed, b.goal+carried+jump, goal)
	b.goal = goal
	if b.sunk < -a.Drop || b.sunk > a.Rise {
		b.sunk, b.speed = min(max(b.sunk, -a.Drop), a.Rise), 0
	}
}

// short is how much farther the pelvis sinks for legs that do not reach, by their contacts.
func (a *feetActor) short(f *frames, b *body, feet []footState, put *[maxLegs]placed) (most float32) {
	for k := range feet {
		l := &a.legs[k]
		root, mid, ankle := f.place(l.frame[0]), f.place(l.frame[1]), put[k].ankle
		const bent = 0.998 // so that the knee keeps its side
		reach := float32(bent * (mid.Sub(root).Length() + ankle.Sub(mid).Length()))
		way := root.AddTimes(a.up, b.sunk).Sub(put[k].to)
		high := way.Dot(a.up)
		aside := way.AddTimes(a.up, -high).Length()
		over := high - geom.Sqrt(max(0, float32((reach-aside)*(reach+aside))))
		most = max(most, float32(over*min(1, feet[k].wish/lockFrom)))
	}
	return most
}

// lowest is the offset of the pelvis: the expected offset of the lowest standing foot, with
// contacts as probabilities, and 0 where none stands.
func (a *feetActor) lowest(feet []footState, moved *[maxLegs]float32) float32 {
	var order [maxLegs]int
	for k := range feet {
		at := k
		for ; at > 0 && moved[order[at-1]] > moved[k]; at-- {
			order[at] = order[at-1]
		}
		order[at] = k
	}
	mean, left := float32(0), float32(1)
	for _, k := range order[:len(feet)] {
		c := feet[k].wish
		mean += float32(float32(left*c) * moved[k])
		left = float32(left * (1 - c))
	}
	return min(max(mean, -a.Drop), a.Rise)
}

// bend moves the ankles of a leg to their goals, with the rotations of the feet.
func (a *feetActor) bend(f *frames, at *pose.Changing, k int, weight []float32) {
	l, reach := &a.legs[k], f.lanes[1][:limbReachRows*simd.Lanes]
	l.reachFor(f, f.scratch.legs[k][:], weight, reach)
	for lane := range at.Len {
		if weight[lane] > 0 {
			a.foot[int(at.Instance[lane])*len(a.legs)+k].reach = IKResult{reach[lane], solve.Reason(reach[simd.Lanes+lane])}
		}
	}
}
