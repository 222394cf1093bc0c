package bake

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
)

// A chord between two poses of a bent curve lies on one side of it, an eighth
// of its bend off in the middle. Rows need not lie on the curve: moved across
// it by half of that they make chords that miss it half as far.

// recentRows is how many rows of a clip are remembered, more than settle needs at once.
const recentRows = 8

// recentRow is the pose of the curve at a tick.
type recentRow struct {
	tick float64
	row  []float64
	used int // when
}

// settle moves the last row, at a cell's end, to where the chords before and after it miss the curve
// least, if that is bent and smooth, as between two keys. It reports whether it did.
func (s *clipSampler) settle(p *partPlan) bool {
	length := p.end - p.start
	whole := p.parts == 1 && p.part[0].from == p.start && !p.broken && !p.brokenEnd
	if !whole || !s.smooth(p.start, p.end+length) {
		return false
	}
	var rows [5][]float64 // along the two chords
	for k := range rows {
		rows[k] = s.curve(p.start + float64(float64(k)*length/2))
	}
	for i := range s.last {
		before := float64((rows[0][i]+rows[2][i])/2) - rows[1][i]
		after := float64((rows[2][i]+rows[4][i])/2) - rows[3][i]
		s.last[i] -= float64((before + after) / 4)
	}
	return true
}

// smooth tells whether rows follow a bent curve between two ticks, and no key
// lies between them but near the ends. A linear track hardly leaves its chord.
func (s *clipSampler) smooth(from, to float64) bool {
	if !s.b.bends || to > s.b.clip.Duration {
		return false
	}
	window := float64((to - from) * (edge / 2))
	i, _ := slices.BinarySearch(s.b.keys, from+window)
	return i < len(s.b.keys) && s.b.keys[i] >= to-window
}

// curve returns the row of the pose at a tick, in the hemispheres of last.
func (s *clipSampler) curve(tick float64) []float64 {
	at := slices.IndexFunc(s.recent[:], func(r recentRow) bool { return r.row != nil && r.tick == tick })
	if at < 0 {
		at = 0
		for k := range s.recent {
			if s.recent[k].used < s.recent[at].used {
				at = k
			}
		}
		if s.recent[at].row == nil {
			s.recent[at].row = make([]float64, len(s.last))
		}
		s.recent[at].tick = tick
		s.b.encode(tick, false, s.recent[at].row)
	}
	s.uses++
	s.recent[at].used = s.uses
	row := s.recent[at].row
	for i := range s.b.l.Rotations {
		q := exact.Quat(row[4*i : 4*i+4]).NearestSign(exact.Quat(s.last[4*i : 4*i+4]))
		copy(row[4*i:], q[:])
	}
	return row
}
