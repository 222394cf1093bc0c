package runtime

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/source"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// table is what the instances of a crowd play: their active clips, where the clocks of these
// stand, what they have passed and where that has led. It knows poses that are held or die
// out, but computes none.
type table struct {
	poses   *pose.Layout
	n       int
	played  []source.Clip // per clip; the last is the rest pose
	clocks  *simd.Clocks  // of all voices
	clip    []int32       // of all voices
	voices  voices
	masks   []crowdMask
	held    rowPool
	offsets offsets
	watch   watch
	markers []markers // per clip
	roots   roots
	graph   graphs
	control controls
}
