//go:build amd64 && !purego

package simd

import (
	"math"
	"unsafe"
)

// Kernels of instruction sets with fewer than 16 lanes take a block in turns
// of turnLanes lanes each.

// turn is what such a kernel is told about its lanes.
type turn struct {
	offset [Lanes]int64  // of each lane's row in the bank, in bytes
	weight [Lanes]uint32 // of the next row: float32, or the weights of both rows as 16-bit integers
	unit   float32
	_      [15]float32
}

// turnIn is the place for a turn in scratch: among what other kernels keep of
// lanes there.
func turnIn(scratch []float32) *turn {
	return (*turn)(unsafe.Pointer(unsafe.SliceData(scratch[headBuffers:headValues])))
}

// set fills in the lanes from first on.
func (t *turn) set(at *Frames, first, valueBytes int) {
	t.unit = shortUnit
	for i := range turnLanes {
		t.offset[i] = at.Row[first+i] * int64(valueBytes)
		if alpha := at.Alpha[first+i]; valueBytes == 4 {
			t.weight[i] = math.Float32bits(alpha)
		} else {
			n := shortWeight(alpha)
			t.weight[i] = uint32(shortOne-n) | uint32(n)<<16
		}
	}
}

// rowsSource is where a kernel reads rows: float32 or 16-bit integers.
type rowsSource struct {
	rows                *byte
	stride, otherOffset int // bytes
	rotations, others   int // groups of four columns
	scale               *float32
	valueBytes          int
}

func (r *Rows) source() rowsSource {
	return rowsSource{bytesOf(unsafe.SliceData(r.Values)), r.Stride * 4, r.Rotations * 16,
		r.Rotations / groupJoints, r.Others / groupJoints, nil, 4}
}

func (r *ShortRows) source() rowsSource {
	return rowsSource{bytesOf(unsafe.SliceData(r.Values)), r.Stride * 2, r.Rotations * 8,
		r.Rotations / groupJoints, r.Others / groupJoints, unsafe.SliceData(r.Scale), 2}
}

func bytesOf[T any](p *T) *byte { return (*byte)(unsafe.Pointer(p)) }

func sampleInTurns(pose []float32, s rowsSource, at *Frames) {
	var t turn
	for first := 0; first < Lanes; first += turnLanes {
		t.set(at, first, s.valueBytes)
		sampleTurn(&pose[first], &s, bytesOf(&t))
	}
}

// Kernels of 8 lanes that turn joints by rows, and by poses.
type (
	rows8 func(dst *float32, stride int, rows *byte, rowStride, otherOffset int, table *byte, otherGroups int,
		joints *byte, groups int, states, others *float32, root float32)
	shortRows8 func(dst *float32, stride int, rows *byte, rowStride, otherOffset int, table *byte, otherGroups int,
		joints *byte, groups int, states, others *float32, root float32, scale *float32)
	palette8 func(dst *float32, stride int, pose *float32, joints *byte, groups int, states, others *float32, root float32)
)

func (k rows8) inTurns(out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) {
	s, t := rows.source(), turnIn(scratch)
	states, others := rig.scratchParts(scratch)
	for i := 0; i < Lanes*len(at); i += turnLanes {
		t.set(&at[i/Lanes], i%Lanes, s.valueBytes)
		k(&out.Values[i*out.Stride], out.Stride*4, s.rows, s.stride, s.otherOffset, bytesOf(t), s.others,
			bytesOf(&rig.joints[0]), len(rig.joints)/groupJoints, states, others, rig.root)
	}
}

func (k shortRows8) inTurns(out *Palettes, rows *ShortRows, at []Frames, rig *Rig, scratch []float32) {
	s, t := rows.source(), turnIn(scratch)
	states, others := rig.scratchParts(scratch)
	for i := 0; i < Lanes*len(at); i += turnLanes {
		t.set(&at[i/Lanes], i%Lanes, s.valueBytes)
		k(&out.Values[i*out.Stride], out.Stride*4, s.rows, s.stride, s.otherOffset, bytesOf(t), s.others,
			bytesOf(&rig.joints[0]), len(rig.joints)/groupJoints, states, others, rig.root, s.scale)
	}
}

func (k palette8) inTurns(out *Palettes, pose []float32, rig *Rig, scratch []float32) {
	states, _ := rig.scratchParts(scratch)
	for first := 0; first < Lanes; first += turnLanes {
		k(&out.Values[first*out.Stride], out.Stride*4, &pose[first], bytesOf(&rig.joints[0]), len(rig.joints)/groupJoints,
			states, othersOf(pose, len(rig.joints), first), rig.root)
	}
}

func generalPaletteInTurns(out *Palettes, pose []float32, rig *GeneralRig, scratch []float32) {
	for first := 0; first < Lanes; first += turnLanes {
		generalPaletteTurn(&out.Values[first*out.Stride], out.Stride*4, &pose[first], othersOf(pose, len(rig.joints), first),
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
