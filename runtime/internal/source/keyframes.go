package source

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/keys"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Keyframes plays the clips of a model from their own keys, see runtime.Keyframes.
func Keyframes(model *soa.Model) Source {
	var crowds prepared[*keyframes]
	return Source{Keep: func() (Backing, error) { return Backing{Mapped: mappedModel(model, nil)}, nil }, Open: func(ctx context.Context, o *Options) (Player, error) {
		if model == nil {
			return nil, fmt.Errorf("%w: no model", soa.ErrInvalid)
		}
		p, err := crowds.get(o.Layout, mappedModel(model, nil), func() (*keyframes, error) {
			plan, err := keys.New(ctx, model, model.Clips, o.Layout)
			if err != nil {
				return nil, err
			}
			return newKeyframes(plan, plan.Clips, plan.Floats)
		})
		if err != nil {
			return nil, fmt.Errorf("%q: %w", model.Name, err)
		}
		return p, nil
	}, Deviation: func(o pose.LayoutOptions) (worst play.Deviation, err error) {
		err = mappedModel(model, nil).Guard(func() error {
			worst, err = deviationOfKeys(model, o)
			return err
		})
		return worst, err
	}}
}

// keyframes plays keys: a group per clip, for a block samples one clip at a time.
type keyframes struct {
	poses  *pose.Layout
	clips  []*soa.Clip
	rest   *kernel.KeyClip // writes every column
	bound  []keys.Clip     // and last the one that holds the rest pose
	floats []*soa.Clip     // per clip: the tracks that drive floats, or nil
	scaled []float64
}

func newKeyframes(plan *keys.Plan, clips, floats []*soa.Clip) (*keyframes, error) {
	rest, bound, err := plan.Bind(clips)
	return &keyframes{plan.Poses, clips, rest, bound, floats, plan.Scaled}, err
}

// keysScratch is what a goroutine keeps for keys.
type keysScratch struct {
	held   int // clip whose columns the block's pose holds in all lanes, or one of the following
	ticks  kernel.Ticks
	curves *kernel.KeyScratch
	fitted uint32 // late.keyed when curves was made
}

// What the block's pose holds where that is not one clip.
const (
	heldAnything = -1 - iota
	heldMixture  // in columns that no clip moves the rest pose, in others anything
)

func (p *keyframes) Layout() *pose.Layout        { return p.poses }
func (p *keyframes) Scales() []float64           { return p.scaled }
func (p *keyframes) Cells() ([]kernel.Cell, int) { return nil, 0 }
func (p *keyframes) Ready(int) error             { return nil }
func (p *keyframes) Group(clip int32) int        { return int(clip) }
func (p *keyframes) Groups() int                 { return len(p.bound) }

func (p *keyframes) Clips() []Clip {
	out := make([]Clip, len(p.clips))
	for i := range out {
		out[i] = clipOf(p.clips[i], p.floats[i])
		out[i].Clock.Seconds = p.bound[i].Length
	}
	return out
}

func (p *keyframes) Prepare(s *Scratch) {
	k := &s.keys
	k.held = heldAnything
	s.parts.prepare(p.poses)
	p.fit(s)
}

// fit makes a scratch that suffices for all the clips that are prepared.
func (p *keyframes) fit(s *Scratch) {
	clips := make([]*kernel.KeyClip, 0, len(p.bound))
	for i := range p.bound {
		if c := p.bound[i].KeyClip; c != nil {
			clips = append(clips, c)
		}
	}
	s.keys.curves = kernel.NewKeyScratch(clips...)
}

// Place puts the tick of each lane into at: its float32 as the bits of Row, what is
// missing as Alpha.
func (p *keyframes) Place(at []simd.Frames, first int, clip []int32, clocks *kernel.Clocks) {
	for b := range at {
		for l := range simd.Lanes {
			at[b].Row[l], at[b].Alpha[l] = p.PlaceOne(simd.Lanes*(first+b)+l, clip, clocks, 0, 0)
		}
	}
}

func (p *keyframes) PlaceOne(i int, clip []int32, clocks *kernel.Clocks, _ int64, _ float32) (int64, float32) {
	return p.bound[clip[i]].Place(clocks.Position(i))
}

func (p *keyframes) Rows(*Scratch, int, []simd.Frames) *simd.Rows { return nil }

func (p *keyframes) Row(_ *Scratch, _ int, row int64, alpha float32) (*simd.Rows, int64, float32) {
	return nil, row, alpha
}

func (p *keyframes) RowsOf(*Scratch, []Part, int, int) *simd.Rows { return nil }

// Block computes poses of one clip.
func (p *keyframes) Block(s *Scratch, block []float32, group int, at *simd.Frames) {
	k, clip := &s.keys, &p.bound[group]
	if k.held == heldAnything {
		_ = kernel.HoldKeys16(block, p.rest, math.MaxUint16)
	}
	if k.held != group {
		_ = kernel.HoldKeys16(block, clip.KeyClip, math.MaxUint16)
		k.held = group
	}
	k.at(at)
	clip.Sample16(block, &k.ticks, math.MaxUint16, k.curves)
}

// at is where the lanes of a block are.
func (k *keysScratch) at(at *simd.Frames) {
	for l := range k.ticks.Tick {
		k.ticks.Tick[l], k.ticks.Rest[l] = keys.TickOf(at.Row[l]), at.Alpha[l]
	}
}

// Sample goes clip by clip.
func (p *keyframes) Sample(s *Scratch, block []float32, f *Part, lanes uint16) {
	k := &s.keys
	if k.held == heldAnything {
		_ = kernel.HoldKeys16(block, p.rest, math.MaxUint16)
	}
	k.held = heldMixture
	k.at(&f.At)
	for lanes != 0 {
		clip := f.Clip[bits.TrailingZeros16(lanes)]
		these := uint16(0)
		for l, other := range f.Clip {
			if other == clip {
				these |= 1 << l
			}
		}
		these &= lanes
		_ = kernel.HoldKeys16(block, p.bound[clip].KeyClip, these)
		p.bound[clip].Sample16(block, &k.ticks, these, k.curves)
		lanes &^= these
	}
}

func (p *keyframes) Pose(s *Scratch, k int, clip int32, at int64, alpha float32) []float32 {
	of, row := &p.bound[clip], s.parts.row(k)
	if s.parts.clip[k] != clip {
		if s.parts.clip[k] == heldByNone {
			_ = kernel.HoldKeys(row, p.rest)
		}
		_ = kernel.HoldKeys(row, of.KeyClip)
		s.parts.clip[k] = clip
	}
	of.Sample(row, keys.TickOf(at), alpha, s.keys.curves)
	return row
}
