package runtime_test

import (
	"errors"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sinew-anim/sinew/benchmarks/rig"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
	"pgregory.net/rapid"
)

func newPlayers(t fataler, m *soa.Model, n int) *runtime.Players {
	t.Helper()
	p, err := runtime.NewPlayers(m, n)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func must(t fataler, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// playerBits lists all that was computed for player i as bits.
func playerBits(p *runtime.Players, i int) []uint32 {
	pose := p.Pose(i)
	bits := poseBits(&pose)
	add := func(values []float32) {
		for _, v := range values {
			bits = append(bits, math.Float32bits(v))
		}
	}
	add(p.Matrices(i))
	for s := range p.Model().Skins {
		add(p.Palette(i, s))
	}
	for k := range p.Model().Meshes {
		if m := p.MeshMatrices(k); m != nil {
			add(m[12*i : 12*i+12])
		}
	}
	return bits
}

// A player that got to a time by playing shows the bits of one that was put
// there.
func TestPlayingAndSeekingAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rig.Random(rapid.Uint64().Draw(t, "model"), 17)
		p := newPlayers(t, m, 2)
		o := runtime.PlayOptions{
			Mode:   runtime.LoopMode(rapid.IntRange(0, 2).Draw(t, "mode")),
			Speed:  rapid.Float64Range(-3, 3).Draw(t, "speed"),
			Offset: rapid.Float64Range(0, 5).Draw(t, "offset"),
		}
		clips := m.Clips[:rapid.IntRange(0, 3).Draw(t, "clips")]
		must(t, p.Play(0, o, clips...))
		for range rapid.IntRange(1, 20).Draw(t, "frames") {
			p.UpdateRange(0, 1, rapid.Float64Range(-0.2, 0.5).Draw(t, "dt"))
		}
		at := p.Time(0)
		must(t, p.Play(1, runtime.PlayOptions{Mode: runtime.Clamp}, clips...))
		must(t, p.Seek(1, at))
		if math.Abs(p.Time(1)-at) > 1e-14*max(1, math.Abs(at)) {
			t.Fatalf("seeking to %v leads to %v", at, p.Time(1))
		}
		// The way to seconds and back may round: play both from there.
		must(t, p.Play(0, runtime.PlayOptions{Mode: runtime.Clamp}, clips...))
		must(t, p.Seek(0, at))
		p.EvaluateRange(0, 1)
		p.EvaluateRange(1, 2)
		sameBits(t, "player", playerBits(p, 0), playerBits(p, 1))
	})
}

// endings is a clip of one step track and one linear one: 0, 1, 2 at ticks
// 0, 1, 2, from second 10 to second 11.
func endings() *soa.Model {
	k := &soa.Skeleton{Name: []string{"step", "line"}, Parent: []int16{-1, -1}, Depth: make([]uint16, 2), Unit: []float32{1, 1}, Rest: soa.MakeTransforms(2)}
	return &soa.Model{Name: "endings", Skeleton: k, Clips: []*soa.Clip{{
		Name: "count", TicksPerSecond: 2, Start: 10, Duration: 2,
		Tracks: []soa.Track{{Target: 0, Interpolation: soa.Step}, {Target: 1, First: 3}},
		Time:   []float32{0, 1, 2, 0, 1, 2}, X: []float32{0, 1, 2, 0, 1, 2},
		Y: make([]float32, 6), Z: make([]float32, 6), W: make([]float32, 6),
	}}}
}

func TestLoopModes(t *testing.T) {
	p := newPlayers(t, endings(), 1)
	clip := p.Model().Clips[0]
	type frame struct{ dt, time, step, line float64 }
	for name, c := range map[string]struct {
		runtime.PlayOptions
		frames []frame
	}{
		"wrap": {runtime.PlayOptions{}, []frame{
			{0, 10, 0, 0}, {0.25, 10.25, 0, 0.5}, {0.25, 10.5, 1, 1}, {0.5, 10, 0, 0}, {1.75, 10.75, 1, 1.5}, {-1, 10.75, 1, 1.5}, {-0.5, 10.25, 0, 0.5}}},
		"clamp": {runtime.PlayOptions{Mode: runtime.Clamp, Speed: 2}, []frame{
			{0.25, 10.5, 1, 1}, {0.25, 11, 2, 2}, {5, 11, 2, 2}, {-0.125, 10.75, 1, 1.5}, {-9, 10, 0, 0}}},
		"ping-pong": {runtime.PlayOptions{Mode: runtime.PingPong}, []frame{
			{0.75, 10.75, 1, 1.5}, {0.25, 11, 2, 2}, {0.25, 10.75, 1, 1.5}, {0.75, 10, 0, 0}, {0.25, 10.25, 0, 0.5}, {-0.5, 10.25, 0, 0.5}}},
		"backwards": {runtime.PlayOptions{Mode: runtime.Clamp, Speed: -1}, []frame{
			{0, 11, 2, 2}, {0.25, 10.75, 1, 1.5}, {1, 10, 0, 0}}},
		"backwards from an offset": {runtime.PlayOptions{Speed: -1, Offset: 0.25}, []frame{
			{0, 10.75, 1, 1.5}, {1, 10.75, 1, 1.5}, {0.75, 10, 0, 0}, {0.25, 10.75, 1, 1.5}}},
	} {
		must(t, p.Play(0, c.PlayOptions, clip))
		for i, f := range c.frames {
			p.Update(f.dt)
			pose := p.Pose(0)
			if p.Time(0) != f.time || float64(pose.TX[0]) != f.step || float64(pose.TX[1]) != f.line {
				t.Errorf("%s, frame %d: at %v s the step is %v and the line %v, want %v, %v and %v",
					name, i, p.Time(0), pose.TX[0], pose.TX[1], f.time, f.step, f.line)
			}
		}
	}
	must(t, p.SetSpeed(0, 0))
	before := p.Time(0)
	if p.Update(3); p.Time(0) != before {
		t.Error("a stopped player goes on")
	}
}

// Clips of different lengths and starts play on one time line, and each holds
// outside of its own part.
func TestClipsTogether(t *testing.T) {
	m := endings()
	early := *m.Clips[0]
	early.Tracks = early.Tracks[:1]
	early.Time, early.X, early.Y, early.Z, early.W = early.Time[:3], early.X[:3], early.Y[:3], early.Z[:3], early.W[:3]
	late := *m.Clips[0]
	late.Tracks = []soa.Track{{Target: 1}}
	late.Time, late.X, late.Y, late.Z, late.W = late.Time[3:], late.X[3:], late.Y[3:], late.Z[3:], late.W[3:]
	late.Start = 10.75
	m.Clips = append(m.Clips, &early, &late)
	p := newPlayers(t, m, 1)
	must(t, p.Play(0, runtime.PlayOptions{}, &late, &early))
	for _, f := range []struct{ at, step, line float64 }{{10, 0, 0}, {10.5, 1, 0}, {11, 2, 0.5}, {11.5, 2, 1.5}, {11.75, 0, 0}, {12.5, 1, 0.0}} {
		must(t, p.Seek(0, f.at))
		p.Evaluate()
		if pose := p.Pose(0); float64(pose.TX[0]) != f.step || float64(pose.TX[1]) != f.line {
			t.Errorf("at %v s the early clip is at %v and the late one at %v, want %v and %v", f.at, pose.TX[0], pose.TX[1], f.step, f.line)
		}
	}
	if err := p.Play(0, runtime.PlayOptions{}, &late, m.Clips[0]); !errors.Is(err, runtime.ErrOverlap) || !strings.Contains(err.Error(), "translation of 1") {
		t.Errorf("clips that drive the same joint: %v", err)
	}
	if p.Time(0) != 10.75 {
		t.Error("a refused clip changed what plays")
	}
	// What only the clip before drove is at rest again.
	must(t, p.Play(0, runtime.PlayOptions{}, &late))
	p.Update(0.5)
	if pose := p.Pose(0); pose.TX[0] != 0 || pose.TX[1] == 0 {
		t.Errorf("after a change of clips the joints are at %v and %v", pose.TX[0], pose.TX[1])
	}
}

func TestPlayersErrors(t *testing.T) {
	m := endings()
	p := newPlayers(t, m, 2)
	clip, nan, inf := m.Clips[0], math.NaN(), math.Inf(1)
	play := func(i int, o runtime.PlayOptions, c ...*soa.Clip) error { return p.Play(i, o, c...) }
	create := func(m *soa.Model, n int) error { _, err := runtime.NewPlayers(m, n); return err }
	invalid, endless := endings(), endings()
	invalid.Clips[0].Time[1] = 5
	endless.Clips[0].TicksPerSecond, endless.Clips[0].Duration = 1e-300, 1e300
	for name, c := range map[string]struct{ err, want error }{
		"no model":         {create(nil, 1), soa.ErrInvalid},
		"no skeleton":      {create(&soa.Model{}, 1), soa.ErrInvalid},
		"invalid clip":     {create(invalid, 1), soa.ErrInvalid},
		"endless clip":     {create(endless, 1), runtime.ErrTime},
		"negative count":   {create(m, -1), runtime.ErrRange},
		"absurd count":     {create(m, math.MaxInt), runtime.ErrRange},
		"player below 0":   {play(-1, runtime.PlayOptions{}, clip), runtime.ErrRange},
		"player too great": {play(2, runtime.PlayOptions{}, clip), runtime.ErrRange},
		"unknown mode":     {play(0, runtime.PlayOptions{Mode: 3}, clip), runtime.ErrRange},
		"speed NaN":        {play(0, runtime.PlayOptions{Speed: nan}, clip), runtime.ErrTime},
		"offset infinite":  {play(0, runtime.PlayOptions{Offset: inf}, clip), runtime.ErrTime},
		"nil clip":         {play(0, runtime.PlayOptions{}, nil), runtime.ErrForeignClip},
		"foreign clip":     {play(0, runtime.PlayOptions{}, endings().Clips[0]), runtime.ErrForeignClip},
		"same clip twice":  {play(0, runtime.PlayOptions{}, clip, clip), runtime.ErrOverlap},
		"seek player":      {p.Seek(2, 0), runtime.ErrRange},
		"seek NaN":         {p.Seek(0, nan), runtime.ErrTime},
		"seek infinite":    {p.Seek(0, -inf), runtime.ErrTime},
		"speed player":     {p.SetSpeed(-1, 1), runtime.ErrRange},
		"speed infinite":   {p.SetSpeed(0, inf), runtime.ErrTime},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, want %v", name, c.err, c.want)
		}
	}
	// A step in time that is not a number leads to the start, not out of range.
	must(t, p.Play(0, runtime.PlayOptions{}, clip))
	for _, dt := range []float64{nan, inf, -inf, 1e300} {
		p.Update(dt)
		if at := p.Time(0); !(at >= 10 && at <= 11) {
			t.Errorf("after %v s the time is %v", dt, at)
		}
	}
	empty := newPlayers(t, &soa.Model{Skeleton: &soa.Skeleton{}}, 3)
	empty.Update(1)
	none := newPlayers(t, m, 0)
	none.Update(1)
	p.UpdateRange(-5, 99, 0.1)
	p.SampleRange(2, 1)
	p.FinishRange(7, 9)
}

// Goroutines that update ranges side by side give the bits of one that does it
// all; run with -race this also shows that they share nothing.
func TestRangesInParallel(t *testing.T) {
	m := rig.Random(5, 67)
	const n = 33
	one, many := newPlayers(t, m, n), newPlayers(t, m, n)
	play := func(p *runtime.Players, i int) error {
		return p.Play(i, runtime.PlayOptions{Mode: runtime.LoopMode(i % 3), Speed: float64(i%5) - 2.5}, m.Clips[3])
	}
	for i := range n {
		must(t, play(one, i))
	}
	for range 20 {
		one.Update(0.1)
	}
	var wg sync.WaitGroup
	for from := 0; from < n; from += 7 {
		to := min(from+7, n)
		wg.Go(func() {
			for i := from; i < to; i++ {
				if err := play(many, i); err != nil {
					t.Error(err)
				}
			}
			for range 20 {
				many.UpdateRange(from, to, 0.1)
			}
		})
	}
	wg.Wait()
	for i := range n {
		sameBits(t, "player", playerBits(many, i), playerBits(one, i))
	}
}

// The halves of an evaluation, with a change to the pose between them.
func TestPoseBetweenTheHalves(t *testing.T) {
	m := rig.Character(rig.Motion{Name: "sway", Seconds: 1})
	p := newPlayers(t, m, 2)
	for i := range 2 {
		must(t, p.Play(i, runtime.PlayOptions{}, m.Clips[0]))
	}
	p.Update(0.3)
	before := slices.Clone(p.Matrices(1))
	p.SampleRange(0, 2)
	pose := p.Pose(1)
	pose.TX[0] += 2
	p.FinishRange(0, 2)
	for j := range m.Skeleton.Len() {
		for c, add := range map[int]float32{3: 2, 7: 0, 11: 0} {
			if got, want := p.Matrices(1)[12*j+c], before[12*j+c]+add; math.Abs(float64(got-want)) > 1e-6 {
				t.Fatalf("joint %d is at %v, want %v", j, got, want)
			}
		}
	}
}

// crowdHash plays a mixed crowd for a while and hashes its palettes.
func crowdHash(t *testing.T) uint64 {
	m := rig.Character(rig.Motion{Name: "short", Seconds: 1.3}, rig.Motion{Name: "long", Seconds: 15})
	strange := rig.Random(11, 67)
	h := fnv.New64a()
	for _, m := range []*soa.Model{m, strange} {
		p := newPlayers(t, m, 20)
		for i := range p.Len() {
			o := runtime.PlayOptions{Mode: runtime.LoopMode(i % 3), Speed: 0.25 * float64(i-7), Offset: 0.1 * float64(i)}
			must(t, p.Play(i, o, m.Clips[i%len(m.Clips)]))
		}
		for range 100 {
			p.Update(1. / 60)
		}
		must(t, p.Seek(3, -1e9))
		p.Evaluate()
		for i := range p.Len() {
			for _, b := range playerBits(p, i) {
				h.Write([]byte{byte(b), byte(b >> 8), byte(b >> 16), byte(b >> 24)})
			}
		}
	}
	return h.Sum64()
}

// The bits of a crowd, the same on every processor.
func TestCrowdGivesTheseBits(t *testing.T) {
	const want = 0xbcc1a2c5be046851
	if got := crowdHash(t); got != want {
		t.Errorf("the crowd's hash is %#x, want %#x", got, uint64(want))
	}
}
