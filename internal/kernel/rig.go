package kernel

import (
	"errors"
	"fmt"
	"github.com/sinew-anim/sinew/native/simd"
)

// RigJoint is a joint of a Rig.
type RigJoint struct {
	// Parent is the index of the parent, which comes before its children, or -1.
	Parent int
	// Bind is the point that the joint's matrix takes to the joint: its
	// position in the bind pose divided by the rig's scale.
	Bind [3]float32
	// Column is the index of the other column, counted from 0, whose x, y, z
	// move the joint, or -1.
	Column int
}

// Rig is a skeleton prepared for RigPalette16, in bind space, where the hierarchy of rotations
// yields palette matrices without matrix products.
//
// The rotation column of joint j holds the quaternion of
//
//	B(parent) · L(j) · B(j)⁻¹
//
// with L the local transform and B the bind matrices, which must be rigid; the
// inverse bind matrix is k · B(j)⁻¹ with the rig's scale k. Products of these
// along the hierarchy are the palette matrices themselves,
//
//	P(j) = [ k·R(j) │ t(j) ]      t(j) = t(parent) + (k·R(parent) - k·R(j))·Bind(j) + k·R(parent)·column(j)
//
// since the parent's matrix takes the point Bind(j), moved by the joint's column, to the joint.
// Only joints with an animated translation need a column.
//
// A Rig is immutable and safe for concurrent use.
type Rig struct {
	rigShape
	joints []rigJoint
	plain  plainJoints
	scale  float32
}

// rigShape is what the rigs of both forms have: what slices are checked against, and the groups.
type rigShape struct {
	padded  int // joints, a multiple of 4
	others  int // columns beyond the rotations that joints refer to
	scratch int // values
	groups  groupTable
}

// rigJoint is a joint as kernels read it, 32 bytes.
type rigJoint struct {
	parent, own int32 // offsets in scratch of the two states, in bytes
	column      int32 // offset of the joint's column from the first other column of a pose in bytes, or -1
	scale       float32
	bind        [3]float32
	_           float32
}

// plainJoints is joints as plain Go reads them.
type plainJoints struct {
	parent, column []int32 // indices, or -1
	bind           [][3]float32
}

// ErrSkeleton is wrapped by errors about invalid joints.
var ErrSkeleton = errors.New("invalid skeleton")

// stateRows is the number of rows of lanes in a joint's state: the product of
// quaternions x, y, z, w, the s that goes with it (2/|q|²), and the palette
// matrix.
const stateRows = 5 + affineFloats

const stateBytes = stateRows * simd.Lanes * 4

// NewRig prepares joints, in the order of the rotation columns. scale is the common factor of
// the inverse bind matrices: 1 for most rigs, negative for mirrored ones.
func NewRig(joints []RigJoint, scale float32) (*Rig, error) {
	parents := make([]int, len(joints))
	others := 0
	for j := range joints {
		parents[j] = joints[j].Parent
		if joints[j].Column < -1 || joints[j].Column >= maxColumns {
			return nil, fmt.Errorf("simd.NewRig: %w: joint %d has column %d", ErrSkeleton, j, joints[j].Column)
		}
		others = max(others, joints[j].Column+1)
	}
	slot, slots, err := assignSlots(parents)
	if err != nil {
		return nil, fmt.Errorf("simd.NewRig: %w", err)
	}
	r := &Rig{joints: make([]rigJoint, len(slot)), scale: scale}
	r.plain = plainJoints{make([]int32, len(slot)), make([]int32, len(slot)), make([][3]float32, len(slot))}
	for j := range r.joints {
		d := &r.joints[j]
		d.own, d.column, d.scale = int32(slot[j]*stateBytes), -1, scale
		r.plain.parent[j], r.plain.column[j] = -1, -1
		if j >= len(joints) {
			continue // nothing reads padding
		}
		src := &joints[j]
		d.bind, r.plain.bind[j] = src.Bind, src.Bind
		if src.Parent >= 0 {
			d.parent = int32(slot[src.Parent] * stateBytes)
			r.plain.parent[j] = int32(src.Parent)
		}
		if src.Column >= 0 {
			d.column, r.plain.column[j] = int32(src.Column*otherRows*simd.Lanes*4), int32(src.Column)
		}
	}
	r.rigShape = rigShape{padded: len(slot), others: others, groups: newRigGroups(&r.plain)}
	r.scratch = max(slots*stateBytes/4, r.groups.scratchValues(), 4*others)
	return r, nil
}

// Limits that keep byte offsets in scratch and in a pose below 2³¹.
const (
	maxJoints  = 1 << 16
	maxColumns = 1 << 22
)

// Joints returns the number of joints, padded to a multiple of 4: the rotation columns of a
// bank and the matrices of a palette.
func (r *rigShape) Joints() int { return r.padded }

// ScratchValues returns the number of float32 of scratch that kernels need for the rig. A scratch
// serves one goroutine at a time and any number of rigs; it keeps nothing between calls.
func (r *rigShape) ScratchValues() int { return r.scratch }

// check reports poses that lack columns of a rig, or slices that are too short.
func (r *rigShape) check(kernel string, c simd.Columns, pose length, scratch []float32) error {
	return checkColumns(c, kernel, pose, length{"a row's rotations", c.Rotations, r.padded}, length{"a row's other columns", c.Others, r.others},
		length{"scratch", len(scratch), r.scratch})
}

// check16 is check for a block and its palettes.
func (r *rigShape) check16(kernel string, out *simd.Palettes, pose []float32, c simd.Columns, scratch []float32) error {
	if err := r.check(kernel, c, poseLength(c, "pose", pose), scratch); err != nil {
		return err
	}
	return checkPalettes(out, kernel, r.padded, 1)
}

// check1 is check for one instance and its palette.
func (r *rigShape) check1(kernel string, dst, pose []float32, c simd.Columns, scratch []float32) error {
	if !columnsFit(c, len(pose)) || c.Rotations < r.padded || c.Others < r.others || len(scratch) < r.scratch {
		return r.check(kernel, c, rowLength(c, "pose", pose), scratch)
	}
	if want := affineFloats * r.padded; len(dst) < want {
		return lengthError(kernel, "dst", len(dst), want)
	}
	return nil
}

// assignSlots assigns a place in scratch to the state of every joint, padded to whole groups.
// Place 0 is the frame above the roots. A place is reused after the joint's last child has
// been computed and its group written out.
func assignSlots(parent []int) (slot []int, slots int, err error) {
	if len(parent) > maxJoints {
		return nil, 0, fmt.Errorf("%w: %d joints, at most %d", ErrSkeleton, len(parent), maxJoints)
	}
	last := make([]int, padGroup(len(parent)))
	for j := range last {
		last[j] = j/groupJoints*groupJoints + groupJoints - 1
	}
	for j, p := range parent {
		if p < -1 || p >= j {
			return nil, 0, fmt.Errorf("%w: parent of joint %d is %d", ErrSkeleton, j, p)
		}
		if p >= 0 {
			last[p] = max(last[p], j)
		}
	}
	slot = make([]int, len(last))
	slots = 1
	ending := listBy(last, len(last)) // joints by the last step that needs them
	free := make([]int, 0, len(last))
	for j := range slot {
		if j > 0 {
			for e := ending.first[j-1]; e >= 0; e = ending.next[e] {
				free = append(free, slot[e])
			}
		}
		if k := len(free) - 1; k >= 0 {
			slot[j], free = free[k], free[:k]
		} else {
			slot[j], slots = slots, slots+1
		}
	}
	return slot, slots, nil
}

// lists are lists of joints: first is that of each, next the one after a joint; both end with -1.
type lists struct{ first, next []int }

// listBy lists joints by a number that each has, below n, ascending.
func listBy[N int | int32](number []N, n int) lists {
	all := make([]int, n+len(number))
	l := lists{all[:n:n], all[n:]}
	for i := range l.first {
		l.first[i] = -1
	}
	for j := len(number) - 1; j >= 0; j-- {
		l.next[j] = l.first[number[j]]
		l.first[number[j]] = j
	}
	return l
}
