package clips

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Coded is a clip that a library has compressed. It is used by one goroutine at a
// time.
type Coded struct {
	Bytes   int
	Claimed float64 // the error that the library itself measures, in metres; or 0
	Chords  bool    // between samples rotations run along the chord, not along the arc
	// Pose writes the local transforms that the clip drives at a tick into a pose.
	Pose func(tick float64, to *exact.Pose) error
	// Play starts characters and returns a function that runs frames, each with one pose of
	// every character; nil for a clip that has to be unpacked before it plays.
	Play func(w Way) (func(frames int) error, error)
	// Palettes is Play with palettes of all joints, of a library whose Play ends at the pose; or nil.
	Palettes func(w Way) (func(frames int) error, error)
	Close    func()
}

// Way is the access pattern of playback.
type Way struct {
	Characters int  // which share data where possible
	Random     bool // random times instead of steps of 1/60 s
}

// ErrRefused: another library does not accept the clip.
var ErrRefused = errors.New("refused")

// Library compresses clips.
type Library struct {
	Name string
	// Compress compresses a clip within a bound in metres. The error wraps
	// ErrRefused where the library does not take it.
	Compress func(s *Sampled, bound float64) (*Coded, error)
}

// Libraries lists Sinew's two codings, sinew and sinew-small, and those of build tags: acl,
// ozz with its defaults, and ozz-bound.
func Libraries() []Library {
	sinew := func(small bool) func(*Sampled, float64) (*Coded, error) {
		return func(s *Sampled, bound float64) (*Coded, error) {
			packed, err := bake.Pack(context.Background(), s.Model, s.Clip, bake.PackOptions{Bound: bound, Distance: Distance, Small: small})
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
	unpacked, err := bake.Unpack(m, packed)
	if err != nil {
		return nil, err
	}
	clip := exact.NewSkeleton(m, nil).NewClip(unpacked)
	c := &Coded{Bytes: packed.Size(), Claimed: packed.Error, Close: func() {}}
	c.Pose = func(tick float64, to *exact.Pose) error {
		clip.At(tick, false, to)
		return nil
	}
	if packed.Coding == soa.PackedRice && len(packed.Grids) > 0 {
		return c, nil
	}
	c.Play = func(w Way) (func(int) error, error) { return playPacked(m, packed, w) }
	return c, nil
}

// ticks are the first ticks of characters.
func ticks(w Way, duration float64) []float64 {
	r := rand.New(rand.NewPCG(1, 1))
	list := make([]float64, w.Characters)
	for i := range list {
		list[i] = r.Float64() * duration
	}
	return list
}

// step is how far characters advance from pose to pose, in seconds.
func (w Way) step(seconds float64) float64 {
	if w.Random {
		return seconds * 0.6180339887498949 // times that are nowhere near the one before
	}
	return min(1.0/60, seconds/2)
}

// playPacked makes a crowd of characters play: its poses are palettes of all joints.
func playPacked(m *soa.Model, packed *soa.Packed, w Way) (func(frames int) error, error) {
	o := runtime.CrowdOptions{Layout: pose.LayoutOptions{AllJoints: true, Levels: []float64{}}}
	crowd, err := runtime.NewCrowd(runtime.Compressed(m, []*soa.Packed{packed}), w.Characters, o)
	if err != nil {
		return nil, err
	}
	clip := &packed.Exact
	for i, tick := range ticks(w, clip.Duration) {
		if err := crowd.Instance(i).Play(0, play.Options{Offset: tick / clip.TicksPerSecond}); err != nil {
			return nil, err
		}
	}
	step := w.step(clip.Seconds())
	return func(frames int) error {
		for range frames {
			if err := crowd.Update(step); err != nil {
				return err
			}
		}
		return nil
	}, nil
}
