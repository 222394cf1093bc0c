package runtime

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// toPalettes computes the palettes and morph weights of a batch; lengths are right.
func (c *mixing) toPalettes(s *mixScratch, b *batch) {
	rows := c.player.Rows(&s.source, b.group, b.at)
	moving := c.weights.moving()
	if rows != nil && moving {
		c.weights.ofRows(b, rows)
	}
	for k := range b.at {
		by, block := c.displaced(s, b, k), s.pose
		switch {
		case rows == nil:
			c.player.Block(&s.source, block, b.group, &b.at[k])
			if by != nil {
				_ = c.poses.Offset(s.moved, block, by)
				block = s.moved
			}
		case by != nil:
			_ = c.poses.OffsetRows(block, rows, &b.at[k], by)
		default:
			_ = c.poses.SampleRows(block, rows, &b.at[k])
		}
		if moving && (rows == nil || by != nil) {
			c.weights.ofBlock(b.instance[k*simd.Lanes:][:simd.Lanes], block)
		}
		_ = c.poses.Detail(b.level).ToPalettes(b.block(k), block, s.kernels)
	}
}

// toPalette computes those of an instance, with the bits of toPalettes.
func (c *mixing) toPalette(s *mixScratch, one lone) {
	detail, out, moving := c.poses.Detail(one.level), c.palette(one.instance), c.weights.moving()
	rows, row, alpha := c.player.Row(&s.source, one.group, one.row, one.alpha)
	if rows == nil {
		pose := c.player.Pose(&s.source, one.group, row, alpha)
		if moving {
			c.weights.ofPose(int32(one.instance), pose)
		}
		_ = detail.ToPalette(out, pose, s.kernels)
		return
	}
	if moving {
		c.weights.ofRow(int32(one.instance), rows, row, alpha)
	}
	_ = detail.Between(out, rows.Values[row:], rows.Values[row+int64(rows.Stride):], alpha, s.kernels)
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

func (c *mixing) palette(i int) []float32 {
	return c.values[i*c.stride:][:active.AffineFloats*c.poses.Rotations()]
}

// displaced finds what block k of a batch is displaced by, or returns nil.
func (c *mixing) displaced(s *mixScratch, b *batch, k int) *pose.Offsets {
	if !b.offsets {
		return nil
	}
	if b.lanes != nil {
		return c.active.Offsets.Of(&s.offsets, (*[simd.Lanes]int32)(b.lanes[k*simd.Lanes:]))
	}
	var instance [simd.Lanes]int32
	for lane := range instance {
		instance[lane] = int32(b.first + k*simd.Lanes + lane)
	}
	return c.active.Offsets.Of(&s.offsets, &instance)
}

// alone evaluates an instance that plays one clip, perhaps with an offset.
func (c *mixing) alone(s *mixScratch, one lone) {
	i := one.instance
	if c.active.Clips.Flags[i] != active.InstanceOffset {
		c.toPalette(s, one)
		return
	}
	c.player.SampleRow(&s.source, s.row, c.active.Clip[i], one.row, one.alpha)
	f, g, h := c.active.Offsets.BasisAt(i, 0)
	_ = c.poses.OffsetRow(s.row, c.active.Offsets.Row(i), f, g, h)
	if c.weights.moving() {
		c.weights.ofPose(int32(i), s.row)
	}
	_ = c.poses.Detail(one.level).ToPalette(c.palette(i), s.row, s.kernels)
}

// step advances the clocks of blocks from block first on.
func (c *mixing) step(at []simd.Frames, first int, dt float64) {
	_ = c.active.Clocks.Advance16(at, first, c.active.ClockStep(dt))
	c.player.Place(at, first, c.active.Clip, c.active.Clocks)
}

// oneKind returns the kind of level and the group of which all lanes of a block are
// due. Lanes without an instance are of any kind.
func (c *mixing) oneKind(s *frameScratch, block int) (kind, group int, ok bool) {
	none := uint16(0)
	i := simd.Lanes * block
	if left := c.n - i; left < simd.Lanes {
		none = ^uint16(0) << left
	}
	for k, lanes := range s.lanes {
		if lanes|none == 1<<simd.Lanes-1 {
			group, ok = c.oneGroup(i, min(i+simd.Lanes, c.n))
			return k, group, ok
		}
	}
	return 0, 0, false
}

// oneGroup returns the group of the instances from:to, if they are of one.
func (c *mixing) oneGroup(from, to int) (group int, ok bool) {
	if c.player.Groups() == 1 {
		return 0, true
	}
	clip := c.active.Clip[from]
	group = c.player.Group(clip)
	for _, other := range c.active.Clip[from+1 : to] {
		if other != clip && c.player.Group(other) != group {
			return 0, false
		}
	}
	return group, true
}

// inBlocks returns the number of n lanes that are evaluated in blocks of 16. The
// remaining ones are evaluated one by one, which is faster where a block has few
// lanes, and always in plain Go. For NEON that is not measured but counted: a block
// takes the instructions of nine instances.
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

// palettesOf is where the palettes of instance i and those after it are written, beside so
// many values of instances that are read.
func (c *mixing) palettesOf(i, beside int) pose.Palettes {
	n := len(c.values)
	stream := 4*n >= streamBytes || beside > n/8 && 4*(n+beside) >= besideStreamBytes
	return pose.Palettes{Values: c.values[i*c.stride:], Stride: c.stride, Stream: stream}
}

// evaluate computes the palettes and morph weights of whole blocks where they lie.
func (c *mixing) evaluate(s *mixScratch, kind, group, first int, at []simd.Frames) {
	offsets, beside := false, 0
	if c.active.Clips.FlagsOf(first, len(at))&active.InstanceOffset != 0 {
		offsets, beside = true, len(c.active.Offsets.Pool.All())
	}
	b := batch{
		level: c.levels.kinds[kind], group: group, at: at,
		out: c.palettesOf(first*simd.Lanes, beside), first: first * simd.Lanes, offsets: offsets,
	}
	if c.weights.moving() {
		b.instance = s.instance[:simd.Lanes*len(at)]
		for l := range b.instance {
			if b.instance[l] = int32(simd.Lanes*first + l); int(b.instance[l]) >= c.n {
				b.instance[l] = -1
			}
		}
	}
	n := min(simd.Lanes*len(at), c.n-simd.Lanes*first)
	whole := inBlocks(n)
	for l := whole; l < n; l++ {
		place := &at[l/simd.Lanes]
		c.alone(s, lone{b.level, group, simd.Lanes*first + l, place.Row[l%simd.Lanes], place.Alpha[l%simd.Lanes]})
	}
	if whole > 0 {
		b.at = at[:(whole+simd.Lanes-1)/simd.Lanes]
		c.toPalettes(s, &b)
	}
}

// joint undoes the inverse bind matrix of the joint's slot.
func (c *mixing) joint(i, joint int, m *soa.Affine) {
	s := int(c.poses.Slot[joint])
	palette := soa.Affine(c.values[i*c.stride+active.AffineFloats*s:])
	*m = palette.Mul(&c.poses.Bind[s])
}
