package runtime_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/banks"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// acting are models that a seed draws, whose clips stay in one hemisphere around the rest
// pose, without static matrices: where one convention of signs is as good as another.
func acting(seed uint64) map[string]*soa.Model {
	general := figure.Random(1+seed, 1+int((16+seed)%24))
	general.Skeleton.Static = nil
	return map[string]*soa.Model{
		"general": smooth(general, true),
		"rig":     banks.Rigid(smooth(figure.Random(5+seed, 1+int((15+seed)%24)), false), 1, 5+seed),
	}
}

// rehearsal tells instances of crowds, one per source, and their actors the same.
type rehearsal struct {
	t      *testing.T
	roads  []road
	crowds []*runtime.Crowd // of the roads
	actors []*actor
	random *rand.Rand
	said   []string // of the instance at hand
}

func (r *rehearsal) do(i int, format string, args ...any) {
	r.said[i] += fmt.Sprintf("\n  "+format, args...)
}

// each does something to instance i of every crowd.
func (r *rehearsal) each(i int, do func(x runtime.Instance) error) {
	r.t.Helper()
	for k, c := range r.crowds {
		if err := do(c.Instance(i)); err != nil {
			r.t.Fatalf("%s: %v", r.roads[k].name, err)
		}
	}
}

// act does something to instance i that takes at most one active clip more.
func (r *rehearsal) act(i int) {
	x, a := r.random, r.actors[i]
	if len(a.voices) >= play.MaxLayers-1 {
		return // what happens then is inertialized
	}
	layer := x.IntN(4)
	plays := a.current(layer) != nil
	switch n := x.IntN(14); {
	case n == 0 && plays:
		w := x.Float64() * 1.5
		r.do(i, "weight %v of layer %d", w, layer)
		r.each(i, func(x runtime.Instance) error { return x.Layer(layer).SetWeight(w) })
		for _, v := range a.of(layer) {
			v.weight = w
		}
	case n == 1 && plays && a.current(layer).sync == 0:
		at := x.Float64()*20 - 10
		r.do(i, "layer %d to %v", layer, at)
		v := a.current(layer)
		r.each(i, func(x runtime.Instance) error { return x.Layer(layer).Seek(at) })
		if v.clip != play.Rest {
			at -= a.model.Clips[v.clip].Start
		}
		for _, v := range a.copies(layer) {
			a.seek(v, at)
		}
	case n == 2 && plays && a.current(layer).sync == 0:
		speed := x.Float64()*4 - 2
		r.do(i, "speed %v of layer %d", speed, layer)
		r.each(i, func(x runtime.Instance) error { return x.Layer(layer).SetSpeed(speed) })
		for _, v := range a.copies(layer) {
			v.speed = speed
		}
	case n == 3 && plays:
		mask, seconds := x.IntN(3), x.Float64()*0.3
		r.do(i, "mask %d of layer %d within %v s", mask, layer, seconds)
		r.each(i, func(x runtime.Instance) error { return x.Layer(layer).SetMask(mask, seconds) })
		a.setMask(layer, mask, seconds)
	case n == 4:
		r.each(i, func(x runtime.Instance) error { return x.Pause() })
		r.pause(i, true)
	case n == 5:
		r.each(i, func(x runtime.Instance) error { return x.Resume() })
		r.pause(i, false)
	default:
		clip, o := r.draw(layer)
		if a.current(layer) == nil && o.Queue {
			return
		}
		if !a.canHold(layer) || slices.ContainsFunc(a.voices, func(v *actorVoice) bool { return v.held != nil && v.kind >= play.Additive }) {
			o.Transition = play.CrossFade
		}
		r.do(i, "play %d %+v", clip, o)
		r.each(i, func(x runtime.Instance) error { return x.Play(clip, o) })
		a.play(clip, o)
	}
}

func (r *rehearsal) pause(i int, paused bool) {
	r.do(i, "pause %v", paused)
	r.actors[i].pause(paused)
}

// draw draws a clip and how it plays.
func (r *rehearsal) draw(layer int) (int, play.Options) {
	x := r.random
	o := play.Options{
		Layer: layer, Mode: play.LoopMode(x.IntN(3)), Speed: x.Float64()*3 - 1, Offset: x.Float64() * 2, Mask: x.IntN(3),
		Weight: x.Float64() * 1.2, Curve: play.Curve(x.IntN(4)), Match: x.IntN(5) == 0,
	}
	if x.IntN(2) == 0 {
		o.Kind = play.Kind(x.IntN(5))
	}
	if x.IntN(4) > 0 {
		o.Fade, o.FadePart = x.Float64()*0.5, float64(x.IntN(2))*0.2
		o.Transition = play.Transition(x.IntN(2)) // CrossFade or Frozen
	}
	if o.Queue = x.IntN(5) == 0; !o.Queue && x.IntN(5) == 0 {
		o.Sync, o.Mode, o.Speed = 1+x.IntN(2), play.Wrap, 1+x.Float64()
	}
	return clipOrRest(x.IntN(r.crowds[0].Clips()+1) - 1), o
}

// compare holds the joints of all instances against their actors', and raises the worst
// difference of each road.
func (r *rehearsal) compare(frame int, worst []float64) {
	for i, a := range r.actors {
		want := a.matrices(a.pose())
		size := greatest(want)
		for k, c := range r.crowds {
			for j := range want {
				m := jointOf(r.t, c.Instance(i), j)
				off := difference(oracle.FromAffine(m), want[j]) / size
				if worst[k] = max(worst[k], off); !(off <= r.roads[k].tolerance()) {
					r.fail(k, i, fmt.Sprintf("frame %d, instance %d: joint %d is %.3g off", frame, i, j, off))
				}
			}
		}
	}
}

// tolerance returns how far joints of a road may be off where layers are combined.
func (r *road) tolerance() float64 {
	if r.name == "keys" {
		return 1e-5
	}
	return 5e-3 // joints add up the errors of their parents and, where layers are added, of layers
}

// fail ends the test with what an instance has been told.
func (r *rehearsal) fail(road, i int, what string) {
	r.t.Helper()
	for _, l := range r.crowds[road].Instance(i).ActiveClips(nil) {
		r.t.Logf("crowd: %+v", l)
	}
	for _, v := range r.actors[i].voices {
		r.t.Logf("actor: %+v share %v", v, r.actors[i].share(v))
	}
	r.t.Fatalf("%s: %s:%s", r.roads[road].name, what, r.said[i])
}

// Layers, fades, masks, queues and sync groups give the poses that their definition
// does in float64: exact for keys, within what they promise for rows and spans.
func TestLayersAgreeWithOracle(t *testing.T) {
	cases := 6
	if testing.Short() {
		cases = 2
	}
	for s := range seed.Cases(t, cases) {
		for name, m := range acting(s) {
			t.Run(name, func(t *testing.T) { rehearse(t, s, m, roadsWithin(m, pose.FormAuto, 1e-4)) })
		}
	}
}

// rehearse has instances of all sources and their actors do what a seed draws, and compares
// them.
func rehearse(t *testing.T, s uint64, m *soa.Model, roads []road) {
	masks := masksOf(m.Skeleton.Len())
	x := rehearsal{t: t, roads: roads, random: rand.New(rand.NewPCG(s, 11)), said: make([]string, 40)}
	for k := range roads {
		x.crowds = append(x.crowds, roads[k].crowd(t, len(x.said), runtime.CrowdOptions{Layers: play.MaxLayers, Masks: masks}))
	}
	for range x.said {
		a := &actor{model: m, masks: masks}
		a.play(play.Rest, play.Options{})
		x.actors = append(x.actors, a)
	}
	worst := make([]float64, len(roads))
	for frame := range 25 {
		dt := []float64{1. / 60, 0.1, 0, -0.07, 0.6, 0.013}[x.random.IntN(6)] * (0.5 + x.random.Float64())
		for i, a := range x.actors {
			for range x.random.IntN(3) {
				x.act(i)
			}
			a.update(dt)
			x.do(i, "update %v", dt)
		}
		for _, c := range x.crowds {
			must.Do(t, c.Update(dt))
		}
		x.compare(frame, worst)
	}
	for k := range roads {
		t.Logf("%s: worst %.3g", roads[k].name, worst[k])
	}
}
