package clips

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/compress"
	"github.com/sinew-anim/sinew/soa"
)

// Coded is a clip that a library has compressed. It is used by one goroutine at a
// time.
type Coded struct {
	Bytes   int
	Claimed float64 // the error that the library itself measures, in metres; or 0
	Chords  bool    // between samples rotations run along the chord, not along the arc
	// Pose writes what the clip drives at a tick into a pose at rest.
	Pose func(tick float64, to *runtime.Pose) error
	// Play starts characters and returns what takes poses, of each in turn; it is
	// nil where the clip is to be unpacked before it is played.
	Play  func(w Way) (func(poses int) error, error)
	Close func()
}

// Way is how a clip is played.
type Way struct {
	Characters int  // that share what can be shared
	Random     bool // anywhere each time, not a sixtieth of a second on
}

// ErrRefused is the error about a clip that another library does not take.
var ErrRefused = errors.New("refused")

// Library compresses clips.
type Library struct {
	Name string
	// Compress compresses a clip within a bound in metres. The error wraps
	// ErrRefused where the library does not take it.
	Compress func(s *Sampled, bound float64) (*Coded, error)
}

// Libraries lists Sinew's two codings, sinew and sinew-small, and those that the
// build has besides: acl, ozz with its own defaults, and ozz-bound.
func Libraries() []Library {
	sinew := func(small bool) func(*Sampled, float64) (*Coded, error) {
		return func(s *Sampled, bound float64) (*Coded, error) {
			packed, err := compress.Clip(s.Model, s.Clip, compress.Options{Bound: bound, Distance: Distance, Small: small})
			if err != nil {
				return nil, err
			}
			return Packed(s.Model, packed)
		}
	}
	return slices.Concat([]Library{{"sinew", sinew(false)}, {"sinew-small", sinew(true)}}, acls(), ozzes())
}

// Packed is a clip that Sinew has compressed.
func Packed(m *soa.Model, packed *soa.Packed) (*Coded, error) {
	d, err := compress.NewDecoder(m, packed)
	if err != nil {
		return nil, err
	}
	cache := d.NewCache(1)
	c := &Coded{Bytes: packed.Size(), Claimed: packed.Error, Close: func() {}}
	begun := false
	c.Pose = func(tick float64, to *runtime.Pose) error {
		if !begun {
			begun = true
			if err := d.Begin(to); err != nil {
				return err
			}
		}
		return d.Sample(tick, cache, to)
	}
	if packed.Coding == soa.PackedRice && len(packed.Grids) > 0 {
		return c, nil
	}
	c.Play = func(w Way) (func(int) error, error) { return play(m, d, w) }
	return c, nil
}

// ticks are the first ticks of characters, and for random play those that follow.
func ticks(w Way, duration float64) []float64 {
	r := rand.New(rand.NewPCG(1, 1))
	n := w.Characters
	if w.Random {
		n = max(n, 1024)
	}
	list := make([]float64, n)
	for i := range list {
		list[i] = r.Float64() * duration
	}
	return list
}

// play has characters share a cache and a pose.
func play(m *soa.Model, d *compress.Decoder, w Way) (func(int) error, error) {
	if w.Characters < 1 {
		return nil, fmt.Errorf("%d characters", w.Characters)
	}
	clip := d.Clip()
	at, list := 0, ticks(w, clip.Duration)
	cache, pose := d.NewCache(w.Characters), runtime.NewPose(m)
	if err := d.Begin(&pose); err != nil {
		return nil, err
	}
	step := min(clip.TicksPerSecond/60, clip.Duration/2)
	return func(poses int) error {
		for range poses {
			if err := d.Sample(list[at], cache, &pose); err != nil {
				return err
			}
			if !w.Random {
				if list[at] += step; list[at] >= clip.Duration {
					list[at] -= clip.Duration
				}
			}
			if at++; at == len(list) {
				at = 0
			}
		}
		return nil
	}, nil
}
