//go:build cgo

package main

import (
	"github.com/sinew-anim/sinew/cmd/sinew/internal/play"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/soa"
)

// ghosts are instances of a stage's crowd that show other times of what the first one
// plays. Each is an item of the scene, after that of the instances.
type ghosts struct {
	count  int
	ahead  []float64 // seconds, of those that are shown
	active []int     // instances of the crowd that are evaluated
	world  []soa.Affine
}

// ghostAlpha is the alpha of the ghost that is nearest in time; others have less.
const ghostAlpha = 0.4

var ghostBefore, ghostAfter = gpu.SRGB(0x4a, 0x8c, 0xf0), gpu.SRGB(0xf0, 0x6a, 0x4a)

// addGhosts makes the items of ghosts, hidden.
func (s *stage) addGhosts(count int) {
	g := &s.ghosts
	g.count, g.active, g.world = count, append(g.active, s.all...), make([]soa.Affine, count)
	n := len(s.all)
	for k := range count {
		item := gpu.Item{Model: s.item().Model, Ghost: ghostAlpha}
		item.Palettes = []gpu.Palette{{Data: s.crowd.Palettes()[(n+k)*s.crowd.Stride():], Stride: s.crowd.Stride()}}
		if w := s.crowd.WeightStride(); w > 0 {
			item.Weights = s.crowd.AllWeights()[(n+k)*w:]
		}
		s.scene.Items = append(s.scene.Items, item)
	}
}

// SetGhosts shows a ghost for each number of seconds ahead of the first instance.
func (s *stage) SetGhosts(ahead []float64) {
	g := &s.ghosts
	g.ahead = append(g.ahead[:0], ahead[:min(len(ahead), g.count)]...)
	g.active = append(g.active[:0], s.all...)
	for k := range g.count {
		s.scene.Items[1+k].World = nil
	}
	before, after := 0, 0
	for k, by := range g.ahead {
		g.active = append(g.active, len(s.all)+k)
		it, rank := &s.scene.Items[1+k], &after
		it.Tint = ghostAfter
		if by < 0 {
			it.Tint, rank = ghostBefore, &before
		}
		*rank++
		it.Ghost = ghostAlpha / float32(*rank)
	}
}

// haunt shows the ghosts around a time. One whose time lies outside what plays once is
// hidden.
func (s *stage) haunt(cycle int64, t float64) error {
	p := s.performance()
	for k, by := range s.ghosts.ahead {
		n, in := cycle, t+by
		it := &s.scene.Items[1+k]
		it.World = s.ghosts.world[k : k+1]
		if outside := in < s.start || in > s.end; outside && p.Loops() {
			var loops int64
			loops, in = play.Fold(s.start, s.end, in)
			n += loops
		} else if outside {
			it.World, in = nil, min(max(in, s.start), s.end)
		}
		if err := s.show(len(s.all)+k, n, in); err != nil {
			return err
		}
		at := s.cell[0]
		if s.way != nil {
			to, err := s.way.At(n, in)
			if err != nil {
				return err
			}
			at = at.Mul(s.back[0]).Mul(to)
		}
		s.ghosts.world[k] = at.Affine()
	}
	return nil
}

// update evaluates the instances, and the ghosts that are shown.
func (s *stage) update() error {
	if s.ghosts.count == 0 {
		return s.crowd.Update(0)
	}
	return s.crowd.UpdateSome(s.ghosts.active, 0)
}
