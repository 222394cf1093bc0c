package runtime_test

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// actor is one instance of a crowd as the documentation has it: slow, in float64, with
// a list of what plays and poses of whole transforms. It knows neither inertialization
// nor sync groups of clips that do not wrap.
type actor struct {
	model  *soa.Model
	masks  []pose.Mask
	voices []*actorVoice // the oldest first
}

// actorVoice is a clip, or a pose, that plays.
type actorVoice struct {
	layer, clip, mask int
	kind              play.Kind
	mode              play.LoopMode
	curve             play.Curve
	x, speed, own     float64 // seconds since the clip's start, not reduced
	weight, fade      float64
	rate              float64 // of fade per second
	sync              int
	paused, queued    bool
	copied            bool // by setMask
	held              actorPose
}

// actorPose is a transform per joint, relative to its parent.
type actorPose []actorJoint

type actorJoint struct {
	t oracle.Vec3
	q oracle.Quat
	s oracle.Vec3
}

func (a *actor) rest() actorPose { return a.sample(play.Rest, 0) }

// sample is the pose of a clip at a time since its start.
func (a *actor) sample(clip int, x float64) actorPose {
	r := &a.model.Skeleton.Rest
	p := make(actorPose, a.model.Skeleton.Len())
	for j := range p {
		p[j] = actorJoint{
			oracle.Vec3{float64(r.TX[j]), float64(r.TY[j]), float64(r.TZ[j])},
			oracle.Quat{float64(r.RX[j]), float64(r.RY[j]), float64(r.RZ[j]), float64(r.RW[j])}.Unit(),
			oracle.Vec3{float64(r.SX[j]), float64(r.SY[j]), float64(r.SZ[j])},
		}
	}
	if clip == play.Rest {
		return p
	}
	c := a.model.Clips[clip]
	for t, track := range c.Tracks {
		v := oracle.Sample(c, t, x*c.TicksPerSecond)
		switch track.Property {
		case soa.Translation:
			p[track.Target].t = oracle.Vec3(v[:3])
		case soa.Rotation:
			p[track.Target].q = oracle.Quat(v).Unit()
		case soa.Scale:
			p[track.Target].s = oracle.Vec3(v[:3])
		}
	}
	return p
}

func scaled(q oracle.Quat, f float64) oracle.Quat {
	return oracle.Quat{f * q[0], f * q[1], f * q[2], f * q[3]}
}

func (a *actor) seconds(clip int) float64 {
	if clip == play.Rest {
		return 0
	}
	return a.model.Clips[clip].Seconds()
}

// period is the time after which an active clip's clip repeats.
func (a *actor) period(v *actorVoice) float64 {
	if v.mode == play.PingPong {
		return 2 * a.seconds(v.clip)
	}
	return a.seconds(v.clip)
}

// phase is the active clip's time in its first period.
func (a *actor) phase(v *actorVoice) float64 {
	period := a.period(v)
	if period == 0 {
		return 0
	}
	if v.mode == play.Clamp {
		return max(0, min(v.x, period))
	}
	x := math.Mod(v.x, period)
	if x < 0 {
		x += period
	}
	return x
}

// seek puts an active clip somewhere; a clip that does not repeat has no time outside.
func (a *actor) seek(v *actorVoice, x float64) {
	if v.x = x; v.mode == play.Clamp {
		v.x = max(0, min(x, a.period(v)))
	}
}

// shows is the pose that an active clip shows.
func (a *actor) shows(v *actorVoice) actorPose {
	if v.held != nil {
		return v.held
	}
	x := a.phase(v)
	if v.mode == play.PingPong {
		x = min(x, a.period(v)-x)
	}
	return a.sample(v.clip, x)
}

func curveAt(c play.Curve, s float64) float64 {
	switch c {
	case play.Smooth:
		return s * s * (3 - 2*s)
	case play.EaseIn:
		return s * s
	case play.EaseOut:
		return 1 - (1-s)*(1-s)
	}
	return s
}

// of lists the active clips of a layer that do not wait, the oldest first.
func (a *actor) of(layer int) (list []*actorVoice) {
	for _, v := range a.voices {
		if v.layer == layer && !v.queued {
			list = append(list, v)
		}
	}
	return list
}

// current is the youngest of them, or nil.
func (a *actor) current(layer int) *actorVoice {
	if list := a.of(layer); len(list) > 0 {
		return list[len(list)-1]
	}
	return nil
}

// share is what part of its layer's weight an active clip has: what the younger ones leave.
func (a *actor) share(v *actorVoice) float64 {
	part := curveAt(v.curve, v.fade)
	list := a.of(v.layer)
	for _, younger := range list[slices.Index(list, v)+1:] {
		part *= 1 - curveAt(younger.curve, younger.fade)
	}
	return part
}

func (a *actor) drop(gone func(v *actorVoice) bool) { a.voices = slices.DeleteFunc(a.voices, gone) }

// play is Instance.Play, but for Inertialize, DeadBlend and Seed.
func (a *actor) play(clip int, o play.Options) {
	if o.Speed == 0 {
		o.Speed = 1
	}
	if o.Weight == 0 {
		o.Weight = 1
	}
	v := &actorVoice{
		layer: o.Layer, clip: clip, mask: o.Mask, kind: o.Kind, mode: o.Mode, curve: o.Curve,
		speed: o.Speed, own: o.Speed, weight: o.Weight, fade: 1, sync: o.Sync,
	}
	old := a.current(o.Layer)
	if old != nil && clip == play.Rest {
		v.kind = old.kind
	}
	fade := o.Fade + o.FadePart*a.seconds(clip)
	v.x = o.Offset
	if o.Speed < 0 {
		v.x = a.seconds(clip) - o.Offset
	}
	if o.Match && old != nil && a.period(old) > 0 && !o.Queue {
		v.x = a.phase(old)/a.period(old)*a.period(v) + o.Offset
		if o.Speed < 0 {
			v.x -= 2 * o.Offset
		}
	}
	for _, other := range a.voices {
		if o.Sync > 0 && other.sync == o.Sync && !other.queued && a.period(other) > 0 {
			v.x = a.phase(other) / a.period(other) * a.period(v)
			break
		}
	}
	a.seek(v, v.x)
	if fade > 0 {
		v.fade, v.rate = 0, 1/fade
	}
	if !o.Queue || old == nil && fade == 0 {
		a.pause(false)
	}
	if !o.Queue {
		a.drop(func(v *actorVoice) bool { return v.layer == o.Layer && v.queued })
	}
	switch {
	case o.Queue && (old != nil || fade > 0):
		v.queued = true
	case fade == 0:
		a.drop(func(v *actorVoice) bool { return v.layer == o.Layer })
	case o.Transition == play.Frozen && old != nil:
		a.hold(o.Layer)
	}
	a.voices = append(a.voices, v)
	a.retire()
}

// pause is Instance.Pause or Resume.
func (a *actor) pause(paused bool) {
	for _, v := range a.voices {
		if !v.queued {
			v.paused = paused
		}
	}
}

// paused reports whether the instance stands still.
func (a *actor) paused() bool {
	return slices.ContainsFunc(a.voices, func(v *actorVoice) bool { return v.paused })
}

// retire drops clips that have made way for the rest pose, which needs no active clip but in
// layer 0.
func (a *actor) retire() {
	a.drop(func(v *actorVoice) bool { return v.layer > 0 && v.rests() && v.rate == 0 && !v.queued })
}

// hold makes a pose of what a layer plays.
func (a *actor) hold(layer int) {
	shown, sum, parts := 0., 0., []actorPart(nil)
	for _, v := range a.of(layer) {
		if w := a.share(v); w > 0 && !v.rests() {
			parts = append(parts, actorPart{pose: a.shows(v), weight: w * v.weight, voice: v})
			shown, sum = shown+w, sum+w*v.weight
		}
	}
	if sum == 0 {
		return
	}
	like := parts[0].voice
	held := &actorVoice{layer: layer, clip: play.Rest, mask: like.mask, kind: like.kind, curve: play.Straight, weight: sum / shown, fade: shown}
	for k := range parts {
		parts[k].weight /= sum
	}
	held.held = a.mean(parts, a.rest(), true)
	for j := range held.held {
		held.held[j].q = held.held[j].q.Unit()
	}
	a.drop(func(v *actorVoice) bool { return v.layer == layer })
	a.voices = append(a.voices, held)
}

// rests reports whether an active clip shows nothing.
func (v *actorVoice) rests() bool { return v.clip == play.Rest && v.held == nil }

// canHold reports whether one pose can show what a layer does: clips of one kind and one
// mask, and no others that are added.
func (a *actor) canHold(layer int) bool {
	var like *actorVoice
	for _, v := range a.of(layer) {
		if a.share(v) == 0 || v.rests() {
			continue
		}
		if like == nil {
			like = v
		}
		if v.kind != like.kind || v.mask != like.mask {
			return false
		}
	}
	adds := 0
	for _, v := range a.voices {
		if v.kind >= play.Additive && !v.queued && !v.rests() {
			adds++
		}
	}
	return like == nil || like.kind < play.Additive || adds == 1
}

// setMask is Layer.SetMask.
func (a *actor) setMask(layer, mask int, seconds float64) {
	v := a.current(layer)
	if seconds > 0 {
		young := *v
		v.copied = true
		v = &young
		v.fade, v.rate = 0, 1/seconds
		a.voices = append(a.voices, v)
	}
	v.mask = mask
}

// copies are what a layer plays, and what that is a copy of.
func (a *actor) copies(layer int) []*actorVoice {
	list := a.of(layer)
	k := len(list) - 1
	for k > 0 && list[k-1].copied {
		k--
	}
	return list[k:]
}

// update is Crowd.Update.
func (a *actor) update(dt float64) {
	if a.paused() {
		return
	}
	parts := 1.
	if slices.ContainsFunc(a.voices, func(v *actorVoice) bool { return v.sync > 0 }) && slices.ContainsFunc(a.voices, func(v *actorVoice) bool { return v.rate > 0 }) {
		parts = 8000 // in which the pace of groups hardly changes
	}
	for left := dt; ; {
		h := dt / parts
		if math.Abs(h) > math.Abs(left) {
			h = left
		}
		if parts > 1 {
			for _, v := range a.voices { // short fades too are divided finely
				if v.rate > 0 && !v.queued {
					h = math.Copysign(min(math.Abs(h), 1/(400*v.rate)), h)
				}
			}
			a.tuneAt(0)
			if next, _ := a.waits(); dt > 0 && next < 4*h { // when it comes depends on the pace at that moment
				h /= 64
			}
			h = a.fadeEnd(h)
		}
		a.tuneAt(h / 2)
		if dt > 0 {
			a.start(h)
		} else {
			a.advance(h)
		}
		if left -= h; left == 0 {
			return
		}
	}
}

// fadeEnd is when the first fade ends, at 1 or back at 0, if that is within dt seconds:
// there the pace of a group may jump.
func (a *actor) fadeEnd(dt float64) float64 {
	const least = 1e-12
	for _, v := range a.voices {
		switch {
		case v.rate == 0 || v.queued:
		case dt > 0 && (1-v.fade)/v.rate > least:
			dt = min(dt, (1-v.fade)/v.rate)
		case dt < 0 && v.fade/v.rate > least:
			dt = max(dt, -v.fade/v.rate)
		}
	}
	return dt
}

// tuneAt is tune with the weights of t seconds on.
func (a *actor) tuneAt(t float64) {
	fades := make([]float64, len(a.voices))
	for k, v := range a.voices {
		if fades[k] = v.fade; !v.queued {
			v.fade = max(0, min(v.fade+v.rate*t, 1))
		}
	}
	a.tune()
	for k, v := range a.voices {
		v.fade = fades[k]
	}
}

// tune gives the clips of a sync group the speeds at which they take the mean of their
// lengths.
func (a *actor) tune() {
	for _, v := range a.voices {
		if v.sync == 0 || v.queued || a.period(v) == 0 {
			continue
		}
		weight, length, own := 0., 0., 0.
		var first *actorVoice // where no weight tells, the lowest layer's oldest leads
		for _, other := range a.voices {
			if other.sync == v.sync && !other.queued && a.period(other) > 0 {
				w := other.weight * a.share(other)
				weight, length, own = weight+w, length+w*a.period(other), own+w*other.own
				if first == nil || other.layer < first.layer {
					first = other
				}
			}
		}
		if weight == 0 {
			length, own = a.period(first), first.own
		}
		v.speed = own / length * a.period(v)
	}
}

// start advances by dt seconds, with a stop wherever an active clip that waits comes in.
func (a *actor) start(dt float64) {
	for {
		next, first := a.waits()
		if !(next <= dt) {
			a.advance(dt)
			return
		}
		a.advance(next)
		dt -= next
		first.queued = false
		a.drop(func(v *actorVoice) bool {
			return v == first || first.rate == 0 && v.layer == first.layer && !v.queued
		})
		a.voices = append(a.voices, first) // it is the youngest now
		a.retire()
		a.tuneAt(dt / 2) // the groups that are left go at another pace
	}
}

// waits is when the first of the active clips that wait comes in, at the pace of now.
func (a *actor) waits() (next float64, first *actorVoice) {
	next = math.Inf(1)
	seen := map[int]bool{}
	for _, v := range a.voices {
		if !v.queued || seen[v.layer] {
			continue
		}
		seen[v.layer] = true
		wait := 0.
		if cur := a.current(v.layer); cur != nil {
			wait = a.left(cur)
			if v.rate > 0 {
				wait = max(0, wait-1/v.rate)
			}
		}
		if wait < next {
			next, first = wait, v
		}
	}
	return next, first
}

// left is the time until an active clip's clip ends.
func (a *actor) left(v *actorVoice) float64 {
	period, x := a.period(v), a.phase(v)
	switch {
	case v.clip == play.Rest || period == 0:
		return 0
	case v.paused || v.speed == 0:
		return math.Inf(1)
	case v.speed > 0:
		return (period - x) / v.speed
	case x == 0 && v.mode != play.Clamp:
		return period / -v.speed
	}
	return x / -v.speed
}

func (a *actor) advance(dt float64) {
	for _, v := range slices.Clone(a.voices) {
		if v.queued || v.paused {
			continue
		}
		a.seek(v, v.x+v.speed*dt)
		if v.rate > 0 {
			if v.fade = max(0, v.fade+v.rate*dt); v.fade >= 1 {
				v.fade, v.rate = 1, 0
				older := true
				a.drop(func(other *actorVoice) bool {
					older = older && other != v
					return older && other.layer == v.layer && !other.queued
				})
			}
		}
	}
	a.retire()
}
