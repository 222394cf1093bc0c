package soa

import "fmt"

// Skinning is the way in which the palette moves a vertex of several influences. With w
// the weights of a vertex and P the palette entries of its influences:
//
// LinearBlend, which is what all renderers have, moves it by the sum of the matrices:
//
//	M = Σ wᵢ·Pᵢ
//
// DualQuaternion keeps the volume where joints rotate apart. Each entry is taken apart
// into P = T·R·S: S has the lengths of P's first three columns, all negative where P
// mirrors; R is the rotation by the unit quaternion q of the columns divided by them, and
// T the translation t. Shear is left out. The vertex is moved by
//
//	M = T·R·S,  q = Σ wᵢ·σᵢ·qᵢ / |Σ wᵢ·σᵢ·qᵢ|,  S = Σ wᵢ·Sᵢ
//	t = vector part of 2·(Σ wᵢ·σᵢ·dᵢ)·q* / |Σ wᵢ·σᵢ·qᵢ|,  dᵢ = ½·(tᵢ, 0)·qᵢ
//
// where σᵢ is −1 if qᵢ·q₀ is negative and else 1.
//
// Blended moves it by (1 − b)·M + b·M′, the two matrices above, with b of Mesh.Blend.
type Skinning uint8

// The ways to skin, as FBX files name them.
const (
	LinearBlend Skinning = iota
	Rigid                // each vertex has one influence, of weight 1
	DualQuaternion
	Blended // linear where Mesh.Blend is 0, by dual quaternions where it is 1
)

// String returns the name of the way.
func (s Skinning) String() string {
	switch s {
	case LinearBlend:
		return "linear blend"
	case Rigid:
		return "rigid"
	case DualQuaternion:
		return "dual quaternion"
	case Blended:
		return "blended"
	}
	return fmt.Sprintf("skinning(%d)", uint8(s))
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
