package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/native/simd"
)

// gatherBlocks is how many blocks of instances are gathered before a kernel
// evaluates them.
const gatherBlocks = 4

// gather collects instances that do not lie one after the other into blocks:
// their palettes are computed in a scratch and copied to where they belong.
type gather struct {
	kinds    []gathered
	palettes []float32 // of gatherBlocks blocks
	stride   int
}

// gathered are instances of one kind of level.
type gathered struct {
	count    int
	instance [gatherBlocks * simd.Lanes]int32
	at       [gatherBlocks]simd.Frames
}

func (g *gather) prepare(c *Crowd) {
	g.kinds, g.stride = make([]gathered, len(c.levels.kinds)), c.stride
	g.palettes = simd.AlignedFloat32(min(gatherBlocks, c.Blocks()) * simd.Lanes * c.stride)
}

// add evaluates an instance of kind k, which stands between rows of the bank,
// at the latest when flush is called.
func (g *gather) add(c *Crowd, s *CrowdScratch, k, i int, row int64, alpha float32) {
	c.weights.evaluate(i, row, alpha)
	of := &g.kinds[k]
	b, l := of.count/simd.Lanes, of.count%simd.Lanes
	of.instance[of.count] = int32(i)
	of.at[b].Row[l], of.at[b].Alpha[l] = c.levels.kinds[k].row(row), alpha
	of.count++
	if of.count*g.stride == len(g.palettes) {
		g.evaluate(c, s, k)
	}
}

// flush evaluates what has been gathered.
func (g *gather) flush(c *Crowd, s *CrowdScratch) {
	for k := range g.kinds {
		if g.kinds[k].count > 0 {
			g.evaluate(c, s, k)
		}
	}
}

func (g *gather) evaluate(c *Crowd, s *CrowdScratch, k int) {
	of, kind := &g.kinds[k], c.levels.kinds[k]
	if over := of.count % simd.Lanes; over > 0 && kind.alone(over) {
		of.count -= over
		at := &of.at[of.count/simd.Lanes]
		for l, i := range of.instance[of.count:][:over] {
			kind.evaluateOne(c.Palette(int(i)), at.Row[l], at.Alpha[l], s.kernels)
		}
	}
	if of.count == 0 {
		return
	}
	blocks := (of.count + simd.Lanes - 1) / simd.Lanes
	last := &of.at[blocks-1]
	for l := (of.count-1)%simd.Lanes + 1; l < simd.Lanes; l++ { // spare lanes do what the first does
		last.Row[l], last.Alpha[l] = last.Row[0], last.Alpha[0]
	}
	out := simd.Palettes{Values: g.palettes, Stride: g.stride}
	_ = kind.evaluate(&out, of.at[:blocks], s.pose, s.kernels)
	for n, i := range of.instance[:of.count] {
		kind.copyTo(c.Palette(int(i)), g.palettes[n*g.stride:])
	}
	of.count = 0
}

// UpdateSome moves chosen instances on by dt seconds and computes their palettes
// and weights, whatever their update rate; the others stay as they are.
// instances are in ascending order, each once. The error wraps ErrRange or
// ErrTime, and nothing has changed then.
func (c *Crowd) UpdateSome(instances []int, dt float64) error {
	if !finite64(dt) {
		return fmt.Errorf("update some: %w: %v", ErrTime, dt)
	}
	last := -1
	for k, i := range instances {
		if i <= last || i >= c.n {
			return fmt.Errorf("update some: %w: entry %d is instance %d of %d, after %d", ErrRange, k, i, c.n, last)
		}
		last = i
	}
	if len(instances) > 0 {
		c.some = instances
		c.pool.run(c, (len(instances)+simd.Lanes-1)/simd.Lanes, dt)
		c.some = nil
	}
	return nil
}

// runSome evaluates instances of a list: whole blocks of one kind where they lie,
// the others gathered.
func (c *Crowd) runSome(s *CrowdScratch, instances []int, dt float64) {
	for len(instances) > 0 {
		if of, blocks := c.wholeBlocks(instances); blocks > 0 {
			first, at := instances[0]/simd.Lanes, s.at[:blocks]
			_ = c.clocks.Advance16(at, first, dt)
			c.evaluate(s, of, first, at)
			instances = instances[blocks*simd.Lanes:]
			continue
		}
		i := instances[0]
		row, alpha := c.clocks.Advance(i, dt)
		s.gather.add(c, s, int(c.levels.kind[c.levels.fresh(i)]), i, row, alpha)
		instances = instances[1:]
	}
	s.gather.flush(c, s)
}

// wholeBlocks returns how many blocks an ascending list begins with, all lanes
// of which are of one kind of level.
func (c *Crowd) wholeBlocks(instances []int) (of *bankLevel, blocks int) {
	const last = simd.Lanes - 1
	for blocks < crowdBlocks && len(instances) >= simd.Lanes {
		i := instances[0]
		if i%simd.Lanes != 0 || instances[last] != i+last {
			break
		}
		kind := c.levels.kindOfBlock(i)
		if kind == nil || of != nil && kind != of {
			break
		}
		of = kind
		blocks++
		instances = instances[simd.Lanes:]
		if len(instances) > 0 && instances[0] != i+simd.Lanes {
			break
		}
	}
	return of, blocks
}
