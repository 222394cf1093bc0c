package runtime

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/limit"
	"github.com/sinew-anim/sinew/runtime/play"
)

// bottomRow is bottom for one instance.
func (m *mixer) bottomRow(c *mixing, s *mixScratch, l *mixList, lane int) int {
	n, rows := m.rowsOf(c, s, l, lane, lane+1)
	if n == 0 {
		return 0
	}
	for k := range n {
		f := &l.part[k]
		m.row1[k] = simd.WeightedRow{Row: f.At.Row[lane], Alpha: f.At.Alpha[lane], Weight: f.Weight[lane], Mask: c.columnsOf(l.shape.at(k).mask)}
	}
	_ = c.poses.BlendRows1(m.sum, rows, m.row1[:n], 1, s.row)
	return n
}

// one evaluates an instance of a list by itself.
func (m *mixer) one(c *mixing, s *mixScratch, l *mixList, lane int) {
	i := int(l.instance[lane])
	row := m.row(c, s, l, lane, i, 0)
	if l.shape.controlled() {
		c.changeRow(s, row, i)
		s.source.Overwritten()
	}
	_ = c.poses.Detail(l.shape.detail()).ToPalette(c.palette(i), row, s.kernels)
	if c.weights.moving() {
		c.weights.ofPose(int32(i), row)
	}
}

// of computes the pose of instance i, a row, from its parts, and what is left of its
// offset, if it has one, dt seconds from now. The mixer has no other instance.
func (m *mixer) of(c *mixing, s *mixScratch, i int, parts []part, offset bool, dt float64) []float32 {
	m.whole.shape = shapeOf(parts).in(0, offset, false)
	m.whole.heaviest = 0
	m.whole.put(0, parts)
	return m.row(c, s, &m.whole, 0, i, dt)
}

// row computes the pose of one instance, a row, with the bits of blend, and what is left
// of its offset dt seconds from now.
func (m *mixer) row(c *mixing, s *mixScratch, l *mixList, lane, i int, dt float64) []float32 {
	var sum []float32
	if l.shape.plain() {
		c.sampleRow(s, s.row, &l.part[0], lane)
		sum = s.row
	} else {
		sum = m.combineRow(c, s, l, lane)
	}
	if l.shape.offset() {
		f, g, h := c.active.offsets.basisAt(i, dt)
		_ = c.poses.OffsetRow(sum, c.active.offsets.row(i), f, g, h)
	}
	if c.exceeds(l) {
		_ = c.poses.RescaleRow(sum)
	}
	return sum
}

// combineRow is combine for one instance.
func (m *mixer) combineRow(c *mixing, s *mixScratch, l *mixList, lane int) []float32 {
	values := c.poses.RowValues()
	sum, below := m.sum, m.below
	n := l.shape.n()
	if n == 0 || l.shape.at(0).group > 0 {
		copy(sum, c.poses.Rest[:values])
	}
	var head partShape // of the group at hand
	cover, scale, adds := float32(0), 0., false
	if c.scales != nil {
		scale = c.scales.Chain
	}
	for k := m.bottomRow(c, s, l, lane); k < n; k++ {
		p, weight := l.shape.at(k), l.part[k].Weight[lane]
		c.sampleRow(s, s.row, &l.part[k], lane)
		if p.kind.Adds() {
			_ = c.poses.AddRow(sum[:values], s.row, weight, c.columnsOf(p.mask))
			if adds = c.scales != nil; adds {
				scale = c.scales.Added(scale, p.kind == Subtract, float32(weight*c.mostOf(p.mask)), l.part[k].Clip[lane] < 0)
			}
			continue
		}
		begins := k == 0 || l.shape.at(k-1).group != p.group
		if begins {
			head, cover = p, 0
			if p.group > 0 {
				sum, below = below, sum
			}
		}
		cover += weight
		columns := c.columnsOf(p.mask)
		if head.kind == play.ModelOverride {
			columns = nil
		}
		_ = c.poses.AccumulateRow(sum, s.row, weight, columns, begins)
		switch {
		case k+1 < n && l.shape.at(k+1).group == p.group:
		case p.group == 0:
			_ = c.poses.FinishRow(sum, 1)
		case head.kind == play.ModelOverride:
			_ = c.poses.FinishRow(sum, 0)
			_ = c.poses.OverModelRow(sum[:values], below[:values], min(cover, 1), c.columnsOf(head.mask), m.model)
		default:
			_ = c.poses.OverRow(sum, below[:values], 1)
		}
	}
	if adds && scale > limit.MostScaled {
		c.scales.LimitRow(sum)
	}
	return sum[:values]
}
