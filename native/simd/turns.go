//go:build amd64 && !purego

package simd

import (
	"unsafe"
)

// Kernels of instruction sets with fewer than 16 lanes take a block in turns
// of turnLanes lanes each.

// turn is what such a kernel is told about its lanes.
type turn struct {
	offset [Lanes]int64   // of each lane's row in the bank, in bytes
	weight [Lanes]float32 // of the next row
}

// set fills in the lanes from first on.
func (t *turn) set(at *Frames, first int) {
	for i := range turnLanes {
		t.offset[i], t.weight[i] = at.Row[first+i]*4, at.Alpha[first+i]
	}
}

func bytesOf[T any](p *T) *byte { return (*byte)(unsafe.Pointer(p)) }

func sampleInTurns(pose []float32, rows *Rows, at *Frames) {
	var t turn
	for first := 0; first < Lanes; first += turnLanes {
		t.set(at, first)
		sampleRows8AVX2(&pose[first], bytesOf(&rows.Values[0]), rows.Stride*4, bytesOf(&t), rows.Rotations/groupJoints, rows.Others/groupJoints)
	}
}

func rigPaletteInTurns(out *Palettes, pose []float32, rig *Rig, scratch []float32) {
	states, _ := rig.scratchParts(scratch)
	for first := 0; first < Lanes; first += turnLanes {
		rigPalette8AVX2(&out.Values[first*out.Stride], out.Stride*4, &pose[first], bytesOf(&rig.joints[0]), len(rig.joints)/groupJoints,
			states, othersOf(pose, len(rig.joints), first), rig.root)
	}
}

func generalPaletteInTurns(out *Palettes, pose []float32, rig *GeneralRig, scratch []float32) {
	for first := 0; first < Lanes; first += turnLanes {
		generalPalette8AVX2(&out.Values[first*out.Stride], out.Stride*4, &pose[first], othersOf(pose, len(rig.joints), first),
			bytesOf(&rig.joints[0]), len(rig.joints)/groupJoints, &scratch[headValues])
	}
}

// scratchParts are the addresses of states and sampled other columns in scratch.
func (r *Rig) scratchParts(scratch []float32) (states, others *float32) {
	states = &scratch[headValues]
	return states, (*float32)(unsafe.Add(unsafe.Pointer(states), r.slots*stateBytes))
}

// othersOf is the address of lane first of a pose's other columns. There may be
// none: then it is not read.
func othersOf(pose []float32, rotations, first int) *float32 {
	return (*float32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(pose)), 4*(rotations*rotationRows*Lanes+first)))
}
