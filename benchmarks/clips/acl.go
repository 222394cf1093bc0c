//go:build acl

package clips

import (
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/benchmarks/acl"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// acls is ACL.
func acls() []Library { return []Library{{"acl", aclClip}} }

func aclClip(s *Sampled, bound float64) (*Coded, error) {
	if len(s.Model.Skeleton.Static) > 0 {
		return nil, fmt.Errorf("%w: the skeleton shears", ErrRefused)
	}
	samples, err := s.forACL()
	if err != nil {
		return nil, err
	}
	clip, err := acl.Compress(samples, bound, Distance)
	if errors.Is(err, acl.ErrRefused) {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if err != nil {
		return nil, err
	}
	values := make([]float32, len(samples.Rest))
	c := &Coded{Bytes: clip.Size(), Claimed: clip.Error(), Chords: true, Close: clip.Close}
	c.Pose = func(tick float64, to *runtime.Pose) error {
		if err := clip.Pose(tick/samples.Rate, values); err != nil {
			return err
		}
		for j := range to.Len() {
			v := values[acl.PerJoint*j:]
			to.RX[j], to.RY[j], to.RZ[j], to.RW[j] = v[0], v[1], v[2], v[3]
			to.TX[j], to.TY[j], to.TZ[j] = v[4], v[5], v[6]
			to.SX[j], to.SY[j], to.SZ[j] = v[7], v[8], v[9]
		}
		return nil
	}
	c.Play = func(w Way) (func(int) error, error) {
		var seconds []float32
		for _, t := range ticks(w, s.Clip.Duration) {
			seconds = append(seconds, float32(t/samples.Rate))
		}
		step := 0.0
		if !w.Random {
			step = min(1.0/60, s.Clip.Seconds()/2)
		}
		return clip.Poses, clip.Play(w.Characters, seconds, step)
	}
	return c, nil
}

// forACL writes the clip as ACL takes it.
func (s *Sampled) forACL() (*acl.Samples, error) {
	sampler, err := runtime.NewSampler(s.Model, s.Clip)
	if err != nil {
		return nil, err
	}
	skel := s.Model.Skeleton
	out := &acl.Samples{Parent: skel.Parent, Rest: joints(nil, &skel.Rest), Rate: s.Clip.TicksPerSecond}
	cursors, pose := make([]uint32, sampler.Cursors()), runtime.NewPose(s.Model)
	for k := range s.Samples() {
		if err := sampler.Sample(float64(k), cursors, &pose); err != nil {
			return nil, err
		}
		out.Values = joints(out.Values, &pose.Transforms)
	}
	return out, nil
}

func joints(to []float32, p *soa.Transforms) []float32 {
	for j := range p.Len() {
		to = append(to, p.RX[j], p.RY[j], p.RZ[j], p.RW[j], p.TX[j], p.TY[j], p.TZ[j], p.SX[j], p.SY[j], p.SZ[j])
	}
	return to
}
