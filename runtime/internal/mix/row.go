package mix

import (
	"github.com/sinew-anim/sinew/internal/limit"
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/play"
)

// bottomRow is bottom for one instance. All its parts have rows: those of the source, or
// those that hold their poses.
func (m *mixer) bottomRow(c *Mixing, s *Scratch, l *mixList, lane int) int {
	n, rows := m.rowsOf(c, s, l, lane, lane+1)
	if n == 0 {
		return 0
	}
	sampled := rows != nil
	if !sampled {
		rows = s.source.Parts()
	}
	for k := range n {
		f, part := &l.part[k], &m.row1[k]
		if part.Row, part.Alpha = f.At.Row[lane], f.At.Alpha[lane]; !sampled {
			c.poseOf(s, k, f, lane)
			part.Row, part.Alpha = int64(k*rows.Stride), 0
		}
		part.Weight, part.Mask = f.Weight[lane], c.columnsOf(l.shape.At(k).Mask)
	}
	_ = c.Poses.BlendRows1(m.sum, rows, m.row1[:n], 1, s.row)
	return n
}

// one evaluates an instance of a list by itself.
func (m *mixer) one(c *Mixing, s *Scratch, l *mixList, lane int) {
	i := int(l.instance[lane])
	row := m.row(c, s, l, lane, i, 0)
	if l.shape.Controlled() {
		c.changeRow(s, row, i)
		s.source.Overwritten()
	}
	_ = c.Poses.Detail(l.shape.Detail()).ToPalette(c.Palette(i), row, s.Kernels)
	if c.weighs() {
		c.weightsOfPose(s, i, row)
	}
}

// poseOf computes the pose of instance i, a row, from its parts and, with offset, its offset dt seconds
// from now. The mixer must be empty.
func (m *mixer) poseOf(c *Mixing, s *Scratch, i int, parts []active.Part, offset bool, dt float64) []float32 {
	m.whole.shape = active.ShapeOf(parts).Variant(0, offset, false)
	m.whole.heaviest = 0
	m.whole.put(0, parts)
	return m.row(c, s, &m.whole, 0, i, dt)
}

// row is blend for one instance, with its offset dt seconds from now.
func (m *mixer) row(c *Mixing, s *Scratch, l *mixList, lane, i int, dt float64) []float32 {
	var sum []float32
	if l.shape.Plain() {
		c.poseOf(s, 0, &l.part[0], lane)
		sum = s.source.Changeable(0)
	} else {
		sum = m.combineRow(c, s, l, lane)
	}
	if l.shape.Offset() {
		f, g, h := c.Active.Offsets.BasisAt(i, dt)
		_ = c.Poses.OffsetRow(sum, c.Active.Offsets.Row(i), f, g, h)
	}
	if c.exceeds(l) {
		_ = c.Poses.RescaleRow(sum)
	}
	return sum
}

// combineRow is combine for one instance.
func (m *mixer) combineRow(c *Mixing, s *Scratch, l *mixList, lane int) []float32 {
	values := c.Poses.RowValues()
	sum, below := m.sum, m.below
	n := l.shape.Len()
	if n == 0 || l.shape.At(0).Group > 0 {
		copy(sum, c.Poses.Rest[:values])
	}
	var head active.PartShape // of the group at hand
	cover, scale, adds := float32(0), 0., false
	if c.Scales != nil {
		scale = c.Scales.Chain
	}
	for k := m.bottomRow(c, s, l, lane); k < n; k++ {
		p, weight := l.shape.At(k), l.part[k].Weight[lane]
		pose := c.poseOf(s, k, &l.part[k], lane)
		if p.Kind.Adds() {
			_ = c.Poses.AddRow(sum[:values], pose, weight, c.columnsOf(p.Mask))
			if adds = c.Scales != nil; adds {
				scale = c.Scales.Added(scale, p.Kind == play.Subtract, float32(weight*c.mostOf(p.Mask)), l.part[k].Clip[lane] < 0)
			}
			continue
		}
		begins := k == 0 || l.shape.At(k-1).Group != p.Group
		if begins {
			head, cover = p, 0
			if p.Group > 0 {
				sum, below = below, sum
			}
		}
		cover += weight
		columns := c.columnsOf(p.Mask)
		if head.Kind == play.ModelOverride {
			columns = nil
		}
		_ = c.Poses.AccumulateRow(sum, pose, weight, columns, begins)
		switch {
		case k+1 < n && l.shape.At(k+1).Group == p.Group:
		case p.Group == 0:
			_ = c.Poses.FinishRow(sum, 1)
		case head.Kind == play.ModelOverride:
			_ = c.Poses.FinishRow(sum, 0)
			_ = c.Poses.OverModelRow(sum[:values], below[:values], min(cover, 1), c.columnsOf(head.Mask), m.model)
		default:
			_ = c.Poses.OverRow(sum, below[:values], 1)
		}
	}
	if adds && scale > limit.MostScaled {
		c.Scales.LimitRow(sum)
	}
	return sum[:values]
}
