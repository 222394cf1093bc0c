package control

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/native/simd/formula"
)

// maxBeside is the number of lanes of kernels for few.
const maxBeside = 4

// beside is arguments of kernels whose lanes are up to four joints or limbs of one pose:
//
//	          lane 0      lane 1      lane 2      lane 3
//	limbs     left leg    right leg   left arm    right arm
//	joints    spine       chest       neck        head
//
// The frames and columns of one pose lie in the first lane of their rows; here they are gathered.
type beside struct {
	limbs, joints *simd.Lanewise // of formula.LimbPose and formula.TurnBeside
	own           [maxBeside * limbUniforms]float32
}

// Rows of each argument.
var (
	limbRows  = []int{4, 7, 4, 7, 4, 7, rotationRows, rotationRows, rotationRows, formula.LimbTargetRows, 1, limbReachRows}
	jointRows = []int{4, 4, 4, rotationRows, 1}
)

const (
	limbUniforms = 12
	rotationRows = 5 // of a rotation column
)

func newBeside() *beside {
	return &beside{limbs: lanesOf(limbRows), joints: lanesOf(jointRows)}
}

// lanesOf returns kernel arguments; rows holds the number of rows of each operand.
func lanesOf(rows []int) *simd.Lanewise {
	a := simd.NewLanewise()
	for i, n := range rows {
		a.Rows[i] = simd.AlignedFloat32(n * simd.Lanes)
	}
	return a
}

// turnJoints turns joints by rotations in model space before their own: four rows each, stride
// values apart.
func (f *frames) turnJoints(joints []int, by []float32, stride int, weight []float32) {
	if f.args.Len == 1 {
		f.turnBeside1(joints, by, stride, weight[0])
		return
	}
	rows := &f.args.Rows
	for k, joint := range joints {
		rows[0], rows[1], rows[2] = f.of(f.parent[joint]), f.of(joint), by[k*stride:]
		rows[3], rows[4] = f.block[f.read16[joint].rotation:], weight
		_ = simd.TurnBeside16(f.args)
	}
}

// turnBeside1 is turnJoints for one pose.
func (f *frames) turnBeside1(joints []int, by []float32, stride int, weight float32) {
	if weight == 0 {
		return
	}
	args := f.beside.joints
	rows := &args.Rows
	for first := 0; first < len(joints); first += maxBeside {
		n := min(maxBeside, len(joints)-first)
		for lane, joint := range joints[first:][:n] {
			simd.CopyLane(rows[0], lane, f.of(f.parent[joint]), 0, 4)
			simd.CopyLane(rows[1], lane, f.of(joint), 0, 4)
			simd.CopyLane(rows[2], lane, by[(first+lane)*stride:], 0, 4)
			rows[4][lane] = weight
		}
		args.Len = n
		_ = simd.TurnBeside16(args)
		for lane, joint := range joints[first:][:n] {
			simd.CopyLane(f.block[f.read16[joint].rotation:], 0, rows[3], lane, rotationRows)
		}
	}
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

// reachBeside bends limbs of instance i, by their weights, to their targets.
func (b *beside) reachBeside(f *frames, limbs []limbLane, i int, weight []float32) {
	rows := &b.limbs.Rows
	for lane := range limbs {
		limb := &limbs[lane]
		for k, frame := range limb.frame {
			simd.CopyLane(rows[2*k], lane, f.of(f.parent[frame]), 0, 4)
			simd.CopyLane(rows[2*k+1], lane, f.of(frame), 0, 7)
		}
		// The end's column is kept where its rotation has no weight.
		simd.CopyLane(rows[8], lane, f.block[f.read16[limb.frame[2]].rotation:], 0, rotationRows)
		simd.CopyLane(rows[9], lane, limb.to.at(i), 0, formula.LimbTargetRows)
		rows[10][lane] = weight[lane]
		for n, v := range limb.uniforms {
			b.own[maxBeside*n+lane] = v
		}
	}
	b.limbs.Len, b.limbs.Own = len(limbs), b.own[:]
	_ = simd.LimbPose16(b.limbs)
	for lane := range limbs {
		limb := &limbs[lane]
		for k, frame := range limb.frame {
			simd.CopyLane(f.block[f.read16[frame].rotation:], 0, rows[6+k], lane, rotationRows)
		}
		simd.CopyLane(limb.reach.at(i), 0, rows[11], lane, limbReachRows)
	}
}
