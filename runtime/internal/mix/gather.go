package mix

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/active"
)

// Add evaluates an instance of a kind of level, whose place is row and alpha, at
// the latest when flush is called.
func (g gather) Add(c *Mixing, s *Scratch, kind, i int, row int64, alpha float32) {
	k := kind*c.Player.Groups() + c.Player.Group(c.Active.Clip[i])
	of := &g[k]
	b, l := of.count/simd.Lanes, of.count%simd.Lanes
	of.instance[of.count], of.lanes[of.count] = int32(i), int32(i)
	of.at[b].Row[l], of.at[b].Alpha[l] = row, alpha
	of.count++
	of.offsets = of.offsets || c.Active.Clips.Flags[i] == active.InstanceOffset
	if of.count == len(of.instance) {
		g.evaluate(c, s, k)
	}
}

// Flush evaluates what has been gathered.
func (g gather) Flush(c *Mixing, s *Scratch) {
	for k := range g {
		if g[k].count > 0 {
			g.evaluate(c, s, k)
		}
	}
}

func (g gather) evaluate(c *Mixing, s *Scratch, k int) {
	of := &g[k]
	b := batch{
		level: c.LODs.Kinds[k/c.Player.Groups()], group: k % c.Player.Groups(), at: of.at[:],
		out: simd.Palettes{Values: c.Values, Stride: c.Stride}, lanes: of.lanes[:], instance: of.instance[:], offsets: of.offsets,
	}
	of.offsets = false
	n := of.count
	of.count = inBlocks(n)
	for l := of.count; l < n; l++ {
		at := &of.at[l/simd.Lanes]
		c.EvaluateAlone(s, Alone{b.level, b.group, int(of.instance[l]), at.Row[l%simd.Lanes], at.Alpha[l%simd.Lanes]})
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
