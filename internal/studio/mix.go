package studio

import (
	"math"

	"github.com/sinew-anim/sinew/runtime"
)

// maxMixed is the number of layers that can lie over the clip that plays.
const maxMixed = 3

// mixed is a layer over the clip.
type mixed struct {
	on     bool
	clip   int
	weight float64
	kind   int // an index of kindNames
}

var (
	kindNames = []string{"blend", "override", "add"}
	kinds     = []runtime.LayerKind{runtime.Blend, runtime.Override, runtime.Additive}
)

// mix is the layers over the clip, and a fade to another clip.
type mix struct {
	layers [maxMixed]mixed
	chosen int // the layer whose clip the list chooses

	fading  bool
	to      int
	passed  float64 // seconds of the fade
	fade    float64 // that it takes
	matched bool    // both clips are at the same part of themselves
}

// stop takes all layers off.
func (m *mix) stop(s *Studio) {
	for k := range m.layers {
		if m.layers[k].on {
			s.fail(m.off(s, k))
		}
	}
	m.fading = false
}

// off takes a layer off.
func (m *mix) off(s *Studio, k int) error {
	m.layers[k].on = false
	crowd := s.stage.Crowd()
	for i := range crowd.Len() {
		if err := crowd.Instance(i).Layer(k + 1).SetWeight(0); err != nil {
			return err
		}
	}
	return nil
}

// put plays a clip in a layer.
func (m *mix) put(s *Studio, k, clip int) error {
	l := &m.layers[k]
	l.on, l.clip = true, clip
	crowd := s.stage.Crowd()
	for i := range crowd.Len() {
		if err := crowd.Instance(i).Play(clip, runtime.PlayOptions{Layer: k + 1, Kind: kinds[l.kind], Weight: 1, Mode: runtime.Clamp}); err != nil {
			return err
		}
	}
	return nil
}

// fadeTo begins a fade from the clip that plays to another one.
func (m *mix) fadeTo(s *Studio, clip int) error {
	if s.stage.Scripted() || s.stage.Clip() == runtime.Rest || clip == s.stage.Clip() {
		return s.Choose(clip)
	}
	if !(m.fade > 0) {
		return s.Choose(clip)
	}
	m.stop(s)
	m.layers[0] = mixed{weight: 0, kind: 1}
	m.fading, m.to, m.passed = true, clip, 0
	s.Playing = true
	return m.put(s, 0, clip)
}

// move sets times and weights of the layers before the stage is shown.
func (m *mix) move(s *Studio, dt float64) error {
	if s.stage.Scripted() {
		return nil
	}
	if m.fading {
		if s.Playing {
			m.passed += dt * math.Abs(s.Speed)
		}
		part := m.passed / m.fade
		if part >= 1 {
			at := m.time(s, m.to)
			if err := s.Choose(m.to); err != nil {
				return err
			}
			s.Time = at
			return nil
		}
		m.layers[0].weight = part * part * (3 - 2*part)
	}
	crowd := s.stage.Crowd()
	for k := range m.layers {
		l := &m.layers[k]
		if !l.on {
			continue
		}
		for i := range crowd.Len() {
			if err := crowd.Instance(i).Layer(k + 1).SetWeight(l.weight); err != nil {
				return err
			}
			if err := crowd.Instance(i).Layer(k + 1).Seek(m.time(s, l.clip)); err != nil {
				return err
			}
		}
	}
	return nil
}

// time is where a layer's clip is: as far on as what plays, or, matched, at the same
// part of itself. A fade begins at the clip's start.
func (m *mix) time(s *Studio, clip int) float64 {
	c := s.stage.Clips()[clip]
	length := c.Seconds()
	if !(length > 0) {
		return c.Start
	}
	into := s.Time - s.Start + float64(s.Cycle)*(s.End-s.Start)
	switch {
	case m.matched:
		return c.Start + s.Part()*length
	case m.fading:
		into = m.passed
	}
	return c.Start + into - math.Floor(into/length)*length
}

// mixPanel chooses layers.
func (s *Studio) mixPanel() {
	u, m := s.ui, &s.mix
	clips := s.stage.Clips()
	if s.stage.Scripted() || len(clips) == 0 {
		u.Note("no clip plays alone")
		return
	}
	u.Slider("fade, s", &m.fade, 0, 2, 0.3)
	u.Toggle("same part of each clip", &m.matched)
	for k := range m.layers {
		s.mixLayer(k)
	}
	u.Title(layerTitles[m.chosen])
	from, to := u.List("layer clips", u.Left(), len(clips))
	for row := from; row < to; row++ {
		l := &m.layers[m.chosen]
		if u.Row(row, 0, clips[row].Name, l.on && l.clip == row) {
			if !l.on {
				l.weight = 0.5
			}
			s.fail(m.put(s, m.chosen, row))
		}
	}
	u.EndList()
}

var (
	layerTitles = [maxMixed]string{"clip of layer 1", "clip of layer 2", "clip of layer 3"}
	layerNames  = [maxMixed]string{"layer 1", "layer 2", "layer 3"}
	layerKinds  = [maxMixed]string{"kind 1", "kind 2", "kind 3"}
	layerOff    = [maxMixed]string{"off 1", "off 2", "off 3"}
)

// mixLayer is one layer: its weight, and how it acts.
func (s *Studio) mixLayer(k int) {
	u, m := s.ui, &s.mix
	l := &m.layers[k]
	if !l.on {
		chosen := m.chosen == k
		if u.Toggle(layerNames[k], &chosen) {
			m.chosen = k
		}
		return
	}
	u.Split(4, 1)
	name := s.stage.Clips()[l.clip].Name
	u.Slider(name, &l.weight, 0, 1, 0.5)
	if u.Button(layerOff[k]) {
		s.fail(m.off(s, k))
	}
	if u.Choice(layerKinds[k], kindNames, &l.kind) {
		s.fail(m.put(s, k, l.clip))
	}
}
