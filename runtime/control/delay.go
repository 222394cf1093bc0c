package control

import (
	"cmp"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Delay turns a joint as another one turned some time before: the joints of a tail, each a
// little later than the one above.
//
//	source  ──╱╲────
//	joint   ────╱╲──   Seconds later
type Delay struct {
	Joint, Source string
	Seconds       float32
	// Local copies the source's rotation relative to its parent. Otherwise the joint leaves its
	// rest by as much as the source leaves its own.
	Local bool
}

const (
	delaySteps = 32 // parts of the time at whose ends the source's rotation is kept
	maxDelay   = 60 // seconds
)

func (o *Delay) bind(s *Stack) (modifier, error) {
	joint, err := s.row(turns, o.Joint)
	source, other := s.row(plays, o.Source)
	if err = cmp.Or(err, other); err != nil {
		return nil, fmt.Errorf("delay: %w", err)
	}
	if !(o.Seconds >= 0 && o.Seconds <= maxDelay) {
		return nil, fmt.Errorf("delay of %q: %w: %v seconds", o.Joint, ErrValue, o.Seconds)
	}
	a := &delayActor{bound: append(joint, source...), step: float64(o.Seconds) / delaySteps, rest: geom.Identity}
	if !o.Local {
		a.rest = s.localRest(joint[0].joint).Mul(s.localRest(source[0].joint).Conjugate())
	}
	return a, nil
}

type delayActor struct {
	bound // the joint, and its source
	step  float64
	rest  geom.Quat // what takes the source's rest to the joint's
	frame []int
	past  []delayPast // per instance
}

func (a delayActor) start(s *starting, frame []int) actor {
	a.frame, a.past = frame, make([]delayPast, s.n)
	for i := range a.past {
		a.past[i].fill(geom.Identity)
	}
	return &a
}

// delayPast is a ring of a source's rotations at the ends of parts of the time.
type delayPast struct {
	turn   [delaySteps + 1]geom.Quat
	oldest uint8
	begun  bool
	since  float64 // seconds since the last end
	last   geom.Quat
}

func (a *delayActor) begin(i int) { a.past[i].begun = false }

func (a *delayActor) act(f *frames, p *pose.Lane, i int, weight float32) {
	past, now := &a.past[i], f.localRotation(p, a.frame[1])
	if !past.begun {
		past.fill(now)
		past.begun = true
	}
	then := now
	if a.step > 0 {
		past.goOn(now, max(f.dt, 0), a.step)
		then = past.startRotation(a.step)
	}
	f.setLocalRotation(p, a.frame[0], f.localRotation(p, a.frame[0]).Nlerp(a.rest.Mul(then), weight))
}

// fill makes the source constant over the whole time before.
func (past *delayPast) fill(now geom.Quat) {
	*past = delayPast{last: now}
	for k := range past.turn {
		past.turn[k] = now
	}
}

// goOn advances the source by dt seconds, evenly to a rotation.
func (past *delayPast) goOn(now geom.Quat, dt, step float64) {
	from := -past.since // of the last end, from the beginning of this time on
	if parts := (dt - from) / step; parts > delaySteps+1 {
		from = dt - float64(step*(delaySteps+1+(parts-math.Floor(parts)))) // the ends before are forgotten
	}
	for range delaySteps + 2 {
		if from+step > dt {
			break
		}
		from += step
		past.turn[past.oldest] = past.last.Nlerp(now, float32(from/dt))
		past.oldest = (past.oldest + 1) % (delaySteps + 1)
	}
	past.since, past.last = min(max(dt-from, 0), step), now
}

// startRotation returns the source's rotation at the start of the whole time.
func (past *delayPast) startRotation(step float64) geom.Quat {
	next := (past.oldest + 1) % (delaySteps + 1)
	return past.turn[past.oldest].Nlerp(past.turn[next], float32(past.since/step))
}

func (a *delayActor) recall(m *memory, i int) {
	past := &a.past[i]
	m.bools(&past.begun)
	m.byte(&past.oldest)
	m.Float64(&past.since)
	m.Failed = m.Failed || past.oldest > delaySteps || !(past.since >= 0 && past.since <= a.step)
	for k := range past.turn {
		m.rotation(&past.turn[k])
	}
	m.rotation(&past.last)
}

func (o *Delay) fields(x *object) {
	x.Type("delay", "Turns a joint as another one turned some time before.")
	joint(x.At("joint", "The joint."), &o.Joint, true)
	joint(x.At("source", "The joint that it follows."), &o.Source, true)
	x.At("seconds", "The delay.").Number32(&o.Seconds, jsondoc.Range(0, maxDelay).WithUnit(jsondoc.Seconds).Needed())
	x.At("local", "It copies the rotation itself, not the difference from rest.").Flag(&o.Local)
}

func (o *Delay) describe() (joints []string, does string) {
	return []string{o.Joint}, fmt.Sprintf(" turns as %s did %.4g s before", o.Source, o.Seconds)
}
