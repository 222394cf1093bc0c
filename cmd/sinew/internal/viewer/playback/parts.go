package playback

import (
	"slices"

	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
)

// parts is the clips that a script plays together, as numbers of the show's clips.
type parts struct {
	list   []int
	source []int // per clip of the crowd: the clip of the show that it was made from, or play.Rest
}

// partsOf lists the clips of a script.
func partsOf(s *Show) (p parts) {
	named := func(name string) int {
		for k, c := range s.Clips {
			if c.Name == name {
				return k
			}
		}
		return play.Rest
	}
	add := func(clip int) {
		if clip >= 0 && clip < len(s.Clips) && !slices.Contains(p.list, clip) {
			p.list = append(p.list, clip)
		}
	}
	script := s.Script
	if script == nil {
		return p
	}
	for k := range s.Crowd.Clips() {
		if k < len(s.Clips) {
			p.source = append(p.source, k)
		} else {
			p.source = append(p.source, play.Rest)
		}
	}
	if script.Graph != nil {
		script.Graph.Graph.Walk(func(_ string, n graph.Node) {
			if c, ok := n.(*graph.Clip); ok {
				add(named(c.Clip))
			}
		})
		return p
	}
	for k := range script.Stack.Layers {
		b := &script.Stack.Layers[k]
		clip := b.Clip
		if clip >= len(s.Clips) { // an additive clip, made of one of the model
			clip = named(b.Layer.Clip)
			p.source[b.Clip] = clip
		}
		add(clip)
	}
	if f := script.Fade; f != nil {
		add(f.Clip)
	}
	return p
}

// Parts appends the clips that play, or that a graph can play.
func (p *Player) Parts(list []int) []int {
	s := p.Show
	if s.Scripted() {
		return append(list, s.parts.list...)
	}
	if s.Clip != play.Rest {
		list = append(list, s.Clip)
	}
	for k := range p.Mix.Layers {
		if l := &p.Mix.Layers[k]; l.On && !slices.Contains(list, l.Clip) {
			list = append(list, l.Clip)
		}
	}
	return list
}

// Alone reports whether nothing plays but the clip of the show.
func (p *Player) Alone() bool {
	for k := range p.Mix.Layers {
		if p.Mix.Layers[k].On {
			return false
		}
	}
	return !p.Show.Scripted()
}

// PartTime returns where the first instance is in a clip, in seconds after its start; ok is false
// while it does not play.
func (p *Player) PartTime(clip int) (seconds float64, ok bool) {
	s := p.Show
	if !s.Scripted() && clip == s.Clip {
		return p.Time - p.Start, true
	}
	most := 0.0
	p.active = s.Crowd.Instance(0).ActiveClips(p.active[:0])
	for k := range p.active {
		a := &p.active[k]
		of := a.Clip
		if of >= 0 && of < len(s.parts.source) {
			of = s.parts.source[of]
		}
		if of == clip && clip >= 0 && !a.Queued && a.Weight > most {
			seconds, most, ok = a.Time-s.Clips[clip].Start, a.Weight, true
		}
	}
	return seconds, ok
}
