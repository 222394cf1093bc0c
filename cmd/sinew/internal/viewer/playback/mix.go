package playback

import (
	"errors"
	"math"

	"github.com/sinew-anim/sinew/runtime/play"
)

// MaxLayers is the number of layers above the clip that plays.
const MaxLayers = 3

// Layer is a clip that plays above the first one.
type Layer struct {
	On     bool
	Clip   int
	Weight float64
	Kind   int // an index of LayerKinds
}

var (
	kindNames = []string{"blend", "override", "add"}
	kinds     = []play.Kind{play.Blend, play.Override, play.Additive}
)

// LayerKinds returns the names of the kinds of layers.
func LayerKinds() []string { return kindNames }

// Mix is the layers above the clip that plays, and a fade to another clip.
type Mix struct {
	Layers  [MaxLayers]Layer
	Fade    float64 // duration of a fade in seconds
	Matched bool    // clips play at the same part of their length

	fading bool
	to     int
	passed float64 // seconds of the fade
}

// stop removes all layers.
func (m *Mix) stop(s *Show) (err error) {
	for k := range m.Layers {
		if m.Layers[k].On {
			err = errors.Join(err, m.remove(s, k))
		}
	}
	m.fading = false
	return err
}

// remove removes a layer.
func (m *Mix) remove(s *Show, k int) error {
	m.Layers[k].On = false
	for i := range s.Crowd.Len() {
		if err := s.Crowd.Instance(i).Layer(k + 1).SetWeight(0); err != nil {
			return err
		}
	}
	return nil
}

// put plays a clip in a layer.
func (m *Mix) put(s *Show, k, clip int) error {
	l := &m.Layers[k]
	l.On, l.Clip = true, clip
	for i := range s.Crowd.Len() {
		o := play.Options{Layer: k + 1, Kind: kinds[l.Kind], Weight: 1, Mode: play.Clamp}
		if err := s.Crowd.Instance(i).Play(clip, o); err != nil {
			return err
		}
	}
	return nil
}

// begin starts a fade to a clip.
func (m *Mix) begin(s *Show, clip int) error {
	err := m.stop(s)
	m.Layers[0] = Layer{Kind: 1}
	m.fading, m.to, m.passed = true, clip, 0
	return errors.Join(err, m.put(s, 0, clip))
}

// advance sets the weights and times of the layers. It reports that the fade has ended.
func (m *Mix) advance(s *Show, c *Clock, dt float64) (ended bool, err error) {
	if m.fading {
		if c.Playing {
			m.passed += dt * math.Abs(c.Speed)
		}
		part := m.passed / m.Fade
		if part >= 1 {
			return true, nil
		}
		m.Layers[0].Weight = part * part * (3 - 2*part)
	}
	for k := range m.Layers {
		l := &m.Layers[k]
		if !l.On {
			continue
		}
		for i := range s.Crowd.Len() {
			layer := s.Crowd.Instance(i).Layer(k + 1)
			if err := layer.SetWeight(l.Weight); err != nil {
				return false, err
			}
			if err := layer.Seek(m.time(s, c, l.Clip)); err != nil {
				return false, err
			}
		}
	}
	return false, nil
}

// time returns the time of a layer's clip: as far on as the first clip, or, matched, at the
// same part of its length. In a fade it counts from the clip's start.
func (m *Mix) time(s *Show, c *Clock, clip int) float64 {
	of := s.Clips[clip]
	length := of.Seconds()
	if !(length > 0) {
		return of.Start
	}
	into := c.Time - c.Start + float64(c.Cycle)*(c.End-c.Start)
	switch {
	case m.Matched:
		return of.Start + c.Part()*length
	case m.fading:
		into = m.passed
	}
	return of.Start + into - math.Floor(into/length)*length
}
