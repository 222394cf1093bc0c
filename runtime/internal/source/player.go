package source

import (
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Player is a source prepared for one crowd. Place turns the rows and alphas of clocks into places of
// the source, whose poses are rows to sample, or are computed into a block:
//
//	clocks ─ Place ─► at ─┬─ Rows ──► rows, at          Baked, Compressed
//	                      └─ Block ─► a block's pose     Keyframes
//
// Only the methods that have a Scratch run in a frame, each for whole blocks but Row and Pose, which
// do the same for one instance, with the same bits.
type Player interface {
	Layout() *pose.Layout
	// Ready prepares a clip that is played for the first time. Where it returns an error the clip
	// must not be played. It is safe for concurrent use.
	Ready(clip int) error
	Clips() []Clip
	// Cells and their stride are those of the rows that clocks find, see kernel.NewClocks.
	Cells() ([]kernel.Cell, int)
	// Group returns which instances may be lanes of one block: those with clips of
	// one group, below Groups. The clip after the last is the rest pose.
	Group(clip int32) int
	Groups() int
	// Scales are the greatest scales of slots, or nil where none has a column.
	Scales() []float64
	// Prepare adds what the player needs to a goroutine's scratch.
	Prepare(s *Scratch)

	// Place turns the clocks' frames of blocks from block first on into places. clip is of all lanes.
	Place(at []simd.Frames, first int, clip []int32, clocks *kernel.Clocks)
	PlaceOne(i int, clip []int32, clocks *kernel.Clocks, row int64, alpha float32) (int64, float32)

	// Rows returns the rows of a group's blocks, and writes their places in these to at; nil where the
	// group has no rows. Sampling them overwrites the block.
	Rows(s *Scratch, group int, at []simd.Frames) *simd.Rows
	Row(s *Scratch, group int, row int64, alpha float32) (*simd.Rows, int64, float32)
	// Block computes the pose of a block of a group without rows.
	Block(s *Scratch, block []float32, group int, at *simd.Frames)

	// Sample computes the poses of the lanes whose bit is set; others hold anything then.
	Sample(s *Scratch, block []float32, p *Part, lanes uint16)
	// RowsOf does what Rows does for lanes first:last of parts.
	RowsOf(s *Scratch, parts []Part, first, last int) *simd.Rows
	// Pose computes the pose of an instance into the scratch's row for part k, which only
	// Changeable allows to change.
	Pose(s *Scratch, k int, clip int32, row int64, alpha float32) []float32
}

// Clip is what a crowd knows of a clip.
type Clip struct {
	Name   string
	Start  float64 // seconds on the file's time line
	Clock  kernel.ClockClip
	Floats *soa.Clip // of the tracks that drive floats, or nil

	Events    []soa.Event
	Motion    *soa.Motion
	PerSecond float64 // ticks of these two
}

// clipOf is a clip that is played from its start to its end in one interval.
func clipOf(clip, floats *soa.Clip) Clip {
	return Clip{Name: clip.Name, Start: clip.Start, Floats: floats, Clock: kernel.ClockClip{Seconds: clip.Seconds(), Rate: 1, Frames: 1},
		Events: clip.Events, Motion: clip.Motion, PerSecond: clip.TicksPerSecond}
}

// Part is what each lane of a block plays of one clip, and with what weight.
type Part struct {
	Clip   [simd.Lanes]int32
	At     simd.Frames
	Weight [simd.Lanes]float32
}

// Scratch is what a goroutine keeps of a source. It is always given the same block; Overwritten
// reports that others have changed it.
type Scratch struct {
	keys  keysScratch
	cache spanCache
	parts partRows
}

// Overwritten says that the block no longer holds what was computed into it last.
func (s *Scratch) Overwritten() { s.keys.held = heldAnything }

// Forget drops what may have been read of a file that was cut meanwhile.
func (s *Scratch) Forget() {
	s.keys.held = heldAnything
	s.parts.forget()
	s.cache.forget()
}
