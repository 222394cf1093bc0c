//go:build cgo

package stage

import (
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/soa"
)

// ghosts are instances of a stage's crowd that show other times of the first instance. Each
// is an item of the scene, after that of the instances.
type ghosts struct {
	Count  int
	Ahead  []float64 // seconds relative to the first instance, of those shown
	active []int     // instances of the crowd that are evaluated
	world  []soa.Affine
}

// ghostAlpha is the alpha of the ghost nearest in time; others have less.
const ghostAlpha = 0.4

var ghostBefore, ghostAfter = gpu.SRGB(0x4a, 0x8c, 0xf0), gpu.SRGB(0xf0, 0x6a, 0x4a)

// addGhosts adds hidden items.
func (s *Stage) addGhosts(count int) {
	g := &s.Ghosts
	g.Count, g.active, g.world = count, append(g.active, s.All...), make([]soa.Affine, count)
	n := len(s.All)
	for k := range count {
		item := gpu.Item{Model: s.Item().Model, Ghost: ghostAlpha}
		item.Palettes = []gpu.Palette{{Data: s.Crowd.Palettes()[(n+k)*s.Crowd.Stride():], Stride: s.Crowd.Stride()}}
		if w := len(s.Crowd.Layout().WeightRest); w > 0 {
			item.Weights = s.Crowd.AllWeights()[(n+k)*w:]
		}
		if len(s.Model.Visibility) > 0 {
			item.Floats = make([]float32, len(s.Model.Floats))
		}
		s.Scene.Items = append(s.Scene.Items, item)
	}
}

// SetGhosts shows a ghost for each number of seconds after, or if negative before, the first
// instance.
func (s *Stage) SetGhosts(ahead []float64) {
	g := &s.Ghosts
	g.Ahead = append(g.Ahead[:0], ahead[:min(len(ahead), g.Count)]...)
	g.active = append(g.active[:0], s.All...)
	for k := range g.Count {
		s.Scene.Items[1+k].World = nil
	}
	before, after := 0, 0
	for k, by := range g.Ahead {
		g.active = append(g.active, len(s.All)+k)
		it, rank := &s.Scene.Items[1+k], &after
		it.Tint = ghostAfter
		if by < 0 {
			it.Tint, rank = ghostBefore, &before
		}
		*rank++
		it.Ghost = ghostAlpha / float32(*rank)
	}
}

// haunt evaluates the ghosts around a time. Ghosts outside what plays once are hidden.
func (s *Stage) haunt(cycle int64, t float64) error {
	p := s.performance()
	for k, by := range s.Ghosts.Ahead {
		n, in := cycle, t+by
		it := &s.Scene.Items[1+k]
		it.World = s.Ghosts.world[k : k+1]
		if outside := in < s.Start || in > s.End; outside && p.Loops() {
			var loops int64
			loops, in = performance.Fold(s.Start, s.End, in)
			n += loops
		} else if outside {
			it.World, in = nil, min(max(in, s.Start), s.End)
		}
		if err := s.show(len(s.All)+k, n, in); err != nil {
			return err
		}
		at := s.Cell[0]
		if s.Way != nil {
			to, err := s.Way.At(n, in)
			if err != nil {
				return err
			}
			at = at.Mul(s.back[0]).Mul(to)
		}
		s.Ghosts.world[k] = at.Affine()
	}
	return nil
}

// update evaluates the instances and the ghosts shown.
func (s *Stage) update() error {
	if s.Ghosts.Count == 0 {
		return s.Crowd.Update(0)
	}
	return s.Crowd.UpdateSome(s.Ghosts.active, 0)
}
