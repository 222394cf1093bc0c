package rig

import (
	"context"
	"fmt"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// TakeFrame brings a model into the pose that a clip of it has in a frame, in one of three senses: captures
// often have a T pose in frame 0, and rest in none. Frames are the times at which a joint has a key.
// Joints take the frame's translations and rotations and keep their scales. The error wraps ErrScale,
// ErrReference for a constraint of the avatar, or an additive clip, that depends on what changes,
// soa.ErrOption, soa.ErrInvalid or the context's.
func TakeFrame(ctx context.Context, m *soa.Model, clip *soa.Clip, frame int, as As) (*soa.Model, *SkeletonReport, error) {
	fail := func(err error) (*soa.Model, *SkeletonReport, error) {
		return nil, nil, fmt.Errorf("take the pose of frame %d: %w", frame, err)
	}
	if err := checkModel(m); err != nil {
		return fail(err)
	}
	if clip == nil || clip.Additive || as > AsBind {
		return fail(fmt.Errorf("%w: no clip, an additive one, or sense %d", soa.ErrOption, as))
	}
	if err := m.ValidateClip(clip); err != nil {
		return fail(err)
	}
	s := exact.NewSkeleton(m, nil)
	play, err := s.NewClipIn(ctx, clip)
	if err != nil {
		return fail(err)
	}
	ticks := play.JointTicks()
	if frame < 0 || frame >= len(ticks) {
		return fail(fmt.Errorf("%w: clip %q has %d frames", soa.ErrOption, clip.Name, len(ticks)))
	}
	pose := s.NewPose()
	play.At(ticks[frame], false, &pose)
	r := &SkeletonReport{Before: m.Skeleton.Len(), After: m.Skeleton.Len(), Index: identity(m.Skeleton.Len())}
	changed, err := changedJoints(m, s, &pose, r)
	if err != nil {
		return fail(err)
	}
	r.note("%s of %d are as in frame %d of clip %q, at %.4g s", plural(len(changed), "joint"), m.Skeleton.Len(), frame, clip.Name,
		clip.Start+ticks[frame]/clip.TicksPerSecond)
	out, err := takeAs(ctx, m, &pose, changed, as, r)
	if err != nil {
		return fail(err)
	}
	return out, r, finish("take the pose of a frame", out)
}

// changedJoints lists the joints whose places or rotations differ from rest, and sets the pose's scales to
// those at rest.
func changedJoints(m *soa.Model, s *exact.Skeleton, pose *exact.Pose, r *SkeletonReport) (changed []int, err error) {
	scaled := 0
	for j := range pose.Q {
		if pose.S[j].Sub(s.Rest.S[j]).Length() > 1e-6 {
			scaled++
		}
		pose.S[j] = s.Rest.S[j]
		if s.Static[j] != nil {
			continue
		}
		if pose.T[j] == s.Rest.T[j] && pose.Q[j].NearestSign(s.Rest.Q[j]).Distance(s.Rest.Q[j]) < 1e-7 {
			continue
		}
		for _, c := range m.Clips {
			if c.Additive && pose.T[j] != s.Rest.T[j] && tracksOf(c, j)[soa.Translation] >= 0 {
				return nil, fmt.Errorf("%w: the additive clip %q moves %q from its rest", ErrReference, c.Name, m.Skeleton.Name[j])
			}
		}
		changed = append(changed, j)
	}
	if scaled > 0 {
		r.note("%s that the frame scales keep the scale at rest", plural(scaled, "joint"))
	}
	s.ToModel(pose)
	return changed, nil
}
