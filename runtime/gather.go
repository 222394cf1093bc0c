package runtime

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// add evaluates an instance of a kind of level, whose place is row and alpha, at
// the latest when flush is called.
func (g *gather) add(c *mixing, s *mixScratch, kind, i int, row int64, alpha float32) {
	k := kind*c.player.Groups() + c.player.Group(c.active.Clip[i])
	of := &g.lists[k]
	b, l := of.count/simd.Lanes, of.count%simd.Lanes
	of.instance[of.count], of.lanes[of.count] = int32(i), int32(i)
	of.at[b].Row[l], of.at[b].Alpha[l] = row, alpha
	of.count++
	of.offsets = of.offsets || c.active.Clips.Flags[i] == active.InstanceOffset
	if of.count == len(of.instance) {
		g.evaluate(c, s, k)
	}
}

// flush evaluates what has been gathered.
func (g *gather) flush(c *mixing, s *mixScratch) {
	for k := range g.lists {
		if g.lists[k].count > 0 {
			g.evaluate(c, s, k)
		}
	}
}

func (g *gather) evaluate(c *mixing, s *mixScratch, k int) {
	of := &g.lists[k]
	b := batch{
		level: c.levels.kinds[k/c.player.Groups()], group: k % c.player.Groups(), at: of.at[:],
		out: pose.Palettes{Values: c.values, Stride: c.stride}, lanes: of.lanes[:], instance: of.instance[:], offsets: of.offsets,
	}
	of.offsets = false
	n := of.count
	of.count = inBlocks(n)
	for l := of.count; l < n; l++ {
		at := &of.at[l/simd.Lanes]
		c.alone(s, lone{b.level, b.group, int(of.instance[l]), at.Row[l%simd.Lanes], at.Alpha[l%simd.Lanes]})
	}
	if of.count == 0 {
		return
	}
	blocks := (of.count + simd.Lanes - 1) / simd.Lanes
	last := &of.at[blocks-1]
	for l := of.count; l < blocks*simd.Lanes; l++ { // spare lanes do what the block's first does
		last.Row[l%simd.Lanes], last.Alpha[l%simd.Lanes] = last.Row[0], last.Alpha[0]
		of.instance[l], of.lanes[l] = -1, of.lanes[l/simd.Lanes*simd.Lanes]
	}
	b.at = of.at[:blocks]
	c.toPalettes(s, &b)
	of.count = 0
}
