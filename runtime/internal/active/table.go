package active

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/runtime/internal/source"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Table is what the instances of a crowd play: active clips, clocks, events and root motion. It
// stores held poses and offsets, but computes none.
type Table struct {
	Poses     *pose.Layout
	Len       int
	Played    []source.Clip  // per clip; the last is the rest pose
	Clocks    *kernel.Clocks // of all active clips
	Clip      []int32        // of all active clips
	Clips     Clips
	Masks     []Mask
	HeldPoses Rows
	Offsets   offsets
	Watch     watch
	Markers   []markers // per clip
	Roots     roots
	Graph     graphs
	Control   Controls
}

// Controls is what changes the poses of a crowd.
type Controls struct {
	Of      play.Control // nil: nothing
	Acting  []uint8
	Reads   *pose.Picks // the columns that controllers read or write
	Changes *pose.Picks // those that they write
	Owed    []float32   // per instance: seconds since its pose was changed last
	Fresh   []byte      // what it remembered of instance 0 when SetControl was called, see forget
}

// Controlled reports whether the control changes instance i.
func (c *Table) Controlled(i int) bool {
	return c.Control.Of != nil && i < c.Len && c.Control.Acting[i] != 0
}

// clockModes are the modes of clocks.
var clockModes = [...]kernel.ClockMode{play.Wrap: kernel.ClockWrap, play.Clamp: kernel.ClockClamp, play.PingPong: kernel.ClockPingPong}

// Main is the index of the active clip that layer 0 of instance i plays or fades in.
func (c *Table) Main(i int) int {
	if c.Clips.Used[i] == 1 {
		return i
	}
	k, _ := c.Clips.Current(i, 0)
	return c.Clips.At(i, k)
}

func (c *Table) ClipOf(a int) int {
	if clip := int(c.Clip[a]); clip < c.Sources() {
		return clip
	}
	return play.Rest
}

// noClip is the index of none.
const noClip = -1

// Mask is a mask that layers can have.
type Mask struct {
	Columns []float32 // a weight per column of poses
	Least   float32   // the weight of the joint that it reaches least
	Mean    float32   // of the weights of all joints
	Most    float32   // of columns
}

func (c *Table) Sources() int { return len(c.Played) - 1 }

// AffineFloats is the number of float32 in one matrix.
const AffineFloats = 12

// endingPingPong is the mode of PingPong that Clocks.Hold ends.
const endingPingPong = kernel.ClockPingPong | kernel.ClockClamp

// Watching reports whether steps have to be observed.
func (c *Table) Watching() bool {
	return len(c.Watch.events) > 0 || c.Roots.Mode != play.RootIgnored
}

func loopModeOf(m kernel.ClockMode) play.LoopMode {
	switch {
	case m&kernel.ClockPingPong != 0:
		return play.PingPong
	case m == kernel.ClockWrap:
		return play.Wrap
	}
	return play.Clamp
}

// graphs is what decides for a crowd what its instances play.
type graphs struct {
	Of    play.Graph // nil: Play does
	Masks int        // of the crowd before those of the graph
}

// Ungoverned is an error where a graph decides what plays.
func (c *Table) Ungoverned() error {
	if c.Graph.Of != nil {
		return fmt.Errorf("%w: it decides what plays", play.ErrGraph)
	}
	return nil
}

// HeldPoseClip is the clip of a held pose's clock, which counts half-lives.
var HeldPoseClip = kernel.ClockClip{Seconds: math.MaxFloat32, Rate: 1, Frames: 1}

// HeldClock is the index of HeldPoseClip in clocks, where it is the last.
func (c *Table) HeldClock() int { return len(c.Played) }

// Rests reports whether an active clip adds nothing.
func (c *Table) Rests(a int) bool { return int(c.Clip[a]) == c.Sources() && !c.Clips.HoldsPose(a) }
