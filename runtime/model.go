package runtime

import (
	"fmt"
	"unsafe"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// affineFloats is the number of float32 in one matrix.
const affineFloats = 12

// Locals writes the matrices of a pose's joints relative to their parents:
// T(j)·R(j)·S(j) or, for a joint of skel.Static, its static matrix. local holds
// 12 values per joint, an soa.Affine each. The error wraps ErrLength where the
// pose or local is not of the skeleton's length.
func Locals(skel *soa.Skeleton, pose *Pose, local []float32) error {
	if pose.Len() != skel.Len() {
		return fmt.Errorf("local matrices: %w: a pose of %d joints for a skeleton of %d", ErrLength, pose.Len(), skel.Len())
	}
	if err := simd.ComposeAffines(local, (*simd.Transforms)(&pose.Transforms)); err != nil {
		return fmt.Errorf("local matrices: %w", err)
	}
	for i := range skel.Static {
		static := &skel.Static[i]
		copy(local[int(static.Joint)*affineFloats:], static.Local[:])
	}
	return nil
}

// LocalToModel multiplies the joints of a pose up to model space:
//
//	model[j] = model[parent(j)] · local(j)
//
// with local as in Locals. model holds 12 values per joint. The error wraps
// ErrLength where the pose or model is not of the skeleton's length.
func LocalToModel(skel *soa.Skeleton, pose *Pose, model []float32) error {
	if err := Locals(skel, pose, model); err != nil {
		return err
	}
	return simd.Hierarchy(model, skel.Parent)
}

// Palettes fills the palette of a skin from the model-space matrices of its
// skeleton's joints:
//
//	palette[i] = model[skin.Joint[i]] · skin.InverseBind[i]
//
// palette holds 12 values per palette entry. The error wraps ErrLength where it
// is of another length or model has no matrix for a joint.
func Palettes(skin *soa.Skin, model, palette []float32) error {
	for i, j := range skin.Joint {
		if (int(j)+1)*affineFloats > len(model) {
			return fmt.Errorf("palette entry %d: %w: no matrix for joint %d", i, ErrLength, j)
		}
	}
	if err := simd.Palette(palette, model, skin.Joint, floats(skin.InverseBind)); err != nil {
		return fmt.Errorf("palette: %w", err)
	}
	return nil
}

// floats is the memory of matrices as the plain values they are made of.
func floats(m []soa.Affine) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(m))), affineFloats*len(m))
}

// matrices sees values as matrices.
func matrices(v []float32) []soa.Affine {
	return unsafe.Slice((*soa.Affine)(unsafe.Pointer(unsafe.SliceData(v))), len(v)/affineFloats)
}

// MeshMatrix writes the 12 values that take a mesh without a skin to model
// space,
//
//	model[mesh.Joint] · mesh.Offset
//
// or mesh.Offset alone where no joint carries it: the palette of a skin of one
// entry. The error wraps ErrLength where matrix is not of 12 values or model
// has none for the joint.
func MeshMatrix(mesh *soa.Mesh, model, matrix []float32) error {
	if mesh.Joint == soa.NoJoint {
		if len(matrix) != affineFloats {
			return fmt.Errorf("mesh %q: %w: %d values for a matrix", mesh.Name, ErrLength, len(matrix))
		}
		copy(matrix, mesh.Offset[:])
		return nil
	}
	if (int(mesh.Joint)+1)*affineFloats > len(model) {
		return fmt.Errorf("mesh %q: %w: no matrix for joint %d", mesh.Name, ErrLength, mesh.Joint)
	}
	joint := [1]uint16{uint16(mesh.Joint)}
	if err := simd.Palette(matrix, model, joint[:], mesh.Offset[:]); err != nil {
		return fmt.Errorf("mesh %q: %w", mesh.Name, err)
	}
	return nil
}
