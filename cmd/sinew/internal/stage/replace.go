//go:build cgo

package stage

import (
	"fmt"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/soa"
)

// Replace plays changed clips in the place of those that there are, as many of them. Scripts and
// graphs keep theirs: it does nothing for them.
func (s *Stage) Replace(clips []*soa.Clip) error {
	if s.Script != nil {
		return nil
	}
	if len(clips) != len(s.Clips) {
		return fmt.Errorf("%s: %d clips in the place of %d", s.Model.Name, len(clips), len(s.Clips))
	}
	model := *s.unbound
	model.Clips = clips
	crowd, bound, err := s.given.Crowd(&models.Opened{Model: &model}, clips, len(s.All)+s.Ghosts.Count)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Model.Name, err)
	}
	old := s.Crowd
	s.Crowd, s.Model, s.Clips = crowd, bound, clips
	if s.changes != nil {
		delete(s.changes.Runs, old)
		s.Control = s.changes.Runs[crowd]
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
