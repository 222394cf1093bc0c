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

// Rows of each argument, of frames in fours.
var (
	limbRows  = []int{4, 8, 4, 8, 4, 8, rotationRows, rotationRows, rotationRows, formula.LimbTargetRows, 1, limbReachRows}
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
			simd.CopyFour(rows[0][lane:], f.of(f.parent[joint]))
			simd.CopyFour(rows[1][lane:], f.of(joint))
			simd.CopyFour(rows[2][lane:], by[(first+lane)*stride:])
			rows[4][lane] = weight
		}
		args.Len = n
		_ = simd.TurnBeside16(args)
		for lane, joint := range joints[first:][:n] {
			copyColumn(f.block[f.read16[joint].rotation:], rows[3][lane:])
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
func (b *beside) reachBeside(f *frames, limbs []*limbLane, i int, weight []float32) {
	rows := &b.limbs.Rows
	for lane, limb := range limbs {
		for k, frame := range limb.frame {
			own := f.of(frame)
			simd.CopyFour(rows[2*k][lane:], f.of(f.parent[frame]))
			simd.CopyFour(rows[2*k+1][lane:], own)
			simd.CopyFour(rows[2*k+1][4*simd.Lanes+lane:], own[4*simd.Lanes:])
		}
		// The end's column is kept where its rotation has no weight.
		copyColumn(rows[8][lane:], f.block[f.read16[limb.frame[2]].rotation:])
		to, target := rows[9][lane:], limb.to.at(i)
		for at := 0; at < formula.LimbTwist*simd.Lanes; at += 4 * simd.Lanes {
			simd.CopyFour(to[at:], target[at:])
		}
		to[formula.LimbTwist*simd.Lanes] = target[formula.LimbTwist*simd.Lanes]
		to[(formula.LimbTwist+1)*simd.Lanes] = target[(formula.LimbTwist+1)*simd.Lanes]
		rows[10][lane] = weight[lane]
		for n, v := range limb.uniforms {
			b.own[maxBeside*n+lane] = v
		}
	}
	b.limbs.Len, b.limbs.Own = len(limbs), b.own[:]
	_ = simd.LimbPose16(b.limbs)
	for lane, limb := range limbs {
		for k, frame := range limb.frame {
			copyColumn(f.block[f.read16[frame].rotation:], rows[6+k][lane:])
		}
		reach := limb.reach.at(i)
		for at := 0; at < limbReachRows*simd.Lanes; at += simd.Lanes {
			reach[at] = rows[11][at+lane]
		}
	}
}

// copyColumn copies a rotation column in the first lane.
func copyColumn(dst, src []float32) {
	simd.CopyFour(dst, src)
	dst[4*simd.Lanes] = src[4*simd.Lanes]
}
