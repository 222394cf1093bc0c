//go:build cgo

package stage

import (
	"fmt"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/soa"
)

// Replace plays changed clips in the place of those that there are, as many of them. A graph goes on
// where it is; other instances have to be told anew what they play.
func (s *Stage) Replace(clips []*soa.Clip) error {
	if len(clips) != len(s.Clips) {
		return fmt.Errorf("%s: %d clips in the place of %d", s.Model.Name, len(clips), len(s.Clips))
	}
	model := *s.unbound
	model.Clips = clips
	crowd, bound, err := s.given.Recast(s.Crowd, &models.Opened{Model: &model}, clips)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Model.Name, err)
	}
	old := s.Crowd
	s.Crowd, s.Model, s.Clips = crowd, bound, clips
	if s.changes != nil {
		s.Control = s.changes.Runs[crowd]
		s.Control.Live = s.changes.Runs[old].Live
		delete(s.changes.Runs, old)
	}
	old.Close()
	n, weights := len(s.All), len(crowd.Layout().WeightRest)
	for k := range s.Scene.Items {
		item, first := &s.Scene.Items[k], 0
		if k > 0 {
			first = n + k - 1
		}
		item.Palettes[0] = gpu.Palette{Data: crowd.Palettes()[first*crowd.Stride():], Stride: crowd.Stride()}
		if weights > 0 {
			item.Weights = crowd.AllWeights()[first*weights:]
		}
	}
	return nil
}

// Reweigh draws the model with other weights of its vertices.
func (s *Stage) Reweigh(r *gpu.Renderer, m *soa.Model) error {
	bound, err := s.Crowd.Layout().BindModel(m)
	if err != nil {
		return err
	}
	bound.Clips = s.Model.Clips
	uploaded, _, err := r.Upload(bound)
	if err != nil {
		return err
	}
	old := s.Item().Model
	for k := range s.Scene.Items {
		s.Scene.Items[k].Model = uploaded
	}
	old.Close()
	unbound := *s.unbound
	unbound.Meshes = m.Meshes
	s.Model, s.unbound = bound, &unbound
	return nil
}
