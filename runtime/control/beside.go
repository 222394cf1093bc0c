package control

import (
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
)

const limbUniforms = 12

// limbReachRows are residual, reason and stretch.
const limbReachRows = 3

// limbLane is a limb as a lane of formula.LimbPose.
type limbLane struct {
	frame     [3]int // of root, mid and end
	uniforms  []float32
	to, reach *perInstance
}

// limber is an actor that may act in a lane beside others; ok: it does no more than to reach.
type limber interface{ limb() (l limbLane, ok bool) }

// limbGroup is up to four limbs of one pose that reach at once, each in a lane.
type limbGroup struct {
	args   *kernel.Lanewise
	lanes  []groupLimb
	own    [maxBeside * limbUniforms]float32
	rows   [limbRows * simd.Lanes]float32
	reads  kernel.LaneRows
	turned kernel.LaneColumns // three a limb
	from   [limbSources][]float32
	weight [simd.Lanes]float32
	reach  [limbReachRows * simd.Lanes]float32
}

// Rows of a group: the frames of parent and joint of root, mid and end, their rotation columns, and the
// target.
const (
	limbFrames  = 0
	limbFrame   = 7 // a frame's
	limbColumns = limbFrames + 6*limbFrame
	limbTarget  = limbColumns + 3*rotationRows
	limbRows    = limbTarget + formula.LimbTargetRows
)

// Sources of a group: all frames, the block, and the targets of each limb.
const (
	fromFrames  = 0
	fromBlock   = 1
	fromTarget  = 2
	limbSources = fromTarget + maxBeside
)

// groupLimb is a limb of a group.
type groupLimb struct {
	to, reach, weight *perInstance
	after             []int // frames to compute anew
}

// newLimbGroup prepares limbs that act by the given weights. after lists the frames that each changes.
func newLimbGroup(f *frames, limbs []limbLane, weight []perInstance, after [][]int) *limbGroup {
	g := &limbGroup{args: kernel.NewLanewise()}
	g.args.Len, g.args.Own = len(limbs), g.own[:]
	parents := false // frames of the parents of mid and end are not those of root and mid
	var joints [3][2][]kernel.LaneSource
	var end, target []kernel.LaneSource
	for lane := range limbs {
		l := &limbs[lane]
		g.lanes = append(g.lanes, groupLimb{l.to, l.reach, &weight[lane], after[lane]})
		for k, j := range f.turnsOf(l.frame[:]).joints {
			joints[k][0], joints[k][1] = append(joints[k][0], kernel.LaneSource{Value: j.above}), append(joints[k][1], kernel.LaneSource{Value: j.own})
			parents = parents || k > 0 && f.beginsAbove(l.frame[k]) != f.begins(l.frame[k-1])
			g.turned.Add(j.column, (limbColumns+k*rotationRows)*simd.Lanes+lane)
		}
		end = append(end, kernel.LaneSource{Source: fromBlock, Value: f.read16[l.frame[2]].rotation})
		target = append(target, kernel.LaneSource{Source: fromTarget + lane})
		for n, v := range l.uniforms {
			g.own[maxBeside*n+lane] = v
		}
	}
	g.bind(joints, parents)
	// The end's column is kept where its rotation has no weight.
	g.reads.Add((limbColumns+2*rotationRows)*simd.Lanes, rotationRows, end...)
	g.reads.Add(limbTarget*simd.Lanes, formula.LimbTargetRows, target...)
	g.from[fromFrames] = f.values
	return g
}

// bind sets the arguments of formula.LimbPose, and gathers the frames of joints that begin at the given
// values.
func (g *limbGroup) bind(joints [3][2][]kernel.LaneSource, parents bool) {
	rows := &g.args.Rows
	at := func(row int) []float32 { return g.rows[row*simd.Lanes:] }
	for k, of := range joints {
		above, own := limbFrames+2*k*limbFrame, limbFrames+(2*k+1)*limbFrame
		rows[2*k], rows[2*k+1], rows[6+k] = at(above), at(own), at(limbColumns+k*rotationRows)
		g.reads.Add(own*simd.Lanes, limbFrame, of[1]...)
		if k == 0 || parents {
			g.reads.Add(above*simd.Lanes, 4, of[0]...)
		} else {
			rows[2*k] = rows[2*k-1]
		}
	}
	rows[9], rows[10], rows[11] = at(limbTarget), g.weight[:], g.reach[:]
}

// act bends the limbs of instance i to their targets.
func (g *limbGroup) act(f *frames, i int) {
	acts := 0
	for lane := range g.lanes {
		w := g.lanes[lane].weight.at(i)[0]
		if g.weight[lane] = w; w > 0 {
			acts++
		}
	}
	if acts == 0 {
		return
	}
	g.gather(f, i)
	_ = kernel.LimbPose16(g.args)
	if acts == len(g.lanes) {
		_ = g.turned.Scatter(f.block, g.rows[:], 0, 3*acts)
	}
	for lane := range g.lanes {
		l := &g.lanes[lane]
		if g.weight[lane] == 0 {
			continue
		}
		if acts < len(g.lanes) {
			_ = g.turned.Scatter(f.block, g.rows[:], 3*lane, 3)
		}
		reach := (*[2*simd.Lanes + 1]float32)(l.reach.at(i))
		reach[0], reach[simd.Lanes], reach[2*simd.Lanes] = g.reach[lane], g.reach[simd.Lanes+lane], g.reach[2*simd.Lanes+lane]
		if len(l.after) > 0 {
			f.readAll(l.after)
		}
	}
}

// gather copies what limbs read into their lanes. Kernels fail for lengths alone, which are fixed here.
func (g *limbGroup) gather(f *frames, i int) {
	g.read(fromBlock, f.block)
	for lane := range g.lanes {
		g.read(fromTarget+lane, g.lanes[lane].to.at(i))
	}
	_ = g.reads.Gather(g.rows[:], g.from[:])
}

// read sets a source, which is mostly that of the last frame.
func (g *limbGroup) read(source int, values []float32) {
	if from := &g.from[source]; len(*from) != len(values) || &(*from)[0] != &values[0] {
		*from = values
	}
}
