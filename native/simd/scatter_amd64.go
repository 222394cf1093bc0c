//go:build !purego

package simd

import "unsafe"

// lanes are the addresses of the lanes' places.
func (s *Scatter) lanes() (table [Lanes]unsafe.Pointer) {
	for l, at := range s.At {
		table[l] = unsafe.Pointer(&s.Values[at])
	}
	return table
}

func rigPaletteTo16(out *Scatter, pose []float32, rig *Rig, scratch []float32) {
	if Current() != AVX512 {
		out.rigStaged(pose, rig, scratch)
		return
	}
	states, _ := rig.scratchParts(scratch)
	table := out.lanes()
	rigPaletteTo16AVX512(bytesOf(&table), &pose[0], othersOf(pose, len(rig.joints), 0),
		bytesOf(&rig.withLast[0]), len(rig.joints)/groupJoints, states, rig.root)
}

func generalPaletteTo16(out *Scatter, pose []float32, rig *GeneralRig, scratch []float32) {
	if Current() != AVX512 {
		out.generalStaged(pose, rig, scratch)
		return
	}
	table := out.lanes()
	generalPaletteTo16AVX512(bytesOf(&table), &pose[0], othersOf(pose, len(rig.joints), 0),
		bytesOf(&rig.withLast[0]), len(rig.joints)/groupJoints, &scratch[headValues])
}
