package compress

import (
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// Cache holds the segments of a packed clip that were decoded last. Any number
// of instances may share one, one goroutine at a time.
type Cache struct {
	of      *Decoder
	grids   []cachedGrid
	out     []float32 // the rows that go into a pose
	cursors []uint32  // of the exact tracks
}

// cachedGrid is some segments of a grid in places. The one that came first goes
// first.
type cachedGrid struct {
	rows     []float32
	place    []int32  // per segment: its place, or −1
	segment  []int32  // per place: what is there, or −1
	decoded  []uint16 // per place of spans: a bit for each row that is decoded
	complete []uint16 // and for each whose rotations are complete
	next     int      // place to be filled
	unpacked [][4][]float32
	heads    []head
}

// The memory of a cache at least, and for every further instance: many instances
// pass through all of a clip, and then it pays to decode it once.
const (
	cacheBytes         = 32 << 10
	cacheInstanceBytes = 160 << 10
)

// NewCache returns a cache for a number of instances: each may play its own
// segment, and continue with the next, without a segment being decoded twice.
// If a clip's keys take less than 32 KiB, plus 160 KiB for each instance after
// the first, the whole clip stays in the cache once decoded.
func (d *Decoder) NewCache(instances int) *Cache {
	instances = max(1, instances)
	budget := (cacheBytes + (instances-1)*cacheInstanceBytes) / max(1, len(d.grids))
	c := &Cache{of: d, cursors: make([]uint32, d.exact.Cursors())}
	for g := range d.grids {
		dg := &d.grids[g]
		bytes := 4 * dg.keys * dg.rows.stride
		segments := dg.grid.Segments()
		places := min(segments, max(instances+instances/2, budget/max(bytes, 1)))
		s := cachedGrid{
			rows: make([]float32, places*bytes/4), place: make([]int32, segments), segment: make([]int32, places),
		}
		for i := range s.place {
			s.place[i] = -1
		}
		for i := range s.segment {
			s.segment[i] = -1
		}
		if dg.spans != nil {
			s.decoded, s.complete = make([]uint16, places), make([]uint16, places)
		} else {
			s.heads, s.unpacked = make([]head, len(dg.tracks)), make([][4][]float32, len(dg.tracks))
			slab := make([]float32, 4*len(dg.tracks)*dg.keys)
			for i := range s.unpacked {
				for k := range s.unpacked[i] {
					s.unpacked[i][k], slab = slab[:dg.keys:dg.keys], slab[dg.keys:]
				}
			}
		}
		c.grids = append(c.grids, s)
		c.out = append(c.out, make([]float32, dg.rows.stride)...)
	}
	return c
}

// load makes sure that a key, and the one after it, is in the cache, and returns
// their rows.
func (g *decoderGrid) load(p *soa.Packed, c *cachedGrid, key int) (row, next []float32, err error) {
	per := int(g.grid.PerSegment)
	segment := min(key/per, len(c.place)-1)
	place, known := int(c.place[segment]), true
	if place < 0 {
		place, known = c.take(segment), false
		if g.spans == nil {
			g.decode(p, c, segment, c.rows[place*g.keys*g.rows.stride:][:g.keys*g.rows.stride])
		}
	}
	n, k := g.rows.stride, key-segment*per
	if g.spans != nil {
		wanted := 3 << k & (1<<g.spans.rowsOf(segment) - 1)
		if wanted&^int(c.complete[place]) != 0 {
			if err := g.complete(c, segment, place, wanted, known); err != nil {
				c.segment[place], c.place[segment] = -1, -1
				return nil, nil, err
			}
		}
	}
	at := (place*g.keys + k) * n
	row = c.rows[at : at+n]
	if at+2*n <= len(c.rows) {
		next = c.rows[at+n : at+2*n]
	}
	return row, next, nil
}

// take gives a segment the place of the one that came first.
func (c *cachedGrid) take(segment int) (place int) {
	place = c.next
	if c.next++; c.next == len(c.segment) {
		c.next = 0
	}
	if old := c.segment[place]; old >= 0 {
		c.place[old] = -1
	}
	c.place[segment], c.segment[place] = int32(place), int32(segment)
	if c.decoded != nil {
		c.decoded[place], c.complete[place] = 0, 0
	}
	return place
}

// complete decodes a span and completes the rotations of the rows that are
// wanted, two at most that follow each other. Who comes to a span for the first
// time, and not from one beside it, gets no other rows: who seeks needs none.
func (g *decoderGrid) complete(c *cachedGrid, segment, place, wanted int, known bool) error {
	rows := c.rows[place*g.keys*g.rows.stride:]
	if wanted&^int(c.decoded[place]) != 0 {
		all, first, last := 1<<g.spans.rowsOf(segment)-1, 1, simd.SpanKeys
		if known || segment > 0 && c.place[segment-1] >= 0 || segment+1 < len(c.place) && c.place[segment+1] >= 0 {
			c.decoded[place] = uint16(all)
		} else {
			first, last = bits.TrailingZeros(uint(wanted)), bits.Len(uint(wanted))-1
			c.decoded[place] = uint16(wanted)
		}
		if err := g.spans.read(segment, rows, first, last); err != nil {
			return err
		}
		c.complete[place] = 0
	}
	missing := wanted &^ int(c.complete[place])
	c.complete[place] |= uint16(missing)
	first := bits.TrailingZeros(uint(missing))
	return g.spans.complete(rows[first*g.rows.stride:], bits.OnesCount(uint(missing)))
}

// decode writes the rows of a segment of Rice codes and that of the key after it.
func (g *decoderGrid) decode(p *soa.Packed, c *cachedGrid, segment int, rows []float32) {
	n := g.grid.Keys(segment)
	r := bitReader{data: p.Data, pos: 8 * int(p.Segment[g.first+segment])}
	r.readSegment(g.tracks, c.heads, 0, n, c.unpacked)
	if segment+1 < g.grid.Segments() { // the next one's first keys end this one
		r.pos = 8 * int(p.Segment[g.first+segment+1])
		for i := range g.tracks {
			h := r.readHead(&g.tracks[i])
			v := &c.unpacked[i]
			last := [4][]float32{v[0][n:], v[1][n:], v[2][n:], v[3][n:]}
			g.tracks[i].firstKey(&h, &last)
		}
		n++
	}
	for run := range g.rows.runs {
		r := &g.rows.runs[run]
		for i, track := range r.index {
			for component := range r.components {
				to := rows[r.float(i, component):]
				for k, v := range c.unpacked[track][component][:n] {
					to[k*g.rows.stride] = v
				}
			}
		}
	}
}
