package kernel

import "github.com/sinew-anim/sinew/native/simd"

// What a general rig's groups have besides, each with the fields that count in how many
// lanes it matters: the quads of T and S, their constants, the inverse bind matrix or
// that there is none, and a constant local matrix.
const (
	generalGroupTranslation = groupRows + iota
	generalGroupTranslated
	generalGroupScale
	generalGroupScaled
	generalGroupT
	generalGroupS        = generalGroupT + 3
	generalGroupInverse  = generalGroupS + 3
	generalGroupCopied   = generalGroupInverse + affineFloats
	generalGroupLocal    = generalGroupCopied + 1
	generalGroupConstant = generalGroupLocal + affineFloats
	generalGroupRows     = generalGroupConstant + 1

	generalFieldTranslated = groupFlags
	generalFieldScaled     = groupFlags + 1
	generalFieldStretched  = groupFlags + 2
	generalFieldCopied     = groupFlags + 3
	generalFieldConstant   = groupFlags + 4

	generalStateRows = 2 * affineFloats // the model-space matrix and the local one
)

func newGeneralGroups(joints []generalJoint, parent []int32) groupTable {
	return newGroupTable(parent, generalGroupRows, generalStateRows, groupForm{
		member: func(int, groupLane) {},
		begun:  func(j int, lane groupLane) { joints[j].local1(j, lane) },
		ended: func(j int, lane groupLane) {
			if d := &joints[j]; d.flags&generalPalette != 0 {
				lane.setFloats(generalGroupInverse, d.inverseBind[:]...)
			} else {
				lane.mark(generalGroupCopied, generalFieldCopied)
			}
		},
	})
}

// local1 sets what the local matrix of joint j is made of.
func (d *generalJoint) local1(j int, lane groupLane) {
	lane.set(groupOwn, uint32(16*j))
	lane.setColumn(generalGroupTranslation, generalFieldTranslated, otherIndex(d.translation))
	lane.setColumn(generalGroupScale, generalFieldScaled, otherIndex(d.scale))
	t, s := d.constants()
	switch {
	case d.flags&generalLocal != 0:
		lane.setFloats(generalGroupLocal, d.local[:]...)
		lane.mark(generalGroupConstant, generalFieldConstant)
	case d.flags&generalScaled != 0:
		lane.words[groupFields*groupLanes+generalFieldStretched]++
	default:
		s = &[3]float32{1, 1, 1}
	}
	lane.setFloats(generalGroupT, t[:]...)
	lane.setFloats(generalGroupS, s[:]...)
}

// otherIndex is which other column is at an offset in a pose, or -1.
func otherIndex(offset int32) int {
	if offset < 0 {
		return -1
	}
	return int(offset) / (4 * otherRows * simd.Lanes)
}

// GeneralPalette1 computes the palette of one instance. Its pose, which has the columns
// c, is laid out as a row of a bank: a quad per column. dst takes twelve float32 per
// joint, padding joints too. The bits are those that GeneralPalette16 gives a lane.
func GeneralPalette1(dst, pose []float32, c simd.Columns, rig *GeneralRig, scratch []float32) error {
	err := rig.check1("GeneralPalette1", dst, pose, c, scratch)
	if err == nil && rig.padded > 0 {
		generalPalette1(dst, pose, c.Rotations, rig, scratch)
	}
	return err
}

func generalPalette1Go(dst, pose []float32, rotations int, rig *GeneralRig) {
	joints := rig.joints
	quads, out := castQuads(pose), affines(dst[:affineFloats*len(joints)])
	others := quads[rotations:]
	out, quads = out[:len(joints)], quads[:len(joints)]
	for j := range joints {
		d, m := &joints[j], &out[j]
		if d.flags&generalLocal != 0 {
			*m = d.local
			continue
		}
		q := &quads[j]
		x, y, z, w := q[0], q[1], q[2], q[3]
		x2, y2, z2 := doubled(x, y, z, inverseSquare(x, y, z, w))
		m[0], m[1], m[2] = rotationX(x, y, z, w, x2, y2, z2)
		m[4], m[5], m[6] = rotationY(x, y, z, w, x2, y2, z2)
		m[8], m[9], m[10] = rotationZ(x, y, z, w, x2, y2, z2)
		t, s := d.constants()
		if d.translation >= 0 {
			t = (*[3]float32)(others[otherIndex(d.translation)][:])
		}
		m[3], m[7], m[11] = t[0], t[1], t[2]
		if d.scale >= 0 {
			s = (*[3]float32)(others[otherIndex(d.scale)][:])
		}
		if d.flags&generalScaled != 0 {
			stretch(m, s)
		}
	}
	rig.place(out)
}
