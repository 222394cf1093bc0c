package kernel

import "github.com/sinew-anim/sinew/native/simd"

// RigFrame is a joint of RigFrames.
type RigFrame struct {
	Frame, Above          int        // indices of its frame and its parent's
	Rotation, Translation int        // where its columns begin in a block; Translation −1: 0
	From                  [3]float32 // from the parent to the joint in the bind pose
}

// RigFrames are joints whose frames FrameRig computes for one instance, in lane 0:
//
//	frames │ frame 0: rows of 16 lanes │ frame 1 │ … │     block │ columns: rows of 16 lanes │
//	         └──── of one lane ────┘                               └─ of one lane ─┘
//
// A joint comes after its parent.
type RigFrames struct {
	joints         []rigFrame
	frames, values int // least length of frames, and of a block
}

// rigFrame is a joint as the kernel reads it, with offsets in bytes.
type rigFrame struct {
	uniforms                          [4]float32 // of FrameRig
	above, rotation, translation, own int32
}

// noMove is the translation of a joint without a column.
var noMove [3 * simd.Lanes]float32

// NewRigFrames prepares joints of a layout with a uniform scale.
func NewRigFrames(joints []RigFrame, scale float32) *RigFrames {
	f := &RigFrames{}
	for _, j := range joints {
		r := rigFrame{uniforms: [4]float32{j.From[0], j.From[1], j.From[2], scale}, own: int32(4 * FrameValues * j.Frame), above: int32(4 * FrameValues * j.Above),
			rotation: int32(4 * j.Rotation), translation: -1}
		if f.values = max(f.values, j.Rotation+rotationRows*simd.Lanes); j.Translation >= 0 {
			r.translation = int32(4 * j.Translation)
			f.values = max(f.values, j.Translation+otherRows*simd.Lanes)
		}
		f.frames = max(f.frames, FrameValues*(1+max(j.Frame, j.Above)))
		f.joints = append(f.joints, r)
	}
	return f
}

// Read1 computes the frames of joints from first on, before last, from the columns of a block,
// both in lane 0, with the bits of FrameRig16; lanes 1 to 3 may hold anything then. with serves as
// memory.
func (f *RigFrames) Read1(frames, block []float32, first, last int, with *Lanewise) error {
	if len(frames) < f.frames || len(block) < f.values || first < 0 || last > len(f.joints) {
		return checkLengths("RigFrames.Read1", length{"frames", len(frames), f.frames}, length{"block", len(block), f.values},
			length{"first", first, 0}, length{"joints", len(f.joints), last})
	}
	if first < last {
		rigFrames1(frames, block, f.joints[first:last], with)
	}
	return nil
}

// rigFrames1Go goes joint by joint.
func rigFrames1Go(frames, block []float32, joints []rigFrame, with *Lanewise) {
	with.Len = 1
	rows := &with.Rows
	for i := range joints {
		j := &joints[i]
		with.Uniforms = j.uniforms[:]
		rows[0], rows[1], rows[2], rows[3] = frames[j.above/4:], block[j.rotation/4:], noMove[:], frames[j.own/4:]
		if j.translation >= 0 {
			rows[2] = block[j.translation/4:]
		}
		frameRig16(with)
	}
}
