package compress_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/benchmarks/rig"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/compress"
	"github.com/sinew-anim/sinew/soa"
)

// poseBits lists all values of a pose.
func poseBits(p *runtime.Pose) []float32 {
	return slices.Concat(p.TX, p.TY, p.TZ, p.RX, p.RY, p.RZ, p.RW, p.SX, p.SY, p.SZ, p.Weight, p.Float)
}

// samePose compares all values of two poses, to the bit.
func samePose(a, b *runtime.Pose) bool {
	return slices.EqualFunc(poseBits(a), poseBits(b), func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) })
}

// checkDecoder compares a decoder with a sampler of the unpacked clip, at any
// times one after the other, at keys, at the ends and beyond.
func checkDecoder(t *testing.T, m *soa.Model, p *soa.Packed, random int) {
	t.Helper()
	c := unpack(t, m, p)
	sampler, err := runtime.NewSampler(m, c)
	if err != nil {
		t.Fatal(err)
	}
	decoder, err := compress.NewDecoder(m, p)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	ticks := []float64{0, c.Duration, -1, c.Duration + 1, c.Duration / 2}
	for range random {
		ticks = append(ticks, r.Float64()*c.Duration)
		if len(c.Time) > 0 {
			ticks = append(ticks, float64(c.Time[r.IntN(len(c.Time))]))
		}
	}
	cache, cursors := decoder.NewCache(1), make([]uint32, sampler.Cursors())
	want, got := runtime.NewPose(m), runtime.NewPose(m)
	if err := decoder.Begin(&got); err != nil {
		t.Fatal(err)
	}
	for _, tick := range ticks {
		if err := sampler.Sample(tick, cursors, &want); err != nil {
			t.Fatal(err)
		}
		if err := decoder.Sample(tick, cache, &got); err != nil {
			t.Fatal(err)
		}
		if !samePose(&got, &want) {
			t.Fatalf("clip %q at tick %v: the decoder's pose is not the sampler's", c.Name, tick)
		}
	}
}

func TestDecoderBits(t *testing.T) {
	m := rig.Character(rig.Motion{Name: "sway", Seconds: 0.6})
	checkDecoder(t, m, pack(t, m, m.Clips[0], compress.Options{}), 50)
	for _, keys := range []int{1, 2, 64} {
		checkDecoder(t, m, pack(t, m, m.Clips[0], compress.Options{Small: true, SegmentKeys: keys}), 50)
	}
	seeds := uint64(6)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		m := rig.Random(seed, 8)
		for _, c := range m.Clips {
			checkDecoder(t, m, pack(t, m, c, compress.Options{Bound: 1e-3}), 20)
			checkDecoder(t, m, pack(t, m, c, compress.Options{Small: true, SegmentKeys: 2, Bound: 1e-3}), 20)
		}
	}
}

func TestDecoderDoesNotAllocate(t *testing.T) {
	m := tree(67, 3, 2)
	for name, o := range codings {
		d, err := compress.NewDecoder(m, pack(t, m, lively(m, 60), o))
		if err != nil {
			t.Fatal(err)
		}
		cache, pose, x := d.NewCache(1), runtime.NewPose(m), 0.0
		if n := testing.AllocsPerRun(100, func() {
			x += 0.37
			if err := d.Sample(runtime.Tick(d.Clip(), x, runtime.Wrap), cache, &pose); err != nil {
				t.Fatal(err)
			}
		}); n > 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func TestDecoderRefuses(t *testing.T) {
	m := rig.Character(rig.Motion{Name: "sway", Seconds: 0.5})
	d, err := compress.NewDecoder(m, pack(t, m, m.Clips[0], compress.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	small := rig.Random(1, 3)
	pose := runtime.NewPose(small)
	if err := d.Begin(&pose); !errors.Is(err, runtime.ErrLength) {
		t.Errorf("a small pose: %v", err)
	}
	if err := d.Sample(0, d.NewCache(1), &pose); !errors.Is(err, runtime.ErrLength) {
		t.Errorf("a small pose: %v", err)
	}
	pose = runtime.NewPose(m)
	if err := d.Sample(0, &compress.Cache{}, &pose); !errors.Is(err, runtime.ErrLength) {
		t.Errorf("a cache of another clip: %v", err)
	}
	if _, err := compress.NewDecoder(m, nil); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("no clip: %v", err)
	}
}
