package compress_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/benchmarks/rig"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/compress"
	"github.com/sinew-anim/sinew/soa"
)

// Models of all kinds hold the bound: scaled, sheared, stepped, splined, with
// keys anywhere.
func TestRandomModels(t *testing.T) {
	seeds := uint64(12)
	if testing.Short() {
		seeds = 3
	}
	for seed := range seeds {
		m := rig.Random(seed, 3+int(seed)%9)
		for _, c := range m.Clips {
			p := pack(t, m, c, compress.Options{SegmentKeys: 1 << (seed % 4)})
			hold(t, m, c, p, unpack(t, m, p), 20)
		}
	}
}

// mutate changes a few bits, or lengths, of a packed clip's arrays.
func mutate(p *soa.Packed, r *rand.Rand) *soa.Packed {
	q := *p
	q.Kind, q.Step, q.Grids = slices.Clone(p.Kind), slices.Clone(p.Step), slices.Clone(p.Grids)
	q.Grid, q.Segment, q.Data = slices.Clone(p.Grid), slices.Clone(p.Segment), slices.Clone(p.Data)
	for range 1 + r.IntN(8) {
		switch r.IntN(12) {
		case 0:
			if len(q.Kind) > 0 {
				q.Kind[r.IntN(len(q.Kind))] ^= 1 << r.IntN(8)
			}
		case 1:
			if len(q.Step) > 0 {
				q.Step[r.IntN(len(q.Step))] = uint8(r.Uint32())
			}
		case 2:
			if len(q.Segment) > 0 {
				q.Segment[r.IntN(len(q.Segment))] += uint32(r.IntN(9)) - 4
			}
		case 3:
			if len(q.Grids) > 0 {
				g := &q.Grids[r.IntN(len(q.Grids))]
				g.PerSegment, g.Intervals = uint32(r.IntN(200)), uint32(r.IntN(200))
			}
		case 4:
			q.Data = append(q.Data[:r.IntN(len(q.Data))], make([]byte, soa.PackedPadding)...)
		default:
			if n := len(q.Data) - soa.PackedPadding; n > 0 {
				q.Data[r.IntN(n)] = byte(r.Uint32())
			}
		}
	}
	return &q
}

// tryBits decodes what passes Validate: the outcome is a valid clip, whatever
// the bits.
func tryBits(t *testing.T, m *soa.Model, p *soa.Packed) bool {
	if p.Validate(m.Skeleton.Len(), len(m.Weights), len(m.Floats)) != nil {
		return false
	}
	c := unpack(t, m, p)
	s, err := runtime.NewSampler(m, c)
	if err != nil {
		t.Fatal(err)
	}
	pose := runtime.NewPose(m)
	if err := s.Sample(c.Duration/3, make([]uint32, s.Cursors()), &pose); err != nil {
		t.Fatal(err)
	}
	for j := range pose.TX {
		for _, v := range [...]float32{pose.TX[j], pose.RX[j], pose.RW[j], pose.SZ[j]} {
			if v-v != 0 {
				t.Fatalf("joint %d is at %v", j, v)
			}
		}
	}
	return true
}

// Broken bits give an error or some clip, and nothing worse.
func TestMutations(t *testing.T) {
	n := 3000
	if testing.Short() {
		n = 300
	}
	m := rig.Character(rig.Motion{Name: "sway", Seconds: 0.4})
	p := pack(t, m, m.Clips[0], compress.Options{SegmentKeys: 5})
	r := rand.New(rand.NewPCG(5, 6))
	decoded := 0
	for range n {
		if tryBits(t, m, mutate(p, r)) {
			decoded++
		}
	}
	t.Logf("%d of %d were decoded", decoded, n)
	if decoded < n/10 || decoded == n {
		t.Errorf("%d of %d were decoded", decoded, n)
	}
}

// FuzzUnpack decodes arbitrary arrays.
func FuzzUnpack(f *testing.F) {
	m := rig.Random(3, 5)
	for _, c := range m.Clips {
		p := pack(f, m, c, compress.Options{SegmentKeys: 7})
		intervals, keys := uint32(1), uint32(1)
		if len(p.Grids) > 0 {
			intervals, keys = p.Grids[0].Intervals, p.Grids[0].PerSegment
		}
		f.Add(p.Kind, p.Step, p.Grid, p.Data, intervals, keys, uint8(len(p.Grids)))
	}
	like := m.Clips[0]
	f.Fuzz(func(t *testing.T, kind, step, grid, data []byte, intervals, keys uint32, grids uint8) {
		p := &soa.Packed{
			Exact: soa.Clip{Name: "fuzz", TicksPerSecond: 30, Duration: like.Duration + 1}, Joints: m.Skeleton.Len(), Weights: len(m.Weights),
			Kind: kind, Step: step, Grid: grid, Data: append(data, make([]byte, soa.PackedPadding)...),
		}
		for i := range grids % 4 {
			g := soa.PackedGrid{Intervals: intervals % 5000 >> i, PerSegment: keys}
			p.Grids = append(p.Grids, g)
			if keys > 0 {
				for s := range min(g.Segments(), 5000) {
					p.Segment = append(p.Segment, uint32(s*len(data)/g.Segments()))
				}
			}
		}
		tryBits(t, m, p)
	})
}
