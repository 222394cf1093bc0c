//go:build !purego

package simd

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

func machineLevels() []Level {
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL {
		return []Level{AVX512}
	}
	return nil
}

func sampleRows16(pose []float32, rows *Rows, at *Frames) { sampleRows16Go(pose, rows, at) }

func sampleShortRows16(pose []float32, rows *ShortRows, at *Frames) {
	sampleShortRows16Go(pose, rows, at)
}

func rigPalette16(out *Palettes, pose []float32, rig *Rig, scratch []float32) {
	rigPalette16Go(out, pose, rig, scratch)
}

func rigRows16(out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) {
	if Current() == AVX512 {
		first := (*byte)(unsafe.Pointer(&rig.withLast[0]))
		states := scratch[fusedValues:]
		others := states[rig.slots*stateBytes/4:]
		n := rig.blocksAtOnce(len(at))
		for b := 0; b < len(at); b += n {
			n = min(n, len(at)-b)
			rigRows16AVX512(&out.Values[b*Lanes*out.Stride], out.Stride*4, unsafe.SliceData(rows.Values), rows.Stride*4,
				(*byte)(unsafe.Pointer(&at[b])), n, first, len(rig.joints)/groupJoints,
				unsafe.SliceData(states), unsafe.SliceData(others), rows.Others/groupJoints, rig.root)
		}
		return
	}
	rigRows16Go(out, rows, at, rig, scratch)
}

func rigShortRows16(out *Palettes, rows *ShortRows, at []Frames, rig *Rig, scratch []float32) {
	rigShortRows16Go(out, rows, at, rig, scratch)
}

func generalPalette16(out *Palettes, pose []float32, rig *GeneralRig, scratch []float32) {
	if Current() == AVX512 {
		generalPalette16AVX512(unsafe.SliceData(out.Values), 4*out.Stride, unsafe.SliceData(pose),
			(*byte)(unsafe.Pointer(unsafe.SliceData(rig.joints))), len(rig.joints)/groupJoints, unsafe.SliceData(scratch),
			&scratch[(paletteRing+rig.slots)*matrixBytes/4])
		return
	}
	generalPalette16Go(out, pose, rig, scratch)
}
