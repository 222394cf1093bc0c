package edit

import (
	"context"
	"fmt"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Gap is the largest distance between two poses, and where it is.
type Gap struct {
	Metres float64
	Joint  string
}

// poser poses a clip in float64.
type poser struct {
	model    *soa.Model
	clip     *soa.Clip
	skeleton *exact.Skeleton
	tracks   *exact.Clip
	pose     exact.Pose
}

// newPoser builds a clip of a model. The error wraps soa.ErrInvalid or is the
// context's.
func newPoser(ctx context.Context, m *soa.Model, c *Clip) (*poser, error) {
	if m == nil || m.Skeleton == nil {
		return nil, fmt.Errorf("%w: no model or skeleton", soa.ErrInvalid)
	}
	built, err := c.build(ctx)
	if err == nil {
		err = m.ValidateClip(built)
	}
	if err != nil {
		return nil, err
	}
	p := &poser{model: m, clip: built, skeleton: exact.NewSkeleton(m, nil)}
	p.pose = p.skeleton.NewPose()
	p.tracks, err = p.skeleton.NewClipIn(ctx, built)
	return p, err
}

// at poses the clip at a time in seconds after its start.
func (p *poser) at(seconds float64) *exact.Pose {
	p.tracks.At(min(max(float64(seconds*p.clip.TicksPerSecond), 0), p.clip.Duration), false, &p.pose)
	return &p.pose
}

// end poses the clip at its end.
func (p *poser) end() *exact.Pose {
	p.tracks.At(p.clip.Duration, false, &p.pose)
	return &p.pose
}

// fresh returns a new pose of the clip at a tick.
func (p *poser) fresh(tick float64) exact.Pose {
	pose := p.skeleton.NewPose()
	p.tracks.At(tick, false, &pose)
	return pose
}

// gap measures the distance between joints of two poses and of points around them.
func gap(m *soa.Model, a, b *exact.Pose) (g Gap) {
	for j := range a.Global {
		if d := a.Global[j].Distance(&b.Global[j], exact.Distance); d > g.Metres {
			g = Gap{d, m.Skeleton.Name[j]}
		}
	}
	return g
}

// restTrack returns a track of one key that holds a target at rest.
func restTrack(m *soa.Model, id ID, mode soa.Interpolation) Track {
	v := m.RestOf(&soa.Track{Property: id.Property, Target: int16(id.Target)})
	return Track{id, mode, []Key{{Value: exact.Widen(v)}}}
}
