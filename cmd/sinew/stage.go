//go:build cgo

package main

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// stage is a scene with one or many instances of a model.
type stage struct {
	scene gpu.Scene
	model *soa.Model // bound to the crowd's palettes
	crowd *runtime.Crowd

	clips      []*soa.Clip // that can be played
	clip       int         // that plays, or runtime.Rest
	script     *script     // that plays in place of a clip, or nil
	start, end float64     // see performance.span
	ahead      []float64   // per instance: seconds ahead of the time shown

	all, joints []int // the numbers of all instances and joints
}

// newStage uploads a model, at rest, whose instances can play some clips, or with a
// script play that. Warnings are about what is drawn plainer than the file says. A model
// without meshes shows its skeleton.
func newStage(r *gpu.Renderer, o *opened, p performance, clips []*soa.Clip, instances int) (s *stage, warnings []error, err error) {
	s = &stage{clips: clips, clip: runtime.Rest, script: p.script, ahead: make([]float64, instances), all: below(instances), joints: below(o.model.Skeleton.Len())}
	if s.crowd, s.model, err = p.crowd(o, clips, instances); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", o.file, err)
	}
	if s.script != nil {
		s.start, s.end = p.span()
		s.stagger()
	}
	uploaded, warnings, err := r.Upload(s.model)
	if err != nil {
		return nil, nil, err
	}
	item := gpu.Item{
		Model:    uploaded,
		Palettes: []gpu.Matrices{{Data: s.crowd.Palettes(), Stride: s.crowd.Stride()}},
		Weights:  s.crowd.AllWeights(),
		Joints:   make([]soa.Affine, instances*len(s.joints)),
		Skeleton: len(o.model.Meshes) == 0,
	}
	for range instances {
		item.World = append(item.World, soa.IdentityAffine())
	}
	s.scene.Items = []gpu.Item{item}
	return s, warnings, nil
}

// below lists the numbers from 0 to n−1.
func below(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// item is the one thing in the scene.
func (s *stage) item() *gpu.Item { return &s.scene.Items[0] }

// golden spreads the times of any number of instances.
const golden = 0.6180339887498949

// play changes the clip. A single instance holds the first and last pose outside the
// clip; many repeat it, each at a time of its own.
func (s *stage) play(clip int) error {
	options := runtime.PlayOptions{Mode: runtime.Clamp}
	if len(s.ahead) > 1 {
		options.Mode = runtime.Wrap
	}
	if err := s.crowd.PlayAll(clip, options); err != nil {
		return fmt.Errorf("%s: %w", s.model.Name, err)
	}
	s.clip = clip
	s.start, s.end = span(s.playing())
	s.stagger()
	return nil
}

// stagger gives every instance a time of its own.
func (s *stage) stagger() {
	for i := range s.ahead {
		_, part := math.Modf(float64(i) * golden)
		s.ahead[i] = part * (s.end - s.start)
	}
}

// playing returns the clip that plays, or nil.
func (s *stage) playing() *soa.Clip {
	if s.clip == runtime.Rest {
		return nil
	}
	return s.clips[s.clip]
}

// moves reports whether anything plays.
func (s *stage) moves() bool { return s.clip != runtime.Rest || s.script != nil }

// name returns the name of what plays, or "".
func (s *stage) name() string {
	p := performance{clip: s.playing(), script: s.script}
	return p.name()
}

// at evaluates all instances at a time of what plays. It allocates nothing.
func (s *stage) at(t float64) error {
	for i, ahead := range s.ahead {
		var err error
		if s.script != nil {
			err = s.script.at(s.crowd, i, t+ahead)
		} else {
			err = s.crowd.Seek(i, t+ahead)
		}
		if err != nil {
			return err
		}
	}
	if s.script == nil {
		if err := s.crowd.Update(0); err != nil {
			return err
		}
	}
	if !s.item().Skeleton {
		return nil
	}
	return s.crowd.Joints(s.item().Joints, s.all, s.joints)
}
