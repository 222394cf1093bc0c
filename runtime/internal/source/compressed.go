package source

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/keys"
	"github.com/sinew-anim/sinew/internal/layout"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Compressed plays compressed clips of a model, see runtime.Compressed.
func Compressed(model *soa.Model, clips []*soa.Packed) Source {
	var crowds prepared[*compressed]
	return Source{Keep: func() (Backing, error) { return Backing{Mapped: mappedModel(model, clips)}, nil }, Open: func(ctx context.Context, o *Options) (Player, error) {
		if model == nil || len(clips) == 0 {
			return nil, fmt.Errorf("%w: no model, or no clips", soa.ErrInvalid)
		}
		if o.CacheBytes < 0 || o.UnpackedBytes < 0 {
			return nil, errCache(o)
		}
		shared, err := crowds.get(o.Layout, mappedModel(model, clips), func() (*compressed, error) { return newCompressed(ctx, model, clips, o) })
		if err != nil {
			return nil, fmt.Errorf("%q: %w", model.Name, err)
		}
		return shared.with(o), nil
	}}
}

// with returns the player with a crowd's options.
func (p *compressed) with(o *Options) *compressed {
	own := *p
	own.instances, own.cacheBytes = o.Instances, cmp.Or(o.CacheBytes, defaultCacheBytes)
	return &own
}

func errCache(o *Options) error {
	return fmt.Errorf("%w: a cache of %d bytes, %d of unpacked keys", soa.ErrOption, o.CacheBytes, o.UnpackedBytes)
}

func (o *Options) mostUnpacked() int64 { return cmp.Or(o.UnpackedBytes, defaultUnpackedBytes) }

func errUnpacked(clips, all int, total int64, o *Options) error {
	return fmt.Errorf("%w: keys of %d of %d clips unpack to %d bytes, more than the %d of CrowdOptions.UnpackedBytes", soa.ErrTooLarge, clips, all, total, o.mostUnpacked())
}

// compressed plays spans: the clocks find the interval between two keys. Group 0
// is all clips of spans, the others are clips that are played from their keys.
type compressed struct {
	poses      *pose.Layout
	list       []Clip
	spans      []*spanClip // per clip: nil where it is played from its keys
	groupOf    []int32     // per clip, and last the rest pose
	keys       *keyframes
	keysOf     []int32 // per group but the first: clip of keys
	cacheBytes int
	instances  int   // of the crowd
	late       *late // prepares clips when they are first played; nil where all are
	plan       *keys.Plan
}

// newCompressed plans the poses of the clips as they are unpacked, and drops what
// was unpacked for it.
func newCompressed(ctx context.Context, model *soa.Model, clips []*soa.Packed, o *Options) (*compressed, error) {
	p := &compressed{}
	total := int64(0)
	unpacked := make([]*soa.Clip, len(clips))
	for i, packed := range clips {
		err := ctx.Err()
		if err != nil {
			return nil, err
		}
		if unpacked[i], err = codec.Unpack(model, packed); err != nil {
			return nil, err
		}
		if total += packed.UnpackedBytes(); total > o.mostUnpacked() {
			return nil, errUnpacked(i+1, len(clips), total, o)
		}
	}
	plan, err := keys.New(ctx, model, unpacked, o.Layout)
	if err != nil {
		return nil, err
	}
	p.poses = plan.Poses
	var rest []*soa.Clip // clips that are played from their keys
	for i, packed := range clips {
		clip := unpacked[i]
		played := clipOf(clip, plan.Floats[i])
		s, err := newSpanClip(plan, model, packed, plan.Clips[i])
		if err != nil {
			return nil, err
		}
		group := int32(0)
		if s != nil {
			played.inSpans(s.intervals)
		} else {
			rest = append(rest, plan.Clips[i])
			group = int32(len(rest))
			p.keysOf = append(p.keysOf, group-1)
		}
		p.list, p.spans, p.groupOf = append(p.list, played), append(p.spans, s), append(p.groupOf, group)
	}
	p.groupOf = append(p.groupOf, 0)
	p.plan, p.keys = plan, &keyframes{poses: plan.Poses, scaled: plan.Scaled}
	p.keys.rest, p.keys.bound, err = plan.BindEach(rest)
	return p, err
}

// inSpans lets the clock count intervals of a clip.
func (c *Clip) inSpans(intervals int) {
	c.Clock.Frames = int32(intervals)
	if c.Clock.Seconds > 0 {
		c.Clock.Rate = float64(intervals) / c.Clock.Seconds
	}
}

func (p *compressed) Layout() *pose.Layout        { return p.poses }
func (p *compressed) Scales() []float64           { return p.keys.scaled }
func (p *compressed) Clips() []Clip               { return p.list }
func (p *compressed) Cells() ([]kernel.Cell, int) { return nil, 1 }
func (p *compressed) Group(clip int32) int        { return int(p.groupOf[clip]) }
func (p *compressed) Groups() int                 { return 1 + len(p.keysOf) }

func (p *compressed) Prepare(s *Scratch) {
	p.locked(func() { p.keys.Prepare(s) })
	s.cache.prepare(p)
}

// Place adds the clip to the interval that the clock found; of a clip that is played
// from its keys it finds the tick.
func (p *compressed) Place(at []simd.Frames, first int, clip []int32, clocks *kernel.Clocks) {
	for b := range at {
		for l := range simd.Lanes {
			at[b].Row[l], at[b].Alpha[l] = p.PlaceOne(simd.Lanes*(first+b)+l, clip, clocks, at[b].Row[l], at[b].Alpha[l])
		}
	}
}

func (p *compressed) PlaceOne(i int, clip []int32, clocks *kernel.Clocks, row int64, alpha float32) (int64, float32) {
	if g := p.groupOf[clip[i]]; g > 0 {
		return p.keys.bound[g-1].Place(clocks.Position(i))
	}
	return int64(clip[i])<<32 | row, alpha
}

func (p *compressed) Rows(s *Scratch, group int, at []simd.Frames) *simd.Rows {
	if group > 0 {
		return nil
	}
	c := &s.cache
	c.now++
	for k := range at {
		c.findLanes(&at[k], 0, simd.Lanes)
	}
	s.Overwritten()
	return &c.rows
}

func (p *compressed) Row(s *Scratch, group int, row int64, alpha float32) (*simd.Rows, int64, float32) {
	if group > 0 {
		return nil, row, alpha
	}
	c := &s.cache
	c.now++
	row, alpha = c.find(row, alpha)
	return &c.rows, row, alpha
}

func (p *compressed) Block(s *Scratch, block []float32, group int, at *simd.Frames) {
	p.fit(s)
	p.keys.Block(s, block, int(p.keysOf[group-1]), at)
}

func (p *compressed) Sample(s *Scratch, block []float32, f *Part, lanes uint16) {
	c := &s.cache
	c.now++
	spans, at := uint16(0), simd.Frames{}
	for l, clip := range f.Clip {
		if lanes>>l&1 != 0 && p.groupOf[clip] == 0 {
			spans |= 1 << l
			at.Row[l], at.Alpha[l] = c.find(f.At.Row[l], f.At.Alpha[l])
		}
	}
	if spans != 0 {
		_ = p.poses.SampleRows(block, &c.rows, &at)
		s.Overwritten()
	}
	if lanes &^= spans; lanes == 0 {
		return
	}
	p.fit(s)
	of := *f
	for l, clip := range f.Clip {
		if lanes>>l&1 != 0 {
			of.Clip[l] = p.keysOf[p.groupOf[clip]-1]
		}
	}
	if spans != 0 {
		_ = kernel.HoldKeys16(block, p.keys.rest, lanes)
		s.keys.held = heldMixture
	}
	p.keys.Sample(s, block, &of, lanes)
	s.Overwritten()
}

func (p *compressed) RowsOf(s *Scratch, parts []Part, first, last int) *simd.Rows {
	for k := range parts {
		for _, clip := range parts[k].Clip[first:last] {
			if p.groupOf[clip] > 0 {
				return nil
			}
		}
	}
	c := &s.cache
	c.now++
	for k := range parts {
		c.findLanes(&parts[k].At, first, last)
	}
	return &c.rows
}

func (p *compressed) Pose(s *Scratch, k int, clip int32, row int64, alpha float32) []float32 {
	if g := p.groupOf[clip]; g > 0 {
		p.fit(s)
		return p.keys.Pose(s, k, p.keysOf[g-1], row, alpha)
	}
	rows, row, alpha := p.Row(s, 0, row, alpha)
	return s.parts.sampleRow(k, rows.Values[row:], rows.Values[row+int64(rows.Stride):], alpha)
}

// spanClip is a clip whose spans are decoded into rows of the layout. The rows of a
// part are nine intervals of equal length: the nine between the keys of a span or,
// where rotations are too far apart to go straight from key to key, or values follow a
// curve, one of up to 128 equal parts of them.
type spanClip struct {
	decoder   *codec.Decoder
	intervals int       // of the finest grid
	base      []float32 // a row: rest and constants
	grids     []spanGrid
	first     []int32 // per span: its first part
	parts     []uint8 // per span
	total     int     // parts of all spans
}

// spanGrid is the tracks of one grid that have columns.
type spanGrid struct {
	every  int  // intervals of the finest grid per interval of this one
	curved bool // its tracks follow the Catmull-Rom curve through their keys
	tracks []spanTrack
}

type spanTrack struct {
	at, column int // in a row of the grid, in a row of the layout
	rotation   bool
	components int
	// convert takes x, y, z, w to the column's, a matrix column by column; w is 1 but
	// for a rotation.
	convert [4]exact.Quat
}

func newSpanTrack(t codec.DecodedTrack, column int, convert *layout.Conversion) spanTrack {
	out := spanTrack{at: t.At, column: column, rotation: t.Property == soa.Rotation, components: 3}
	switch t.Property {
	case soa.Rotation:
		out.components = 4
	case soa.Weight:
		out.components = 1
	}
	for c := range out.convert {
		var axis exact.Quat
		if c < 3 || out.rotation {
			axis[c] = 1
		}
		out.convert[c] = convert.Value(t.Property, axis, c < 3)
	}
	return out
}

// newSpanClip returns nil for a clip that cannot be played so.
func newSpanClip(plan *keys.Plan, model *soa.Model, packed *soa.Packed, clip *soa.Clip) (*spanClip, error) {
	intervals, ok := codec.WholeIntervals(packed)
	if !ok {
		return nil, nil
	}
	d, err := codec.NewDecoder(model, packed)
	if err != nil {
		return nil, err
	}
	s := &spanClip{decoder: d, intervals: intervals}
	s.base = append(s.base, plan.Poses.Rest...)
	for _, c := range d.Constants() {
		if column, convert := plan.Column(&soa.Track{Property: c.Property, Target: int16(c.Target)}); column >= 0 && c.Property != soa.Float {
			v := convert.Value(c.Property, exact.Widen(c.Value), false).Float32()
			copy(s.base[4*column:], v[:])
		}
	}
	for g := range d.Grids() {
		grid := spanGrid{every: s.intervals / d.Intervals(g), curved: d.Curved(g)}
		for _, t := range d.Tracks(g) {
			if t.Property == soa.Float {
				continue
			}
			if column, convert := plan.Column(&soa.Track{Property: t.Property, Target: int16(t.Target)}); column >= 0 {
				grid.tracks = append(grid.tracks, newSpanTrack(t, column, convert))
			}
		}
		s.grids = append(s.grids, grid)
	}
	s.divide(clip, packed.Parts)
	return s, nil
}

// divide finds the number of parts of each span: at least what the clip states, and enough that no
// chord between two rows is longer than keys.MaxArc.
func (s *spanClip) divide(clip *soa.Clip, stated []uint8) {
	spans := (s.intervals + codec.SpanKeys - 1) / codec.SpanKeys
	s.first, s.parts = make([]int32, 0, spans), make([]uint8, 0, spans)
	chord := make([]float64, spans)
	for t := range clip.Tracks {
		tr := &clip.Tracks[t]
		first, end := clip.Keys(t)
		if tr.Property != soa.Rotation || end-first < 2 {
			continue
		}
		every := s.intervals / (end - first - 1)
		a := exact.Key(clip, first)
		for k := range end - first - 1 {
			b := exact.Key(clip, first+k+1)
			to := b.NearestSign(a)
			way := exact.Quat{to[0] - a[0], to[1] - a[1], to[2] - a[2], to[3] - a[3]}
			square := way.Dot(way)
			for span := k * every / codec.SpanKeys; span <= ((k+1)*every-1)/codec.SpanKeys; span++ {
				if most := chord[span] * float64(every); square < float64(most*most)*(1-1e-9) {
					continue // as mostly; the root costs more
				}
				chord[span] = max(chord[span], math.Sqrt(square)/float64(every))
			}
			a = b
		}
	}
	for i, d := range chord {
		parts := 1
		for parts < codec.SpanKeys && d > float64(keys.MaxArc*float64(parts)) {
			parts++
		}
		if i < len(stated) {
			parts = max(parts, int(stated[i]))
		}
		s.first, s.parts = append(s.first, int32(s.total)), append(s.parts, uint8(parts))
		s.total += parts
	}
}
