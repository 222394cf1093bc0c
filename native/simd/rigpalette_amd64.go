//go:build !purego

package simd

//go:noescape
func rigPalette16AVX512(dst *float32, stride int, pose, others *float32, joints *rigJoint, groups int, states *float32, root float32)

//go:noescape
func rigPalette8AVX2(dst *float32, stride int, pose *float32, joints *rigJoint, groups int, states, others *float32, root float32)

//go:noescape
func rigRows16AVX512(dst *float32, stride int, rows *float32, rowStride int, frames *Frames, blocks int, joints *rigJoint, groups int,
	states, others *float32, otherGroups int, root float32)

// rigRowsStream16AVX512 writes around the caches.
//
//go:noescape
func rigRowsStream16AVX512(dst *float32, stride int, rows *float32, rowStride int, frames *Frames, blocks int, joints *rigJoint, groups int,
	states, others *float32, otherGroups int, root float32)

func rigPalette16(out *Palettes, pose []float32, rig *Rig, scratch []float32) {
	states, _ := rig.scratchParts(scratch)
	groups := len(rig.joints) / groupJoints
	switch Current() {
	case AVX512:
		rigPalette16AVX512(&out.Values[0], out.Stride*4, &pose[0], othersOf(pose, len(rig.joints), 0), &rig.withLast[0], groups, states, rig.root)
	case AVX2:
		for first := 0; first < Lanes; first += passLanes {
			rigPalette8AVX2(&out.Values[first*out.Stride], out.Stride*4, &pose[first], &rig.joints[0], groups, states,
				othersOf(pose, len(rig.joints), first), rig.root)
		}
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
			sampleRows16(pose, rows, &at[b])
			block.Values = out.Values[b*Lanes*out.Stride:]
			rigPalette16(&block, pose, rig, scratch)
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
		kernel(&out.Values[b*Lanes*out.Stride], out.Stride*4, &rows.Values[0], rows.Stride*4, &at[b], min(n, len(at)-b),
			&rig.withLast[0], len(rig.joints)/groupJoints, states, others, rows.Others/groupJoints, rig.root)
	}
}

// fusedGroups is the least number of groups of joints with which a fused kernel
// can go from block to block: it samples two groups ahead.
const fusedGroups = 3

// maxBlocks is the number of blocks in a call of assembly, which the scheduler
// of goroutines cannot interrupt.
const maxBlocks = 8

// blocksAtOnce is the number of n blocks that a fused kernel may take in one
// go.
func (r *Rig) blocksAtOnce(n int) int {
	if len(r.joints) < fusedGroups*groupJoints {
		return 1
	}
	return min(n, maxBlocks)
}
