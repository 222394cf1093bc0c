package play_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime/play"
)

// Seeds spread instances evenly over what a clip plays before it repeats: once its length, in a
// ping-pong twice.
func TestSeedsSpreadOverAPeriod(t *testing.T) {
	const n = 2000
	r := rand.New(rand.NewPCG(seed.First(t), 1))
	for mode, lengths := range map[play.LoopMode]float64{play.Wrap: 1, play.Clamp: 1, play.PingPong: 2} {
		for _, seconds := range []float64{1e-3, 0.4, 1, 1.7, 60, 1e5} {
			o := play.Options{Mode: mode, Seed: r.Uint64() | 1}
			starts := make([]float64, n)
			for i := range starts {
				starts[i] = o.Start(i, seconds) / (lengths * seconds)
			}
			slices.Sort(starts)
			if starts[0] < 0 || starts[n-1] >= 1 {
				t.Fatalf("%v of %v s: starts from %v to %v of a period", mode, seconds, starts[0], starts[n-1])
			}
			for i, at := range starts {
				if want := (float64(i) + 0.5) / n; math.Abs(at-want) > 0.08 {
					t.Fatalf("%v of %v s, seed %d: %d of %d start before %v of a period", mode, seconds, o.Seed, i, n, at)
				}
			}
		}
	}
}

// An offset skips seconds in the direction of play, a seed skips more, and both count from the end
// where a clip plays backwards.
func TestStartSkipsInTheDirectionOfPlay(t *testing.T) {
	r := rand.New(rand.NewPCG(seed.First(t), 2))
	for range 200 {
		i, seconds := r.IntN(1000), math.Exp(r.NormFloat64())
		mode := play.LoopMode(r.IntN(3))
		skipped := play.Options{Mode: mode, Seed: r.Uint64() | 1}
		part := skipped.Start(i, seconds)
		o := skipped
		o.Offset, o.Speed = r.NormFloat64(), []float64{0, 0.5, 3}[r.IntN(3)]
		if at, want := o.Start(i, seconds), o.Offset+part; math.Abs(at-want) > 1e-12*(1+seconds) {
			t.Errorf("%+v starts at %v of %v s, want %v", o, at, seconds, want)
		}
		o.Speed = -1 - r.Float64()
		if at, want := o.Start(i, seconds), seconds-o.Offset-part; math.Abs(at-want) > 1e-12*(1+seconds) {
			t.Errorf("%+v starts at %v of %v s, want %v", o, at, seconds, want)
		}
		if o.Seed, o.Speed = 0, 1; o.Start(i, seconds) != o.Offset {
			t.Errorf("%+v starts at %v s", o, o.Start(i, seconds))
		}
	}
}

// splitMix is the generator SplitMix64, which advances a state.
type splitMix uint64

func (s *splitMix) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Instance i takes value i of SplitMix64, whose state is the seed mixed by the same function: what a
// seed starts is the same in every version.
func TestSeedsAreSplitMix64(t *testing.T) {
	known := splitMix(1234567)
	for _, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := known.next(); got != want {
			t.Fatalf("the generator of the test gives %d, want %d as published", got, want)
		}
	}
	r := rand.New(rand.NewPCG(seed.First(t), 3))
	for range 20 {
		o := play.Options{Seed: r.Uint64() | 1}
		before := splitMix(o.Seed - 0x9e3779b97f4a7c15)
		values := splitMix(before.next())
		for i := range 50 {
			if got, want := o.Start(i, 1), float64(values.next()>>11)/(1<<53); got != want {
				t.Fatalf("seed %d: instance %d starts at %v, want %v", o.Seed, i, got, want)
			}
		}
	}
}
