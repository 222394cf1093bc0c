package pose

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/soa"
)

// JointColumns reads and writes one joint of a pose as its local transform, relative to the parent
// joint, as skeletons and clips state it. Programs that change poses themselves (Controller) use it
// in place of the columns, which in the rig form are relative to the bind pose:
//
//	rotation      q = B(p)·L·B(s)⁻¹           L: the local rotation; B: rotation in the bind pose, p: the parent
//	translation   c = Bind(p)·T − Pivot(s)    T: the local translation; of a root T/K − Pivot(s)
//
// In the general form columns are local. It is immutable and safe for concurrent use.
type JointColumns struct {
	slot, other int       // the slot; the translation's other column, or soa.None
	above, bind geom.Quat // B(p) and B(s)
	into, back  soa.Affine
	pivot       geom.Vec
}

// JointColumns prepares a joint of the skeleton. The error wraps soa.ErrRange for a joint that does
// not exist. It wraps ErrJoint for a joint that the layout leaves out, see LayoutOptions.Joints, or
// with a matrix that is constant (soa.Skeleton.Static) or has no inverse.
func (l *Layout) JointColumns(joint int) (*JointColumns, error) {
	if joint < 0 || joint >= len(l.Slot) {
		return nil, fmt.Errorf("joint columns: %w: joint %d of %d", soa.ErrRange, joint, len(l.Slot))
	}
	s := int(l.Slot[joint])
	if s == soa.NoJoint {
		return nil, fmt.Errorf("joint columns: %w: the layout leaves out joint %d", ErrJoint, joint)
	}
	for i := range l.Static {
		if int(l.Static[i].Joint) == s {
			return nil, fmt.Errorf("joint columns: %w: the matrix of joint %d is constant", ErrJoint, joint)
		}
	}
	j := &JointColumns{slot: s, other: int(l.TranslationColumn[s]), above: geom.Identity, bind: geom.Identity,
		into: soa.IdentityAffine(), back: soa.IdentityAffine()}
	if l.Form != soa.Rig {
		j.pivot = geom.VecOf(l.Pivot[s])
		if j.other != soa.None {
			j.pivot = geom.Vec{}
		}
		return j, nil
	}
	j.bind, j.pivot = geom.QuatOf(l.BindRotation(s)), geom.VecOf(l.Pivot[s])
	if p := l.Parent[s]; p != soa.NoJoint {
		j.above, j.into, j.back = geom.QuatOf(l.BindRotation(int(p))), l.Bind[p], l.InverseBind[p]
	} else {
		for _, diagonal := range [...]int{0, 5, 10} {
			j.into[diagonal], j.back[diagonal] = 1/l.K, l.K
		}
	}
	if l.Bind[s] == (soa.Affine{}) || j.into == (soa.Affine{}) {
		return nil, fmt.Errorf("joint columns: %w: the bind matrix of joint %d has no inverse", ErrJoint, joint)
	}
	return j, nil
}

// BindRotation returns B(s), the rotation in the bind pose of a slot's joint; the identity in the
// general form, whose columns are local. Where palettes mirror it is that of Bind(s)·−1.
func (l *Layout) BindRotation(slot int) [4]float32 {
	if l.Form != soa.Rig {
		return geom.Identity.Array()
	}
	x, y, z := geom.Columns(&l.Bind[slot])
	x, y = x.Unit(geom.Vec{X: 1}), y.Unit(geom.Vec{Y: 1})
	if x.Cross(y).Dot(z) < 0 { // the palette mirrors
		x, y = x.Neg(), y.Neg()
	}
	z = x.Cross(y).Unit(geom.Vec{Z: 1})
	return geom.FromAxes(x, z.Cross(x), z).Array()
}

// Columns lists the layout's columns of the joint: its rotation and, if the layout has it, its
// translation.
func (j *JointColumns) Columns(l *Layout) []int {
	if j.other == soa.None {
		return []int{j.slot}
	}
	return []int{j.slot, l.Rotations() + j.other}
}

// Rotation returns the joint's local rotation, a unit quaternion.
func (j *JointColumns) Rotation(p Lane) [4]float32 {
	q := geom.QuatOf(p.Rotation(j.slot))
	return j.above.Conjugate().Mul(q).Mul(j.bind).Unit().Array()
}

// SetRotation gives the joint a local rotation, a unit quaternion.
func (j *JointColumns) SetRotation(p Lane, local [4]float32) {
	p.SetRotation(j.slot, j.above.Mul(geom.QuatOf(local)).Mul(j.bind.Conjugate()).Array())
}

// Translation returns the joint's local translation in metres.
func (j *JointColumns) Translation(p Lane) [3]float32 {
	at := j.pivot
	if j.other != soa.None {
		at = at.Add(geom.VecOf(p.Other(j.other)))
	}
	return geom.Point(&j.back, at).Array()
}

// SetTranslation gives the joint a local translation in metres. It returns false, and changes nothing,
// where the layout has no column for it, see LayoutOptions.Reserve.
func (j *JointColumns) SetTranslation(p Lane, local [3]float32) bool {
	if j.other == soa.None {
		return false
	}
	p.SetOther(j.other, geom.Point(&j.into, geom.VecOf(local)).Sub(j.pivot).Array())
	return true
}
