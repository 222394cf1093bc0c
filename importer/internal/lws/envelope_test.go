package lws

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/internal/testing/seed"
)

// sdk evaluates envelopes as the SDK's evalEnvelope does, key by key.
type sdk []Key

func (e sdk) out(i int) float64 {
	k, n := e[i], e[i+1]
	d, t, prev := n.Value-k.Value, 1., 0.
	if i > 0 {
		t, prev = (n.Time-k.Time)/(n.Time-e[i-1].Time), k.Value-e[i-1].Value
	}
	switch k.Shape {
	case TCB:
		a := (1 - k.Param[0]) * (1 + k.Param[1]) * (1 + k.Param[2])
		b := (1 - k.Param[0]) * (1 - k.Param[1]) * (1 - k.Param[2])
		if i > 0 {
			return t * (a*prev + b*d)
		}
		return b * d
	case Linear:
		if i > 0 {
			return t * (prev + d)
		}
		return d
	case Hermite, Bezier:
		return k.Param[1] * t
	case Bezier2:
		if math.Abs(k.Param[2]) > 1e-5 {
			return k.Param[3] * (n.Time - k.Time) / k.Param[2]
		}
		return k.Param[3] * (n.Time - k.Time) * 1e5
	}
	return 0
}

func (e sdk) in(i int) float64 {
	k, n := e[i], e[i+1]
	d, t, next := n.Value-k.Value, 1., 0.
	more := i+2 < len(e)
	if more {
		t, next = (n.Time-k.Time)/(e[i+2].Time-k.Time), e[i+2].Value-n.Value
	}
	switch n.Shape {
	case TCB:
		a := (1 - n.Param[0]) * (1 - n.Param[1]) * (1 + n.Param[2])
		b := (1 - n.Param[0]) * (1 + n.Param[1]) * (1 - n.Param[2])
		if more {
			return t * (b*next + a*d)
		}
		return a * d
	case Linear:
		if more {
			return t * (next + d)
		}
		return d
	case Hermite, Bezier:
		return n.Param[0] * t
	case Bezier2:
		if math.Abs(n.Param[0]) > 1e-5 {
			return n.Param[1] * (n.Time - k.Time) / n.Param[0]
		}
		return n.Param[1] * (n.Time - k.Time) * 1e5
	}
	return 0
}

func (e sdk) at(time float64, pre, post Behavior) float64 {
	a, z := e[0], e[len(e)-1]
	period, offset := z.Time-a.Time, 0.
	b := Constant
	if time < a.Time {
		b = pre
	} else if time > z.Time {
		b = post
	}
	if time < a.Time || time > z.Time {
		rounds := math.Floor((time - a.Time) / period)
		switch b {
		case Reset:
			return 0
		case Constant:
			if time < a.Time {
				return a.Value
			}
			return z.Value
		case Extend:
			if time < a.Time {
				return e.out(0)/(e[1].Time-a.Time)*(time-a.Time) + a.Value
			}
			n := len(e)
			return e.in(n-2)/(z.Time-e[n-2].Time)*(time-z.Time) + z.Value
		case OffsetRepeat:
			offset = rounds * (z.Value - a.Value)
		}
		time -= rounds * period
		if b == Oscillate && math.Mod(rounds, 2) != 0 {
			time = a.Time + z.Time - time
		}
	}
	i := 0
	for i < len(e)-2 && time > e[i+1].Time {
		i++
	}
	k, n := e[i], e[i+1]
	t := (time - k.Time) / (n.Time - k.Time)
	switch n.Shape {
	case Linear:
		return k.Value + t*(n.Value-k.Value) + offset
	case Step:
		return k.Value + offset
	case Bezier2:
		p, q := (n.Time-k.Time)/3, k.Param[1]/3
		if k.Shape == Bezier2 {
			p, q = k.Param[2], k.Param[3]
		}
		low, high := 0., 1.
		bezier := func(a, b, c, d, u float64) float64 {
			v := 1 - u
			return v*v*v*a + 3*v*v*u*b + 3*v*u*u*c + u*u*u*d
		}
		for range 60 {
			u := (low + high) / 2
			if bezier(k.Time, k.Time+p, n.Time+n.Param[0], n.Time, u) > time {
				high = u
			} else {
				low = u
			}
		}
		return bezier(k.Value, k.Value+q, n.Value+n.Param[1], n.Value, low) + offset
	}
	h2 := 3*t*t - 2*t*t*t
	return (1-h2)*k.Value + h2*n.Value + (t*t*t-2*t*t+t)*e.out(i) + (t*t*t-t*t)*e.in(i) + offset
}

// drawn returns an envelope of all shapes and behaviors.
func drawn(r *rand.Rand) *Envelope {
	e := &Envelope{Pre: Behavior(r.IntN(6)), Post: Behavior(r.IntN(6))}
	time := r.Float64()*4 - 2
	for range 2 + r.IntN(5) {
		gap := 0.1 + r.Float64()
		time += gap
		k := Key{Time: time, Value: r.NormFloat64(), Shape: Shape(r.IntN(6))}
		for i := range k.Param {
			k.Param[i] = r.NormFloat64() * 0.6
		}
		if k.Shape == Bezier2 {
			k.Param[0], k.Param[2] = -r.Float64()*0.1, r.Float64()*0.1
		}
		e.Keys = append(e.Keys, k)
	}
	return e
}

// TestEnvelope holds envelopes to the SDK's, within their keys and beyond.
func TestEnvelope(t *testing.T) {
	for s := range seed.Cases(t, 200) {
		r := rand.New(rand.NewPCG(s, 1))
		e := drawn(r)
		for range 40 {
			time := r.Float64()*20 - 8
			want := sdk(e.Keys).at(time, e.Pre, e.Post)
			for side := fit.Before; side <= fit.After; side++ {
				if got := e.At(time, side); math.Abs(got-want) > 1e-9*math.Max(1, math.Abs(want)) {
					t.Fatalf("seed %d: %v is %v, want %v: %+v", s, time, got, want, e)
				}
			}
		}
	}
}

// TestEnvelopeLimits: the value before and after a moment is the limit from that side, at keys and
// at the ends of rounds too, and knots are where an envelope bends.
func TestEnvelopeLimits(t *testing.T) {
	for s := range seed.Cases(t, 200) {
		r := rand.New(rand.NewPCG(s, 2))
		e := drawn(r)
		knots := e.Knots(nil, -8, 12, 1000)
		for _, k := range e.Keys {
			if !slices.Contains(knots, k.Time) {
				t.Fatalf("seed %d: no knot at the key %v", s, k.Time)
			}
		}
		for _, k := range knots {
			const step = 1e-7
			for side, at := range map[fit.Side]float64{fit.Before: k - step, fit.After: k + step} {
				if got, want := e.At(k, side), e.At(at, fit.At); math.Abs(got-want) > 1e-3 {
					t.Fatalf("seed %d: beside %v it is %v, near it %v: %+v", s, k, got, want, e)
				}
			}
		}
	}
}

// TestFastRounds: rounds too fast for knots, or too short for numbers of their size, end at once.
func TestFastRounds(t *testing.T) {
	for _, period := range []float64{1e-12, 5e-324, 1e-7} {
		for _, start := range []float64{0, -1e8, 1e8} {
			e := &Envelope{Keys: []Key{{Time: start}, {Time: start + period, Value: 1, Shape: Linear}}, Pre: Oscillate, Post: OffsetRepeat}
			if n := len(e.Knots(nil, -10, 10, 1000)); n > 1002 {
				t.Errorf("%d knots", n)
			}
			e.At(5, fit.Before)
		}
	}
}

// TestParse reads items of each version with their numbers, and keeps envelopes of lights, bones
// and plugins away from them.
func TestParse(t *testing.T) {
	envelope := func(channel int, keys ...string) string {
		return fmt.Sprintf("Channel %d\n{ Envelope\n  %d\n  %s\n  Behaviors 2 5\n}\n", channel, len(keys), strings.Join(keys, "\n  "))
	}
	text := "LWSC\r\n5\r\nFirstFrame -30\nLastFrame 60\nFramesPerSecond 30\n" +
		"AddNullObject 10000004 a b\n" + envelope(1, "Key 2 1 4 0 0 0 0 0 0", "Key 1 0.5 9 0 0 0", "Key x 0 3", "Key 3 1 5 1 2 3 4 5 6") +
		"Plugin Foo 1 Bar\nChannel 0\n{ Envelope\n 1\n Key 9 9 9\n}\nEndPlugin\n" +
		"AddBone 40000000\n" + envelope(0, "Key 7 0 3 0 0 0") +
		"AddLight 20000001\nLightIntensity (envelope)\n{ Envelope\n 1\n Key 5 0 3\n}\n" + envelope(2, "Key 4 0 3 0 0 0")
	s := Parse([]byte(text))
	if s == nil || len(s.Items) != 3 || s.First != -1 || s.Last != 2 {
		t.Fatalf("%+v", s)
	}
	a := &s.Items[0]
	if a.Number != 0x10000004 || a.Invalid != 1 || a.Unknown != 1 || a.Unsorted != 1 || len(a.Channels[0].Keys) != 0 {
		t.Errorf("%+v", a)
	}
	want := []Key{{0.5, 1, Linear, [4]float64{}}, {1, 2, Step, [4]float64{}}, {1, 3, Bezier2, [4]float64{1, 2, 3, 4}}}
	if e := &a.Channels[1]; !slices.Equal(e.Keys, want) || e.Pre != Repeat || e.Post != Extend {
		t.Errorf("%+v, want %v", e, want)
	}
	if l := &s.Items[2]; l.Number != 0x20000001 || len(l.Channels[2].Keys) != 1 || len(l.Channels[0].Keys) != 0 {
		t.Errorf("%+v", l)
	}
	first := Parse([]byte("LWSC\n1\nFramesPerSecond 25\nLoadObject a.lwo\nObjectMotion (unnamed)\n 9\n 2\n 1 2 3 90 0 0 1 1 1\n 0 0 0.5 -0.25 0.125\n 4 5 6 180 0 0 1 1 2\n 10 1 0 0 0\nEndBehavior 2\n"))
	if first == nil || len(first.Items) != 1 {
		t.Fatalf("%+v", first)
	}
	e := &first.Items[0].Channels[3]
	if len(e.Keys) != 2 || e.Keys[0] != (Key{0, math.Pi / 2, TCB, [4]float64{0.5, -0.25, 0.125}}) || e.Keys[1] != (Key{10. / 25, math.Pi, Linear, [4]float64{}}) || e.Post != Repeat {
		t.Errorf("%+v", e)
	}
	second := Parse([]byte("LWSC\n2\nFramesPerSecond 25\nLoadObject a.lwo\nObjectMotion (unnamed)\n 2\n 2\n 1 0 0 0.5 0 0\n 4 0.4 3\n 1\n 7 0 0\nPre/PostBehavior 1 4 2 3\n"))
	if c := &second.Items[0].Channels; len(c[0].Keys) != 2 || c[0].Keys[1].Time != 0.4 || c[0].Post != OffsetRepeat || c[1].Keys[0].Value != 7 || c[1].Post != Oscillate {
		t.Errorf("%+v", c)
	}
}

// FuzzParse: whatever the text, envelopes have numbers at all times, and as many knots as they may.
func FuzzParse(f *testing.F) {
	f.Add([]byte("LWSC\n3\nFramesPerSecond 30\nLastFrame 60\nAddNullObject a\nChannel 0\n{ Envelope\n 2\n Key 0 0 5 0 0 1 1\n Key 1 1 0 1 1 1\n Behaviors 3 4\n}\n"))
	f.Add([]byte("LWSC\n1\nLoadObject a\nObjectMotion\n 9\n 1\n 0 0 0 0 0 0 1 1 1\n 0 0 0 0 0\nEndBehavior 0\n"))
	f.Add([]byte("LWMO\n3\nNumChannels 1\nChannel 0\n{ Envelope\n 2\n Key 0 0 2 0 0\n Key 1 1 4\n Behaviors 2 5\n}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s := Parse(text)
		if s == nil {
			return
		}
		for i := range s.Items {
			for c := range s.Items[i].Channels {
				e := &s.Items[i].Channels[c]
				knots := e.Knots(nil, -10, 10, 100)
				if len(knots) > 102 {
					t.Fatalf("%d knots", len(knots))
				}
				for _, at := range append(knots, -10, 10) {
					for side := fit.Before; side <= fit.After; side++ {
						e.At(at, side)
					}
				}
				e.Still()
				e.Jumps()
				e.Moves()
			}
		}
	})
}
