package pose

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// ErrLength: the length of a slice does not fit the mesh.
var ErrLength = simd.ErrLength

// SkinScratch holds morphed vertices before they are skinned. The zero value is ready; it grows to the
// largest mesh it is used with and allocates no more. One goroutine uses it at a time.
type SkinScratch struct {
	position, normal []float32
	skin             *soa.Skin // whose frames these are
	frames, dual     []float32
}

// SkinVertices writes the positions and normals of a mesh in model space.
//
// matrices moves the mesh, 12 values each: the palette of skin, the mesh's own, or, for
// a mesh without one (nil), the one matrix that takes it to model space. weights holds
// the morph weights, one per Model.Weights; nil leaves the mesh unmorphed. position and
// normal receive 3 values per vertex; a nil normal leaves normals out.
//
// A vertex is moved by the matrix that mesh.Skinning makes of the mesh's exact influences
// if it has them, and otherwise of its 4 or 8. Its normal is moved by the inverse
// transpose of that matrix and has unit length. Only dual quaternions need the skin and
// the scratch. The skin must not change as long as the scratch is used.
//
// The mesh must have passed Validate. An error wraps ErrLength, and nothing has been written.
func SkinVertices(mesh *soa.Mesh, skin *soa.Skin, matrices, weights []float32, scratch *SkinScratch, position, normal []float32) error {
	if err := check(mesh, skin, matrices, weights, scratch, position, normal); err != nil {
		return fmt.Errorf("mesh %q: %w", mesh.Name, err)
	}
	v := kernel.Vertices{Position: mesh.Position, OutPosition: position}
	if len(normal) != 0 {
		v.Normal, v.OutNormal = mesh.Normal, normal
	}
	if len(weights) != 0 {
		scratch.morph(mesh, weights, &v)
	}
	var err error
	switch {
	case mesh.Skin == soa.None:
		err = kernel.TransformVertices(&v, (*[12]float32)(matrices))
	case byDualQuaternions(mesh):
		err = scratch.dualBlend(&v, mesh, skin, matrices)
	case mesh.Exact != nil:
		err = kernel.LinearBlendRows(&v, matrices, mesh.Exact.Start, mesh.Exact.Bone, mesh.Exact.Weight)
	default:
		err = kernel.LinearBlend(&v, matrices, mesh.BoneIndex, mesh.BoneWeight, mesh.Influences)
	}
	if err != nil {
		return fmt.Errorf("mesh %q: %w", mesh.Name, err)
	}
	return nil
}

// byDualQuaternions reports whether the mesh needs its palette as dual quaternions.
func byDualQuaternions(mesh *soa.Mesh) bool {
	return mesh.Skinning == soa.DualQuaternion || mesh.Skinning == soa.Blended
}

// dualBlend skins by dual quaternions. What it makes of the skin serves as long as it is
// called with the same one.
func (s *SkinScratch) dualBlend(v *kernel.Vertices, mesh *soa.Mesh, skin *soa.Skin, matrices []float32) error {
	n := skin.Len()
	if s.skin != skin {
		s.skin, s.frames = skin, s.frames[:0]
		for i := range skin.InverseBind {
			f := kernel.RestFrame((*[12]float32)(&skin.InverseBind[i]))
			s.frames = append(s.frames, f[:]...)
		}
		s.dual = slices.Grow(s.dual[:0], kernel.ScaledDualValues*n)[:kernel.ScaledDualValues*n]
	}
	if err := kernel.ScaledDualQuaternions(s.dual, matrices[:12*n], s.frames); err != nil {
		return err
	}
	palette := kernel.DualPalette{Values: s.dual, Scaled: true, Blend: mesh.Blend}
	if x := mesh.Exact; x != nil {
		return kernel.DualBlendRows(v, &palette, x.Start, x.Bone, x.Weight)
	}
	return kernel.DualBlend(v, &palette, mesh.BoneIndex, mesh.BoneWeight, mesh.Influences)
}

func check(mesh *soa.Mesh, skin *soa.Skin, matrices, weights []float32, scratch *SkinScratch, position, normal []float32) error {
	if len(position) != len(mesh.Position) {
		return fmt.Errorf("%w: position holds %d values, want %d", ErrLength, len(position), len(mesh.Position))
	}
	if len(normal) != 0 && len(normal) != len(mesh.Normal) {
		return fmt.Errorf("%w: normal holds %d values, want %d", ErrLength, len(normal), len(mesh.Normal))
	}
	if need := 12 * entries(mesh); len(matrices) < need {
		return fmt.Errorf("%w: matrices holds %d values, want %d", ErrLength, len(matrices), need)
	}
	if mesh.Skin != soa.None && byDualQuaternions(mesh) {
		if skin == nil || scratch == nil {
			return fmt.Errorf("%w: dual quaternions need a skin and a scratch", ErrLength)
		}
		if need := 12 * skin.Len(); len(matrices) < need || skin.Len() < entries(mesh) {
			return fmt.Errorf("%w: matrices holds %d values, the skin has %d entries, the mesh uses %d", ErrLength, len(matrices), skin.Len(), entries(mesh))
		}
	}
	if len(weights) == 0 {
		return nil
	}
	for i := range mesh.Morphs {
		if w := mesh.Morphs[i].Weight; w >= len(weights) {
			return fmt.Errorf("%w: morph target %q has the weight %d of %d", ErrLength, mesh.Morphs[i].Name, w, len(weights))
		}
	}
	if scratch == nil && len(mesh.Morphs) != 0 {
		return fmt.Errorf("%w: morph targets need a scratch", ErrLength)
	}
	return nil
}

// entries returns how many matrices the mesh needs: one more than the greatest
// palette index it uses.
func entries(mesh *soa.Mesh) int {
	if mesh.Skin == soa.None {
		return 1
	}
	bones := mesh.BoneIndex
	if mesh.Exact != nil {
		bones = mesh.Exact.Bone
	}
	last := -1
	for _, b := range bones {
		last = max(last, int(b))
	}
	return last + 1
}

// morph replaces v's input by a copy with the morph targets added, or leaves
// it where no target has a weight.
func (s *SkinScratch) morph(mesh *soa.Mesh, weights []float32, v *kernel.Vertices) {
	copied := false
	for i := range mesh.Morphs {
		target := &mesh.Morphs[i]
		w := weights[target.Weight]
		if w == 0 {
			continue
		}
		if !copied {
			copied = true
			s.position = append(s.position[:0], v.Position...)
			s.normal = append(s.normal[:0], v.Normal...)
			v.Position, v.Normal = s.position, s.normal
		}
		// Validate has established that vertices and deltas agree.
		_ = kernel.AddDeltas(s.position, target.Vertex, target.Position, w)
		if len(v.Normal) != 0 && len(target.Normal) != 0 {
			_ = kernel.AddDeltas(s.normal, target.Vertex, target.Normal, w)
		}
	}
}
