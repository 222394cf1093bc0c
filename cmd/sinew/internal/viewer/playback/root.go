package playback

import (
	"github.com/sinew-anim/sinew/soa"
)

// RootMode is what the movement of the root over the ground does to the character.
type RootMode int

const (
	RootAsIs   RootMode = iota // keys move the joints, loop by loop
	RootMoves                  // extracted root motion moves the character
	RootPinned                 // the character stays in place
)

var rootNames = []string{"as it is", "travels", "in place"}

// RootModes returns the names of the modes in their order.
func RootModes() []string { return rootNames }

// Next returns the mode after m, the first after the last.
func (m RootMode) Next() RootMode { return (m + 1) % RootMode(len(rootNames)) }

// Root is the movement of a clip's root over the ground.
type Root struct {
	Follow bool // the camera moves with it
	Mode   RootMode

	joint    int        // that the clip moves, or soa.NoJoint
	measured bool       // first is known
	first    [3]float32 // the joint's position at the clip's start, in model space
	wander   [2]float64 // x and z from there
}

// begin looks for the root of a clip.
func (r *Root) begin(clip *soa.Clip) { r.joint, r.measured = rootOf(clip), false }

// Start returns the root's position at the clip's start, once it is known.
func (r *Root) Start() (at [3]float32, ok bool) { return r.first, r.joint >= 0 && r.measured }

// measure finds how far the root has moved, and moves the instances back by it if they are
// pinned.
func (r *Root) measure(s *Show, c *Clock) error {
	if r.joint < 0 || s.Live != nil {
		r.wander = [2]float64{}
		return nil
	}
	if !r.measured {
		if err := s.Evaluate(0, c.Start); err != nil {
			return err
		}
		first, err := s.Crowd.Instance(0).Joint(r.joint)
		if err != nil {
			return err
		}
		r.first[0], r.first[1], r.first[2] = first.Translation()
		r.measured = true
		if err := s.Evaluate(c.Cycle, c.Time); err != nil {
			return err
		}
	}
	now, err := s.Crowd.Instance(0).Joint(r.joint)
	if err != nil {
		return err
	}
	x, _, z := now.Translation()
	r.wander = [2]float64{float64(x - r.first[0]), float64(z - r.first[2])}
	if r.Mode != RootPinned {
		return nil
	}
	for k := range s.Scene.Items {
		for i := range s.Scene.Items[k].World {
			w := &s.Scene.Items[k].World[i]
			w[3] -= float32(r.wander[0])
			w[11] -= float32(r.wander[1])
		}
	}
	return nil
}

// camera returns the movement that the camera follows.
func (r *Root) camera(s *Show, c *Clock) soa.RootTransform {
	at := soa.IdentityRoot()
	switch {
	case s.Live != nil:
		at = s.Live.Camera()
	case r.Follow && r.Mode != RootPinned:
		at = s.Followed(c.Cycle, c.Time)
		if r.joint >= 0 && r.measured {
			at.X += r.wander[0]
			at.Z += r.wander[1]
		}
	}
	return at
}

// rootOf returns the first joint that a clip moves over the ground, or soa.NoJoint.
func rootOf(clip *soa.Clip) int {
	root := soa.NoJoint
	if clip == nil {
		return root
	}
	for t := range clip.Tracks {
		tr := &clip.Tracks[t]
		if tr.Property != soa.Translation || root >= 0 && int(tr.Target) >= root {
			continue
		}
		from, to := clip.Keys(t)
		if moves(clip.X[from:to]) || moves(clip.Z[from:to]) {
			root = int(tr.Target)
		}
	}
	return root
}

// moves reports whether the values of keys differ.
func moves(keys []float32) bool {
	for _, v := range keys {
		if v != keys[0] {
			return true
		}
	}
	return false
}
