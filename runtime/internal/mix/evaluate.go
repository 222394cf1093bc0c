package mix

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/active"
)

// toPalettes computes the palettes and morph weights of a batch; lengths are right.
func (c *Mixing) toPalettes(s *Scratch, b *batch) {
	rows := c.Player.Rows(&s.source, b.group, b.at)
	moving := c.weighs()
	if rows != nil && moving {
		c.weightsOfRows(s, b, rows)
	}
	for k := range b.at {
		by, block := c.displaced(s, b, k), s.pose
		switch {
		case rows == nil:
			c.Player.Block(&s.source, block, b.group, &b.at[k])
			if by != nil {
				_ = c.Poses.Offset(s.moved, block, by)
				block = s.moved
			}
		case by != nil:
			_ = c.Poses.OffsetRows(block, rows, &b.at[k], by)
		default:
			_ = c.Poses.SampleRows(block, rows, &b.at[k])
		}
		if moving && (rows == nil || by != nil) {
			c.weightsOfBlock(s, b.instance[k*simd.Lanes:][:simd.Lanes], block)
		}
		_ = c.Poses.Detail(b.level).ToPalettes(b.block(k), block, s.Kernels)
	}
}

// toPalette computes those of an instance, with the bits of toPalettes.
func (c *Mixing) toPalette(s *Scratch, one Alone) {
	detail, out, moving := c.Poses.Detail(one.Level), c.Palette(one.Instance), c.weighs()
	rows, row, alpha := c.Player.Row(&s.source, one.Group, one.Row, one.Alpha)
	if rows == nil {
		pose := c.Player.Pose(&s.source, 0, c.Active.Clip[one.Instance], row, alpha)
		if moving {
			c.weightsOfPose(s, one.Instance, pose)
		}
		_ = detail.ToPalette(out, pose, s.Kernels)
		return
	}
	if moving {
		c.weightsOfRow(s, int32(one.Instance), rows, row, alpha)
	}
	_ = detail.SamplePalette(out, rows.Values[row:], rows.Values[row+int64(rows.Stride):], alpha, s.Kernels)
}

// streamBytes is the least size of a crowd's palettes that are written around the
// caches (simd.Palettes.Stream): more than the last cache level of most processors.
// On a Zen 5 with 32 MB of it, 51 MB take half the time so. On an Emerald Rapids with
// 260 MB, shared with other work, 22 MB and more take 15 % less, 14 MB 15 % more.
const streamBytes = 32 << 20

// besideStreamBytes is the same for palettes and the offsets and held poses that are read
// beside them, where these are more than an eighth of the palettes. On a Zen 5 18 MB of
// both take 5 to 15 % less so.
const besideStreamBytes = 16 << 20

func (c *Mixing) Palette(i int) []float32 {
	return c.Values[i*c.Stride:][:active.AffineFloats*c.Poses.Rotations()]
}

// displaced finds what block k of a batch is displaced by, or returns nil.
func (c *Mixing) displaced(s *Scratch, b *batch, k int) *simd.Offsets {
	if !b.offsets {
		return nil
	}
	if b.lanes != nil {
		return c.Active.Offsets.Gather(&s.offsets, (*[simd.Lanes]int32)(b.lanes[k*simd.Lanes:]))
	}
	var instance [simd.Lanes]int32
	for lane := range instance {
		instance[lane] = int32(b.first + k*simd.Lanes + lane)
	}
	return c.Active.Offsets.Gather(&s.offsets, &instance)
}

// EvaluateAlone evaluates an instance that plays one clip, perhaps with an offset.
func (c *Mixing) EvaluateAlone(s *Scratch, one Alone) {
	i := one.Instance
	if c.Active.Clips.Flags[i] != active.InstanceOffset {
		c.toPalette(s, one)
		return
	}
	c.Player.Pose(&s.source, 0, c.Active.Clip[i], one.Row, one.Alpha)
	row := s.source.Changeable(0)
	f, g, h := c.Active.Offsets.BasisAt(i, 0)
	_ = c.Poses.OffsetRow(row, c.Active.Offsets.Row(i), f, g, h)
	if c.weighs() {
		c.weightsOfPose(s, i, row)
	}
	_ = c.Poses.Detail(one.Level).ToPalette(c.Palette(i), row, s.Kernels)
}

// OneKind returns the kind of level and the group that all lanes of a block are due
// in, if it is one. Lanes without an instance are of any kind.
func (c *Mixing) OneKind(due []uint16, block int) (kind, group int, ok bool) {
	none := uint16(0)
	i := simd.Lanes * block
	if left := c.Len - i; left < simd.Lanes {
		none = ^uint16(0) << left
	}
	for k, lanes := range due {
		if lanes|none == 1<<simd.Lanes-1 {
			group, ok = c.OneGroup(i, min(i+simd.Lanes, c.Len))
			return k, group, ok
		}
	}
	return 0, 0, false
}

// OneGroup returns the group of the instances from:to, if they are of one.
func (c *Mixing) OneGroup(from, to int) (group int, ok bool) {
	if c.Player.Groups() == 1 {
		return 0, true
	}
	clip := c.Active.Clip[from]
	group = c.Player.Group(clip)
	for _, other := range c.Active.Clip[from+1 : to] {
		if other != clip && c.Player.Group(other) != group {
			return 0, false
		}
	}
	return group, true
}

// inBlocks returns how many of n lanes are evaluated in blocks of 16. The others are evaluated alone,
// which is faster for few lanes, and always in plain Go. The number for NEON is counted, not
// measured: a block takes the instructions of nine instances.
func inBlocks(n int) int {
	most := 7
	switch simd.Current() {
	case simd.AVX512:
		most = 4
	case simd.Generic:
		return 0
	}
	if over := n % simd.Lanes; over <= most {
		return n - over
	}
	return n
}

// palettesOf returns the palettes from instance i on. beside is the number of values of offsets and
// held poses that are read meanwhile.
func (c *Mixing) palettesOf(i, beside int) simd.Palettes {
	n := len(c.Values)
	stream := 4*n >= streamBytes || beside > n/8 && 4*(n+beside) >= besideStreamBytes
	return simd.Palettes{Values: c.Values[i*c.Stride:], Stride: c.Stride, Stream: stream}
}

// Evaluate computes the palettes and morph weights of whole blocks where they lie.
func (c *Mixing) Evaluate(s *Scratch, kind, group, first int, at []simd.Frames) {
	offsets, beside := false, 0
	if c.Active.Clips.FlagsOf(first, len(at))&active.InstanceOffset != 0 {
		offsets, beside = true, len(c.Active.Offsets.Pool.All())
	}
	b := batch{
		level: c.LODs.Kinds[kind], group: group, at: at,
		out: c.palettesOf(first*simd.Lanes, beside), first: first * simd.Lanes, offsets: offsets,
	}
	if c.weighs() {
		b.instance = s.instance[:simd.Lanes*len(at)]
		for l := range b.instance {
			if b.instance[l] = int32(simd.Lanes*first + l); int(b.instance[l]) >= c.Len {
				b.instance[l] = -1
			}
		}
	}
	n := min(simd.Lanes*len(at), c.Len-simd.Lanes*first)
	whole := inBlocks(n)
	for l := whole; l < n; l++ {
		place := &at[l/simd.Lanes]
		c.EvaluateAlone(s, Alone{b.level, group, simd.Lanes*first + l, place.Row[l%simd.Lanes], place.Alpha[l%simd.Lanes]})
	}
	if whole > 0 {
		b.at = at[:(whole+simd.Lanes-1)/simd.Lanes]
		c.toPalettes(s, &b)
	}
}
