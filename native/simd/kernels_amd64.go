//go:build !purego

package simd

import "golang.org/x/sys/cpu"

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
		sampleInTurns(pose, rows, at)
	default:
		sampleRows16Go(pose, rows, at)
	}
}

func rigPalette16(out *Palettes, pose []float32, rig *Rig, scratch []float32) {
	switch Current() {
	case AVX512:
		states, _ := rig.scratchParts(scratch)
		rigPalette16AVX512(&out.Values[0], out.Stride*4, &pose[0], othersOf(pose, len(rig.joints), 0),
			bytesOf(&rig.withLast[0]), len(rig.joints)/groupJoints, states, rig.root)
	case AVX2:
		rigPaletteInTurns(out, pose, rig, scratch)
	default:
		rigPalette16Go(out, pose, rig, scratch)
	}
}

func rigRows16(out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) {
	switch Current() {
	case AVX512:
		rigRowsInBlocks(out, rows, at, rig, scratch)
	case AVX2: // in stages: one kernel for both has too few registers to be faster
		rest := rig.ScratchValues(rows.Columns) - rows.PoseValues()
		pose, block := scratch[rest:][:rows.PoseValues()], *out
		for b := range at {
			sampleInTurns(pose, rows, &at[b])
			block.Values = out.Values[b*Lanes*out.Stride:]
			rigPaletteInTurns(&block, pose, rig, scratch)
		}
	default:
		rigRows16Go(out, rows, at, rig, scratch)
	}
}

func rigRowsInBlocks(out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) {
	kernel := rigRows16AVX512
	if out.Stream {
		kernel = rigRowsStream16AVX512
	}
	states, others := rig.scratchParts(scratch)
	n := rig.blocksAtOnce(len(at))
	for b := 0; b < len(at); b += n {
		kernel(&out.Values[b*Lanes*out.Stride], out.Stride*4, bytesOf(&rows.Values[0]), rows.Stride*4, bytesOf(&at[b]), min(n, len(at)-b),
			bytesOf(&rig.withLast[0]), len(rig.joints)/groupJoints, states, others, rows.Others/groupJoints, rig.root)
	}
}

func generalPalette16(out *Palettes, pose []float32, rig *GeneralRig, scratch []float32) {
	switch Current() {
	case AVX512:
		generalPalette16AVX512(&out.Values[0], out.Stride*4, &pose[0], othersOf(pose, len(rig.joints), 0),
			bytesOf(&rig.withLast[0]), len(rig.joints)/groupJoints, &scratch[headValues])
	case AVX2:
		generalPaletteInTurns(out, pose, rig, scratch)
	default:
		generalPalette16Go(out, pose, rig, scratch)
	}
}
