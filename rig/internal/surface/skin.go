package surface

import (
	"context"
	"fmt"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// OfSkin returns the surface of all meshes of a skin as they are bound, in model space, and their
// indices: meshes[i] is part i. Without meshes it is empty.
func OfSkin(ctx context.Context, m *soa.Model, skin int) (s *Surface, meshes []int, err error) {
	to := Bound(m, skin)
	var parts []Part
	for i, mesh := range m.Meshes {
		if mesh.Skin == skin {
			meshes = append(meshes, i)
			parts = append(parts, Part{Position: mesh.Position, Index: mesh.Index, To: to})
		}
	}
	if s, err = New(ctx, parts); err != nil {
		return nil, nil, fmt.Errorf("the meshes of skin %d: %w", skin, err)
	}
	return s, meshes, nil
}

// Bound returns the matrix that takes the space of a skin's meshes to model space, where they are
// bound. It is model(Joint)·InverseBind, with the joints at rest, of the first palette entry that
// gives an invertible matrix. Where the rest pose is the bind pose all entries give the same.
func Bound(m *soa.Model, skin int) exact.Matrix {
	s, rest := m.Skins[skin], exact.NewSkeleton(m, nil).Rest.Global
	for i, j := range s.Joint {
		if to := rest[j].Mul(exact.FromFloat32(s.InverseBind[i])); to.Finite() && to.Determinant() != 0 {
			return to
		}
	}
	return exact.Identity()
}
