package frame

import (
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/active"
)

// evaluateMixed evaluates the lanes that are due and not layered: blocks of one kind of level and
// one group in place, others gathered.
func (c *Set) evaluateMixed(s *Scratch, first int, at []simd.Frames, layered bool) {
	whole := 0 // blocks before b that are evaluated together
	kind, group := 0, 0
	for b := range at {
		clear(s.lanes)
		c.Mix.LODs.Masks(&s.due, first+b, s.lanes)
		k, g, one := c.Mix.OneKind(s.lanes, first+b)
		if layered {
			one = c.leaveLayered(s, first+b, b) <= maxLayeredInBlock && one
		}
		if whole > 0 && (!one || k != kind || g != group) {
			c.Mix.Evaluate(&s.Mix, kind, group, first+b-whole, at[b-whole:b])
			whole = 0
		}
		if one {
			kind, group = k, g
			whole++
			continue
		}
		for k, lanes := range s.lanes {
			for ; lanes != 0; lanes &= lanes - 1 {
				l := bits.TrailingZeros16(lanes)
				if i := simd.Lanes*(first+b) + l; i < c.Len {
					s.Mix.Gather.Add(&c.Mix, &s.Mix, k, i, at[b].Row[l], at[b].Alpha[l])
				}
			}
		}
	}
	if whole > 0 {
		c.Mix.Evaluate(&s.Mix, kind, group, first+len(at)-whole, at[len(at)-whole:])
	}
}

// maxLayeredInBlock is the most layered instances of a block that is still evaluated as a whole:
// they are evaluated again.
const maxLayeredInBlock = 6

// leaveLayered moves the layered lanes of a block from those due to endLayered's, and returns their
// number.
func (c *Set) leaveLayered(s *Scratch, block, n int) int {
	layered := uint16(0)
	for lane, x := range c.Active.Clips.Flags[block*simd.Lanes:][:simd.Lanes] {
		if active.Layered(x) {
			layered |= 1 << lane
		}
	}
	s.layers.lanes[n] = 0
	for k := range s.lanes {
		due := s.lanes[k] & layered
		s.layers.lanes[n] |= due
		for ; due != 0; due &= due - 1 {
			s.layers.kind[n*simd.Lanes+bits.TrailingZeros16(due)] = uint8(k)
		}
		s.lanes[k] &^= layered
	}
	return bits.OnesCount16(layered)
}

// wholeBlocks returns how many blocks an ascending list begins with whose lanes play one clip each
// and share a kind of level and a group.
func (c *Set) wholeBlocks(instances []int) (kind, group, blocks int) {
	const last = simd.Lanes - 1
	for blocks < active.CrowdBlocks && len(instances) >= simd.Lanes {
		i := instances[0]
		if i%simd.Lanes != 0 || instances[last] != i+last {
			break
		}
		k, ok := c.Mix.LODs.KindOfBlock(i)
		g, one := c.Mix.OneGroup(i, i+simd.Lanes)
		if !ok || !one || active.Layered(c.Active.Clips.FlagsOf(i/simd.Lanes, 1)) || blocks > 0 && (k != kind || g != group) {
			break
		}
		kind, group = k, g
		blocks++
		instances = instances[simd.Lanes:]
		if len(instances) > 0 && instances[0] != i+simd.Lanes {
			break
		}
	}
	return kind, group, blocks
}
