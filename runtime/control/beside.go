package control

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/native/simd/formula"
)

// maxBeside is the number of lanes of kernels for few.
const maxBeside = 4

// beside is arguments of formula.TurnBeside whose lanes are up to four joints of one pose:
//
//	          lane 0      lane 1      lane 2      lane 3
//	joints    spine       chest       neck        head
//
// The frames and columns of one pose lie in the first lane of their rows; here they are gathered.
type beside struct {
	joints          *simd.Lanewise
	above, turn, by fourRows
	columns         [1]columnRows
	weight          [simd.Lanes]float32
}

const (
	limbUniforms = 12
	rotationRows = 5 // of a rotation column
)

func newBeside() *beside {
	b := &beside{joints: simd.NewLanewise()}
	b.joints.Rows[0], b.joints.Rows[1], b.joints.Rows[3] = b.above[:], b.turn[:], b.columns[0][:]
	return b
}

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
	args    *simd.Lanewise
	lanes   []groupLimb
	own     [maxBeside * limbUniforms]float32
	frame   [6][2 * fourValues]float32 // of parent and joint: root, mid, end
	columns [3]columnRows
	to      [4 * fourValues]float32
	weight  [simd.Lanes]float32
	reach   [limbReachRows * simd.Lanes]float32
	parents bool // frames of the parents of mid and end are not those of root and mid
}

// groupLimb is a limb of a group.
type groupLimb struct {
	joints            [3]turning
	to, reach, weight *perInstance
	after             []int // frames to compute anew
}

// newLimbGroup prepares limbs, which act by the given weights, and after which frames change.
func newLimbGroup(f *frames, limbs []limbLane, weight []perInstance, after [][]int) *limbGroup {
	g := &limbGroup{args: simd.NewLanewise()}
	for lane := range limbs {
		l := &limbs[lane]
		g.lanes = append(g.lanes, groupLimb{[3]turning(f.turnsOf(l.frame[:])), l.to, l.reach, &weight[lane], after[lane]})
		g.parents = g.parents || f.parent[l.frame[1]] != l.frame[0] || f.parent[l.frame[2]] != l.frame[1]
		for n, v := range l.uniforms {
			g.own[maxBeside*n+lane] = v
		}
	}
	rows := &g.args.Rows
	for k := range g.frame {
		rows[k] = g.frame[k][:]
	}
	if !g.parents {
		rows[2], rows[4] = rows[1], rows[3]
	}
	for k := range g.columns {
		rows[6+k] = g.columns[k][:]
	}
	rows[9], rows[10], rows[11] = g.to[:], g.weight[:], g.reach[:]
	g.args.Len, g.args.Own = len(limbs), g.own[:]
	return g
}

// act bends the limbs of instance i to their targets.
func (g *limbGroup) act(f *frames, i int) {
	acts := false
	for lane := range g.lanes {
		w := g.lanes[lane].weight.at(i)[0]
		if g.weight[lane] = w; w > 0 {
			g.gather(f, lane, i)
			acts = true
		}
	}
	if !acts {
		return
	}
	_ = simd.LimbPose16(g.args)
	for lane := range g.lanes {
		l := &g.lanes[lane]
		if g.weight[lane] == 0 {
			continue
		}
		for k := range l.joints {
			putColumn(f.block[l.joints[k].column:], &g.columns[k], lane)
		}
		reach := l.reach.at(i)
		reach[0], reach[simd.Lanes], reach[2*simd.Lanes] = g.reach[lane], g.reach[simd.Lanes+lane], g.reach[2*simd.Lanes+lane]
		if len(l.after) > 0 {
			f.readAll(l.after)
		}
	}
}

// gather copies what a limb reads into its lane.
func (g *limbGroup) gather(f *frames, lane, i int) {
	l := &g.lanes[lane]
	for k := range l.joints {
		j := &l.joints[k]
		own, to := f.values[j.own:], &g.frame[2*k+1]
		gatherFour((*fourRows)(to[:]), lane, own)
		gatherFour((*fourRows)(to[fourValues:]), lane, own[fourValues:]) // the place, and a row that is not read
		if k == 0 || g.parents {
			gatherFour((*fourRows)(g.frame[2*k][:]), lane, f.values[j.above:])
		}
	}
	// The end's column is kept where its rotation has no weight.
	end, column := f.block[l.joints[2].column:], &g.columns[2]
	gatherFour((*fourRows)(column[:]), lane, end)
	column[fourValues+lane] = end[fourValues]
	target := l.to.at(i)
	for from := 0; from < 3*fourValues; from += fourValues {
		gatherFour((*fourRows)(g.to[from:]), lane, target[from:])
	}
	twist := (*[simd.Lanes + 1]float32)(target[formula.LimbTwist*simd.Lanes:])
	g.to[formula.LimbTwist*simd.Lanes+lane], g.to[(formula.LimbTwist+1)*simd.Lanes+lane] = twist[0], twist[simd.Lanes]
}
