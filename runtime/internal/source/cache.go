package source

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/native/simd"
)

// defaultCacheBytes is the default of Options.CacheBytes.
const defaultCacheBytes = 8 << 20

// defaultUnpackedBytes is that of Options.UnpackedBytes.
const defaultUnpackedBytes = 1 << 30

// MaxBlocks is the greatest number of blocks, or of parts of one, that are evaluated together.
const MaxBlocks = 8

// minPlaces is the least number of places of a cache: each lane of the blocks that
// are evaluated together may be in a part of its own.
const minPlaces = MaxBlocks*simd.Lanes + 1

// spanCache is the decoded parts of spans that a goroutine keeps: rows of the
// layout, ten for each part.
//
//	rows   │ rest, rest │ place 0: 10 rows │ place 1 │ …
//
// It has room for all parts of the clips that have come, as far as it may grow. Where few instances
// share it, it begins with a place for each and doubles when all are taken.
type spanCache struct {
	player  *compressed
	total   int // parts of the clips that have come so far
	rows    simd.Rows
	place   [][]int32    // per clip and part: its place, or −1; nil until the clip comes
	parts   []cachedPart // per place
	next    int          // the place to be filled next
	now     uint32       // number of the evaluation
	keys    []float32    // decoded rows of one grid
	decoded decodedSpan  // what keys hold
}

// cachedPart is a part in a place, and when it was used last.
type cachedPart struct {
	clip, part int32 // clip −1: none
	used       uint32
}

func (c *spanCache) prepare(p *compressed) {
	c.player, c.place, c.decoded = p, make([][]int32, len(p.spans)), decodedSpan{clip: -1}
	stride := p.poses.RowValues()
	c.rows = simd.Rows{
		Columns: simd.Columns{Rotations: p.poses.Rotations(), Others: p.poses.Others},
		Values:  simd.AlignedFloat32(2 * stride), Stride: stride,
	}
	copy(c.rows.Values, p.poses.Rest)
	copy(c.rows.Values[stride:], p.poses.Rest)
}

// admit makes room for a clip that comes for the first time.
func (c *spanCache) admit(clip int) []int32 {
	s := c.player.spans[clip]
	c.place[clip] = slices.Repeat([]int32{-1}, s.total)
	c.total += s.total
	width := 0
	for g := range s.decoder.Grids() {
		width = max(width, s.decoder.Stride(g))
	}
	if n := codec.CurveBuffer * width; n > len(c.keys) {
		c.keys, c.decoded = simd.AlignedFloat32(n), decodedSpan{clip: -1}
	}
	if have, places := len(c.parts), min(c.total, c.most()); places > have {
		if few := c.player.instances; few > 0 && few < simd.Lanes {
			places = min(places, max(few, have))
		} else if have > 0 {
			places = min(c.most(), max(places, have+have/2))
		}
		c.grow(places)
	}
	return c.place[clip]
}

// most is the greatest number of places.
func (c *spanCache) most() int {
	return max(minPlaces, c.player.cacheBytes/(4*codec.SpanRows*c.rows.Stride))
}

// grow makes room for a number of places.
func (c *spanCache) grow(places int) {
	have, stride := len(c.parts), c.rows.Stride
	if places <= have {
		return
	}
	values := simd.AlignedFloat32((2 + codec.SpanRows*places) * stride)
	copy(values, c.rows.Values)
	c.rows.Values, c.next = values, have
	c.parts = slices.Grow(c.parts, places-have)
	for len(c.parts) < places {
		c.parts = append(c.parts, cachedPart{clip: -1})
	}
}

// forget empties the cache.
func (c *spanCache) forget() {
	for _, list := range c.place {
		for k := range list {
			list[k] = -1
		}
	}
	for k := range c.parts {
		c.parts[k].clip = -1
	}
	c.decoded = decodedSpan{clip: -1}
}

// find returns the row of what compressed.PlaceOne made: a clip and an interval of it.
func (c *spanCache) find(at int64, alpha float32) (row int64, fraction float32) {
	clip, k := int(at>>32), int(uint32(at))
	if clip == len(c.place) {
		return 0, 0 // at rest
	}
	s := c.player.spans[clip]
	span := k / codec.SpanKeys
	part, i := int(s.first[span]), k-span*codec.SpanKeys
	if n := int(s.parts[span]); n > 1 {
		x := float32((float32(i) + alpha) * float32(n))
		i = min(int(x), codec.SpanKeys*n-1)
		alpha = x - float32(i)
		part += i / codec.SpanKeys
		i %= codec.SpanKeys
	}
	list := c.place[clip]
	if len(list) == 0 {
		list = c.admit(clip)
	}
	place := list[part]
	if place < 0 {
		place = c.load(clip, span, part)
	}
	c.parts[place].used = c.now
	return int64(2+codec.SpanRows*int(place)+i) * int64(c.rows.Stride), alpha
}

// findLanes finds the rows of lanes first:last of a block.
func (c *spanCache) findLanes(at *simd.Frames, first, last int) {
	for l := first; l < last; l++ {
		at.Row[l], at.Alpha[l] = c.find(at.Row[l], at.Alpha[l])
	}
}

// load decodes a part in place of the oldest one that this evaluation does not use, or in a new place.
func (c *spanCache) load(clip, span, part int) int32 {
	if c.parts[c.next].clip >= 0 { // so are all others
		c.grow(min(c.total, c.most(), 2*len(c.parts)))
	}
	for c.parts[c.next].clip >= 0 && c.parts[c.next].used == c.now {
		c.next = (c.next + 1) % len(c.parts)
	}
	place := c.next
	c.next = (c.next + 1) % len(c.parts)
	if old := c.parts[place]; old.clip >= 0 {
		c.place[old.clip][old.part] = -1
	}
	c.parts[place] = cachedPart{int32(clip), int32(part), c.now}
	c.place[clip][part] = int32(place)
	stride := c.rows.Stride
	rows := c.rows.Values[(2+codec.SpanRows*place)*stride:][:codec.SpanRows*stride]
	s := c.player.spans[clip]
	for r := range codec.SpanRows {
		copy(rows[r*stride:], s.base)
	}
	for g := range s.grids {
		c.decode(clip, g, span, part-int(s.first[span]), rows)
	}
	return int32(place)
}

// decode writes the columns of a grid's tracks into the rows of a part of a span. The part lies within
// one span of the grid, whose spans begin where spans of the finest one do.
func (c *spanCache) decode(clip, g, span, part int, rows []float32) {
	s := c.player.spans[clip]
	grid, width := &s.grids[g], s.decoder.Stride(g)
	n, of := int(s.parts[span]), span/grid.every
	if key := (decodedSpan{clip, g, of}); c.decoded != key {
		if grid.curved {
			_ = s.decoder.DecodeCurve(g, of, c.keys)
		} else {
			_ = s.decoder.Decode(g, of, c.keys) // lengths are those it was made with
		}
		c.decoded = key
	}
	// Counted in intervals of keys from the start of the grid's span, row r is at
	// key[r] + f[r].
	var at rowTimes
	for r := range at.key {
		x := min(codec.SpanKeys*(span*n+part)+r, s.intervals*n)
		unit := grid.every * n
		at.key[r] = x/unit - codec.SpanKeys*of
		at.f[r] = float64(x%unit) / float64(unit)
	}
	for i := range grid.tracks {
		t := &grid.tracks[i]
		w := trackWriter{t: t, rows: rows[4*t.column:], stride: c.rows.Stride, keys: c.keys, width: width, at: &at}
		if grid.curved {
			w.curve()
		} else {
			w.lines()
		}
	}
}

// decodedSpan is a span of a clip's grid.
type decodedSpan struct{ clip, grid, span int }

// rowTimes are where the rows of a part are: f after a key.
type rowTimes struct {
	key [codec.SpanRows]int
	f   [codec.SpanRows]float64
}

// trackWriter writes the column of a track into rows.
type trackWriter struct {
	t      *spanTrack
	rows   []float32
	stride int
	keys   []float32 // decoded, of width values each
	width  int
	at     *rowTimes
	before [4]float32 // the row before, whose hemisphere a rotation stays in
}

// lines writes the column of a track of lines and arcs. Each key is converted once, and each arc made
// once.
func (w *trackWriter) lines() {
	t := w.t
	have, next := -1, -1 // the keys that are in a and b
	var a, b exact.Quat
	var arc exact.Arc
	for r, k := range w.at.key {
		f := w.at.f[r]
		if k != have {
			if a = b; k != next {
				a = t.key(w.keys[k*w.width:])
			}
			have, next = k, -1
		}
		v := a
		if f > 0 {
			if next < 0 {
				next = have + 1
				if b = t.key(w.keys[next*w.width:]); t.rotation {
					arc = exact.NewArc(a, b)
				}
			}
			if v = a.Lerp(b, f); t.rotation {
				v = arc.At(f)
			}
		}
		w.put(r, v)
	}
}

// curve writes the column of a track of curves, whose keys begin with the one before the
// span's first, see codec.Decoder.DecodeCurve.
func (w *trackWriter) curve() {
	t := w.t
	have := -1
	var near [4]exact.Quat // the keys around an interval
	for r, k := range w.at.key {
		f := w.at.f[r]
		if k != have {
			for i := range near {
				near[i] = t.key(w.keys[min(k+i, codec.CurveRows-1)*w.width:])
			}
			have = k
		}
		v := near[1]
		if f > 0 {
			v = exact.CatmullRom(near[0], near[1], near[2], near[3], f)
		}
		if t.rotation {
			v = v.Unit()
		}
		w.put(r, v)
	}
}

// put writes the value of a row.
func (w *trackWriter) put(r int, v exact.Quat) {
	q := v.Float32()
	if w.t.rotation && r > 0 {
		q = geom.QuatOf(q).NearestSign(geom.QuatOf(w.before)).Array()
	}
	w.before = q
	*(*[4]float32)(w.rows[r*w.stride:]) = q
}

// key converts the track's value in a row of keys.
func (t *spanTrack) key(row []float32) (v exact.Quat) {
	if t.components == 1 {
		x := float64(row[t.at])
		for c := range v {
			v[c] = float64(t.convert[0][c]*x) + t.convert[3][c]
		}
		return v
	}
	x, y, z, w := float64(row[t.at]), float64(row[t.at+codec.VectorLanes]), float64(row[t.at+2*codec.VectorLanes]), 1.0
	if t.components == 4 {
		w = float64(row[t.at+3*codec.VectorLanes])
	}
	m := &t.convert
	for c := range v {
		v[c] = (float64(m[0][c]*x) + float64(m[1][c]*y)) + (float64(m[2][c]*z) + float64(m[3][c]*w))
	}
	return v
}
