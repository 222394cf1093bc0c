//go:build !purego

package simd

import "unsafe"

// addresses are those of the lanes' places, for kernels that write all lanes.
func (s *Scatter) addresses() (table [Lanes]unsafe.Pointer) {
	for l := range table {
		if l >= s.lanes() {
			table[l] = unsafe.Pointer(&s.stage.Values[l*s.stage.Stride])
			continue
		}
		table[l] = unsafe.Pointer(&s.Values[s.At[l]])
	}
	return table
}

// narrow reports whether a single turn of AVX2 serves, which every processor
// with AVX-512 has too.
func (s *Scatter) narrow() bool { return s.lanes() <= turnLanes && Current() >= AVX2 }

func rigPaletteTo16(out *Scatter, pose []float32, rig *Rig, scratch []float32) {
	if !out.narrow() && Current() != AVX512 {
		out.rigStaged(pose, rig, scratch)
		return
	}
	states, _ := rig.scratchParts(scratch)
	others := othersOf(pose, len(rig.joints), 0)
	if out.narrow() {
		rigPalette8AVX2(&out.stage.Values[0], out.stage.Stride*4, &pose[0], bytesOf(&rig.joints[0]), len(rig.joints)/groupJoints,
			states, others, rig.root)
		out.spread(len(rig.joints))
		return
	}
	table := out.addresses()
	rigPaletteTo16AVX512(bytesOf(&table), &pose[0], others, bytesOf(&rig.withLast[0]), len(rig.joints)/groupJoints, states, rig.root)
}

func generalPaletteTo16(out *Scatter, pose []float32, rig *GeneralRig, scratch []float32) {
	if !out.narrow() && Current() != AVX512 {
		out.generalStaged(pose, rig, scratch)
		return
	}
	others := othersOf(pose, len(rig.joints), 0)
	if out.narrow() {
		generalPaletteTurn(&out.stage.Values[0], out.stage.Stride*4, &pose[0], others,
			bytesOf(&rig.joints[0]), len(rig.joints)/groupJoints, &scratch[headValues])
		out.spread(len(rig.joints))
		return
	}
	table := out.addresses()
	generalPaletteTo16AVX512(bytesOf(&table), &pose[0], others, bytesOf(&rig.withLast[0]), len(rig.joints)/groupJoints, &scratch[headValues])
}
