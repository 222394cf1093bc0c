//go:build !purego

package simd

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

//go:generate go -C gen run . -dir ..

func machineLevels() []Level {
	var l []Level
	if cpu.X86.HasAVX2 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT {
		l = append(l, AVX2)
		if cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL {
			l = append(l, AVX512)
		}
	}
	return l
}

// turnLanes is the number of lanes in a turn of AVX2.
const turnLanes = 8

func sampleRows16(pose []float32, rows *Rows, at *Frames) {
	switch Current() {
	case AVX512:
		sampleRows16AVX512(&pose[0], bytesOf(&rows.Values[0]), rows.Stride*4, bytesOf(at), rows.Rotations/groupJoints, rows.Others/groupJoints)
	case AVX2:
		sampleInTurns(pose, rows.source(), at)
	default:
		sampleRows16Go(pose, rows, at)
	}
}

func sampleShortRows16(pose []float32, rows *ShortRows, at *Frames) {
	switch Current() {
	case AVX512:
		sampleShortRows16AVX512(&pose[0], bytesOf(&rows.Values[0]), rows.Stride*2, bytesOf(at), rows.Rotations/groupJoints, rows.Others/groupJoints,
			unsafe.SliceData(rows.Scale))
	case AVX2:
		sampleInTurns(pose, rows.source(), at)
	default:
		sampleShortRows16Go(pose, rows, at)
	}
}

func rigPalette16(out *Palettes, pose []float32, rig *Rig, scratch []float32) {
	switch Current() {
	case AVX512:
		states, _ := rig.scratchParts(scratch)
		kernel := rigPalette16AVX512
		if out.Stream {
			kernel = rigPaletteStream16AVX512
		}
		kernel(&out.Values[0], out.Stride*4, &pose[0], othersOf(pose, len(rig.joints), 0),
			bytesOf(&rig.withLast[0]), len(rig.joints)/groupJoints, states, rig.root)
	case AVX2:
		palette8(rigPalette8AVX2).inTurns(out, pose, rig, scratch)
	default:
		rigPalette16Go(out, pose, rig, scratch)
	}
}

// Kernels of rows of several blocks.
type (
	fused512 func(dst *float32, stride int, rows *byte, rowStride int, frames *byte, blocks int, joints *byte, groups int,
		states, others *float32, otherGroups int, root float32)
	fusedShort512 func(dst *float32, stride int, rows *byte, rowStride int, frames *byte, blocks int, joints *byte, groups int,
		states, others *float32, otherGroups int, root float32, scale *float32)
)

func rigRows16(out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) {
	switch Current() {
	case AVX512:
		inBlocks512(pick(out, rigRows16AVX512, rigRowsStream16AVX512), out, rows, at, rig, scratch)
	case AVX2:
		rows8(rigRows8AVX2).inTurns(out, rows, at, rig, scratch)
	default:
		rigRows16Go(out, rows, at, rig, scratch)
	}
}

func rigShortRows16(out *Palettes, rows *ShortRows, at []Frames, rig *Rig, scratch []float32) {
	switch Current() {
	case AVX512:
		inShortBlocks512(pick(out, rigShortRows16AVX512, rigShortRowsStream16AVX512), out, rows, at, rig, scratch)
	case AVX2:
		shortRows8(rigShortRows8AVX2).inTurns(out, rows, at, rig, scratch)
	default:
		rigShortRows16Go(out, rows, at, rig, scratch)
	}
}

// pick is one of two forms of a kernel: the one that writes in the ordinary
// way, or the one that writes around the caches.
func pick[F any](out *Palettes, kernel, stream F) F {
	if out.Stream {
		return stream
	}
	return kernel
}

func inBlocks512(kernel fused512, out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) {
	states, others := rig.scratchParts(scratch)
	n := rig.blocksAtOnce(len(at))
	for b := 0; b < len(at); b += n {
		kernel(&out.Values[b*Lanes*out.Stride], out.Stride*4, bytesOf(&rows.Values[0]), rows.Stride*4, bytesOf(&at[b]), min(n, len(at)-b),
			bytesOf(&rig.withLast[0]), len(rig.joints)/groupJoints, states, others, rows.Others/groupJoints, rig.root)
	}
}

func inShortBlocks512(kernel fusedShort512, out *Palettes, rows *ShortRows, at []Frames, rig *Rig, scratch []float32) {
	states, others := rig.scratchParts(scratch)
	n := rig.blocksAtOnce(len(at))
	for b := 0; b < len(at); b += n {
		kernel(&out.Values[b*Lanes*out.Stride], out.Stride*4, bytesOf(&rows.Values[0]), rows.Stride*2, bytesOf(&at[b]), min(n, len(at)-b),
			bytesOf(&rig.withLast[0]), len(rig.joints)/groupJoints, states, others, rows.Others/groupJoints, rig.root,
			unsafe.SliceData(rows.Scale))
	}
}

func absolutePalette16(out *Palettes, pose []float32, rig *Rig, scratch []float32) {
	switch Current() {
	case AVX512:
		states, _ := rig.scratchParts(scratch)
		pick(out, absolutePalette16AVX512, absolutePaletteStream16AVX512)(&out.Values[0], out.Stride*4, &pose[0],
			othersOf(pose, len(rig.joints), 0), bytesOf(&rig.withLast[0]), len(rig.joints)/groupJoints, states, rig.root)
	case AVX2:
		palette8(absolutePalette8AVX2).inTurns(out, pose, rig, scratch)
	default:
		absolutePalette16Go(out, pose, rig, scratch)
	}
}

func absoluteRows16(out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) {
	switch Current() {
	case AVX512:
		inBlocks512(pick(out, absoluteRows16AVX512, absoluteRowsStream16AVX512), out, rows, at, rig, scratch)
	case AVX2:
		rows8(absoluteRows8AVX2).inTurns(out, rows, at, rig, scratch)
	default:
		absoluteRows16Go(out, rows, at, rig, scratch)
	}
}

func absoluteShortRows16(out *Palettes, rows *ShortRows, at []Frames, rig *Rig, scratch []float32) {
	switch Current() {
	case AVX512:
		inShortBlocks512(pick(out, absoluteShortRows16AVX512, absoluteShortRowsStream16AVX512), out, rows, at, rig, scratch)
	case AVX2:
		shortRows8(absoluteShortRows8AVX2).inTurns(out, rows, at, rig, scratch)
	default:
		absoluteShortRows16Go(out, rows, at, rig, scratch)
	}
}

func generalPalette16(out *Palettes, pose []float32, rig *GeneralRig, scratch []float32) {
	switch Current() {
	case AVX512:
		kernel := generalPalette16AVX512
		if out.Stream {
			kernel = generalPaletteStream16AVX512
		}
		kernel(&out.Values[0], out.Stride*4, &pose[0], othersOf(pose, len(rig.joints), 0),
			bytesOf(&rig.withLast[0]), len(rig.joints)/groupJoints, &scratch[headValues])
	case AVX2:
		generalPaletteInTurns(out, pose, rig, scratch)
	default:
		generalPalette16Go(out, pose, rig, scratch)
	}
}

func generalRows16(out *Palettes, rows *Rows, at []Frames, rig *GeneralRig, scratch []float32) {
	if Current() == Generic {
		generalRows16Go(out, rows, at, rig, scratch)
		return
	}
	rig.staged(out, rows.Columns, at, scratch, func(pose []float32, at *Frames) { sampleRows16(pose, rows, at) })
}

func generalShortRows16(out *Palettes, rows *ShortRows, at []Frames, rig *GeneralRig, scratch []float32) {
	if Current() == Generic {
		generalShortRows16Go(out, rows, at, rig, scratch)
		return
	}
	rig.staged(out, rows.Columns, at, scratch, func(pose []float32, at *Frames) { sampleShortRows16(pose, rows, at) })
}

func sampleTurn(pose *float32, s *rowsSource, t *byte) {
	if s.valueBytes == 4 {
		sampleRows8AVX2(pose, s.rows, s.stride, t, s.rotations, s.others)
	} else {
		sampleShortRows8AVX2(pose, s.rows, s.stride, t, s.rotations, s.others, s.scale)
	}
}

func generalPaletteTurn(dst *float32, stride int, pose, others *float32, joints *byte, groups int, states *float32) {
	generalPalette8AVX2(dst, stride, pose, others, joints, groups, states)
}
