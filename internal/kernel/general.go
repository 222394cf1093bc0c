package kernel

import (
	"fmt"
	"github.com/sinew-anim/sinew/native/simd"
)

// GeneralJoint is a joint of a GeneralRig. The local matrix of joint j is T·R·S
// with R from rotation column j of the pose, or the constant Local.
type GeneralJoint struct {
	// Parent is the index of the parent, which comes before its children, or -1.
	Parent int
	// Local, if not nil, is the local matrix, which may shear, in place of T·R·S.
	Local *[12]float32
	// TranslationColumn is the index of the other column, counted from 0, that
	// holds T, or -1 where T is Translation.
	TranslationColumn int
	Translation       [3]float32
	// ScaleColumn is the index of the other column that holds S, or -1 where S
	// is Scale.
	ScaleColumn int
	Scale       [3]float32
	// The palette matrix is the model-space matrix times InverseBind, or without
	// one the model-space matrix.
	InverseBind *[12]float32
}

// GeneralRig is a skeleton of any affine matrices, prepared for GeneralPalette16: one matrix
// product per joint, and one with the inverse bind matrix. It is immutable and safe for
// concurrent use.
type GeneralRig struct {
	rigShape
	joints []generalJoint
	parent []int32 // for plain Go
}

// generalJoint is the assembly's view of a joint, 128 bytes.
type generalJoint struct {
	parent, own        int32 // offsets in scratch of the two model-space matrices, in bytes
	out                int32 // offset in scratch of the matrix to write, in bytes: own, or a place of the ring
	translation, scale int32 // offsets of columns from the first other column of a pose in bytes, or -1
	flags              int32
	local              affine // the local matrix, or in its first values T x, y, z and S x, y, z
	inverseBind        affine
	_                  [2]int32
}

const (
	generalLocal   = 1 << iota // local is a whole matrix
	generalScaled              // S is not 1
	generalPalette             // there is an inverse bind matrix
)

// matrixBytes is the size of one affine matrix of 16 lanes.
const matrixBytes = affineFloats * simd.Lanes * 4

// paletteRing is the number of palette matrices in scratch, those of a group, ahead
// of the model-space matrices.
const paletteRing = groupJoints

// NewGeneralRig prepares joints, in the order of the rotation columns.
func NewGeneralRig(joints []GeneralJoint) (*GeneralRig, error) {
	parents := make([]int, len(joints))
	for j := range joints {
		parents[j] = joints[j].Parent
	}
	slot, slots, err := assignSlots(parents)
	if err != nil {
		return nil, fmt.Errorf("simd.NewGeneralRig: %w", err)
	}
	r := &GeneralRig{joints: make([]generalJoint, len(slot)), parent: make([]int32, len(slot))}
	for j := range r.joints {
		d := &r.joints[j]
		r.parent[j] = -1
		d.parent, d.own = matrixSlot(0), matrixSlot(slot[j])
		d.translation, d.scale, d.out = -1, -1, d.own
		if j >= len(joints) {
			continue // nothing reads padding
		}
		if p := joints[j].Parent; p >= 0 {
			d.parent, r.parent[j] = matrixSlot(slot[p]), int32(p)
		}
		if err := r.describe(j, &joints[j]); err != nil {
			return nil, fmt.Errorf("simd.NewGeneralRig: %w: joint %d: %w", ErrSkeleton, j, err)
		}
	}
	r.padded, r.groups = len(slot), newGeneralGroups(r.joints, r.parent)
	r.scratch = max((1+paletteRing+slots)*matrixBytes/4, r.groups.scratchValues())
	return r, nil
}

// matrixSlot is the offset of place i, after the palettes.
func matrixSlot(i int) int32 { return int32((paletteRing + i) * matrixBytes) }

// describe sets the fields that do not depend on the hierarchy.
func (r *GeneralRig) describe(j int, src *GeneralJoint) error {
	d := &r.joints[j]
	if src.InverseBind != nil {
		d.flags |= generalPalette
		d.inverseBind = *src.InverseBind
		d.out = int32(j % paletteRing * matrixBytes)
	}
	if src.Local != nil {
		d.flags |= generalLocal
		d.local = *src.Local
		return nil
	}
	for _, c := range [...]int{src.TranslationColumn, src.ScaleColumn} {
		if c < -1 || c >= maxColumns {
			return fmt.Errorf("column %d", c)
		}
		r.others = max(r.others, c+1)
	}
	d.local = affine{
		src.Translation[0], src.Translation[1], src.Translation[2],
		src.Scale[0], src.Scale[1], src.Scale[2],
	}
	if src.TranslationColumn >= 0 {
		d.translation = int32(src.TranslationColumn * otherRows * simd.Lanes * 4)
	}
	if src.ScaleColumn >= 0 {
		d.flags |= generalScaled
		d.scale = int32(src.ScaleColumn * otherRows * simd.Lanes * 4)
	} else if src.Scale != [3]float32{1, 1, 1} {
		d.flags |= generalScaled
	}
	return nil
}
