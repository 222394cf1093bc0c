package simd

// What a rig's groups have besides: the quad that moves a joint, Bind, and how many
// joints quads move.
const (
	rigGroupColumn = groupRows + iota
	rigGroupMask
	rigGroupBind
	rigGroupRows = rigGroupBind + 3

	rigGroupMoved = groupFlags
)

func newRigGroups(joints []plainJoint) groupTable {
	parent := make([]int32, len(joints))
	for j := range joints {
		parent[j] = joints[j].parent
	}
	return newGroupTable(parent, rigGroupRows, stateRows, func(j int, lane groupLane) {
		lane.setColumn(rigGroupColumn, rigGroupMoved, int(joints[j].column))
		lane.setFloats(rigGroupBind, joints[j].bind[:]...)
	})
}

// RigPalette1 computes the palette of one instance. Its pose, which has the columns
// c, is laid out as a row of a bank: a quad per column. dst takes twelve float32 per
// joint, padding joints too. The bits are those that RigPalette16 gives a lane.
func RigPalette1(dst, pose []float32, c Columns, rig *Rig, scratch []float32) error {
	const kernel = "RigPalette1"
	if err := c.check(kernel); err != nil {
		return err
	}
	if err := rig.check(kernel, c, scratch); err != nil {
		return err
	}
	if err := c.check1(kernel, dst, pose, len(rig.joints)); err != nil {
		return err
	}
	if len(rig.joints) > 0 {
		rigPalette1(dst, pose, c.Rotations, rig, scratch)
	}
	return nil
}

// check1 makes sure that the pose of one instance has all columns of c, and that the
// palette of the joints fits into dst.
func (c Columns) check1(kernel string, dst, pose []float32, joints int) error {
	switch {
	case len(pose) < c.RowValues():
		return lengthError(kernel, "pose", len(pose), c.RowValues())
	case len(dst) < affineFloats*joints:
		return lengthError(kernel, "dst", len(dst), affineFloats*joints)
	}
	return nil
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
	joints := rig.plain
	quads, out := castQuads(pose), castMatrices(dst[:affineFloats*len(joints)])
	others := quads[rotations:]
	for j := range joints {
		q, m := &quads[j], &out[j]
		x, y, z, w := q[0], q[1], q[2], q[3]
		m[0], m[1], m[2], m[3], m[4] = x, y, z, w, inverseSquare(x, y, z, w)
		if c := int(joints[j].column); c >= 0 {
			m[5], m[6], m[7] = others[c][0], others[c][1], others[c][2]
		}
	}
	rig.laneGo(out)
}
