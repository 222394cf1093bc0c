package runtime

import (
	"context"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/compress"
	"github.com/sinew-anim/sinew/runtime/internal/layout"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Compressed plays compressed clips of a model as they are: spans are decoded when an
// instance comes to them, into rows that all instances share, in a cache per
// goroutine of CrowdOptions.CacheBytes. Clips that are not all spans (rare ones with
// jumps, those packed for size) are unpacked and played from their keys. NewCrowd
// checks model and clips with Validate; they must not change then. Crowds of the source
// with the same CrowdOptions.Layout share what the first one prepares.
func Compressed(model *soa.Model, clips []*soa.Packed) Source {
	var crowds prepared[*spansPlayer]
	mapped := func() (backing, error) { return backing{mapped: mappedModel(model, clips)}, nil }
	return Source{keep: mapped, open: func(ctx context.Context, o *CrowdOptions) (player, error) {
		if model == nil || len(clips) == 0 {
			return nil, fmt.Errorf("%w: no model, or no clips", soa.ErrInvalid)
		}
		if o.CacheBytes < 0 || o.UnpackedBytes < 0 {
			return nil, fmt.Errorf("%w: a cache of %d bytes, %d of unpacked keys", ErrOption, o.CacheBytes, o.UnpackedBytes)
		}
		shared, err := crowds.of(o.Layout, mappedModel(model, clips), func() (*spansPlayer, error) { return newSpansPlayer(ctx, model, clips, o) })
		if err != nil {
			return nil, fmt.Errorf("%q: %w", model.Name, err)
		}
		p := *shared
		if p.cacheBytes = o.CacheBytes; p.cacheBytes == 0 {
			p.cacheBytes = defaultCacheBytes
		}
		return &p, nil
	}}
}

// spansPlayer plays spans: the clocks find the interval between two keys. Group 0
// is all clips of spans, the others are clips that are played from their keys.
type spansPlayer struct {
	poses      *pose.Layout
	list       []playedClip
	spans      []*spanClip // per clip: nil where it is played from its keys
	groupOf    []int32     // per clip, and last the rest pose
	keys       *keysPlayer
	keysOf     []int32 // per group but the first: clip of keys
	cacheBytes int
}

// newSpansPlayer plans the poses of the clips as they are unpacked, and drops what
// was unpacked for it.
func newSpansPlayer(ctx context.Context, model *soa.Model, clips []*soa.Packed, o *CrowdOptions) (*spansPlayer, error) {
	p := &spansPlayer{}
	total, most := int64(0), o.UnpackedBytes
	if most == 0 {
		most = defaultUnpackedBytes
	}
	unpacked := make([]*soa.Clip, len(clips))
	for i, packed := range clips {
		err := ctx.Err()
		if err != nil {
			return nil, err
		}
		if unpacked[i], err = compress.Unpack(model, packed); err != nil {
			return nil, err
		}
		if total += packed.UnpackedBytes(); total > most {
			return nil, fmt.Errorf("%w: keys of %d of %d clips unpack to %d bytes, more than the %d of CrowdOptions.UnpackedBytes", soa.ErrTooLarge, i+1, len(clips), total, most)
		}
	}
	plan, err := planKeys(ctx, model, unpacked, o.Layout)
	if err != nil {
		return nil, err
	}
	p.poses = plan.poses
	var rest []*soa.Clip // clips that are played from their keys
	for i, packed := range clips {
		clip := unpacked[i]
		played := playedClip{name: clip.Name, start: clip.Start, floats: plan.Floats[i], clock: simd.ClockClip{Seconds: clip.Seconds(), Rate: 1, Frames: 1},
			events: clip.Events, motion: clip.Motion, perSecond: clip.TicksPerSecond}
		s, err := newSpanClip(plan, model, packed, plan.Clips[i])
		if err != nil {
			return nil, err
		}
		group := int32(0)
		if s != nil {
			played.clock.Frames = int32(s.intervals)
			if played.clock.Seconds > 0 {
				played.clock.Rate = float64(s.intervals) / played.clock.Seconds
			}
		} else {
			rest = append(rest, plan.Clips[i])
			group = int32(len(rest))
			p.keysOf = append(p.keysOf, group-1)
		}
		p.list, p.spans, p.groupOf = append(p.list, played), append(p.spans, s), append(p.groupOf, group)
	}
	p.groupOf = append(p.groupOf, 0)
	p.keys, err = plan.keys(rest)
	return p, err
}

func (p *spansPlayer) layout() *pose.Layout      { return p.poses }
func (p *spansPlayer) scales() []float64         { return p.keys.scaled }
func (p *spansPlayer) clips() []playedClip       { return p.list }
func (p *spansPlayer) cells() ([]simd.Cell, int) { return nil, 1 }
func (p *spansPlayer) group(clip int32) int      { return int(p.groupOf[clip]) }
func (p *spansPlayer) groups() int               { return 1 + len(p.keysOf) }

func (p *spansPlayer) prepare(s *Scratch) {
	p.keys.prepare(s)
	s.spans.prepare(p)
}

// place adds the clip to the interval that the clock found; of a clip that is played
// from its keys it finds the tick.
func (p *spansPlayer) place(c *Crowd, at []simd.Frames, first int) {
	for b := range at {
		for l := range simd.Lanes {
			at[b].Row[l], at[b].Alpha[l] = p.placeOne(c, simd.Lanes*(first+b)+l, at[b].Row[l], at[b].Alpha[l])
		}
	}
}

func (p *spansPlayer) placeOne(c *Crowd, i int, row int64, alpha float32) (int64, float32) {
	clip := c.active.clip[i]
	if g := p.groupOf[clip]; g > 0 {
		whole, rest := simd.SplitTick(p.keys.list[g-1].tick(c.active.clocks.Position(i)))
		return int64(math.Float32bits(whole)), rest
	}
	return int64(clip)<<32 | row, alpha
}

func (p *spansPlayer) evaluate(s *Scratch, b *batch) {
	if b.group > 0 {
		keys := *b
		keys.group = int(p.keysOf[b.group-1])
		p.keys.evaluate(s, &keys)
		return
	}
	c := &s.spans
	c.now++
	for k := range b.at {
		at := &b.at[k]
		for l := range at.Row {
			at.Row[l], at.Alpha[l] = c.find(at.Row[l], at.Alpha[l])
		}
	}
	if b.weights.moving() {
		b.weights.ofRows(b, &c.rows)
	}
	b.rows(s, p.poses, &c.rows)
	s.keys.held = heldAnything
}

func (p *spansPlayer) alone(c *Crowd, s *Scratch, one lone) {
	if one.group > 0 {
		one.group = int(p.keysOf[one.group-1])
		p.keys.alone(c, s, one)
		return
	}
	s.spans.now++
	one.row, one.alpha = s.spans.find(one.row, one.alpha)
	one.between(c, s, &s.spans.rows)
}

func (p *spansPlayer) sample(s *Scratch, block []float32, f *partFrames, lanes uint16) {
	c := &s.spans
	c.now++
	spans, at := uint16(0), simd.Frames{}
	for l, clip := range f.clip {
		if lanes>>l&1 != 0 && p.groupOf[clip] == 0 {
			spans |= 1 << l
			at.Row[l], at.Alpha[l] = c.find(f.at.Row[l], f.at.Alpha[l])
		}
	}
	if spans != 0 {
		_ = p.poses.SampleRows(block, &c.rows, &at)
		s.keys.held = heldAnything
	}
	if lanes &^= spans; lanes == 0 {
		return
	}
	of := *f
	for l, clip := range f.clip {
		if lanes>>l&1 != 0 {
			of.clip[l] = p.keysOf[p.groupOf[clip]-1]
		}
	}
	if spans != 0 {
		_ = simd.HoldKeys16(block, p.keys.rest, lanes)
		s.keys.held = heldMixture
	}
	p.keys.sample(s, block, &of, lanes)
	s.keys.held = heldAnything
}

func (p *spansPlayer) rowsOf(s *Scratch, parts []partFrames, first, last int) *simd.Rows {
	for k := range parts {
		for _, clip := range parts[k].clip[first:last] {
			if p.groupOf[clip] > 0 {
				return nil
			}
		}
	}
	c := &s.spans
	c.now++
	for k := range parts {
		at := &parts[k].at
		for l := first; l < last; l++ {
			at.Row[l], at.Alpha[l] = c.find(at.Row[l], at.Alpha[l])
		}
	}
	return &c.rows
}

func (p *spansPlayer) sampleRow(s *Scratch, row []float32, clip int32, at int64, alpha float32) {
	if g := p.groupOf[clip]; g > 0 {
		p.keys.sampleRow(s, row, p.keysOf[g-1], at, alpha)
		return
	}
	c := &s.spans
	c.now++
	at, alpha = c.find(at, alpha)
	sampleBetween(row, &c.rows, at, alpha)
}

// spanClip is a clip whose spans are decoded into rows of the layout. The rows of a
// part are nine intervals of equal length: the nine between the keys of a span or,
// where rotations are too far apart to go straight from key to key, or values follow a
// curve, one of up to soa.MaxPackedParts equal parts of them.
type spanClip struct {
	decoder   *compress.Decoder
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

func newSpanTrack(t compress.DecodedTrack, column int, convert *layout.Conversion) spanTrack {
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
func newSpanClip(plan *keyPlan, model *soa.Model, packed *soa.Packed, clip *soa.Clip) (*spanClip, error) {
	for i := range packed.Exact.Tracks {
		if packed.Exact.Tracks[i].Property != soa.Float {
			return nil, nil
		}
	}
	if packed.Coding != soa.PackedSpans || len(packed.Grids) == 0 {
		return nil, nil
	}
	d, err := compress.NewDecoder(model, packed)
	if err != nil {
		return nil, err
	}
	s := &spanClip{decoder: d}
	for g := range d.Grids() {
		s.intervals = max(s.intervals, d.Intervals(g))
	}
	s.base = append(s.base, plan.poses.Rest...)
	for _, c := range d.Constants() {
		if column, convert := plan.column(&soa.Track{Property: c.Property, Target: int16(c.Target)}); column >= 0 && c.Property != soa.Float {
			v := convert.Value(c.Property, widen(c.Value), false).Float32()
			copy(s.base[4*column:], v[:])
		}
	}
	for g := range d.Grids() {
		if s.intervals%d.Intervals(g) != 0 {
			return nil, nil
		}
		grid := spanGrid{every: s.intervals / d.Intervals(g), curved: d.Curved(g)}
		for _, t := range d.Tracks(g) {
			if t.Property == soa.Float {
				continue
			}
			if column, convert := plan.column(&soa.Track{Property: t.Property, Target: int16(t.Target)}); column >= 0 {
				grid.tracks = append(grid.tracks, newSpanTrack(t, column, convert))
			}
		}
		s.grids = append(s.grids, grid)
	}
	s.divide(clip, packed.Parts)
	return s, nil
}

// divide finds the parts of each span: at least those that the clip states, and so many
// that a chord between two rows is no longer than maxArc.
func (s *spanClip) divide(clip *soa.Clip, stated []uint8) {
	spans := (s.intervals + compress.SpanKeys - 1) / compress.SpanKeys
	chord := make([]float64, spans)
	for t := range clip.Tracks {
		tr := &clip.Tracks[t]
		first, end := clip.Keys(t)
		if tr.Property != soa.Rotation || end-first < 2 {
			continue
		}
		every := s.intervals / (end - first - 1)
		key := func(k int) exact.Quat {
			return exact.Quat{float64(clip.X[k]), float64(clip.Y[k]), float64(clip.Z[k]), float64(clip.W[k])}
		}
		for k := first; k+1 < end; k++ {
			a := key(k)
			d := a.Distance(key(k+1).Toward(a)) / float64(every)
			for span := (k - first) * every / compress.SpanKeys; span <= ((k-first+1)*every-1)/compress.SpanKeys; span++ {
				chord[span] = max(chord[span], d)
			}
		}
	}
	for i, d := range chord {
		parts := 1
		for parts < compress.SpanKeys && d > float64(maxArc*float64(parts)) {
			parts++
		}
		if i < len(stated) {
			parts = max(parts, int(stated[i]))
		}
		s.first, s.parts = append(s.first, int32(s.total)), append(s.parts, uint8(parts))
		s.total += parts
	}
}
