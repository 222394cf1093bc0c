package codec

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/soa"
)

// Unpack returns the clip that p encodes: ordinary tracks on uniform grids, linear or, on curved
// grids, cubic with Catmull-Rom slopes, besides the exact ones. The error wraps soa.ErrInvalid if
// the model or the clip does not pass Validate, they do not match, or the clip drives a joint
// with a static matrix or scales a chain of joints by soa.MaxMagnitude or more, which shows when
// values are decoded. It wraps archive.ErrTruncated or archive.ErrChanged if the clip or the skeleton
// lies in a mapped archive whose file has become shorter or was written to. The clip's motion may lie in the archive.
func Unpack(model *soa.Model, p *soa.Packed) (clip *soa.Clip, err error) {
	err = mapped(model, p).Guard(func() error {
		clip, err = unpackChecked(model, p)
		return err
	})
	return clip, err
}

func unpackChecked(model *soa.Model, p *soa.Packed) (*soa.Clip, error) {
	if err := check(model, p); err != nil {
		return nil, fmt.Errorf("unpack: %w", err)
	}
	clip, err := unpack(model, p, layOut(p))
	if err == nil {
		err = model.Skeleton.ValidateDriven(clip)
	}
	if err != nil {
		return nil, fmt.Errorf("unpack: clip %q: %w", p.Exact.Name, err)
	}
	return clip, nil
}

// mapped returns the mapped files of a packed clip and its model's skeleton.
func mapped(model *soa.Model, p *soa.Packed) (s fault.Set) {
	if model != nil && model.Skeleton != nil {
		s = fault.AddMapping(fault.AddMapping(s, model.Skeleton.Parent), model.Skeleton.Rest.TX)
	}
	if p != nil {
		s = fault.AddMapping(fault.AddMapping(fault.AddMapping(fault.AddMapping(s, p.Kind), p.Data), p.Exact.Tracks), p.Exact.Time)
		if p.Exact.Motion != nil {
			s = fault.AddMapping(s, p.Exact.Motion.Time)
		}
	}
	return s
}

// check checks a packed clip and its model.
func check(model *soa.Model, p *soa.Packed) error {
	if model == nil || model.Skeleton == nil || p == nil {
		return fmt.Errorf("%w: no model, skeleton or packed clip", soa.ErrInvalid)
	}
	if err := model.Skeleton.Validate(); err != nil {
		return err
	}
	return p.Validate(model.Skeleton.Len(), len(model.Weights), len(model.Floats))
}

// unpacked is a track of the unpacked clip. Values of coded tracks are decoded later.
type unpacked struct {
	track  soa.Track
	time   []float32
	values [4][]float32 // empty slices are zeros
	in     []soa.Tangent
	out    []soa.Tangent
}

func unpack(model *soa.Model, p *soa.Packed, l *layout) (*soa.Clip, error) {
	places := make([]unpacked, p.Places())
	start := []float32{0}
	put := func(t *track, time []float32, values [4][]float32) {
		places[p.Place(t.property, t.target)] = unpacked{
			track: soa.Track{Target: int16(t.target), Property: t.property}, time: time, values: values,
		}
	}
	for i := range l.rest {
		t := &l.rest[i]
		put(t, start, restValue(model, t.property, t.target))
	}
	values := constants(p, l)
	for i := range l.constants {
		put(&l.constants[i], start, values[i])
	}
	for g, tracks := range l.grids {
		time := gridTimes(packing.Grid(p.Grids[g]), p.Exact.Duration)
		for i := range tracks {
			t := &tracks[i]
			if put(t, time, [4][]float32{}); p.Grids[g].Curve == soa.PackedCatmullRom {
				u := &places[p.Place(t.property, t.target)]
				u.track.Interpolation = soa.Cubic
				u.in, u.out = make([]soa.Tangent, len(time)), make([]soa.Tangent, len(time))
			}
		}
	}
	for i := range p.Exact.Tracks {
		u := exactTrack(&p.Exact, i)
		if u.track.Property == soa.Float && p.Floats == 0 { // which has no place, and comes after all that have
			places = append(places, u)
			continue
		}
		places[p.Place(u.track.Property, int(u.track.Target))] = u
	}
	clip := join(&p.Exact, places)
	return clip, unpackGrids(p, l, clip)
}

// exactTrack returns a track of a clip as it is.
func exactTrack(c *soa.Clip, t int) unpacked {
	tr := c.Tracks[t]
	first, end := c.Keys(t)
	u := unpacked{track: tr, time: c.Time[first:end], values: [4][]float32{c.X[first:end], c.Y[first:end], c.Z[first:end], c.W[first:end]}}
	if tr.Interpolation == soa.Cubic {
		at := int(tr.FirstTangent)
		u.in, u.out = c.In[at:at+end-first], c.Out[at:at+end-first]
	}
	return u
}

// join makes a clip of tracks, with everything else of another clip.
func join(like *soa.Clip, places []unpacked) *soa.Clip {
	c := like.EmptyCopy()
	c.Events, c.Additive, c.Motion = like.Events, like.Additive, like.Motion
	keys, tracks := 0, 0
	for i := range places {
		keys += len(places[i].time)
		tracks += min(1, len(places[i].time))
	}
	c.Tracks = make([]soa.Track, 0, tracks)
	slab := make([]float32, 5*keys)
	parts := [...]*[]float32{&c.X, &c.Y, &c.Z, &c.W, &c.Time}
	for i, part := range parts {
		*part = slab[i*keys : (i+1)*keys : (i+1)*keys]
	}
	first := 0
	for i := range places {
		u := &places[i]
		if len(u.time) == 0 {
			continue
		}
		u.track.First, u.track.FirstTangent = uint32(first), 0
		if u.track.Interpolation == soa.Cubic {
			u.track.FirstTangent = uint32(len(c.In))
		}
		c.Tracks = append(c.Tracks, u.track)
		c.In, c.Out = append(c.In, u.in...), append(c.Out, u.out...)
		for k, v := range u.values {
			copy((*parts[k])[first:], v)
		}
		copy(c.Time[first:], u.time)
		first += len(u.time)
	}
	return c
}

// unpackGrids decodes the keys of all grids into a clip with room for them.
func unpackGrids(p *soa.Packed, l *layout, clip *soa.Clip) error {
	at := make([]int, p.Places()) // the clip's track of a place
	for i := range clip.Tracks {
		if tr := &clip.Tracks[i]; tr.Property != soa.Float || p.Floats > 0 {
			at[p.Place(tr.Property, int(tr.Target))] = i
		}
	}
	var curved []int
	widths := knotWidths{p.First, p.Knot}
	for g, tracks := range l.grids {
		values := make([][4][]float32, len(tracks))
		for i := range tracks {
			track := at[p.Place(tracks[i].property, tracks[i].target)]
			if p.Grids[g].Curve == soa.PackedCatmullRom {
				curved = append(curved, track)
			}
			first, end := clip.Keys(track)
			for c, v := range [...][]float32{clip.X, clip.Y, clip.Z, clip.W} {
				values[i][c] = v[first:end]
			}
		}
		if p.Coding == soa.PackedSpans {
			s, err := newSpanReader(p, g, newRowLayout(tracks), &widths)
			if err == nil {
				err = s.unpack(values)
			}
			if err != nil {
				return err
			}
			continue
		}
		unpackSegments(p, g, tracks, values)
	}
	if !tangents(clip, curved) {
		return fmt.Errorf("%w: the slopes between its keys are beyond float32", soa.ErrInvalid)
	}
	return nil
}

// unpackSegments decodes all segments of a grid to values[track][component].
func unpackSegments(p *soa.Packed, g int, tracks []track, values [][4][]float32) {
	grid := packing.Grid(p.Grids[g])
	heads := make([]head, len(tracks))
	first := firstSegment(p, g)
	for s := range grid.Segments() {
		r := bitReader{data: p.Data, pos: 8 * int(p.Segment[first+s])}
		at := s * int(grid.PerSegment)
		r.readSegment(tracks, heads, at, at+grid.Keys(s), values)
	}
}

// restValue returns the value at rest of a track.
func restValue(model *soa.Model, property soa.Property, target int) (v [4][]float32) {
	rest := model.RestOf(&soa.Track{Property: property, Target: int16(target)})
	for i := range v {
		v[i] = rest[i : i+1]
	}
	return v
}

// constants decodes the values of constant tracks.
func constants(p *soa.Packed, l *layout) [][4][]float32 {
	r := bitReader{data: p.Data}
	all := make([][4][]float32, len(l.constants))
	slab := make([]float32, 4*len(all))
	for i := range all {
		t := &l.constants[i]
		h := r.readHead(t)
		for c := range all[i] {
			all[i][c] = slab[4*i+c : 4*i+c+1]
		}
		t.firstKey(&h, &all[i])
	}
	return all
}

// firstKey writes a head's key to the first value of each slice.
func (t *track) firstKey(h *head, v *[4][]float32) {
	if t.property == soa.Rotation {
		for i, c := range others[h.left] {
			v[c][0] = float32(float32(h.v[i]) * t.size)
		}
		q := [4][]float32{v[0][:1], v[1][:1], v[2][:1], v[3][:1]}
		complete(h, &q)
		return
	}
	for i := range t.components {
		v[i][0] = float32(float32(h.v[i]) * t.size)
	}
}

// gridTimes returns the ticks of a grid's keys.
func gridTimes(grid packing.Grid, duration float64) []float32 {
	time := make([]float32, grid.Intervals+1)
	for k := range time {
		time[k] = grid.Time(duration, k)
	}
	return time
}

// readSegment decodes the keys of a segment to values[track][component][from:to].
func (r *bitReader) readSegment(tracks []track, heads []head, from, to int, values [][4][]float32) {
	for i := range tracks {
		heads[i] = r.readHead(&tracks[i])
	}
	for i := range tracks {
		t, h, v := &tracks[i], &heads[i], &values[i]
		if t.property != soa.Rotation {
			for c := range t.components {
				r.readBody(h.v[c], to-from, t.size, v[c][from:to])
			}
			continue
		}
		q := [4][]float32{v[0][from:to], v[1][from:to], v[2][from:to], v[3][from:to]}
		for c, at := range others[h.left] {
			r.readBody(h.v[c], to-from, t.size, q[at])
		}
		complete(h, &q)
	}
}

// tangents computes the slopes of tracks of curved grids, and reports whether all are finite.
func tangents(clip *soa.Clip, curved []int) bool {
	finite := true
	for _, t := range curved {
		first, end := clip.Keys(t)
		at := int(clip.Tracks[t].FirstTangent)
		n := at + end - first
		finite = exact.Tangents(clip.Time[first:end], clip.X[first:end], clip.Y[first:end], clip.Z[first:end], clip.W[first:end],
			clip.In[at:n], clip.Out[at:n]) && finite
	}
	return finite
}
