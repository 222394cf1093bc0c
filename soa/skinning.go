package soa

import "fmt"

// Skinning is the skinning method of a mesh. With w the weights of a vertex and P the palette
// entries of its influences:
//
// LinearBlend, which all renderers have, moves the vertex by the weighted sum of the matrices:
//
//	M = Σ wᵢ·Pᵢ
//
// DualQuaternion keeps the volume where joints rotate apart (Kavan, Collins, Žára,
// O'Sullivan: Geometric Skinning with Approximate Dual Quaternion Blending, 2008). Each
// entry is split into P = G·S: G a rotation by the unit quaternion q and a translation
// t, and S the rest, the identity in a rigid palette. Let K be the scaling of the mesh
// along its axes by the lengths of InverseBind's columns, and B the joint at rest, the
// inverse of InverseBind·K⁻¹ without scale. Then G·B has the place of P·K⁻¹·B. Its
// columns, of unit length, are the y of that matrix, the part of its x perpendicular to
// y, and their product. The vertex is moved by
//
//	M′ = G′·Σ wᵢ·Sᵢ      G′ by q = Σ wᵢ·σᵢ·qᵢ / |Σ wᵢ·σᵢ·qᵢ|
//	                     t = vector part of 2·(Σ wᵢ·σᵢ·dᵢ)·q* / |Σ wᵢ·σᵢ·qᵢ|,  dᵢ = ½·(tᵢ, 0)·qᵢ
//
// where σᵢ is −1 if qᵢ has a negative product with the sum of those before it, else 1.
// Blender's "preserve volume" does the same, and Maya where joints do not scale.
//
// Blended moves it by (1 − b)·M + b·M′, with b of Mesh.Blend.
type Skinning uint8

// The skinning methods, named as in FBX.
const (
	LinearBlend Skinning = iota
	Rigid                // each vertex has one influence, of weight 1
	DualQuaternion
	Blended // linear where Mesh.Blend is 0, by dual quaternions where it is 1
)

// String returns the method's name.
func (s Skinning) String() string {
	return nameOf(s, "skinning", "linear blend", "rigid", "dual quaternion", "blended")
}

// validateSkinning checks how the mesh is skinned against its influences.
func (m *Mesh) validateSkinning() error {
	switch {
	case m.Skinning > Blended:
		return fmt.Errorf("%w: %v", ErrInvalid, m.Skinning)
	case m.Skin == None && m.Skinning != LinearBlend:
		return fmt.Errorf("%w: %v without a skin", ErrInvalid, m.Skinning)
	case m.Skinning == Rigid:
		return m.validateRigid()
	}
	blends := 0
	if m.Skinning == Blended {
		blends = m.Vertices()
	}
	if err := checkLen("Blend", len(m.Blend), blends, false); err != nil {
		return err
	}
	for v, b := range m.Blend {
		if !(b >= 0 && b <= 1) {
			return fmt.Errorf("%w: Blend[%d] is %v", ErrInvalid, v, b)
		}
	}
	return nil
}

func (m *Mesh) validateRigid() error {
	if len(m.Blend) != 0 || m.Exact != nil {
		return fmt.Errorf("%w: a rigid skin with blend weights or more influences", ErrInvalid)
	}
	for i, w := range m.BoneWeight {
		first := i%m.Influences == 0
		if first && w != 1 || !first && w != 0 {
			return fmt.Errorf("%w: BoneWeight[%d] of a rigid skin is %v", ErrInvalid, i, w)
		}
	}
	return nil
}
