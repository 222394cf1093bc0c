package codec_test

import (
	"errors"
	"runtime"
	"testing"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/soa"
)

// still returns a clip of Rice codes whose weights do not move: of few bytes for any
// number of keys, but no fewer than there have to be.
func still(weights int, grids ...soa.PackedGrid) *soa.Packed {
	p := &soa.Packed{
		Exact: soa.Clip{Name: "still", TicksPerSecond: 30, Duration: 1e6}, Weights: weights,
		Kind: make([]uint8, (weights+3)/4), Step: make([]uint8, weights), Grids: grids, Data: make([]byte, packing.RicePadding),
	}
	segments, keys := 0, 0
	for g := range grids {
		segments += packing.Grid(grids[g]).Segments()
		keys += (weights/len(grids) + 1) * (int(grids[g].Intervals) + 1)
	}
	p.Data = make([]byte, keys/64+packing.RicePadding)
	p.Segment = make([]uint32, segments)
	for w := range weights {
		p.Kind[w/4] |= soa.PackedCoded << (w % 4 * 2)
		if len(grids) > 1 {
			p.Grid = append(p.Grid, uint8(w%len(grids)))
		}
	}
	return p
}

// allocated is the bytes that a call allocates.
func allocated(call func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestMemory: what a short clip that stands for many keys takes is in proportion to
// them.
func TestMemory(t *testing.T) {
	grid := func(intervals, perSegment uint32) soa.PackedGrid {
		return soa.PackedGrid{Intervals: intervals, PerSegment: perSegment}
	}
	for name, p := range map[string]*soa.Packed{
		"long segments":     still(8, grid(1<<17, packing.MaxKeys)),
		"one segment":       still(300, grid(packing.MaxKeys, packing.MaxKeys)),
		"short segments":    still(8, grid(1<<17, 1)),
		"one weight":        still(1, grid(1<<20, packing.MaxKeys)),
		"one, short":        still(1, grid(1<<18, 2)),
		"grids":             still(16, grid(1<<16, 64), grid(1<<17, 4096), grid(1<<10, 1), grid(1<<15, 7)),
		"grids of nobody":   still(2, grid(1<<10, 64), grid(1<<10, 64), grid(1<<20, 4096), grid(1<<20, 4096)),
		"the finest of all": still(1, grid(packing.MaxIntervals, packing.MaxKeys)),
	} {
		t.Run(name, func(t *testing.T) { testMemory(t, p) })
	}
	p := still(1, grid(1<<20, packing.MaxKeys))
	p.Data = make([]byte, packing.RicePadding)
	if err := p.Validate(0, 1, 0); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("a million keys of no bytes: %v", err)
	}
}

func testMemory(t *testing.T, p *soa.Packed) {
	m := tree(0, p.Weights, 0)
	claim := 20 * keysOf(p)
	for g := range p.Grids {
		claim += 4 * int(p.Grids[g].Intervals) // which pass Validate as keys, too, where nobody is on the grid
	}
	fits := func(what string, n uint64) {
		t.Helper()
		t.Logf("%s: %d bytes for %d", what, n, claim)
		if n > uint64(4*claim) {
			t.Errorf("%s takes %d bytes, more than four times %d", what, n, claim)
		}
	}
	fits("Unpack", allocated(func() {
		c, err := codec.Unpack(m, p)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Time) != keysOf(p) {
			t.Fatalf("%d keys, want %d", len(c.Time), keysOf(p))
		}
	}))
}

// TestLongClips: a clip with few keys may last for any time; it takes no memory for
// what is between them, and comes back as it was.
func TestLongClips(t *testing.T) {
	times := []float32{0, 0.1, 0.2, 0.35, 0.4, 0.55, 0.61, 0.7, 0.81}
	m := tree(3, 1, 1)
	for _, last := range []float32{1, 500, 1e4, 1e6, 1e8, 1e12, 2e12} {
		for _, rate := range []float64{30, 1, 1e6} {
			c := &soa.Clip{Name: "long", TicksPerSecond: rate, Duration: float64(last)}
			c.Tracks = []soa.Track{
				{Target: 1, Property: soa.Translation}, {Target: 0, Property: soa.Rotation}, {Target: 0, Property: soa.Weight}, {Target: 0, Property: soa.Float},
			}
			for i := range c.Tracks {
				c.Tracks[i].First = uint32(len(c.Time))
				c.Time = append(append(c.Time, times...), last)
				for k := range len(times) + 1 {
					v := [4]float32{float32(k * k % 7)}
					if c.Tracks[i].Property == soa.Rotation {
						v = turn(1, 0, 0, 0.3*float64(k*k%5))
					}
					c.X, c.Y, c.Z, c.W = append(c.X, v[0]), append(c.Y, v[1]), append(c.Z, v[2]), append(c.W, v[3])
				}
			}
			for name, o := range codings {
				var p *soa.Packed
				n := allocated(func() { p = pack(t, m, c, o) })
				if n > 64<<20 {
					t.Errorf("%v ticks, %v a second, %s: %d bytes allocated", last, rate, name, n)
				}
				hold(t, m, c, p, unpack(t, m, p), 0)
			}
		}
	}
}

// TestTooManyKeys: what stands for more keys than are allowed is refused before
// anything is made of it.
func TestTooManyKeys(t *testing.T) {
	most := soa.PackedGrid{Intervals: packing.MaxIntervals, PerSegment: packing.MaxKeys}
	p := still(40, most)
	m := tree(0, p.Weights, 0)
	n := allocated(func() {
		if _, err := codec.Unpack(m, p); !errors.Is(err, soa.ErrInvalid) {
			t.Errorf("unpack: %v", err)
		}
		if _, err := codec.NewDecoder(m, p); !errors.Is(err, soa.ErrInvalid) {
			t.Errorf("new decoder: %v", err)
		}
	})
	if n > 1<<16 {
		t.Errorf("%d bytes allocated", n)
	}
}
