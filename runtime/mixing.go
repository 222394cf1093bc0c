package runtime

import (
	"sync"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/limit"
	"github.com/sinew-anim/sinew/runtime/internal/source"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// mixing is what makes poses and palettes of what the instances of a crowd play.
type mixing struct {
	active  *table
	player  source.Player
	poses   *pose.Layout
	n       int
	scales  *limit.Scales // nil: no layer scales a joint
	lengths *limit.Lengths
	levels  crowdLevels

	stride  int
	values  []float32 // palettes, of whole blocks
	weights crowdWeights
	floats  source.Floats

	solo     *mixScratch // of poseAt and others between updates, guarded by soloLock
	soloLock sync.Mutex
}

// mixScratch is what a goroutine needs to make poses.
type mixScratch struct {
	planes        [play.MaxLayers][crowdBlocks]simd.Frames // where the voices stand: each instance has a slot
	parts         [play.MaxLayers]part                     // of the instance that is mixed
	pose, kernels []float32
	moved         []float32 // a pose that is displaced, or held
	held          *simd.Rows
	heldAt        simd.Frames
	offsets       pose.Offsets
	instance      [crowdBlocks * simd.Lanes]int32
	gather        gather
	mixer         mixer
	row           []float32 // the pose of one instance
	solo          soloRows
	controller    pose.Controller
	plain         plainFrames // of instances that the control alone makes busy
	changing      pose.Changing
	changed       []float32 // a block, of which the first pose is one that it changes alone
	source        source.Scratch
}

// prepareScratch makes a goroutine's memory.
func (c *mixing) prepareScratch(s *mixScratch) {
	kernels := 0
	for _, level := range c.levels.kinds {
		kernels = max(kernels, c.poses.Detail(level).ScratchValues())
	}
	s.pose, s.kernels = simd.AlignedFloat32(c.poses.BlockValues()), simd.AlignedFloat32(kernels)
	s.moved, s.row = simd.AlignedFloat32(c.poses.BlockValues()), simd.AlignedFloat32(c.poses.RowValues())
	s.held = c.poses.Rows(nil)
	s.gather.prepare(c)
	s.mixer.prepare(c)
	s.solo.prepare(c.poses.SumValues())
	if control := c.active.control.of; control != nil {
		s.controller, s.changed = control.NewController(), simd.AlignedFloat32(c.poses.BlockValues())
		_ = c.poses.Reset(s.changed)
	}
	c.player.Prepare(&s.source)
}
