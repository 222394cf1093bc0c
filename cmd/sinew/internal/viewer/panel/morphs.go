package panel

import (
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/playback"
	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/soa"
)

// Morphs are the morph weights of a model, which sliders override.
type Morphs []morph

type morph struct {
	name  string
	value float64
	set   bool // by its slider
}

// NewMorphs lists the weights of a model.
func NewMorphs(m *soa.Model) Morphs {
	list := make(Morphs, len(m.Weights))
	for k := range m.Weights {
		list[k].name = m.Weights[k].Target
	}
	return list
}

// Apply overrides the weights of all instances, and reads the others.
func (list Morphs) Apply(s *playback.Show) {
	for k := range list {
		m := &list[k]
		if !m.set {
			m.value = float64(s.Crowd.Instance(0).Weights()[k])
			continue
		}
		for i := range s.All {
			s.Crowd.Instance(i).Weights()[k] = float32(m.value)
		}
	}
}

// Draw shows the sliders.
func (list Morphs) Draw(u *overlay.UI) {
	if u.Button("as the clip has them") {
		for k := range list {
			list[k].set = false
		}
	}
	from, to := u.List("morphs", u.Left(), len(list))
	defer u.EndList()
	for k := from; k < to; k++ {
		if m := &list[k]; u.RowSlider(k, m.name, &m.value, 0, 1) {
			m.set = true
		}
	}
}
