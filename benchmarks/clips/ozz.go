//go:build ozz

package clips

import (
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/benchmarks/ozz"
	"github.com/sinew-anim/sinew/runtime"
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
	crowd, err := ozz.New(s.Model, []*soa.Clip{s.Clip}, []ozz.Entry{{InverseBind: soa.IdentityAffine()}}, optimizer)
	if errors.Is(err, ozz.ErrRefused) {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if err != nil {
		return nil, err
	}
	rate, duration := s.Clip.TicksPerSecond, s.Clip.Seconds()
	c := &Coded{Bytes: crowd.Size(0), Chords: true, Close: crowd.Close}
	c.Pose = func(tick float64, to *runtime.Pose) error { return crowd.Pose(0, tick/rate, &to.Transforms) }
	c.Play = func(w Way) (func(int) error, error) {
		var clip []int32
		var seconds, step []float32
		for _, t := range ticks(Way{Characters: w.Characters}, s.Clip.Duration) {
			clip, seconds = append(clip, 0), append(seconds, float32(t/rate))
			by := min(1.0/60, duration/2)
			if w.Random {
				by = duration * 0.6180339887498949 // times that are nowhere near the one before
			}
			step = append(step, float32(by))
		}
		return crowd.Poses, crowd.Play(clip, seconds, step)
	}
	return c, nil
}
