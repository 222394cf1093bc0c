//go:build purego || !amd64

package simd

func rigPaletteTo16(out *Scatter, pose []float32, rig *Rig, scratch []float32) {
	out.rigStaged(pose, rig, scratch)
}

func generalPaletteTo16(out *Scatter, pose []float32, rig *GeneralRig, scratch []float32) {
	out.generalStaged(pose, rig, scratch)
}
