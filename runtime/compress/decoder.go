package compress

import (
	"fmt"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// Decoder plays a packed clip without unpacking it: a segment at a time is
// decoded into the cache of whoever plays. The bits are those that a
// runtime.Sampler gives of the unpacked clip.
//
//	decoder, err := compress.NewDecoder(model, packed)
//	cache, pose := decoder.NewCache(), runtime.NewPose(model)
//	decoder.Begin(&pose)
//	for … {
//		err = decoder.Sample(runtime.Tick(decoder.Clip(), seconds, runtime.Wrap), cache, &pose)
//	}
//
// Playing on costs what interpolating does, and now and then the decoding of a
// segment; a seek decodes one. Who seeks often, or plays a clip on many
// characters, unpacks it.
//
// A Decoder is only read and can be shared; it refers to the packed clip and the
// model, which must not change. A Cache belongs to one player.
type Decoder struct {
	packed          *soa.Packed
	model           *soa.Model
	l               *layout
	constants       [][4][]float32
	exact           *runtime.Sampler // of the tracks that are kept as they are
	grids           []decoderGrid
	joints, weights int
}

// decoderGrid is the tracks of one grid. In a cache track i has its keys from
// i·stride on.
type decoderGrid struct {
	grid      *soa.PackedGrid
	tracks    []track
	first     int // of its segments
	stride    int
	intervals float64 // per tick
	property  [4]simd.Tracks
}

// Cache holds the segment of each grid that was decoded last.
type Cache struct {
	grids   []cachedSegment
	cursors []uint32 // of the exact tracks
}

type cachedSegment struct {
	segment int // or −1
	keys    simd.Keys
	values  [][4][]float32 // per track: its part of keys
	heads   []head
}

// NewDecoder checks a packed clip against its model and prepares it. The error
// wraps soa.ErrInvalid.
func NewDecoder(model *soa.Model, p *soa.Packed) (*Decoder, error) {
	if err := check(model, p); err != nil {
		return nil, fmt.Errorf("new decoder: %w", err)
	}
	d := &Decoder{packed: p, model: model, l: layOut(p), joints: model.Skeleton.Len(), weights: len(model.Weights)}
	d.constants = constants(p, d.l)
	var err error
	if d.exact, err = runtime.NewSampler(model, &p.Exact); err != nil {
		return nil, fmt.Errorf("new decoder: %w", err)
	}
	for g, tracks := range d.l.grids {
		dg := decoderGrid{grid: &p.Grids[g], tracks: tracks, first: firstSegment(p, g)}
		for s := range dg.grid.Segments() {
			dg.stride = max(dg.stride, dg.grid.Keys(s)+1)
		}
		dg.intervals = float64(dg.grid.Intervals) / p.Exact.Duration
		for i := range tracks {
			t := &dg.property[tracks[i].property]
			t.First = append(t.First, uint32(i*dg.stride))
			t.Target = append(t.Target, int16(tracks[i].target))
		}
		d.grids = append(d.grids, dg)
	}
	return d, nil
}

// Clip returns a clip with the packed one's times, for runtime.Tick, its name
// and its events. Of its tracks it has only those that are kept as they are.
func (d *Decoder) Clip() *soa.Clip { return &d.packed.Exact }

// NewCache returns a cache for one player.
func (d *Decoder) NewCache() *Cache {
	c := &Cache{cursors: make([]uint32, d.exact.Cursors())}
	for g := range d.grids {
		dg := &d.grids[g]
		n := dg.stride * len(dg.tracks)
		slab := make([]float32, 4*n)
		s := cachedSegment{segment: -1, heads: make([]head, len(dg.tracks)), values: make([][4][]float32, len(dg.tracks))}
		s.keys = simd.Keys{X: slab[:n], Y: slab[n : 2*n], Z: slab[2*n : 3*n], W: slab[3*n:]}
		for i := range s.values {
			for k, v := range [...][]float32{s.keys.X, s.keys.Y, s.keys.Z, s.keys.W} {
				s.values[i][k] = v[i*dg.stride:][:dg.stride]
			}
		}
		c.grids = append(c.grids, s)
	}
	return c
}

// Begin writes what the clip drives without moving it: what Sample leaves as it
// is. The error wraps runtime.ErrLength where the pose is not of the model's
// size.
func (d *Decoder) Begin(pose *runtime.Pose) error {
	if err := d.checkPose(pose); err != nil {
		return err
	}
	for i := range d.l.rest {
		t := &d.l.rest[i]
		put(pose, t, restValue(d.model, t.property, t.target))
	}
	for i := range d.l.constants {
		put(pose, &d.l.constants[i], d.constants[i])
	}
	return nil
}

// put writes a value that does not move.
func put(pose *runtime.Pose, t *track, v [4][]float32) {
	j := t.target
	switch t.property {
	case soa.Translation:
		pose.TX[j], pose.TY[j], pose.TZ[j] = v[0][0], v[1][0], v[2][0]
	case soa.Rotation:
		pose.RX[j], pose.RY[j], pose.RZ[j], pose.RW[j] = v[0][0], v[1][0], v[2][0], v[3][0]
	case soa.Scale:
		pose.SX[j], pose.SY[j], pose.SZ[j] = v[0][0], v[1][0], v[2][0]
	default:
		pose.Weight[j] = v[0][0]
	}
}

func (d *Decoder) checkPose(pose *runtime.Pose) error {
	if pose.Len() != d.joints || len(pose.Weight) != d.weights || len(pose.Float) != len(d.model.Floats) {
		return fmt.Errorf("decoding clip %q: %w: a pose of %d joints, %d weights and %d floats, want %d, %d and %d",
			d.packed.Exact.Name, runtime.ErrLength, pose.Len(), len(pose.Weight), len(pose.Float), d.joints, d.weights, len(d.model.Floats))
	}
	return nil
}

// Sample writes what the clip moves at a tick (see runtime.Tick) into a pose
// that Begin has begun. The cache is one of this decoder's; what it holds before
// changes only the time taken. Nothing is allocated. The error wraps
// runtime.ErrLength where the pose is not of the model's size or the cache is
// not of this decoder.
func (d *Decoder) Sample(tick float64, cache *Cache, pose *runtime.Pose) error {
	if err := d.checkPose(pose); err != nil {
		return err
	}
	if len(cache.grids) != len(d.grids) {
		return fmt.Errorf("decoding clip %q: %w: a cache of %d grids, want %d", d.packed.Exact.Name, runtime.ErrLength, len(cache.grids), len(d.grids))
	}
	for g := range d.grids {
		dg := &d.grids[g]
		key, alpha, between := dg.find(tick, d.packed.Exact.Duration)
		s := &cache.grids[g]
		if len(s.values) != len(dg.tracks) || len(s.keys.X) != dg.stride*len(dg.tracks) {
			return fmt.Errorf("decoding clip %q: %w: a cache of another clip", d.packed.Exact.Name, runtime.ErrLength)
		}
		key = d.load(dg, s, key)
		if between {
			dg.interpolate(&s.keys, key, alpha, pose)
		} else {
			dg.hold(&s.keys, key, pose)
		}
	}
	return d.exact.Sample(tick, cache.cursors, pose)
}

// find returns the key at or before a tick and how far it is to the next, or
// that there is nothing between.
func (g *decoderGrid) find(tick, duration float64) (key int, alpha float32, between bool) {
	n := int(g.grid.Intervals)
	if !(tick >= 0) {
		return 0, 0, false
	}
	if tick >= float64(g.grid.Time(duration, n)) {
		return n, 0, false
	}
	key = max(0, min(int(float64(tick*g.intervals)), n-1))
	for key > 0 && float64(g.grid.Time(duration, key)) > tick {
		key--
	}
	for key < n-1 && float64(g.grid.Time(duration, key+1)) <= tick {
		key++
	}
	t0, t1 := float64(g.grid.Time(duration, key)), float64(g.grid.Time(duration, key+1))
	return key, float32((tick - t0) / (t1 - t0)), true
}

// load makes sure that a key, and the one after it, is in the cache, and returns
// which key of the segment there it is.
func (d *Decoder) load(g *decoderGrid, s *cachedSegment, key int) int {
	per := int(g.grid.PerSegment)
	segment := min(key/per, g.grid.Segments()-1)
	if s.segment != segment {
		n := g.grid.Keys(segment)
		r := bitReader{data: d.packed.Data, pos: 8 * int(d.packed.Segment[g.first+segment])}
		r.readSegment(g.tracks, s.heads, 0, n, s.values)
		if segment+1 < g.grid.Segments() { // the next one's first keys end this one
			r.pos = 8 * int(d.packed.Segment[g.first+segment+1])
			for i := range g.tracks {
				h := r.readHead(&g.tracks[i])
				v := &s.values[i]
				last := [4][]float32{v[0][n:], v[1][n:], v[2][n:], v[3][n:]}
				g.tracks[i].firstKey(&h, &last)
			}
		}
		s.segment = segment
	}
	return key - segment*per
}

// interpolate writes values between a key and the next.
func (g *decoderGrid) interpolate(keys *simd.Keys, key int, alpha float32, pose *runtime.Pose) {
	k := uint32(key)
	if t := &g.property[soa.Translation]; len(t.First) > 0 {
		_ = simd.LerpVectors(pose.TX, pose.TY, pose.TZ, t, keys, k, alpha)
	}
	if t := &g.property[soa.Rotation]; len(t.First) > 0 {
		_ = simd.SlerpQuaternions(pose.RX, pose.RY, pose.RZ, pose.RW, t, keys, k, alpha)
	}
	if t := &g.property[soa.Scale]; len(t.First) > 0 {
		_ = simd.LerpVectors(pose.SX, pose.SY, pose.SZ, t, keys, k, alpha)
	}
	if t := &g.property[soa.Weight]; len(t.First) > 0 {
		_ = simd.LerpScalars(pose.Weight, t, keys.X, k, alpha)
	}
}

// hold writes the values of a key.
func (g *decoderGrid) hold(keys *simd.Keys, key int, pose *runtime.Pose) {
	for property := range g.property {
		t := &g.property[property]
		dst := [4][]float32{pose.TX, pose.TY, pose.TZ}
		n := 3
		switch soa.Property(property) {
		case soa.Rotation:
			dst, n = [4][]float32{pose.RX, pose.RY, pose.RZ, pose.RW}, 4
		case soa.Scale:
			dst = [4][]float32{pose.SX, pose.SY, pose.SZ}
		case soa.Weight:
			dst, n = [4][]float32{pose.Weight}, 1
		}
		from := [...][]float32{keys.X, keys.Y, keys.Z, keys.W}
		for c, from := range from[:n] {
			_ = simd.CopyKeys(dst[c], t, from, uint32(key))
		}
	}
}
