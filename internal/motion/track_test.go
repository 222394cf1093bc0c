package motion

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/soa"
	"pgregory.net/rapid"
)

// randomMotion has some keys within a number of ticks.
func randomMotion(r *rand.Rand, keys int, ticks float32) *soa.Motion {
	m := &soa.Motion{Time: []float32{0}, X: []float32{0}, Y: []float32{0}, Z: []float32{0}, Yaw: []float32{0}}
	step := func(a []float32, size float32) float32 { return a[len(a)-1] + size*(r.Float32()-0.4) }
	turn := []float32{0, 0.1, 4}[r.IntN(3)]
	for k := 1; k < keys; k++ {
		at := ticks * (float32(k) + 0.9*r.Float32()) / float32(keys)
		m.Time = append(m.Time, at)
		m.X, m.Y, m.Z, m.Yaw = append(m.X, step(m.X, 0.1)), append(m.Y, step(m.Y, 0.02)), append(m.Z, step(m.Z, 0.3)), append(m.Yaw, step(m.Yaw, turn))
	}
	return m
}

func newTrack(t interface{ Fatal(...any) }, m *soa.Motion, rate, seconds float64, mode Mode) *Track {
	track, err := NewTrack(m, rate, seconds, mode)
	if err != nil {
		t.Fatal(err)
	}
	return track
}

// naive is M by a search through all keys and library sines.
func naive(m *soa.Motion, tick float64) soa.RootTransform {
	at := func(v []float32) float64 {
		for k := 1; k < len(v); k++ {
			if a, b := float64(m.Time[k-1]), float64(m.Time[k]); tick <= b {
				return float64(v[k-1]) + (tick-a)/(b-a)*(float64(v[k])-float64(v[k-1]))
			}
		}
		return float64(v[len(v)-1])
	}
	s, c := math.Sincos(at(m.Yaw))
	return soa.RootTransform{X: at(m.X), Y: at(m.Y), Z: at(m.Z), C: c, S: s}
}

func TestTrackIsItsKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		const rate, ticks = 24., 60
		m := randomMotion(r, 1+r.IntN(40), ticks)
		if r.IntN(3) == 0 && len(m.Time) > 4 { // most keys in a small part
			for k := range m.Time {
				m.Time[k] = ticks * float32(math.Pow(float64(m.Time[k]/ticks), 6))
			}
			for k := 1; k < len(m.Time); k++ {
				m.Time[k] = max(m.Time[k], math.Nextafter32(m.Time[k-1], 100))
			}
		}
		track := newTrack(t, m, rate, ticks/rate, Wrap)
		check := func(tick float64) {
			// Between keys that are next to none apart a value may have any speed.
			a, b := naive(m, tick*(1-1e-14)), naive(m, min(tick*(1+1e-14), ticks))
			if got := track.M(tick / rate); missed(got, a) > 1e-12+missed(a, b) {
				t.Fatalf("at tick %v of %v: %+v, want %+v", tick, m.Time, got, a)
			}
		}
		for range 50 {
			check(r.Float64() * ticks)
		}
		for _, at := range m.Time {
			check(float64(at))
		}
		if track.M(-1) != track.M(0) || track.M(99) != track.M(ticks/rate) || track.M(math.NaN()) != track.M(0) {
			t.Fatal("outside the clip it is not at its ends")
		}
		if track.Loop() != track.M(track.Seconds()) {
			t.Fatal("a loop leads elsewhere")
		}
	})
}

// moment is a time of any number of periods.
func moment(seconds, period float64) Moment {
	n := math.Floor(seconds / period)
	return Moment{int64(n), math.Max(0, seconds-n*period)}
}

// Any partition of a time span, forwards and backwards and mixed, leads where one step
// does, to a millionth of the way; there and back is nowhere.
func TestPartitions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		const rate, ticks = 30., 45
		m := randomMotion(r, 2+r.IntN(30), ticks)
		mode := Mode(r.IntN(3))
		track := newTrack(t, m, rate, ticks/rate, mode)
		period := track.Seconds()
		if mode == PingPong {
			period *= 2
		}
		at := func(seconds float64) Moment {
			if mode == Clamp {
				return Moment{0, min(max(seconds, 0), period)}
			}
			return moment(seconds, period)
		}
		reach := []float64{1, 10, 1000}[r.IntN(3)] * period
		time := (r.Float64() - 0.5) * reach
		start := at(time)
		last, place, way := start, soa.IdentityRoot(), 0.
		for range 1 + r.IntN(200) {
			time += (r.Float64() - 0.45) * reach * math.Pow(10, -2*r.Float64())
			next := at(time)
			step := track.Delta(last, next)
			place, last = place.Mul(step), next
			way += math.Hypot(step.X, step.Z) + math.Abs(step.Y)
		}
		var from soa.RootTransform
		if track.PlaceFrom(&from, &place, last.Phase); from != place.Mul(track.Phase(last.Phase)) {
			t.Fatalf("from %+v at %+v: %+v", place, last, from)
		}
		whole := track.Delta(start, last)
		if d := missed(place, whole); d > 1e-6*way+1e-12 {
			t.Fatalf("in parts %+v, at once %+v: %v off on a way of %v", place, whole, d, way)
		}
		if track.Twist(start, last) != Log(whole) {
			t.Fatalf("the twist of %+v is %+v", whole, track.Twist(start, last))
		}
		if d := missed(whole.Mul(track.Delta(last, start)), soa.IdentityRoot()); d > 1e-6*way+1e-12 {
			t.Fatalf("there and back is %v away", d)
		}
		if d := missed(track.At(start).Mul(whole), track.At(last)); d > 1e-6*way+1e-9 {
			t.Fatalf("from %+v to %+v: %v off", start, last, d)
		}
	})
}

// n loops are Tⁿ, in one step or in n.
func TestLoops(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 20 {
		m := randomMotion(r, 12, 30)
		track := newTrack(t, m, 30, 1, Wrap)
		loop, way := track.Loop(), 0.
		for k := 1; k < len(m.Time); k++ {
			way += math.Hypot(float64(m.X[k]-m.X[k-1]), float64(m.Z[k]-m.Z[k-1]))
		}
		for _, n := range []int64{1, -1, 2, 1000, -12345, 1_000_000, -1_000_000} {
			phase := r.Float64()
			far := way * math.Abs(float64(n))
			want := series(loop, n)
			if d := missed(track.At(Moment{n, 0}), want); d > 1e-6*far {
				t.Errorf("%d loops are %v off", n, d)
			}
			if d := missed(track.Delta(Moment{7, phase}, Moment{7 + n, phase}), track.M(phase).Inverse().Mul(want).Mul(track.M(phase))); d > 1e-6*far {
				t.Errorf("%d loops from within one are %v off", n, d)
			}
		}
		place := soa.IdentityRoot()
		const steps = 100_000
		for n := range int64(steps) {
			place = place.Mul(track.Delta(Moment{n, 0.25}, Moment{n + 1, 0.25})).Unit()
		}
		if d := missed(place, track.Delta(Moment{0, 0.25}, Moment{steps, 0.25})); d > 1e-6*way*steps {
			t.Errorf("%d steps are %v off", steps, d)
		}
	}
}

func TestStill(t *testing.T) {
	for _, track := range []*Track{newTrack(t, nil, 25, 0, Wrap), newTrack(t, &soa.Motion{}, 25, 3, PingPong), newTrack(t, randomMotion(rand.New(rand.NewPCG(1, 1)), 5, 1e-9), 1, 0, Clamp)} {
		if p := track.Delta(Moment{0, 0}, Moment{5, 2}); p != soa.IdentityRoot() || track.Loop() != soa.IdentityRoot() {
			t.Errorf("it moves by %+v, in a loop by %+v", p, track.Loop())
		}
	}
	for _, bad := range []struct{ rate, seconds float64 }{{0, 1}, {-1, 1}, {math.NaN(), 1}, {math.Inf(1), 1}, {1, -1}, {1, math.NaN()}, {1, math.Inf(1)}} {
		if _, err := NewTrack(nil, bad.rate, bad.seconds, Wrap); !errors.Is(err, ErrTrack) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if _, err := NewTrack(nil, 1, 1, PingPong+1); !errors.Is(err, ErrTrack) {
		t.Error("an unknown mode is taken")
	}
}

// Motions that are valid and absurd have places.
func TestAbsurdMotions(t *testing.T) {
	big, small := float32(math.MaxFloat32), float32(math.SmallestNonzeroFloat32)
	m := &soa.Motion{Time: []float32{0, small, 1, big}, X: []float32{0, big, -big, 1}, Y: []float32{0, 0, big, 0}, Z: []float32{0, -big, 0, 0}, Yaw: []float32{0, big, -big, 3}}
	for _, rate := range []float64{1e-300, 1, 1e300} {
		seconds := float64(big) / rate
		if math.IsInf(seconds, 0) {
			continue
		}
		track := newTrack(t, m, rate, seconds, Wrap)
		for _, phase := range []float64{0, float64(small) / rate, 0.5 / rate, 1 / rate, seconds / 2, seconds} {
			p := track.Delta(Moment{-1 << 61, phase}, Moment{1 << 61, seconds - phase})
			for _, v := range []float64{p.X, p.Y, p.Z, p.C, p.S} {
				if math.IsNaN(v) {
					t.Errorf("rate %v, phase %v: %+v", rate, phase, p)
				}
			}
		}
	}
}

func TestNoAllocations(t *testing.T) {
	track := newTrack(t, randomMotion(rand.New(rand.NewPCG(1, 1)), 30, 30), 30, 1, Wrap)
	weights, steps := []float64{0.5, 0.5}, []soa.RootTransform{soa.IdentityRoot(), soa.IdentityRoot()}
	i := int64(0)
	if n := testing.AllocsPerRun(100, func() {
		steps[0] = track.Delta(Moment{i, 0.9}, Moment{i + 3, 0.1})
		steps[1] = track.At(Moment{i, 0.5})
		steps[1] = Blend(weights, steps)
		i++
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// goldenBits is the hash of what TestBits computes, the same on every processor.
const goldenBits = "8350e2375a6f0947fab2dda904239f3cdf8298e965bafd903708a7099fedfa47"

func TestBits(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	hash := sha256.New()
	put := func(p soa.RootTransform) {
		_ = binary.Write(hash, binary.LittleEndian, [5]uint64{math.Float64bits(p.X), math.Float64bits(p.Y), math.Float64bits(p.Z), math.Float64bits(p.C), math.Float64bits(p.S)})
	}
	for range 200 {
		// Sums and products of few bits are exact, fused or not.
		m := randomMotion(r, 20, 64)
		for k := range m.Time {
			for _, a := range [][]float32{m.X, m.Y, m.Z, m.Yaw} {
				a[k] = float32(k) * float32(r.IntN(4096)-2048) / 4096
			}
			m.Time[k] = float32(k * 3)
		}
		track, err := NewTrack(m, 32, 2, Wrap)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			a, b := Moment{int64(r.IntN(100)), r.Float64() * 2}, Moment{int64(r.IntN(1 << 30)), r.Float64() * 2}
			p, q := track.Delta(a, b), track.At(b)
			put(p)
			put(q)
			put(p.Mul(q).Inverse().Unit())
			put(Exp(Log(p)))
			put(Blend([]float64{0.25, 0.75}, []soa.RootTransform{p, q}))
			put(track.Delta(Moment{0, a.Phase}, Moment{0, b.Phase}))
			v, w := BlendDirections([]Step{{0.5, [3]float64{p.X, p.Y, p.Z}, p.Rotation()}, {0.75, [3]float64{q.X, q.Y, q.Z}, q.Rotation()}})
			put(soa.RootTransform{X: v[0], Y: v[1], Z: v[2], C: w[1], S: w[3]})
		}
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != goldenBits {
		t.Errorf("the hash of the results is %s, want %s", got, goldenBits)
	}
}

func BenchmarkDelta(b *testing.B) {
	m := randomMotion(rand.New(rand.NewPCG(1, 1)), 31, 30)
	for k := range m.Yaw {
		m.Yaw[k] = float32(k) / 100
	}
	track := newTrack(b, m, 30, 1, Wrap)
	from := Moment{0, 0}
	for b.Loop() {
		to := Moment{from.Cycle, from.Phase + 1./60}
		if to.Phase >= 1 {
			to = Moment{from.Cycle + 1, to.Phase - 1}
		}
		p := track.Delta(from, to)
		sink += p.X
		from = to
	}
}

func BenchmarkBlend(b *testing.B) {
	weights, steps := []float64{0.5, 0.5}, []soa.RootTransform{Exp(Twist{1, 0, 2, 0.01}), Exp(Twist{0, 0, 1, 0.02})}
	for b.Loop() {
		sink += Blend(weights, steps).X
	}
}

var sink float64
