package runtime

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// gatherBlocks is the number of blocks of instances that are gathered before a
// kernel evaluates them.
const gatherBlocks = 4

// gather collects instances that do not lie one after the other into blocks.
type gather struct {
	lists []gathered // per kind of level of detail and group
}

// gathered are instances of one kind of level of detail and one group.
type gathered struct {
	count    int
	offsets  bool                             // one has an offset
	instance [gatherBlocks * simd.Lanes]int32 // −1 in a spare lane
	lanes    [gatherBlocks * simd.Lanes]int32 // the instance whose palette it writes
	at       [gatherBlocks]simd.Frames
}

func (g *gather) prepare(c *mixing) {
	g.lists = make([]gathered, len(c.levels.kinds)*c.player.Groups())
}

// add evaluates an instance of a kind of level, whose place is row and alpha, at
// the latest when flush is called.
func (g *gather) add(c *mixing, s *mixScratch, kind, i int, row int64, alpha float32) {
	k := kind*c.player.Groups() + c.player.Group(c.active.clip[i])
	of := &g.lists[k]
	b, l := of.count/simd.Lanes, of.count%simd.Lanes
	of.instance[of.count], of.lanes[of.count] = int32(i), int32(i)
	of.at[b].Row[l], of.at[b].Alpha[l] = row, alpha
	of.count++
	of.offsets = of.offsets || c.active.voices.busy[i] == instanceOffset
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

// runSome evaluates instances of a list: whole blocks of one kind of level and one
// group where they lie, the others gathered.
func (c *set) runSome(s *frameScratch, instances []int, dt float64) {
	for len(instances) > 0 {
		if kind, group, blocks := c.wholeBlocks(instances); blocks > 0 {
			first, at := instances[0]/simd.Lanes, s.at[:blocks]
			if c.active.watching() {
				c.active.note(&s.step, first*simd.Lanes, blocks*simd.Lanes)
			}
			c.mix.step(at, first, dt)
			if c.active.watching() {
				c.active.observePlain(&s.step, first*simd.Lanes, blocks*simd.Lanes, dt)
			}
			c.active.growOffsets(first, blocks, dt)
			c.mix.evaluate(&s.mix, kind, group, first, at)
			instances = instances[blocks*simd.Lanes:]
			continue
		}
		i := instances[0]
		if mixes(c.active.voices.busy[i]) {
			c.runOne(s, i, dt)
			instances = instances[1:]
			continue
		}
		if c.active.watching() {
			c.active.note(&s.step, i, 1)
		}
		row, alpha := c.active.clocks.Advance(i, dt)
		if c.active.watching() {
			c.active.observePlain(&s.step, i, 1, dt)
		}
		c.active.growPlain(i, dt)
		row, alpha = c.mix.player.PlaceOne(i, c.active.clip, c.active.clocks, row, alpha)
		s.mix.gather.add(&c.mix, &s.mix, c.mix.levels.kindOf(i), i, row, alpha)
		instances = instances[1:]
	}
	s.mix.gather.flush(&c.mix, &s.mix)
	s.mix.mixer.flush(&c.mix, &s.mix)
}

// wholeBlocks returns how many blocks an ascending list begins with, all lanes of
// which are of one kind of level and one group, and play one clip.
func (c *set) wholeBlocks(instances []int) (kind, group, blocks int) {
	const last = simd.Lanes - 1
	for blocks < crowdBlocks && len(instances) >= simd.Lanes {
		i := instances[0]
		if i%simd.Lanes != 0 || instances[last] != i+last {
			break
		}
		k, ok := c.mix.levels.kindOfBlock(i)
		g, one := c.mix.oneGroup(i, i+simd.Lanes)
		if !ok || !one || mixes(c.active.voices.flags(i/simd.Lanes, 1)) || blocks > 0 && (k != kind || g != group) {
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
