package control

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/native/simd/formula"
)

// turning is a joint that a modifier turns: where the frames of its parent and of itself begin among
// all, and its rotation column in a block.
type turning struct{ above, own, column int }

func (f *frames) turnsOf(joints []int) (list []turning) {
	for _, k := range joints {
		list = append(list, turning{f.begins(f.parent[k]), f.begins(k), f.read16[k].rotation})
	}
	return list
}

// turnJoints turns joints by rotations in model space before their own: four rows each, stride
// values apart.
func (f *frames) turnJoints(joints []turning, by []float32, stride int, weight []float32) {
	if f.args.Len == 1 {
		f.turnOne(joints, by, stride, weight[0])
		return
	}
	rows := &f.args.Rows
	for k := range joints {
		j := &joints[k]
		rows[0], rows[1], rows[2] = f.values[j.above:], f.values[j.own:], by[k*stride:]
		rows[3], rows[4] = f.block[j.column:], weight
		_ = simd.TurnBeside16(f.args)
	}
}

// turnLanes turns joints by what a look has found. weight has four lanes for one pose.
func (f *frames) turnLanes(joints []turning, l *simd.Look, weight []float32) {
	if l.Len > 1 {
		f.turnJoints(joints, l.Rows(0)[formula.LookOwn*simd.Lanes:], simd.LookValues, weight)
		return
	}
	for first := 0; first < len(joints); first += simd.LookBeside {
		f.turnFew(joints[first:min(first+simd.LookBeside, len(joints))], l.Rows(first)[formula.LookOwn*simd.Lanes:], weight)
	}
}

// turnOne is turnJoints for one pose.
func (f *frames) turnOne(joints []turning, by []float32, stride int, weight float32) {
	if weight == 0 {
		return
	}
	b := f.beside
	for lane := range b.weight[:maxBeside] {
		b.weight[lane] = weight
	}
	for first := 0; first < len(joints); first += maxBeside {
		n := min(maxBeside, len(joints)-first)
		for lane := range n {
			gatherFour(&b.by, lane, by[(first+lane)*stride:])
		}
		f.turnFew(joints[first:first+n], b.by[:], b.weight[:])
	}
}

// turnFew turns up to four joints of one pose, each in a lane.
func (f *frames) turnFew(joints []turning, by, weight []float32) {
	b, args := f.beside, f.beside.joints
	for lane := range joints {
		j := &joints[lane]
		gatherFour(&b.above, lane, f.values[j.above:])
		gatherFour(&b.turn, lane, f.values[j.own:])
	}
	args.Rows[2], args.Rows[4], args.Len = by, weight, len(joints)
	_ = simd.TurnBeside16(args)
	for lane := range joints {
		putColumn(f.block[joints[lane].column:], &b.columns[0], lane)
	}
}

// fourRows are four rows, of which up to four lanes are in use.
type fourRows [fourValues]float32

const fourValues = 4 * simd.Lanes

// gatherFour copies the first lane of four rows into a lane.
func gatherFour(to *fourRows, lane int, rows []float32) {
	from := (*[3*simd.Lanes + 1]float32)(rows)
	lane &= maxBeside - 1
	to[lane], to[simd.Lanes+lane], to[2*simd.Lanes+lane], to[3*simd.Lanes+lane] = from[0], from[simd.Lanes], from[2*simd.Lanes], from[3*simd.Lanes]
}

// columnRows are the rows of a rotation column.
type columnRows [rotationRows * simd.Lanes]float32

// putColumn copies a lane of a rotation column to the first lane of another.
func putColumn(to []float32, from *columnRows, lane int) {
	lane &= maxBeside - 1
	d := (*[4*simd.Lanes + 1]float32)(to)
	d[0], d[simd.Lanes], d[2*simd.Lanes], d[3*simd.Lanes] = from[lane], from[simd.Lanes+lane], from[2*simd.Lanes+lane], from[3*simd.Lanes+lane]
	d[4*simd.Lanes] = from[4*simd.Lanes+lane]
}
