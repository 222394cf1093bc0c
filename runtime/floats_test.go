package runtime_test

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

// A crowd's floats are those of Players, bit for bit, whatever they play.
func TestCrowdFloatsAreThoseOfPlayers(t *testing.T) {
	for seed := range uint64(12) {
		m := rig.Random(seed, 5)
		for i, c := range m.Clips {
			m.Clips[i] = c.Floats()
			if m.Clips[i] == nil { // nothing to compile
				m.Clips[i] = &soa.Clip{Name: "none", TicksPerSecond: 25, Duration: 30}
			}
		}
		bank, err := runtime.Compile(m, nil, runtime.CompileOptions{})
		must(t, err)
		const n = 7
		players := newPlayers(t, m, n)
		crowd, err := runtime.NewCrowd(bank, n, runtime.CrowdOptions{Levels: []runtime.CrowdLevel{{Every: runtime.Never}}})
		must(t, err)
		ticks, err := runtime.NewTickCrowd(m, n, runtime.CrowdOptions{})
		must(t, err)
		r := rand.New(rand.NewPCG(seed, 3))
		got := make([]float32, len(m.Floats))
		for round := range 20 {
			for i := range n {
				clip := r.IntN(len(m.Clips))
				o := runtime.PlayOptions{Mode: runtime.Clamp}
				must(t, players.Play(i, o, m.Clips[clip]))
				must(t, crowd.Play(i, clip, o))
				must(t, ticks.Play(i, clip, o))
				at := m.Clips[clip].Start + r.Float64()*1.2*m.Clips[clip].Seconds()
				if round == 0 {
					at = m.Clips[clip].End()
				}
				must(t, players.Seek(i, at))
				must(t, crowd.Seek(i, at))
				must(t, ticks.Seek(i, at))
			}
			players.Evaluate()
			for i := range n {
				want := players.Pose(i).Float
				for name, c := range map[string]interface {
					Floats(int, []float32) error
					Float(int, int) float32
				}{"Crowd": crowd, "TickCrowd": ticks} {
					must(t, c.Floats(i, got))
					for f := range want {
						if math.Float32bits(got[f]) != math.Float32bits(want[f]) || c.Float(i, f) != want[f] {
							t.Fatalf("seed %d, %s: float %d is %v, one by one %v, want %v", seed, name, f, got[f], c.Float(i, f), want[f])
						}
					}
				}
			}
		}
	}
}

// Floats of a packed clip stay within the bound, exact where they are to, and a
// decoder gives those of the clip unpacked.
func TestPackedFloats(t *testing.T) {
	for seed := range uint64(6) {
		m := rig.Random(seed, 4)
		for _, c := range m.Clips {
			for _, o := range []compress.Options{{}, {FloatBound: 1e-5}, {Small: true}, {Lossless: true}} {
				testPackedFloats(t, m, c, o)
			}
		}
	}
}

func testPackedFloats(t *testing.T, m *soa.Model, c *soa.Clip, o compress.Options) {
	t.Helper()
	p, err := compress.Clip(m, c, o)
	must(t, err)
	unpacked, err := compress.Unpack(m, p)
	must(t, err)
	decoder, err := compress.NewDecoder(m, p)
	must(t, err)
	span := floatSpans(m, c)
	exact, same := newSampler(t, m, c), newSampler(t, m, unpacked)
	want, bits, got := runtime.NewPose(m), runtime.NewPose(m), runtime.NewPose(m)
	cache := decoder.NewCache(1)
	must(t, decoder.Begin(&got))
	for i := range 50 {
		tick := c.Duration * float64(i) / 49
		must(t, decoder.Sample(tick, cache, &got))
		must(t, exact.Sample(tick, make([]uint32, exact.Cursors()), &want))
		must(t, same.Sample(tick, make([]uint32, same.Cursors()), &bits))
		for f, v := range got.Float {
			if v != bits.Float[f] {
				t.Fatalf("clip %q, tick %v: float %d is %v decoded, %v unpacked", c.Name, tick, f, v, bits.Float[f])
			}
			bound := p.FloatBound * span[f]
			if off := math.Abs(float64(v) - float64(want.Float[f])); !(off <= bound) {
				t.Fatalf("clip %q, tick %v: float %d is %v, want %v to %v", c.Name, tick, f, v, want.Float[f], bound)
			}
		}
	}
	small := runtime.NewPose(&soa.Model{Skeleton: m.Skeleton, Weights: m.Weights})
	if err := decoder.Begin(&small); !errors.Is(err, runtime.ErrLength) {
		t.Errorf("a pose without floats: %v", err)
	}
}

// floatSpans returns from a clip's least value of each float to its greatest.
func floatSpans(m *soa.Model, c *soa.Clip) []float64 {
	span := make([]float64, len(m.Floats))
	for t, track := range c.Tracks {
		if track.Property == soa.Float {
			first, end := c.Keys(t)
			span[track.Target] = float64(slices.Max(c.X[first:end])) - float64(slices.Min(c.X[first:end]))
		}
	}
	return span
}

func TestFloatsErrors(t *testing.T) {
	m := rig.Random(2, 4)
	bank, err := runtime.Compile(m, nil, runtime.CompileOptions{ErrorBound: 0.01})
	must(t, err)
	crowd, err := runtime.NewCrowd(bank, 2, runtime.CrowdOptions{})
	must(t, err)
	ticks, err := runtime.NewTickCrowd(m, 2, runtime.CrowdOptions{})
	must(t, err)
	all := make([]float32, len(m.Floats))
	for name, floats := range map[string]func(int, []float32) error{"Crowd": crowd.Floats, "TickCrowd": ticks.Floats} {
		if err := floats(2, all); !errors.Is(err, runtime.ErrRange) {
			t.Errorf("%s: instance 2 of 2: %v", name, err)
		}
		if err := floats(1, all[1:]); !errors.Is(err, runtime.ErrLength) {
			t.Errorf("%s: room for one too few: %v", name, err)
		}
		if n := testing.AllocsPerRun(20, func() { err = floats(1, all) }); n != 0 || err != nil {
			t.Errorf("%s: %v allocations, error %v", name, n, err)
		}
	}
	for f, v := range ticks.Model().Floats {
		if got := ticks.Float(1, f); got != v.Rest { // nobody told it to play
			t.Errorf("float %d is %v at rest, want %v", f, got, v.Rest)
		}
	}
	s, pose := newSampler(t, m, m.Clips[3]), runtime.NewPose(m)
	pose.Float = pose.Float[:1]
	if err := s.Sample(0, make([]uint32, s.Cursors()), &pose); !errors.Is(err, runtime.ErrLength) {
		t.Errorf("a pose of one float: %v", err)
	}
}
