package compress

import (
	"fmt"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// Decoder plays a packed clip without unpacking it: a segment at a time is
// decoded into a cache. The result has the same bits as the unpacked clip played
// by a runtime.Sampler.
//
//	decoder, err := compress.NewDecoder(model, packed)
//	cache, pose := decoder.NewCache(1), runtime.NewPose(model)
//	decoder.Begin(&pose)
//	for … {
//		err = decoder.Sample(runtime.Tick(decoder.Clip(), seconds, runtime.Wrap), cache, &pose)
//	}
//
// Continuous playback costs an interpolation and, once per segment, its decoding; a
// seek decodes one segment: nine keys of soa.PackedSpans, far more of
// soa.PackedRice, which are better unpacked for seeking.
//
// A Decoder is only read and can be shared; it refers to the packed clip and the
// model, which must not change.
type Decoder struct {
	packed    *soa.Packed
	model     *soa.Model
	l         *layout
	constants [][4][]float32
	exact     *runtime.Sampler // of the tracks that are kept as they are
	grids     []decoderGrid
	places    *posePlaces
}

// decoderGrid is the tracks of one grid.
type decoderGrid struct {
	grid      *soa.PackedGrid
	tracks    []track
	rows      *rowLayout
	spans     *spanReader // of soa.PackedSpans
	first     int         // of its segments
	keys      int         // of the longest segment, with the first of the next one
	intervals float64     // per tick
	time      []float32   // of each key
}

// NewDecoder checks a packed clip against its model and prepares it. The error
// wraps soa.ErrInvalid.
func NewDecoder(model *soa.Model, p *soa.Packed) (*Decoder, error) {
	if err := check(model, p); err != nil {
		return nil, fmt.Errorf("new decoder: %w", err)
	}
	d := &Decoder{packed: p, model: model, l: layOut(p)}
	d.constants = constants(p, d.l)
	var err error
	if d.exact, err = runtime.NewSampler(model, &p.Exact); err != nil {
		return nil, fmt.Errorf("new decoder: %w", err)
	}
	widths := knotWidths{p.First, p.Knot}
	for g, tracks := range d.l.grids {
		dg := decoderGrid{grid: &p.Grids[g], tracks: tracks, rows: newRowLayout(tracks), first: firstSegment(p, g)}
		for s := range dg.grid.Segments() {
			dg.keys = max(dg.keys, dg.grid.Keys(s)+1)
		}
		if p.Coding == soa.PackedSpans {
			if dg.spans, err = newSpanReader(p, g, dg.rows, &widths); err != nil {
				return nil, fmt.Errorf("new decoder: %w", err)
			}
			dg.keys = simd.SpanRows
		}
		dg.intervals = float64(dg.grid.Intervals) / p.Exact.Duration
		dg.time = gridTimes(dg.grid, p.Exact.Duration)
		d.grids = append(d.grids, dg)
	}
	d.places = newPosePlaces(d.grids)
	return d, nil
}

// Clip returns a clip with the name, times and events of the packed one, for
// runtime.Tick. It has only the tracks that keep their original keys.
func (d *Decoder) Clip() *soa.Clip { return &d.packed.Exact }

// Begin writes the constant values of the clip, which Sample leaves unchanged.
// The error wraps runtime.ErrLength if the pose does not have the model's size.
func (d *Decoder) Begin(pose *runtime.Pose) error {
	if err := d.checkPose(pose); err != nil {
		return err
	}
	begin := func(t *track, from [4][]float32) {
		var v [4]float32
		for c := range v {
			if len(from[c]) > 0 {
				v[c] = from[c][0]
			}
		}
		put(pose, t, v)
	}
	for i := range d.l.rest {
		t := &d.l.rest[i]
		begin(t, restValue(d.model, t.property, t.target))
	}
	for i := range d.l.constants {
		begin(&d.l.constants[i], d.constants[i])
	}
	return nil
}

func (d *Decoder) checkPose(pose *runtime.Pose) error {
	if joints, weights, floats := d.model.Skeleton.Len(), len(d.model.Weights), len(d.model.Floats); pose.Len() != joints ||
		len(pose.Weight) != weights || len(pose.Float) != floats {
		return fmt.Errorf("decoding clip %q: %w: a pose of %d joints, %d weights and %d floats, want %d, %d and %d",
			d.packed.Exact.Name, runtime.ErrLength, pose.Len(), len(pose.Weight), len(pose.Float), joints, weights, floats)
	}
	return nil
}

// Sample writes the moving values of the clip at a tick (see runtime.Tick) into
// a pose prepared by Begin. cache must be from NewCache of this decoder; its
// content affects only the time taken. Nothing is allocated. The error wraps
// runtime.ErrLength if the pose does not have the model's size or the cache
// belongs to another decoder.
func (d *Decoder) Sample(tick float64, cache *Cache, pose *runtime.Pose) error {
	if err := d.checkPose(pose); err != nil {
		return err
	}
	if cache.of != d {
		return fmt.Errorf("decoding clip %q: %w: a cache of another decoder", d.packed.Exact.Name, runtime.ErrLength)
	}
	at := 0
	for g := range d.grids {
		dg := &d.grids[g]
		out := cache.out[at : at+dg.rows.stride]
		at += dg.rows.stride
		key, alpha, between := dg.find(tick)
		row, next, err := dg.load(d.packed, &cache.grids[g], key)
		if err == nil && between {
			err = simd.InterpolateRows(out, row, next, dg.rows.turns, alpha)
		} else {
			copy(out, row)
		}
		if err != nil {
			return fmt.Errorf("decoding clip %q: %w", d.packed.Exact.Name, err)
		}
	}
	d.places.write(pose, cache.out)
	if len(d.packed.Exact.Tracks) == 0 {
		return nil
	}
	return d.exact.Sample(tick, cache.cursors, pose)
}

// find returns the key at or before a tick and how far it is to the next, or
// that there is nothing between.
func (g *decoderGrid) find(tick float64) (key int, alpha float32, between bool) {
	last := len(g.time) - 1
	if !(tick >= 0) {
		return 0, 0, false
	}
	if tick >= float64(g.time[last]) {
		return last, 0, false
	}
	key = max(0, min(int(tick*g.intervals), last-1))
	for key > 0 && float64(g.time[key]) > tick {
		key--
	}
	for key < last-1 && float64(g.time[key+1]) <= tick {
		key++
	}
	t0, t1 := float64(g.time[key]), float64(g.time[key+1])
	return key, float32((tick - t0) / (t1 - t0)), true
}
