//go:build acl

package clips

import (
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/benchmarks/acl"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// acls is ACL.
func acls() []Library { return []Library{{"acl", aclClip}} }

func aclClip(s *Sampled, bound float64) (*Coded, error) {
	if len(s.Model.Skeleton.Static) > 0 {
		return nil, fmt.Errorf("%w: the skeleton shears", ErrRefused)
	}
	samples := s.forACL()
	clip, err := acl.Compress(samples, bound, Distance)
	if errors.Is(err, acl.ErrRefused) {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if err != nil {
		return nil, err
	}
	values := make([]float32, len(samples.Rest))
	c := &Coded{Bytes: clip.Size(), Claimed: clip.Error(), Chords: true, Close: clip.Close}
	c.Pose = func(tick float64, to *exact.Pose) error {
		if err := clip.Pose(tick/samples.Rate, values); err != nil {
			return err
		}
		for j := range to.T {
			v := widen(values[acl.PerJoint*j:][:acl.PerJoint])
			to.Q[j], to.T[j], to.S[j] = exact.Quat(v[:4]).Unit(), exact.Vec(v[4:7]), exact.Vec(v[7:])
		}
		return nil
	}
	c.Play = func(w Way) (func(int) error, error) {
		// It goes through a list of times where none follows from the one before.
		begin, step := ticks(Way{Characters: max(w.Characters, 1024)}, s.Clip.Duration), 0.0
		if !w.Random {
			begin, step = ticks(w, s.Clip.Duration), w.step(s.Clip.Seconds())
		}
		seconds := make([]float32, len(begin))
		for i, t := range begin {
			seconds[i] = float32(t / samples.Rate)
		}
		return func(frames int) error { return clip.Poses(frames * w.Characters) }, clip.Play(w.Characters, seconds, step)
	}
	return c, nil
}

func widen(values []float32) (wide [acl.PerJoint]float64) {
	for i, v := range values {
		wide[i] = float64(v)
	}
	return wide
}

// forACL writes the clip as ACL takes it.
func (s *Sampled) forACL() *acl.Samples {
	skel := s.Model.Skeleton
	out := &acl.Samples{Parent: skel.Parent, Rest: joints(nil, &skel.Rest), Rate: s.Clip.TicksPerSecond}
	skeleton := exact.NewSkeleton(s.Model, nil)
	pose := skeleton.NewPose()
	for k := range s.Samples() {
		s.move(&pose, k, 0, false)
		for j := range pose.T {
			for _, v := range [...][]float64{pose.Q[j][:], pose.T[j][:], pose.S[j][:]} {
				for _, x := range v {
					out.Values = append(out.Values, float32(x))
				}
			}
		}
	}
	return out
}

func joints(to []float32, p *soa.Transforms) []float32 {
	for j := range p.Len() {
		to = append(to, p.RX[j], p.RY[j], p.RZ[j], p.RW[j], p.TX[j], p.TY[j], p.TZ[j], p.SX[j], p.SY[j], p.SZ[j])
	}
	return to
}
