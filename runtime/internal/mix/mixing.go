package mix

import (
	"sync"

	"github.com/sinew-anim/sinew/internal/limit"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/internal/source"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Mixing is what makes poses and palettes of what the instances of a crowd play.
type Mixing struct {
	Active  *active.Table
	Player  source.Player
	Poses   *pose.Layout
	Len     int
	Scales  *limit.Scales // nil: no layer scales a joint
	Lengths *limit.Lengths
	LODs    LODs

	Stride  int
	Values  []float32 // palettes, of whole blocks
	Weights Weights
	Floats  source.Floats
	Faces   Faces

	Alone     *Scratch // of poseAt and others between updates, guarded by AloneLock
	AloneLock sync.Mutex
}

// Scratch is what a goroutine needs to make poses.
type Scratch struct {
	Planes        [play.MaxLayers][active.CrowdBlocks]simd.Frames // where the active clips stand: each instance has a slot
	Parts         [play.MaxLayers]active.Part                     // of the instance that is mixed
	pose, Kernels []float32
	moved         []float32 // a pose that is displaced, or held
	held          *simd.Rows
	heldAt        simd.Frames
	offsets       simd.Offsets
	instance      [active.CrowdBlocks * simd.Lanes]int32
	Gather        gather
	Mixer         mixer
	row           []float32    // the pose of one instance
	Shown         [4][]float32 // poses of one instance, at the front of sums
	controller    pose.Controller
	plain         plainFrames // of instances that only the control makes layered
	changing      pose.Changing
	changed       []float32 // a block; its first pose is one that is changed alone
	source        source.Scratch
	expressed     []float32 // values of the expressions of an instance
}

// plainFrames are the instances of a block, each of which plays one clip.
type plainFrames struct {
	source.Part
	instance [simd.Lanes]int32
}

// batch is blocks of instances of one group and level of detail.
type batch struct {
	level, group int
	at           []simd.Frames
	out          simd.Palettes // of the first lane or, with lanes, of all instances
	lanes        []int32       // where not nil, the instance whose palette each lane writes
	// instance is the instance in each lane, or -1 in a spare lane. It is set where
	// morph weights move.
	instance []int32
	first    int  // where lanes is nil, the instance in the first lane
	offsets  bool // an instance has an offset, perhaps
}

// block is where the palettes of block k of the batch go.
func (b *batch) block(k int) simd.Palettes {
	out := b.out
	if b.lanes != nil {
		out.Lane = (*[simd.Lanes]int32)(b.lanes[k*simd.Lanes:])
		return out
	}
	out.Values = out.Values[k*simd.Lanes*out.Stride:]
	return out
}

// Alone is an instance that is evaluated alone, and where in its group's rows it is.
type Alone struct {
	Level, Group, Instance int
	Row                    int64
	Alpha                  float32
}

// LayerMean is what one layer of an instance shows.
type LayerMean struct {
	Shown  float32 // how far it has come in; 0: it rests
	Weight float32
	Kind   play.Kind
	Mask   uint8
	Clips  int // of the layer
}

// gatherBlocks is the number of blocks of instances that are gathered before a
// kernel evaluates them.
const gatherBlocks = 4

// gather collects instances that do not lie one after the other into blocks: a list per kind of
// level of detail and group.
type gather []gathered

// gathered are instances of one kind of level of detail and one group.
type gathered struct {
	count    int
	offsets  bool                             // one has an offset
	instance [gatherBlocks * simd.Lanes]int32 // −1 in a spare lane
	lanes    [gatherBlocks * simd.Lanes]int32 // the instance whose palette it writes
	at       [gatherBlocks]simd.Frames
}

// mixerLists is the number of shapes that a goroutine gathers instances of at a time.
const mixerLists = 8

// mixer computes the poses of instances that combine clips: it collects blocks of one shape.
//
//	part 0   clip, place, weight of 16 instances   walk   │ sum   ┐
//	part 1                                         run    │       ├ Finish ─► pose
//	part 2                                         wave   │ Add   ┘
//
// Lanes write their palettes in place, fastest where the instances of a block are consecutive.
type mixer struct {
	whole    mixList // instances of one shape from the first of a block on
	lists    [mixerLists]mixList
	last     *mixList // that an instance was added to
	now      uint32
	open     int       // lists with instances
	sum      []float32 // of a block, and of an instance
	below    []float32
	model    *pose.ModelScratch
	rescaled *pose.RescaleScratch
	cover    [simd.Lanes]float32
	// scaled is the greatest scale of a chain of joints in each lane, see scaling.
	scaled [simd.Lanes]float64
	rows   [play.MaxLayers]simd.WeightedRows
	row1   [play.MaxLayers]simd.WeightedRow
}

// mixList is instances of one shape.
type mixList struct {
	shape    active.Shape
	count    int
	used     uint32
	heaviest float32 // see lengths: of an instance's weights
	instance [simd.Lanes]int32
	part     [play.MaxLayers]source.Part
}
