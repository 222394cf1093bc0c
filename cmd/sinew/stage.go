//go:build cgo

package main

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// stage is a model that plays, once or many times over, in a scene.
type stage struct {
	scene   gpu.Scene
	players *runtime.Players
	joints  []float32 // of all instances: the scene wants them in one piece

	clips      []*soa.Clip
	start, end float64   // of the clips, in seconds on the file's time line
	ahead      []float64 // seconds that each instance is ahead of the time shown
}

// newStage uploads a model and lets instances of it play clips of its own.
// Warnings are about what is drawn plainer than the file says. A model without
// meshes shows its skeleton.
func newStage(r *gpu.Renderer, o *opened, clips []*soa.Clip, instances int) (s *stage, warnings []error, err error) {
	m := o.model
	uploaded, warnings, err := r.Upload(m)
	if err != nil {
		return nil, nil, err
	}
	s = &stage{joints: make([]float32, instances*12*m.Skeleton.Len()), ahead: make([]float64, instances)}
	if s.players, err = runtime.NewPlayers(m, instances); err != nil {
		return nil, nil, err
	}
	item := gpu.Item{
		Model: uploaded, Joints: gpu.Matrices{Data: s.joints}, Weights: make([]float32, instances*len(m.Weights)),
		Skeleton: len(m.Meshes) == 0,
	}
	for i := range m.Skins {
		item.Palettes = append(item.Palettes, gpu.Matrices{Data: s.players.Palettes(i)})
	}
	for range instances {
		item.World = append(item.World, soa.IdentityAffine())
	}
	s.scene.Items = []gpu.Item{item}
	return s, warnings, s.play(clips)
}

// item is the one thing in the scene.
func (s *stage) item() *gpu.Item { return &s.scene.Items[0] }

// golden spreads instances over a clip so that no number of them comes near a
// rhythm.
const golden = 0.6180339887498949

// play changes the clips. A lone instance holds the first and last pose beyond
// the clip's ends; many go round, each ahead of the one before.
func (s *stage) play(clips []*soa.Clip) error {
	options := runtime.PlayOptions{Mode: runtime.Clamp}
	if len(s.ahead) > 1 {
		options.Mode = runtime.Wrap
	}
	for i := range s.ahead {
		if err := s.players.Play(i, options, clips...); err != nil {
			return fmt.Errorf("%s: %w", s.players.Model().Name, err)
		}
	}
	s.clips = clips
	s.start, s.end = span(clips)
	for i := range s.ahead {
		_, s.ahead[i] = math.Modf(float64(i) * golden)
		s.ahead[i] *= s.end - s.start
	}
	return nil
}

// at evaluates all instances at a time on the file's time line. It allocates
// nothing.
func (s *stage) at(t float64) error {
	for i, ahead := range s.ahead {
		if err := s.players.Seek(i, t+ahead); err != nil {
			return err
		}
	}
	s.players.Evaluate()
	it := s.item()
	joints, weights := s.joints, it.Weights
	for i := range s.ahead {
		joints = joints[copy(joints, s.players.Matrices(i)):]
		pose := s.players.Pose(i)
		weights = weights[copy(weights, pose.Weight):]
	}
	return nil
}
