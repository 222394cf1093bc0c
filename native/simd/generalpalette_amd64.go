//go:build !purego

package simd

//go:noescape
func generalPalette16AVX512(dst *float32, stride int, pose, others *float32, joints *generalJoint, groups int, states *float32)

//go:noescape
func generalPalette8AVX2(dst *float32, stride int, pose, others *float32, joints *generalJoint, groups int, states *float32)

// Behind one local matrix in scratch follow the joints' matrices.
func generalPalette16(out *Palettes, pose []float32, rotations int, rig *GeneralRig, scratch []float32) {
	groups, states := len(rig.joints)/groupJoints, &scratch[affineFloats*Lanes]
	switch Current() {
	case AVX512:
		generalPalette16AVX512(&out.Values[0], out.Stride*4, &pose[0], othersOf(pose, rotations, 0), &rig.joints[0], groups, states)
	case AVX2:
		for first := 0; first < Lanes; first += passLanes {
			generalPalette8AVX2(&out.Values[first*out.Stride], out.Stride*4, &pose[first], othersOf(pose, rotations, first),
				&rig.joints[0], groups, states)
		}
	default:
		generalPalette16Go(out, pose, rotations, rig)
	}
}
