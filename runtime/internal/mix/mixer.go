package mix

import (
	"github.com/sinew-anim/sinew/internal/limit"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/internal/source"
	"github.com/sinew-anim/sinew/runtime/play"
)

// add evaluates an instance at the latest when flush is called.
func (m *mixer) add(c *Mixing, s *Scratch, i int, detail int, parts []active.Part) {
	shape := active.ShapeOf(parts).Variant(detail, !c.Active.Offsets.None(i), c.Active.Controlled(i))
	l := m.room(c, s, i, shape)
	l.put(l.count, parts)
	m.added(c, s, l, i)
}

// addPlanned is add for an instance whose plan is known. It returns false where the plan
// does not hold.
func (m *mixer) addPlanned(c *Mixing, s *Scratch, i, slot, detail int) bool {
	v := &c.Active.Clips
	p := &v.Plan[i]
	shape := p.Shape.Variant(detail, !c.Active.Offsets.None(i), c.Active.Controlled(i))
	l := m.room(c, s, i, shape)
	to, n, lane := uint(l.count)%simd.Lanes, slot/simd.Lanes, uint(slot)%simd.Lanes
	driven := c.Active.Graph.Of != nil
	left, covers, adds := float32(1), float32(0), float32(0)
	for _, link := range p.Link[:p.Links] {
		k, part := link%play.MaxLayers, link&^active.FirstOfLayer/play.MaxLayers
		a := v.At(i, int(k))
		how, weight := v.How[a], v.Weight[a]
		if !driven { // of what a graph plays weights are parts of the whole
			if link&active.FirstOfLayer != 0 {
				left = 1
			}
			share := float32(left * play.Curve(how&active.ClipCurve>>active.ClipCurveShift).Weight(float32(v.Fade[a])))
			left -= share
			weight = float32(weight * share)
		}
		if part == active.NoPart {
			if driven && weight != 0 {
				return false
			}
			continue
		}
		if weight == 0 {
			return false
		}
		if kind := play.Kind(how & active.ClipKind); !kind.Adds() {
			covers += weight
		} else if adds = max(adds, weight); kind == play.Subtract {
			weight = -weight
		}
		f, at := &l.part[part], &s.Planes[k][n]
		f.Clip[to], f.At.Row[to], f.At.Alpha[to], f.Weight[to] = c.Active.Clip[a], at.Row[lane], at.Alpha[lane], weight
		if how&active.ClipHeld != 0 {
			f.Clip[to] = c.heldPosePart(a)
		}
	}
	if covers > l.heaviest {
		l.heaviest = covers
	}
	if adds > l.heaviest {
		l.heaviest = adds
	}
	m.added(c, s, l, i)
	return true
}

// room returns the list to which an instance of a shape can be added.
func (m *mixer) room(c *Mixing, s *Scratch, i int, shape active.Shape) *mixList {
	w := &m.whole
	if w.count > 0 && (int(w.instance[0])+w.count != i || w.shape != shape) {
		m.divide(c, s)
	}
	if w.count != i%simd.Lanes {
		return m.list(c, s, shape)
	}
	w.shape = shape
	return w
}

// added counts an instance that has been written behind those of a list.
func (m *mixer) added(c *Mixing, s *Scratch, l *mixList, i int) {
	l.instance[l.count%simd.Lanes] = int32(i)
	l.count++
	whole := l == &m.whole
	if l.count == 1 && !whole {
		m.open++
	}
	if l.count < simd.Lanes {
		return
	}
	if m.compute(c, s, l); !whole {
		m.open--
	}
}

// divide puts the instances of whole into lists.
func (m *mixer) divide(c *Mixing, s *Scratch) {
	w, n, heaviest := &m.whole, m.whole.count, m.whole.heaviest
	w.count, w.heaviest = 0, 0
	for lane := range n {
		l := m.list(c, s, w.shape)
		to := l.count % simd.Lanes
		l.heaviest = max(l.heaviest, heaviest)
		for k := range l.part[:w.shape.Len()] {
			f, from := &l.part[k], &w.part[k]
			f.Clip[to], f.At.Row[to], f.At.Alpha[to], f.Weight[to] = from.Clip[lane], from.At.Row[lane], from.At.Alpha[lane], from.Weight[lane]
		}
		m.added(c, s, l, int(w.instance[lane]))
	}
}

// put writes the parts of an instance into a lane.
func (l *mixList) put(lane int, parts []active.Part) {
	lane %= simd.Lanes
	covers, adds := float32(0), float32(0)
	for k := range parts {
		f, p := &l.part[k], &parts[k]
		if p.Kind.Adds() {
			adds = max(adds, active.Abs(p.Weight))
		} else {
			covers += p.Weight
		}
		f.Clip[lane], f.At.Row[lane], f.At.Alpha[lane], f.Weight[lane] = p.Clip, p.Row, p.Alpha, p.Weight
	}
	l.heaviest = max(l.heaviest, covers, adds)
}

// list finds the list of a shape, or makes room for one.
func (m *mixer) list(c *Mixing, s *Scratch, shape active.Shape) *mixList {
	m.now++
	if l := m.last; l != nil && l.count > 0 && l.shape == shape {
		l.used = m.now
		return l
	}
	oldest := &m.lists[0]
	for k := range m.lists {
		l := &m.lists[k]
		if l.count > 0 && l.shape == shape {
			l.used, m.last = m.now, l
			return l
		}
		if l.count == 0 {
			l.used = 0
		}
		if l.used < oldest.used {
			oldest = l
		}
	}
	if oldest.count > 0 {
		m.compute(c, s, oldest)
		m.open--
	}
	oldest.shape, oldest.used, m.last = shape, m.now, oldest
	return oldest
}

func (m *mixer) Flush(c *Mixing, s *Scratch) {
	if w := &m.whole; m.open == 0 && w.count > 0 {
		m.compute(c, s, w)
		return
	}
	m.divide(c, s)
	for k := 0; m.open > 0; k++ {
		if m.lists[k].count > 0 {
			m.compute(c, s, &m.lists[k])
			m.open--
		}
	}
}

// compute computes palettes and morph weights of a list, which is empty then.
func (m *mixer) compute(c *Mixing, s *Scratch, l *mixList) {
	n := inBlocks(l.count)
	for lane := n; lane < l.count; lane++ {
		m.one(c, s, l, lane)
	}
	if n > 0 {
		m.block(c, s, l, n)
	}
	l.count, l.heaviest = 0, 0
}

// block evaluates the first n lanes of a list together.
func (m *mixer) block(c *Mixing, s *Scratch, l *mixList, n int) {
	for k := range l.shape.Len() {
		f := &l.part[k]
		for lane := n; lane < simd.Lanes; lane++ { // spare lanes do what the first does
			f.Clip[lane], f.At.Row[lane], f.At.Alpha[lane], f.Weight[lane] = f.Clip[0], f.At.Row[0], f.At.Alpha[0], f.Weight[0]
		}
	}
	for lane := n; lane < simd.Lanes; lane++ {
		l.instance[lane] = l.instance[0]
	}
	sum := m.blend(c, s, l)
	if l.shape.Controlled() {
		c.changeBlock(s, sum, &l.instance, n)
		s.source.Overwritten()
	}
	out := simd.Palettes{Values: c.Values, Stride: c.Stride, Lane: &l.instance}
	if first := int(l.instance[0]); first%simd.Lanes == 0 && int(l.instance[simd.Lanes-1]) == first+simd.Lanes-1 { // ascending, as they come
		out = c.palettesOf(first, len(c.Active.Offsets.Pool.All())+len(c.Active.HeldPoses.All()))
	}
	_ = c.Poses.Detail(l.shape.Detail()).ToPalettes(out, sum, s.Kernels)
	if c.weighs() {
		c.weightsOfBlock(s, l.instance[:n], sum)
	}
}

// blend computes the pose of a block: the one that a source samples, or a sum.
func (m *mixer) blend(c *Mixing, s *Scratch, l *mixList) []float32 {
	var sum []float32
	if l.shape.Plain() {
		sum = c.sample(s, &l.part[0])
	} else {
		sum = m.combine(c, s, l)
	}
	if l.shape.Offset() {
		_ = c.Poses.Offset(m.sum, sum, c.Active.Offsets.Gather(&s.offsets, &l.instance))
		sum = m.sum
	}
	if c.exceeds(l) {
		_ = c.Poses.Rescale(sum, m.rescaled)
	}
	return sum
}

// combine computes the pose of a block from its parts.
func (m *mixer) combine(c *Mixing, s *Scratch, l *mixList) []float32 {
	sum, below := m.sum, m.below
	n := l.shape.Len()
	if n == 0 || l.shape.At(0).Group > 0 {
		_ = c.Poses.Reset(sum)
	}
	first := 0                // part of the group at hand
	var head active.PartShape // of first
	adds := false
	for k := m.bottom(c, s, l); k < n; k++ {
		p, f := l.shape.At(k), &l.part[k]
		block := c.sample(s, f)
		if p.Kind.Adds() {
			_ = c.Poses.Add(sum, block, &f.Weight, c.columnsOf(p.Mask))
			if c.Scales != nil {
				m.scale(c, f, p, !adds)
				adds = true
			}
			continue
		}
		last := k+1 == n || l.shape.At(k+1).Group != p.Group
		if k == 0 || l.shape.At(k-1).Group != p.Group {
			first, head = k, p
			if last && p.Group > 0 && p.Kind != play.ModelOverride {
				_ = c.Poses.Cover(sum, block, &f.Weight, c.columnsOf(p.Mask), 1)
				continue
			}
			if p.Group > 0 {
				sum, below = below, sum
			}
		}
		columns := c.columnsOf(p.Mask)
		if head.Kind == play.ModelOverride {
			columns = nil // the mask says how far the mean covers what is below
		}
		_ = c.Poses.Accumulate(sum, block, &f.Weight, columns, k == first)
		switch {
		case !last:
		case p.Group == 0:
			_ = c.Poses.Finish(sum, 1)
		case head.Kind == play.ModelOverride:
			_ = c.Poses.Finish(sum, 0)
			_ = c.Poses.OverModel(sum, below, m.covered(l.part[first:k+1]), c.columnsOf(head.Mask), m.model)
		default:
			_ = c.Poses.FinishOver(sum, below, 1)
		}
	}
	if adds {
		for lane, scale := range m.scaled {
			if scale > limit.MostScaled {
				c.Scales.LimitLane(sum, lane)
			}
		}
	}
	return sum
}

// scale updates how much the lanes of a block may scale joints with a part that is added; first: it
// is the first one.
func (m *mixer) scale(c *Mixing, f *source.Part, p active.PartShape, first bool) {
	most := c.mostOf(p.Mask)
	for lane := range m.scaled {
		if first {
			m.scaled[lane] = c.Scales.Chain
		}
		m.scaled[lane] = c.Scales.Added(m.scaled[lane], p.Kind == play.Subtract, float32(f.Weight[lane]*most), f.Clip[lane] < 0)
	}
}

// bottom computes the mean of a block's first group from rows, where all its parts have rows, and
// returns the number of parts.
func (m *mixer) bottom(c *Mixing, s *Scratch, l *mixList) int {
	n, rows := m.rowsOf(c, s, l, 0, simd.Lanes)
	if rows == nil {
		return 0
	}
	for k := range n {
		f := &l.part[k]
		m.rows[k] = simd.WeightedRows{At: &f.At, Weight: &f.Weight, Mask: c.columnsOf(l.shape.At(k).Mask)}
	}
	_ = c.Poses.BlendRows(m.sum, rows, m.rows[:n], 1, s.pose)
	s.source.Overwritten()
	return n
}

// rowsOf returns the number of parts of a list's first group and the rows of their lanes first:last,
// or nil.
func (m *mixer) rowsOf(c *Mixing, s *Scratch, l *mixList, first, last int) (n int, rows *simd.Rows) {
	held := false
	for ; n < l.shape.Len() && l.shape.At(n).Group == 0; n++ {
		for _, clip := range l.part[n].Clip[first:last] {
			held = held || clip < 0
		}
	}
	if n > 0 && !held {
		rows = c.Player.RowsOf(&s.source, l.part[:n], first, last)
	}
	return n, rows
}

// covered adds up the weights of a group's parts, up to 1.
func (m *mixer) covered(parts []source.Part) *[simd.Lanes]float32 {
	m.cover = parts[0].Weight
	for k := range parts[1:] {
		for lane, w := range parts[1+k].Weight {
			m.cover[lane] += w
		}
	}
	for lane, w := range m.cover {
		m.cover[lane] = min(w, 1)
	}
	return &m.cover
}
