//go:build !purego

package simd

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

func machineLevels() []Level {
	var l []Level
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL {
		l = append(l, AVX512)
	}
	return l
}

// scratchParts are the addresses of states and sampled other columns in scratch.
func (r *Rig) scratchParts(scratch []float32) (states, others *float32) {
	states = &scratch[headValues]
	return states, (*float32)(unsafe.Add(unsafe.Pointer(states), r.slots*stateBytes))
}

func bytesOf[T any](p *T) *byte { return (*byte)(unsafe.Pointer(p)) }

func sampleRows16(pose []float32, rows *Rows, at *Frames) {
	if Current() != AVX512 {
		sampleRows16Go(pose, rows, at)
		return
	}
	sampleRows16AVX512(&pose[0], bytesOf(&rows.Values[0]), rows.Stride*4, bytesOf(at), rows.Rotations/groupJoints, rows.Others/groupJoints)
}

func sampleShortRows16(pose []float32, rows *ShortRows, at *Frames) {
	if Current() != AVX512 {
		sampleShortRows16Go(pose, rows, at)
		return
	}
	sampleShortRows16AVX512(&pose[0], bytesOf(&rows.Values[0]), rows.Stride*2, bytesOf(at), rows.Rotations/groupJoints, rows.Others/groupJoints,
		unsafe.SliceData(rows.Scale))
}

func rigPalette16(out *Palettes, pose []float32, rig *Rig, scratch []float32) {
	if Current() != AVX512 {
		rigPalette16Go(out, pose, rig, scratch)
		return
	}
	states, _ := rig.scratchParts(scratch)
	kernel := rigPalette16AVX512
	if out.Stream {
		kernel = rigPaletteStream16AVX512
	}
	others := unsafe.SliceData(pose[len(rig.joints)*rotationRows*Lanes:])
	kernel(&out.Values[0], out.Stride*4, &pose[0], others, bytesOf(&rig.withLast[0]), len(rig.joints)/groupJoints, states, rig.root)
}

func rigRows16(out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) {
	if Current() != AVX512 {
		rigRows16Go(out, rows, at, rig, scratch)
		return
	}
	states, others := rig.scratchParts(scratch)
	n := rig.blocksAtOnce(len(at))
	for b := 0; b < len(at); b += n {
		n = min(n, len(at)-b)
		kernel := rigRows16AVX512
		if out.Stream {
			kernel = rigRowsStream16AVX512
		}
		kernel(&out.Values[b*Lanes*out.Stride], out.Stride*4, bytesOf(&rows.Values[0]), rows.Stride*4, bytesOf(&at[b]), n,
			bytesOf(&rig.withLast[0]), len(rig.joints)/groupJoints, states, others, rows.Others/groupJoints, rig.root)
	}
}

func rigShortRows16(out *Palettes, rows *ShortRows, at []Frames, rig *Rig, scratch []float32) {
	if Current() != AVX512 {
		rigShortRows16Go(out, rows, at, rig, scratch)
		return
	}
	states, others := rig.scratchParts(scratch)
	n := rig.blocksAtOnce(len(at))
	for b := 0; b < len(at); b += n {
		n = min(n, len(at)-b)
		kernel := rigShortRows16AVX512
		if out.Stream {
			kernel = rigShortRowsStream16AVX512
		}
		kernel(&out.Values[b*Lanes*out.Stride], out.Stride*4, bytesOf(&rows.Values[0]), rows.Stride*2, bytesOf(&at[b]), n,
			bytesOf(&rig.withLast[0]), len(rig.joints)/groupJoints, states, others, rows.Others/groupJoints, rig.root,
			unsafe.SliceData(rows.Scale))
	}
}

func generalPalette16(out *Palettes, pose []float32, rig *GeneralRig, scratch []float32) {
	if Current() != AVX512 {
		generalPalette16Go(out, pose, rig, scratch)
		return
	}
	kernel := generalPalette16AVX512
	if out.Stream {
		kernel = generalPaletteStream16AVX512
	}
	others := unsafe.SliceData(pose[len(rig.joints)*rotationRows*Lanes:])
	kernel(&out.Values[0], out.Stride*4, &pose[0], others, bytesOf(&rig.withLast[0]), len(rig.joints)/groupJoints, &scratch[headValues])
}
