package runtime_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
)

// A clip that waits begins where the period before it ends, and what ends passes nothing of another
// period, wherever steps end: shortly before that, at it, or after it.
func TestQueueBehindSynchronised(t *testing.T) {
	m := partitioned()
	n := 600
	if testing.Short() {
		n = 60
	}
	for s := range seed.Cases(t, n) {
		r := rand.New(rand.NewPCG(s, 46))
		mode := play.LoopMode([]play.LoopMode{play.PingPong, play.Wrap}[r.IntN(2)])
		speed := []float64{0.5, 0.5, 0.7, 1.3}[r.IntN(4)]
		if mode == play.Wrap && r.IntN(2) == 0 {
			speed = -speed
		}
		c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{})
		must.Do(t, err)
		h := history{crowd: c}
		h.step(t, r.Float64())
		h.events, h.time = nil, 0
		must.Do(t, c.Instance(0).Play(0, play.Options{Mode: mode, Speed: speed, Layer: 1, Sync: r.IntN(2), Fade: 0.3 * float64(r.IntN(2))}))
		period := 1 / math.Abs(speed) // clip 0 lasts a second
		if mode == play.PingPong {
			period *= 2
		}
		walk := func(to float64, n int) {
			for from, k := h.time, 1; k <= n; k++ {
				h.step(t, from+(to-from)*float64(k)/float64(n)-h.time)
			}
		}
		walk(0.8*period*r.Float64(), 1+r.IntN(250))
		must.Do(t, c.Instance(0).Play(0, play.Options{Mode: play.PingPong, Speed: 2, Layer: 1, Queue: true, Fade: 0}))
		end := period + 1.85*r.Float64()
		switch k := 1 + r.IntN(300); r.IntN(3) {
		case 0:
			walk(period, k)
			walk(end, k)
		case 1:
			walk(period-1e-13*float64(r.IntN(3)), 1)
			walk(end, k)
		default:
			walk(end, k)
		}
		// The interval "window" lies from 0.4 to 0.6 of the clip.
		var want []float64 // when it is entered and left in turn
		at := func(begin, from, to, speed float64) {
			for _, x := range []float64{from, to} {
				if when := begin + x/speed; when < end {
					want = append(want, when)
				}
			}
		}
		if at(0, 0.4, 0.6, math.Abs(speed)); mode == play.PingPong {
			at(0, 1.4, 1.6, math.Abs(speed))
		}
		for begin := period; begin < end; begin++ {
			at(begin, 0.4, 0.6, 2)
			at(begin, 1.4, 1.6, 2)
		}
		var got []happened
		for _, e := range h.events {
			if e.name == "window" {
				got = append(got, e)
			}
		}
		ok := len(got) == len(want)
		for k := range min(len(got), len(want)) {
			kind := play.EventBegin
			if k%2 == 1 {
				kind = play.EventEnd
			}
			ok = ok && got[k].kind == kind && math.Abs(got[k].at-want[k]) <= 1e-6
		}
		if !ok {
			t.Fatalf("speed %v, mode %v, period %v: the interval is passed at\n%+v, want\n%v", speed, mode, period, got, want)
		}
	}
}
