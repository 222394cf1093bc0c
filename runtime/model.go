package runtime

import (
	"fmt"
	"unsafe"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// affineFloats is the number of float32 in one matrix.
const affineFloats = 12

// LocalToModel multiplies the joints of a pose up to model space:
//
//	model[j] = model[parent(j)] · T(j)·R(j)·S(j)
//
// or, for a joint of skel.Static, · its static matrix. model holds 12 values
// per joint, an soa.Affine each. The error wraps simd.ErrLength where the pose
// or model is not of the skeleton's length.
func LocalToModel(skel *soa.Skeleton, pose *Pose, model []float32) error {
	transforms := (*simd.Transforms)(&pose.Transforms)
	from := 0
	for i := range skel.Static {
		static := &skel.Static[i]
		j := int(static.Joint)
		if err := simd.LocalToModel(model, skel.Parent, transforms, from, j); err != nil {
			return err
		}
		m := (*[affineFloats]float32)(model[j*affineFloats:])
		if p := int(skel.Parent[j]); p >= 0 {
			simd.MultiplyAffine(m, (*[affineFloats]float32)(model[p*affineFloats:]), (*[affineFloats]float32)(&static.Local))
		} else {
			*m = static.Local
		}
		from = j + 1
	}
	return simd.LocalToModel(model, skel.Parent, transforms, from, skel.Len())
}

// Palettes fills the palette of a skin from the model-space matrices of its
// skeleton's joints:
//
//	palette[i] = model[skin.Joint[i]] · skin.InverseBind[i]
//
// palette holds 12 values per palette entry. The error wraps simd.ErrLength
// where it is of another length, ErrLength where model has no matrix for a
// joint.
func Palettes(skin *soa.Skin, model, palette []float32) error {
	for i, j := range skin.Joint {
		if (int(j)+1)*affineFloats > len(model) {
			return fmt.Errorf("palette entry %d: %w: no matrix for joint %d", i, ErrLength, j)
		}
	}
	return simd.Palette(palette, model, skin.Joint, floats(skin.InverseBind))
}

// floats is the memory of matrices as the plain values they are made of.
func floats(m []soa.Affine) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(m))), affineFloats*len(m))
}

// MeshMatrix writes the matrix that takes a mesh without a skin to model space,
//
//	model[mesh.Joint] · mesh.Offset
//
// or mesh.Offset alone where no joint carries it. The error wraps ErrLength
// where model has no matrix for the joint.
func MeshMatrix(mesh *soa.Mesh, model []float32, matrix *soa.Affine) error {
	if mesh.Joint == soa.NoJoint {
		*matrix = mesh.Offset
		return nil
	}
	j := int(mesh.Joint)
	if len(model) < (j+1)*affineFloats {
		return fmt.Errorf("mesh %q: %w: no matrix for joint %d", mesh.Name, ErrLength, j)
	}
	joint := (*[affineFloats]float32)(model[j*affineFloats:])
	simd.MultiplyAffine((*[affineFloats]float32)(matrix), joint, (*[affineFloats]float32)(&mesh.Offset))
	return nil
}
