package kernel

import "github.com/sinew-anim/sinew/native/simd"

// What a rig's groups have besides: the quad that moves a joint, Bind, and how many
// joints quads move.
const (
	rigGroupColumn = groupRows + iota
	rigGroupMask
	rigGroupBind
	rigGroupRows = rigGroupBind + 3

	rigGroupMoved = groupFlags
)

func newRigGroups(joints *plainJoints) groupTable {
	return newGroupTable(joints.parent, rigGroupRows, stateRows, groupForm{
		member: func(j int, lane groupLane) {
			lane.set(groupOwn, uint32(16*j))
			lane.setColumn(rigGroupColumn, rigGroupMoved, int(joints.column[j]))
			lane.setFloats(rigGroupBind, joints.bind[j][:]...)
		},
		begun: func(int, groupLane) {},
		ended: func(int, groupLane) {},
	})
}

// RigPalette1 computes the palette of one instance. Its pose, which has the columns
// c, is laid out as a row of a bank: a quad per column. dst takes twelve float32 per
// joint, padding joints too. The bits are those that RigPalette16 gives a lane.
func RigPalette1(dst, pose []float32, c simd.Columns, rig *Rig, scratch []float32) error {
	err := rig.check1("RigPalette1", dst, pose, c, scratch)
	if err == nil && rig.padded > 0 {
		rigPalette1(dst, pose, c.Rotations, rig, scratch)
	}
	return err
}

// othersOfRow are the quads of the other columns in a row; where it has none, any that
// can be read.
func othersOfRow(row []float32, rotations int) *float32 {
	if len(row) <= 4*rotations {
		return &row[0]
	}
	return &row[4*rotations]
}

func rigPalette1Go(dst, pose []float32, rotations int, rig *Rig) {
	parents := rig.plain.parent
	quads, out := castQuads(pose), affines(dst[:affineFloats*len(parents)])
	others := quads[rotations:]
	out, quads = out[:len(parents)], quads[:len(parents)]
	px, py, pz, pw, ps := rootState()
	for j, i := range parents {
		if int(i) != j-1 {
			px, py, pz, pw, ps = stateOf(out, i)
		}
		q := &quads[j]
		x, y, z, w := q[0], q[1], q[2], q[3]
		ps = float32(ps * inverseSquare(x, y, z, w))
		px, py, pz, pw = paletteProduct(px, py, pz, pw, x, y, z, w)
		m := &out[j]
		m[0], m[1], m[2], m[3], m[4] = px, py, pz, pw, ps
	}
	rig.matrices(out, others)
}
