//go:build !purego

package simd

//go:noescape
func generalPalette16AVX512(dst *float32, stride int, pose, others *float32, joints *generalJoint, groups int, states *float32)

//go:noescape
func generalPalette8AVX2(dst *float32, stride int, pose, others *float32, joints *generalJoint, groups int, states *float32)

// The same for palettes that lie apart, at offsets in bytes.

//go:noescape
func generalPaletteApart16AVX512(dst *float32, lanes *int64, pose, others *float32, joints *generalJoint, groups int, states *float32)

//go:noescape
func generalPaletteApart8AVX2(dst *float32, lanes *int64, pose, others *float32, joints *generalJoint, groups int, states *float32)

// Behind one local matrix in scratch follow the joints' matrices.
func generalPalette16(out *Palettes, pose []float32, rotations int, rig *GeneralRig, scratch []float32) {
	groups, states := len(rig.joints)/groupJoints, &scratch[affineFloats*Lanes]
	if out.Lane != nil {
		generalPaletteApart(out, pose, rotations, rig, scratch)
		return
	}
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

func generalPaletteApart(out *Palettes, pose []float32, rotations int, rig *GeneralRig, scratch []float32) {
	groups, states, lanes := len(rig.joints)/groupJoints, &scratch[affineFloats*Lanes], out.offsets()
	switch Current() {
	case AVX512:
		generalPaletteApart16AVX512(&out.Values[0], &lanes[0], &pose[0], othersOf(pose, rotations, 0), &rig.joints[0], groups, states)
	case AVX2:
		for first := 0; first < Lanes; first += passLanes {
			generalPaletteApart8AVX2(&out.Values[0], &lanes[first], &pose[first], othersOf(pose, rotations, first), &rig.joints[0], groups, states)
		}
	default:
		generalPalette16Go(out, pose, rotations, rig)
	}
}
