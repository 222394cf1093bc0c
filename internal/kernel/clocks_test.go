package kernel

import (
	"errors"
	"fmt"
	"github.com/sinew-anim/sinew/native/simd"
	"math"
	"math/rand/v2"
	"testing"
)

// testCells are some whole cells, some divided ones and their parts.
func testCells() []Cell {
	cells := make([]Cell, 200)
	for i := range cells {
		cells[i] = Cell{Row: int32(3 * i), Split: []float32{2, 0, 0.25, 0.9999}[i%4]}
		if i < 100 && i%3 == 0 {
			cells[i] = Cell{Row: int32(100 + i), Parts: []int32{2, 7, 1, 0}[i%4]}
		}
	}
	return cells
}

// testClocks are clocks in every mode and state. adversarial ones have times and
// speeds that no animation has.
func testClocks(t testing.TB, blocks int, adversarial bool, seed uint64) *Clocks {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	odd := []float64{0, math.Copysign(0, -1), 1, -1, 1e-300, 5e-324, -5e-324, 1e300, -1e300, math.MaxFloat64, 0.1, 1. / 3, 16, -16, 32}
	n := simd.Lanes * blocks
	clips, speeds, phases := make([]ClockClip, n), make([]float64, n), make([]float64, n)
	for i := range clips {
		clip := ClockClip{Seconds: r.Float64() * 3, Rate: 1 + r.Float64()*60, Base: int32(r.IntN(100)), Frames: 1 + int32(r.IntN(90)), Cells: r.IntN(3) == 0}
		speed, phase := r.Float64()*4-2, r.Float64()*9-3
		if adversarial {
			if r.IntN(3) == 0 {
				clip.Seconds = math.Abs(odd[r.IntN(len(odd))])
			}
			if r.IntN(4) == 0 {
				clip.Rate = math.Abs(odd[r.IntN(len(odd))])
			}
			if r.IntN(2) == 0 {
				speed = odd[r.IntN(len(odd))] * math.Max(clip.Seconds, 1)
			}
			if r.IntN(3) == 0 {
				phase = odd[r.IntN(len(odd))]
			}
		}
		clips[i], speeds[i], phases[i] = clip, speed, phase
	}
	c, err := NewClocks(blocks, clips, testCells(), 272)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.mode {
		if err := c.SetClip(i, i*7%n, ClockMode(r.IntN(3))); err != nil {
			t.Fatal(err)
		}
		c.SetSpeed(i, speeds[i*7%n])
		c.SetPhase(i, phases[i])
		c.Pause(i, r.IntN(7) == 0)
		if r.IntN(9) == 0 {
			c.Hold(i)
		}
	}
	return c
}

// Every instruction set moves clocks on to the same bits.
func TestAdvance16Bits(t *testing.T) {
	for _, isa := range simd.ISAs() {
		restore, err := simd.Use(isa)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(40) {
			blocks := []int{1, 2, 3, 8, 9, 17}[seed%6]
			got, want := testClocks(t, blocks, seed%2 == 1, seed), testClocks(t, blocks, seed%2 == 1, seed)
			at, expected := make([]simd.Frames, blocks), make([]simd.Frames, blocks)
			for step, dt := range []float64{0, 1. / 60, -1. / 60, 0.7, 1e-9, -13, 1e6, 1. / 3, -1e-320, 0.25} {
				if err := got.Advance16(at, 0, dt); err != nil {
					t.Fatal(err)
				}
				advance16Go(expected, want, 0, dt)
				for i := range want.phase {
					b, l := i/simd.Lanes, i%simd.Lanes
					if g, w := got.phase[i], want.phase[i]; math.Float64bits(g) != math.Float64bits(w) {
						t.Fatalf("%v, seed %d, step %d, instance %d: phase %v, want %v of %v", isa, seed, step, i, g, w, want.period[i])
					}
					if g, w := got.Cycle(i), want.Cycle(i); g != w {
						t.Fatalf("%v, seed %d, step %d, instance %d: cycle %d, want %d at phase %v of %v", isa, seed, step, i, g, w, want.phase[i], want.period[i])
					}
					if at[b].Row[l] != expected[b].Row[l] || math.Float32bits(at[b].Alpha[l]) != math.Float32bits(expected[b].Alpha[l]) {
						t.Fatalf("%v, seed %d, step %d, instance %d: row %d + %v, want %d + %v", isa, seed, step, i,
							at[b].Row[l], at[b].Alpha[l], expected[b].Row[l], expected[b].Alpha[l])
					}
				}
			}
		}
		restore()
	}
}

// A range of blocks moves on as if the others were not there.
func TestAdvance16Range(t *testing.T) {
	for _, isa := range simd.ISAs() {
		restore, err := simd.Use(isa)
		if err != nil {
			t.Fatal(err)
		}
		c, same := testClocks(t, 7, false, 5), testClocks(t, 7, false, 5)
		at, all := make([]simd.Frames, 3), make([]simd.Frames, 7)
		if err := c.Advance16(at, 2, 0.1); err != nil {
			t.Fatal(err)
		}
		advance16Go(all, same, 0, 0.1)
		before := testClocks(t, 7, false, 5)
		for i := range c.phase {
			want := before.phase[i]
			if b := i / simd.Lanes; b >= 2 && b < 5 {
				want = same.phase[i]
				if at[b-2].Row[i%simd.Lanes] != all[b].Row[i%simd.Lanes] || at[b-2].Alpha[i%simd.Lanes] != all[b].Alpha[i%simd.Lanes] {
					t.Errorf("%v: instance %d stands elsewhere", isa, i)
				}
			}
			if c.phase[i] != want {
				t.Errorf("%v: instance %d is at %v, want %v", isa, i, c.phase[i], want)
			}
		}
		restore()
	}
}

// Reducing a time is what math.Mod does to it, however far away it is.
func TestReduceIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200000 {
		period := math.Exp(r.Float64()*20 - 10)
		x := (r.Float64()*2 - 1) * period * math.Exp(r.Float64()*8-3)
		if r.IntN(8) == 0 {
			x = period * float64(r.IntN(40)-20)
		}
		want := math.Mod(x, period)
		if want < 0 {
			want += period
		}
		if want >= period {
			want = 0
		}
		got, cycles := reduce(x, period, false)
		if got != want {
			t.Fatalf("%v mod %v is %v, want %v", x, period, got, want)
		}
		if d := x - (float64(cycles)*period + got); math.Abs(d) > 1e-15*(math.Abs(x)+period) {
			t.Fatalf("%v is %d periods of %v and %v: off by %v", x, cycles, period, got, d)
		}
	}
}

// After many updates an instance is where one multiplication puts it: rounding
// does not grow with the number of loops.
func TestClocksKeepTime(t *testing.T) {
	c, err := NewClocks(1, []ClockClip{{Frames: 1}, {Seconds: 1.25, Rate: 30, Frames: 38}}, nil, 4)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.SetClip(3, 1, ClockWrap); err != nil {
		t.Fatal(err)
	}
	c.SetSpeed(3, 1)
	at := make([]simd.Frames, 1)
	const updates = 1 << 20
	for range updates {
		if err := c.Advance16(at, 0, 1./64); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := c.phase[3], math.Mod(updates/64., 1.25); got != want {
		t.Errorf("at %v, want %v", got, want)
	}
	if got, want := c.Cycle(3), int64(math.Floor(updates/64./1.25)); got != want {
		t.Errorf("after %d cycles, want %d", got, want)
	}
	for range updates {
		if err := c.Advance16(at, 0, -1./64); err != nil {
			t.Fatal(err)
		}
	}
	if c.phase[3] != 0 || c.Cycle(3) != 0 {
		t.Errorf("back at %v of cycle %d", c.phase[3], c.Cycle(3))
	}
	for _, far := range []float64{1e300, -1e300, math.Inf(1), math.NaN()} {
		c.SetPhase(3, far)
		if n := c.Cycle(3); n != 0 && n != maxCycle && n != -maxCycle && n != -maxCycle-1 {
			t.Errorf("%v s are %d cycles", far, n)
		}
	}
}

func TestClocksRefuse(t *testing.T) {
	still := []ClockClip{{Frames: 1}}
	if _, err := NewClocks(1, nil, nil, 4); !errors.Is(err, simd.ErrLength) {
		t.Errorf("no clip: %v", err)
	}
	if _, err := NewClocks(-1, still, nil, 4); !errors.Is(err, simd.ErrLength) {
		t.Errorf("-1 blocks: %v", err)
	}
	if _, err := NewClocks(1, still, []Cell{{Row: 0, Parts: 2}}, 4); !errors.Is(err, simd.ErrLength) {
		t.Errorf("a cell of two in a list of one: %v", err)
	}
	if _, err := NewClocks(1, still, []Cell{{Row: -1, Parts: 2}, {}, {}}, 4); !errors.Is(err, simd.ErrLength) {
		t.Errorf("cells from -1 on: %v", err)
	}
	c, err := NewClocks(2, still, testCells(), 4)
	if err != nil {
		t.Fatal(err)
	}
	for _, clip := range []ClockClip{{Frames: 0}, {Frames: 1, Base: -1}, {Frames: 101, Base: 100, Cells: true}, {Frames: math.MaxInt32, Base: math.MaxInt32, Cells: true}} {
		if _, err := NewClocks(2, []ClockClip{clip}, testCells(), 4); !errors.Is(err, simd.ErrLength) {
			t.Errorf("%+v: %v", clip, err)
		}
	}
	for _, clip := range []int{-1, 1} {
		if err := c.SetClip(0, clip, ClockWrap); !errors.Is(err, simd.ErrLength) {
			t.Errorf("clip %d of 1: %v", clip, err)
		}
	}
	for _, first := range []int{-1, 1, 2, math.MaxInt} {
		if err := c.Advance16(make([]simd.Frames, 2), first, 0); !errors.Is(err, simd.ErrLength) {
			t.Errorf("two blocks from %d on of two: %v", first, err)
		}
	}
}

func BenchmarkAdvance16(b *testing.B) {
	for _, isa := range simd.ISAs() {
		for _, cells := range []bool{false, true} {
			for _, random := range []bool{false, true} {
				b.Run(fmt.Sprintf("simd=%v/cells=%v/random=%v", isa, cells, random), func(b *testing.B) {
					restore, err := simd.Use(isa)
					if err != nil {
						b.Fatal(err)
					}
					defer restore()
					const blocks = 64
					c, err := NewClocks(blocks, []ClockClip{{Seconds: 1.3, Rate: 60, Base: 10, Frames: 80, Cells: cells}}, testCells(), 272)
					if err != nil {
						b.Fatal(err)
					}
					r := rand.New(rand.NewPCG(1, 1))
					for i := range c.mode {
						if err := c.SetClip(i, 0, ClockMode(i%3)); err != nil {
							b.Fatal(err)
						}
						c.SetSpeed(i, 1)
						if random {
							c.SetSpeed(i, 1+r.Float64()*100*1.3)
						}
					}
					at := make([]simd.Frames, blocks)
					for b.Loop() {
						if err := c.Advance16(at, 0, 1./60); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(simd.Lanes*blocks), "ns/instance")
				})
			}
		}
	}
}
