//go:build ozz

package measure

import (
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/benchmarks/ozz"
	"github.com/sinew-anim/sinew/soa"
)

// peers is ozz-animation, of clips that its optimizer has been over.
func peers() []Path {
	return []Path{
		{"ozz", "ozz-animation, one by one", "ozz", Own, Peer, false, ozzPath((*ozz.Crowd).Fused)},
		{"ozz-staged", "ozz-animation, job after job", "ozz-staged", Own, Peer, false, ozzPath((*ozz.Crowd).Staged)},
	}
}

func ozzPath(run func(*ozz.Crowd, int) error) func(*Character, Crowd) (*Work, error) {
	return func(c *Character, crowd Crowd) (*Work, error) {
		o, err := startOzz(c, crowd)
		if err != nil {
			return nil, err
		}
		return &Work{
			Run:    must(o, run),
			Matrix: func(i, skin, k int) soa.Affine { return o.Palette(i, c.rig.Index[skin][k]) },
			Close:  o.Close,
		}, nil
	}
}

// startOzz hands a crowd to ozz.
func startOzz(c *Character, crowd Crowd) (*ozz.Crowd, error) {
	entries := make([]ozz.Entry, len(c.rig.Entries))
	for i, e := range c.rig.Entries {
		entries[i] = ozz.Entry(e)
	}
	o, err := ozz.New(c.model, c.model.Clips[:crowd.Clips], entries, ozz.Defaults)
	if errors.Is(err, ozz.ErrRefused) {
		return nil, fmt.Errorf("%w: %w", ErrLeftOut, err)
	}
	if err != nil {
		return nil, err
	}
	var clip []int32
	var seconds, step []float32
	for _, in := range c.cast(crowd) {
		clip = append(clip, int32(in.clip))
		seconds, step = append(seconds, float32(in.offset)), append(step, float32(in.speed*Step))
	}
	if err := o.Play(clip, seconds, step); err != nil {
		o.Close()
		return nil, err
	}
	return o, nil
}

// must makes a job's failure loud: Run has no error, as no path of ours can
// fail once it is set up.
func must(o *ozz.Crowd, run func(*ozz.Crowd, int) error) func(int) {
	return func(frames int) {
		if err := run(o, frames); err != nil {
			panic(err)
		}
	}
}

// Stage is one job of a chain.
type Stage struct {
	Name string
	Run  func(frames int)
}

// PeerStages sets a crowd up as a peer has it and returns its jobs, in order.
func PeerStages(c *Character, crowd Crowd) (stages []Stage, end func(), err error) {
	o, err := startOzz(c, crowd)
	if err != nil {
		return nil, nil, err
	}
	return []Stage{
		{"sample", must(o, (*ozz.Crowd).Sample)},
		{"local-to-model", must(o, (*ozz.Crowd).LocalToModel)},
		{"palette", must(o, (*ozz.Crowd).Palettes)},
	}, o.Close, nil
}
