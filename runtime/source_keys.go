package runtime

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// Keyframes plays the clips of a model straight from their own keys. The first NewCrowd of the
// source checks the model with Validate and prepares its keys, which all crowds of the
// source with the same CrowdOptions.Layout share; the model must not change then.
//
// Every model that Validate accepts plays. What is prepared takes no more memory than twice
// the keys of splines, eight times those of other tracks (one to four times, mostly) and
// 64 kB. Poses differ from those of the tracks by rounding, by less
// than 1e-6 where a great arc or a spline is cut into pieces, and by as much where a track
// that hardly moves counts as standing still (translations relative to the skeleton's
// size). Where float32 cannot hold a track so, Source.Deviation states the error.
func Keyframes(model *soa.Model) Source {
	var crowds prepared[*keysPlayer]
	mapped := func() (backing, error) { return backing{mapped: mappedModel(model, nil)}, nil }
	return Source{keep: mapped, open: func(ctx context.Context, o *CrowdOptions) (player, error) {
		if model == nil {
			return nil, fmt.Errorf("%w: no model", soa.ErrInvalid)
		}
		p, err := crowds.of(o.Layout, mappedModel(model, nil), func() (*keysPlayer, error) {
			plan, err := planKeys(ctx, model, model.Clips, o.Layout)
			if err != nil {
				return nil, err
			}
			p, err := plan.keys(plan.Clips)
			if err != nil {
				return nil, err
			}
			p.floats = plan.Floats
			return p, nil
		})
		if err != nil {
			return nil, fmt.Errorf("%q: %w", model.Name, err)
		}
		return p, nil
	}, deviation: func(o pose.LayoutOptions) (worst Deviation, err error) {
		err = mappedModel(model, nil).Guard(archive.ErrTruncated, func() error {
			worst, err = deviationOfKeys(model, o)
			return err
		})
		return worst, err
	}}
}

// keysPlayer plays keys: a group per clip, for a block samples one clip at a time.
type keysPlayer struct {
	poses   *pose.Layout
	columns simd.Columns
	rest    *simd.KeyClip // writes every column
	bound   []playedKeys  // per clip, and last the one that holds the rest pose
	list    []tickClock   // the same
	floats  []*soa.Clip   // per clip: the tracks that drive floats, or nil
	scaled  []float64
}

// playedKeys is a clip: what kernels sample of it, and the other tracks.
type playedKeys struct {
	*simd.KeyClip
	exact []exactTrack
}

// keysScratch is what a goroutine keeps for keys.
type keysScratch struct {
	held    int // clip whose columns the block's pose holds in all lanes, or one of the following
	row     []float32
	rowHeld int // clip whose columns the row holds, or -1
	ticks   simd.Ticks
	curves  *simd.KeyScratch
}

// What the block's pose holds where that is not one clip.
const (
	heldAnything = -1 - iota
	heldMixture  // in columns that no clip moves the rest pose, in others anything
)

func (p *keysPlayer) layout() *pose.Layout { return p.poses }
func (p *keysPlayer) scales() []float64    { return p.scaled }

func (p *keysPlayer) clips() []playedClip {
	out := make([]playedClip, len(p.list)-1)
	for i := range out {
		c := &p.list[i]
		out[i] = playedClip{name: c.clip.Name, start: c.clip.Start, clock: simd.ClockClip{Seconds: c.length, Rate: 1, Frames: 1}, floats: p.floats[i],
			events: c.clip.Events, motion: c.clip.Motion, perSecond: c.clip.TicksPerSecond}
	}
	return out
}

func (p *keysPlayer) cells() ([]simd.Cell, int) { return nil, 0 }

func (p *keysPlayer) prepare(s *Scratch) {
	k := &s.keys
	k.held, k.rowHeld = heldAnything, -1
	k.row = simd.AlignedFloat32(p.poses.RowValues())
	_ = simd.HoldKeys(k.row, p.rest)
	clips := make([]*simd.KeyClip, len(p.bound))
	for i := range clips {
		clips[i] = p.bound[i].KeyClip
	}
	k.curves = simd.NewKeyScratch(clips...)
}

func (p *keysPlayer) group(clip int32) int { return int(clip) }
func (p *keysPlayer) groups() int          { return len(p.bound) }

// place puts the tick of each lane into at: its float32 as the bits of Row, what is
// missing as Alpha.
func (p *keysPlayer) place(c *Crowd, at []simd.Frames, first int) {
	for b := range at {
		for l := range simd.Lanes {
			at[b].Row[l], at[b].Alpha[l] = p.placeOne(c, simd.Lanes*(first+b)+l, 0, 0)
		}
	}
}

func (p *keysPlayer) placeOne(c *Crowd, i int, _ int64, _ float32) (int64, float32) {
	whole, rest := simd.SplitTick(p.list[c.active.clip[i]].tick(c.active.clocks.Position(i)))
	return int64(math.Float32bits(whole)), rest
}

func tickOf(row int64) float32 { return math.Float32frombits(uint32(row)) }

func (p *keysPlayer) evaluate(s *Scratch, b *batch) {
	k, clip := &s.keys, &p.bound[b.group]
	if k.held == heldAnything {
		_ = simd.HoldKeys16(s.pose, p.rest, math.MaxUint16)
	}
	if k.held != b.group {
		_ = simd.HoldKeys16(s.pose, clip.KeyClip, math.MaxUint16)
		k.held = b.group
	}
	for n := range b.at {
		for l := range k.ticks.Tick {
			k.ticks.Tick[l], k.ticks.Rest[l] = tickOf(b.at[n].Row[l]), b.at[n].Alpha[l]
		}
		clip.sample16(s.pose, k, math.MaxUint16)
		block := s.pose
		if by := b.displaced(s, n); by != nil {
			block = s.moved
			_ = p.poses.Offset(block, s.pose, by)
		}
		b.weightsOf(n, block)
		_ = p.poses.Detail(b.level).ToPalettes(b.block(n), block, s.kernels)
	}
}

func (p *keysPlayer) alone(c *Crowd, s *Scratch, one lone) {
	k, clip := &s.keys, &p.bound[one.group]
	if k.rowHeld != one.group {
		_ = simd.HoldKeys(k.row, clip.KeyClip)
		k.rowHeld = one.group
	}
	clip.sample(k.row, k, tickOf(one.row), one.alpha)
	if c.weights.moving() {
		c.weights.ofPose(int32(one.instance), k.row)
	}
	_ = p.poses.Detail(one.level).ToPalette(c.palette(one.instance), k.row, s.kernels)
}

// tickClock turns seconds into ticks of a clip.
type tickClock struct {
	clip        *soa.Clip
	length      float64 // seconds
	last, slack float64 // see tick
}

func newTickClock(clip *soa.Clip) tickClock {
	return tickClock{
		clip: clip, length: clip.End() - clip.Start,
		last:  max(clip.Duration, float64(float32(min(clip.Duration, math.MaxFloat32)))),
		slack: float64((math.Abs(clip.Start) + math.Abs(clip.End())) * clip.TicksPerSecond * roundingSlack),
	}
}

// roundingSlack bounds, relative to the clip's seconds, what rounding does to a
// key's time on its way to float64 seconds and back to ticks.
const roundingSlack = 1. / (1 << 50)

// tick converts x seconds after the clip's start to a tick in [0, Duration]. A tick
// that differs from a float32 by no more than the rounding of seconds explains is
// taken to be that float32, so that the time of a key finds the key exactly. From
// the end on it is the last key's tick even where that, as a float32, is rounded up.
func (c *tickClock) tick(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	if x >= c.length {
		return c.last
	}
	tick := float64(x * c.clip.TicksPerSecond)
	key := float64(float32(tick))
	if math.Abs(tick-key) <= c.slack {
		return key
	}
	return min(tick, c.clip.Duration)
}

// sample goes clip by clip.
func (p *keysPlayer) sample(s *Scratch, block []float32, f *partFrames, lanes uint16) {
	k := &s.keys
	if k.held == heldAnything {
		_ = simd.HoldKeys16(block, p.rest, math.MaxUint16)
	}
	k.held = heldMixture
	for l := range k.ticks.Tick {
		k.ticks.Tick[l], k.ticks.Rest[l] = tickOf(f.at.Row[l]), f.at.Alpha[l]
	}
	for lanes != 0 {
		clip := f.clip[bits.TrailingZeros16(lanes)]
		these := uint16(0)
		for l, other := range f.clip {
			if other == clip {
				these |= 1 << l
			}
		}
		these &= lanes
		_ = simd.HoldKeys16(block, p.bound[clip].KeyClip, these)
		p.bound[clip].sample16(block, k, these)
		lanes &^= these
	}
}

func (p *keysPlayer) rowsOf(*Scratch, []partFrames, int, int) *simd.Rows { return nil }

func (p *keysPlayer) sampleRow(s *Scratch, row []float32, clip int32, at int64, alpha float32) {
	_ = simd.HoldKeys(row, p.rest)
	_ = simd.HoldKeys(row, p.bound[clip].KeyClip)
	p.bound[clip].sample(row, &s.keys, tickOf(at), alpha)
}
