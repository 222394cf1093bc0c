package control

import (
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
)

// turning is a joint that a modifier turns: where the frames of its parent and of itself begin among
// all, and its rotation column in a block.
type turning struct{ above, own, column int }

// turningJoints are the joints that a modifier turns. Those of one pose go in fours, each in a lane.
type turningJoints struct {
	joints []turning
	fours  []turningFour
}

// turningFour is up to four joints as formula.TurnBeside reads and writes them in lanes.
type turningFour struct {
	lanes   int
	rows    kernel.LaneRows // the rotations of parents, and those of the joints
	columns kernel.LaneColumns
}

func (f *frames) turnsOf(joints []int) (t turningJoints) {
	for _, k := range joints {
		t.joints = append(t.joints, turning{f.beginsAbove(k), f.begins(k), f.read16[k].rotation})
	}
	for first := 0; first < len(joints); first += maxBeside {
		var four turningFour
		var above, own []kernel.LaneSource
		for lane, j := range t.joints[first:min(first+maxBeside, len(joints))] {
			above, own = append(above, kernel.LaneSource{Value: j.above}), append(own, kernel.LaneSource{Value: j.own})
			four.columns.Add(j.column, lane)
		}
		four.lanes = len(own)
		four.rows.Add(besideAbove*simd.Lanes, 4, above...)
		four.rows.Add(besideOwn*simd.Lanes, 4, own...)
		t.fours = append(t.fours, four)
	}
	return t
}

// beside is arguments of formula.TurnBeside whose lanes are up to four joints of one pose:
//
//	          lane 0      lane 1      lane 2      lane 3
//	joints    spine       chest       neck        head
//
// The frames and columns of one pose lie in the first lane of their rows; here they are gathered.
type beside struct {
	joints  *kernel.Lanewise
	frames  [1][]float32
	rows    [besideRows * simd.Lanes]float32
	by      [4 * simd.Lanes]float32
	columns [rotationRows * simd.Lanes]float32
	weight  [simd.Lanes]float32
}

// Rows of beside.
const (
	besideAbove = 0
	besideOwn   = 4
	besideRows  = 8
)

const (
	maxBeside    = 4 // lanes of kernels for few
	rotationRows = 5 // of a rotation column
)

func newBeside(frames []float32) *beside {
	b := &beside{joints: kernel.NewLanewise(), frames: [1][]float32{frames}}
	b.joints.Rows[0], b.joints.Rows[1], b.joints.Rows[3] = b.rows[besideAbove*simd.Lanes:], b.rows[besideOwn*simd.Lanes:], b.columns[:]
	return b
}

// turnJoints turns joints by rotations in model space before their own: four rows each, stride
// values apart.
func (f *frames) turnJoints(t *turningJoints, by []float32, stride int, weight []float32) {
	if f.args.Len == 1 {
		f.turnOne(t, by, stride, weight[0])
		return
	}
	rows := &f.args.Rows
	for k := range t.joints {
		j := &t.joints[k]
		rows[0], rows[1], rows[2] = f.values[j.above:], f.values[j.own:], by[k*stride:]
		rows[3], rows[4] = f.block[j.column:], weight
		_ = kernel.TurnBeside16(f.args)
	}
}

// turnLanes turns joints by what a look has found, but fours of them that the look has turned. weight
// has four lanes for one pose.
func (f *frames) turnLanes(t *turningJoints, l *kernel.Look, weight []float32) {
	if l.Len > 1 {
		f.turnJoints(t, l.Rows(0)[formula.LookOwn*simd.Lanes:], kernel.LookValues, weight)
		return
	}
	if l.Turned == len(t.joints) {
		return
	}
	for k := l.Turned / kernel.LookBeside; k < len(t.fours); k++ {
		f.turnFew(&t.fours[k], l.Rows(k * kernel.LookBeside)[formula.LookOwn*simd.Lanes:], weight)
	}
}

// turnOne is turnJoints for one pose.
func (f *frames) turnOne(t *turningJoints, by []float32, stride int, weight float32) {
	if weight == 0 {
		return
	}
	b := f.beside
	for lane := range b.weight[:maxBeside] {
		b.weight[lane] = weight
	}
	for k := range t.fours {
		for lane := range t.fours[k].lanes {
			from := by[(maxBeside*k+lane)*stride:]
			for row := range 4 {
				b.by[row*simd.Lanes+lane] = from[row*simd.Lanes]
			}
		}
		f.turnFew(&t.fours[k], b.by[:], b.weight[:])
	}
}

// turnFew turns up to four joints of one pose. Kernels fail for lengths alone, which are fixed here.
func (f *frames) turnFew(four *turningFour, by, weight []float32) {
	b := f.beside
	_ = four.rows.Gather(b.rows[:], b.frames[:])
	b.joints.Rows[2], b.joints.Rows[4], b.joints.Len = by, weight, four.lanes
	_ = kernel.TurnBeside16(b.joints)
	_ = four.columns.Scatter(f.block, b.columns[:], 0, four.lanes)
}
