//go:build !purego

package simd

//go:noescape
func rigPalette16AVX512(dst *float32, stride int, pose, others *float32, joints *rigJoint, groups int, states *float32, root float32)

//go:noescape
func rigPalette8AVX2(dst *float32, stride int, pose, others *float32, joints *rigJoint, groups int, states *float32, root float32)

// The same for palettes that lie apart, at offsets in bytes.

//go:noescape
func rigPaletteApart16AVX512(dst *float32, lanes *int64, pose, others *float32, joints *rigJoint, groups int, states *float32, root float32)

//go:noescape
func rigPaletteApart8AVX2(dst *float32, lanes *int64, pose, others *float32, joints *rigJoint, groups int, states *float32, root float32)

// The same with stores around the caches, which storeFence ends.

//go:noescape
func rigPaletteStream16AVX512(dst *float32, stride int, pose, others *float32, joints *rigJoint, groups int, states *float32, root float32)

//go:noescape
func rigPaletteStream8AVX2(dst *float32, stride int, pose, others *float32, joints *rigJoint, groups int, states *float32, root float32)

func storeFence()

func rigPalette16(out *Palettes, pose []float32, rotations int, rig *Rig, scratch []float32) {
	groups := len(rig.joints) / groupJoints
	if out.Lane != nil {
		rigPaletteApart(out, pose, rotations, rig, scratch)
		return
	}
	switch Current() {
	case AVX512:
		kernel := rigPalette16AVX512
		if out.Stream {
			kernel = rigPaletteStream16AVX512
		}
		kernel(&out.Values[0], out.Stride*4, &pose[0], othersOf(pose, rotations, 0), &rig.joints[0], groups, &scratch[0], rig.scale)
	case AVX2:
		kernel := rigPalette8AVX2
		if out.Stream {
			kernel = rigPaletteStream8AVX2
		}
		for first := 0; first < Lanes; first += passLanes {
			kernel(&out.Values[first*out.Stride], out.Stride*4, &pose[first], othersOf(pose, rotations, first),
				&rig.joints[0], groups, &scratch[0], rig.scale)
		}
	default:
		rigPalette16Go(out, pose, rotations, rig, scratch)
	}
}

func rigPaletteApart(out *Palettes, pose []float32, rotations int, rig *Rig, scratch []float32) {
	groups, lanes := len(rig.joints)/groupJoints, out.offsets()
	switch Current() {
	case AVX512:
		rigPaletteApart16AVX512(&out.Values[0], &lanes[0], &pose[0], othersOf(pose, rotations, 0), &rig.joints[0], groups, &scratch[0], rig.scale)
	case AVX2:
		for first := 0; first < Lanes; first += passLanes {
			rigPaletteApart8AVX2(&out.Values[0], &lanes[first], &pose[first], othersOf(pose, rotations, first),
				&rig.joints[0], groups, &scratch[0], rig.scale)
		}
	default:
		rigPalette16Go(out, pose, rotations, rig, scratch)
	}
}
