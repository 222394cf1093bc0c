package runtime

import (
	"context"
	"fmt"

	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Source is what a Crowd plays. All sources of a model play alike:
//
//	             exact            memory                     speed (16+)    needs      plays archives
//	Keyframes    yes, to 1e-6     up to twice the keys       fast           a model    clips stored exactly
//	Baked        within a bound   5 to 20 times the keys     fastest        compile    with a bank
//	Compressed   within a bound   a tenth of the keys and    nearly Baked   compress   compressed clips
//	                              a bounded cache
//
// A Source is a value and can be used for any number of crowds, by several goroutines at
// the same time: they share what it prepares.
type Source struct {
	open func(ctx context.Context, o *CrowdOptions) (player, error)
	keep func() (backing, error) // where its data may be taken away; or nil
	// deviation is Deviation; nil where that is not known.
	deviation func(o pose.LayoutOptions) (Deviation, error)
}

// Prepare does what the first NewCrowd of the source with such options does before it has an
// instance: it checks the source and prepares its clips, which for large models takes
// seconds. The context can end it, and is checked at least every few milliseconds; a crowd
// that follows finds what is prepared. The error is the context's, or what NewCrowd returns.
func (s Source) Prepare(ctx context.Context, o CrowdOptions) error {
	c := &Crowd{}
	_, done, err := c.opened(ctx, s, &o, "prepare")
	if done != nil {
		done()
	}
	return err
}

// opened returns a source's player. Where release is not nil, it returns what the source
// keeps for the crowd until it is called.
func (c *Crowd) opened(ctx context.Context, s Source, o *CrowdOptions, what string) (p player, release func(), err error) {
	if s.open == nil {
		return nil, nil, fmt.Errorf("%s: %w: no source", what, soa.ErrInvalid)
	}
	if s.keep != nil {
		store, err := s.keep()
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", what, err)
		}
		c.mapped, release = store.mapped, store.release
	}
	failed := c.guard(what, nil, 0, 0, func() {
		if p, err = s.open(ctx, o); err != nil {
			err = fmt.Errorf("%s: %w", what, err)
		}
	})
	if failed != nil {
		err = failed
	}
	return p, release, err
}

// backing is what keeps a source's data as long as a crowd needs it.
type backing struct {
	release func()
	mapped  fault.Set // the files that it lies in, which may become shorter
}

// player is a source that is prepared for one crowd. Only the methods that have a
// Scratch run in a frame, each for whole blocks.
type player interface {
	layout() *pose.Layout
	clips() []playedClip
	// cells and stride are those of the rows that clocks find, see simd.NewClocks.
	cells() ([]simd.Cell, int)
	// prepare adds what the player needs to a goroutine's scratch.
	prepare(s *Scratch)
	// group returns which instances may be lanes of one block: those with clips of
	// one group, below groups.
	group(clip int32) int
	groups() int
	// scales are the greatest scales of slots, or nil where none has a column.
	scales() []float64
	// place turns where the clocks of blocks, from block first on, have found their
	// lanes to be into what evaluate and alone read.
	place(c *Crowd, at []simd.Frames, first int)
	// placeOne does it for one instance.
	placeOne(c *Crowd, i int, row int64, alpha float32) (int64, float32)
	evaluate(s *Scratch, b *batch)
	// sample computes the poses of the lanes whose bit is set; others hold anything
	// then. sampleRow computes that of one instance, with the same bits.
	sample(s *Scratch, block []float32, f *partFrames, lanes uint16)
	sampleRow(s *Scratch, row []float32, clip int32, at int64, alpha float32)
	// rowsOf returns rows between which lanes first:last of some parts stand, and puts into
	// the parts where; it returns nil where there are no such rows.
	rowsOf(s *Scratch, parts []partFrames, first, last int) *simd.Rows
	// alone evaluates one instance, with the bits of evaluate.
	alone(c *Crowd, s *Scratch, one lone)
}

// playedClip is what a crowd knows of a clip.
type playedClip struct {
	name   string
	start  float64 // seconds on the file's time line
	clock  simd.ClockClip
	floats *soa.Clip // of the tracks that drive floats, or nil

	events    []soa.Event
	motion    *soa.Motion
	perSecond float64 // ticks of these two
}

// lone is an instance that is evaluated alone, and where in its group's rows it is.
type lone struct {
	level, group, instance int
	row                    int64
	alpha                  float32
}

// batch is blocks of instances of one group and level of detail.
type batch struct {
	level, group int
	at           []simd.Frames
	out          pose.Palettes // of the first lane or, with lanes, of all instances
	lanes        []int32       // where not nil, the instance whose palette each lane writes
	// instance is the instance in each lane, or -1 in a spare lane. It is set where
	// morph weights move.
	instance []int32
	weights  *crowdWeights
	first    int  // where lanes is nil, the instance in the first lane
	offsets  bool // an instance has an offset, perhaps
}

// block is where the palettes of block k of the batch go.
func (b *batch) block(k int) pose.Palettes {
	out := b.out
	if b.lanes != nil {
		out.Lane = (*[simd.Lanes]int32)(b.lanes[k*simd.Lanes:])
		return out
	}
	out.Values = out.Values[k*simd.Lanes*out.Stride:]
	return out
}

// rows computes the batch's palettes from rows; lengths are right.
func (b *batch) rows(s *Scratch, poses *pose.Layout, rows *simd.Rows) {
	for k := range b.at {
		if by := b.displaced(s, k); by != nil {
			_ = poses.OffsetRows(s.pose, rows, &b.at[k], by)
			b.weightsOf(k, s.pose)
		} else {
			_ = poses.SampleRows(s.pose, rows, &b.at[k])
		}
		_ = poses.Detail(b.level).ToPalettes(b.block(k), s.pose, s.kernels)
	}
}

// weightsOf takes the weights of block k, where weights move, from its pose.
func (b *batch) weightsOf(k int, block []float32) {
	if b.weights.moving() {
		b.weights.ofBlock(b.instance[k*simd.Lanes:][:simd.Lanes], block)
	}
}

// between computes the palette and the weights of an instance from rows.
func (one *lone) between(c *Crowd, s *Scratch, rows *simd.Rows) {
	if c.weights.moving() {
		c.weights.ofRow(int32(one.instance), rows, one.row, one.alpha)
	}
	_ = c.poses.Detail(one.level).Between(c.palette(one.instance), rows.Values[one.row:], rows.Values[one.row+int64(rows.Stride):], one.alpha, s.kernels)
}

// sampleBetween computes a pose between two rows.
func sampleBetween(row []float32, rows *simd.Rows, at int64, alpha float32) {
	_ = simd.SampleRows1(row, rows.Values[at:][:len(row)], rows.Values[at+int64(rows.Stride):][:len(row)], alpha)
}
