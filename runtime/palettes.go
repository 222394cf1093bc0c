package runtime

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// batch is blocks of instances of one group and level of detail.
type batch struct {
	level, group int
	at           []simd.Frames
	out          pose.Palettes // of the first lane or, with lanes, of all instances
	lanes        []int32       // where not nil, the instance whose palette each lane writes
	// instance is the instance in each lane, or -1 in a spare lane. It is set where
	// morph weights move.
	instance []int32
	first    int  // where lanes is nil, the instance in the first lane
	offsets  bool // an instance has an offset, perhaps
}

// block is where the palettes of block k of the batch go.
func (b *batch) block(k int) pose.Palettes {
	out := b.out
	if b.lanes != nil {
		out.Lane = (*[simd.Lanes]int32)(b.lanes[k*simd.Lanes:])
		return out
	}
	out.Values = out.Values[k*simd.Lanes*out.Stride:]
	return out
}

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

// lone is an instance that is evaluated alone, and where in its group's rows it is.
type lone struct {
	level, group, instance int
	row                    int64
	alpha                  float32
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
