//go:build ozz

package clips

import (
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/measure/ozz"
	"github.com/sinew-anim/sinew/soa"
)

// ozzes is ozz-animation, with its optimizer's defaults (1 mm at 10 cm) and, as
// ozz-bound, with the bound that the others get.
func ozzes() []Library {
	return []Library{
		{"ozz", func(s *Sampled, _ float64) (*Coded, error) { return ozzClip(s, ozz.Defaults) }},
		{"ozz-bound", func(s *Sampled, bound float64) (*Coded, error) {
			return ozzClip(s, ozz.Optimizer{Tolerance: bound, Distance: Distance})
		}},
	}
}

func ozzClip(s *Sampled, optimizer ozz.Optimizer) (*Coded, error) {
	palette := make([]ozz.Entry, s.Joints())
	for j := range palette {
		palette[j] = ozz.Entry{Joint: j, InverseBind: soa.IdentityAffine()}
	}
	crowd, err := ozz.New(s.Model, []*soa.Clip{s.Clip}, palette, optimizer)
	if errors.Is(err, ozz.ErrRefused) {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if err != nil {
		return nil, err
	}
	rate := s.Clip.TicksPerSecond
	skeleton, pose := exact.NewSkeleton(s.Model, nil), soa.MakeTransforms(s.Joints())
	c := &Coded{Bytes: crowd.Size(0), Chords: true, Close: crowd.Close}
	c.Pose = func(tick float64, to *exact.Pose) error {
		if err := crowd.Pose(0, tick/rate, &pose); err != nil {
			return err
		}
		skeleton.SetLocals(to, &pose)
		return nil
	}
	play := func(w Way) error {
		var clip []int32
		var seconds, step []float32
		for _, t := range ticks(w, s.Clip.Duration) {
			clip, seconds = append(clip, 0), append(seconds, float32(t/rate))
			step = append(step, float32(w.step(s.Clip.Seconds())))
		}
		return crowd.Play(clip, seconds, step)
	}
	c.Play = func(w Way) (func(int) error, error) {
		return func(frames int) error { return crowd.Poses(frames * w.Characters) }, play(w)
	}
	c.Palettes = func(w Way) (func(int) error, error) { return crowd.Fused, play(w) }
	return c, nil
}
