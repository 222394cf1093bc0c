package runtime

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/source"
	"github.com/sinew-anim/sinew/runtime/play"
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

// controls is what changes the poses of a crowd.
type controls struct {
	of      play.Control // nil: nothing
	acting  []uint8
	columns []int
	owed    []float32 // per instance: seconds since its pose was changed last
	fresh   []byte    // what it remembered of instance 0 when SetControl was called, see forget
}

// controlled reports whether the control changes instance i.
func (c *table) controlled(i int) bool {
	return c.control.of != nil && i < c.n && c.control.acting[i] != 0
}

// clockModes are the modes of clocks.
var clockModes = [...]simd.ClockMode{play.Wrap: simd.ClockWrap, play.Clamp: simd.ClockClamp, play.PingPong: simd.ClockPingPong}

// main is the index of the voice that layer 0 of instance i plays or fades in.
func (c *table) main(i int) int {
	if c.voices.used[i] == 1 {
		return i
	}
	k, _ := c.voices.current(i, 0)
	return c.voices.at(i, k)
}

func (c *table) clipOf(a int) int {
	if clip := int(c.clip[a]); clip < c.clips() {
		return clip
	}
	return play.Rest
}

// noVoice is the index of none.
const noVoice = -1

// crowdMask is a mask that layers can have.
type crowdMask struct {
	columns []float32 // a weight per column of poses
	least   float32   // the weight of the joint that it reaches least
	mean    float32   // of the weights of all joints
	most    float32   // of columns
}

func (c *table) clips() int { return len(c.played) - 1 }

// affineFloats is the number of float32 in one matrix.
const affineFloats = 12

// endingPingPong is the mode of PingPong that Clocks.Hold ends.
const endingPingPong = simd.ClockPingPong | simd.ClockClamp

// watching reports whether steps have to be observed.
func (c *table) watching() bool {
	return len(c.watch.events) > 0 || c.roots.mode != play.RootIgnored
}

func loopModeOf(m simd.ClockMode) play.LoopMode {
	switch {
	case m&simd.ClockPingPong != 0:
		return play.PingPong
	case m == simd.ClockWrap:
		return play.Wrap
	}
	return play.Clamp
}

// graphs is what decides for a crowd what its instances play.
type graphs struct {
	of    play.Graph // nil: Play does
	masks int        // of the crowd before those of the graph
}

// ungoverned is an error where a graph decides what plays.
func (c *table) ungoverned() error {
	if c.graph.of != nil {
		return fmt.Errorf("%w: it decides what plays", play.ErrGraph)
	}
	return nil
}

// clockStep is by how much clocks advance in a step of dt seconds: a graph puts them where
// they have to be.
func (c *table) clockStep(dt float64) float64 {
	if c.graph.of != nil {
		return 0
	}
	return dt
}

// heldClip is the clip of a held pose's clock, which counts half-lives.
var heldClip = simd.ClockClip{Seconds: math.MaxFloat32, Rate: 1, Frames: 1}

// heldClock is the index of heldClip in clocks, where it is the last.
func (c *table) heldClock() int { return len(c.played) }

// rests reports whether a voice adds nothing.
func (c *table) rests(a int) bool { return int(c.clip[a]) == c.clips() && !c.voices.held(a) }
