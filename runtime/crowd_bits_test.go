package runtime

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/benchmarks/rig"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// A crowd's palettes and weights are those of the scalar evaluation of its rows,
// bit for bit, with every instruction set and for any number of instances.
func TestCrowdIsScalarEvaluation(t *testing.T) {
	counts := []int{1, 2, 7, 15, 16, 17, 31, 32, 33, 130}
	if !testing.Short() {
		counts = append(counts, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 18, 19, 21, 23, 25, 27, 29, 555)
	}
	everyLevel(t, func(level simd.Level) {
		for _, n := range counts {
			crowds(t, n, CrowdOptions{}, func(name string, c *Crowd, slow *slowCrowd) {
				for _, dt := range []float64{0, 0.037, 0.21, -1.3, 0.01} {
					c.Update(dt)
					for i := range n {
						slow.advance(i, dt)
						compareInstance(t, fmt.Sprintf("%v, %s, n=%d", level, name, n), c, slow, i, 0)
					}
				}
			})
		}
	})
}

// A compiled bank is played as a made-up one is.
func TestCrowdPlaysCompiledBank(t *testing.T) {
	m := rig.Character(rig.Motion{Name: "walk", Seconds: 0.3}, rig.Motion{Name: "run", Seconds: 0.2})
	b, err := Compile(m, nil, CompileOptions{ErrorBound: 1e-3})
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewCrowd(b, 19, CrowdOptions{})
	if err != nil {
		t.Fatal(err)
	}
	slow := newSlowCrowd(b, c.Len())
	for i := range c.Len() {
		o := PlayOptions{Mode: LoopMode(i % 3), Offset: 0.07 * float64(i)}
		if err := c.Play(i, i%2, o); err != nil {
			t.Fatal(err)
		}
		slow.play(i, i%2, o)
	}
	for range 30 {
		c.Update(1. / 60)
		for i := range c.Len() {
			slow.advance(i, 1./60)
			compareInstance(t, "compiled", c, slow, i, 0)
		}
	}
}

// Any number of workers yields the same bits, and so do blocks run by hand.
func TestCrowdWorkers(t *testing.T) {
	want := map[string][]float32{}
	crowds(t, 300, CrowdOptions{}, func(name string, c *Crowd, _ *slowCrowd) {
		scratch := c.NewScratch()
		for range 20 {
			for b := 0; b < c.Blocks(); b += 3 {
				if err := c.RunBlocks(scratch, b, min(b+3, c.Blocks()), 1./60); err != nil {
					t.Fatal(err)
				}
			}
		}
		want[name] = append([]float32(nil), c.Palettes()...)
	})
	for _, o := range []CrowdOptions{{Workers: 1}, {Workers: 2}, {Workers: 7}} {
		crowds(t, 300, o, func(name string, c *Crowd, _ *slowCrowd) {
			for range 20 {
				c.Update(1. / 60)
			}
			for i := range c.Len() {
				at := i * c.Stride()
				for k, v := range c.Palette(i)[:affineFloats*testSlots] {
					if math.Float32bits(v) != math.Float32bits(want[name][at+k]) {
						t.Fatalf("%+v, %s: instance %d: value %d is %v, want %v", o, name, i, k, v, want[name][at+k])
					}
				}
			}
		})
	}
}

// Nothing that happens every frame allocates.
func TestCrowdDoesNotAllocate(t *testing.T) {
	for _, workers := range []int{1, 2} {
		o := CrowdOptions{Workers: workers, Levels: []CrowdLevel{{}, {Every: 3, Bank: 1}, {Every: Never}}}
		crowds(t, 64, o, func(name string, c *Crowd, _ *slowCrowd) {
			some := []int{1, 2, 3, 5, 8, 13, 21, 34, 55}
			joints := make([]soa.Affine, 2*len(some))
			for job, f := range map[string]func() error{
				"Update":     func() error { c.Update(0.01); return nil },
				"UpdateSome": func() error { return c.UpdateSome(some, 0.01) },
				"SetLevel":   func() error { return c.SetLevel(7, 1) },
				"Play":       func() error { return c.Play(9, 1, PlayOptions{Seed: 3}) },
				"PlayAll":    func() error { return c.PlayAll(0, PlayOptions{Seed: 3}) },
				"Joints":     func() error { return c.Joints(joints, some, []int{3, 4}) },
				"Advance":    func() error { return c.Advance(0.01) },
			} {
				var err error
				if n := testing.AllocsPerRun(20, func() { err = f() }); n != 0 || err != nil {
					t.Errorf("%d workers, %s: %s: %v allocations, error %v", workers, name, job, n, err)
				}
			}
		})
	}
}

// After 1,000 frames palettes and weights have these bits, on every processor,
// with every instruction set and any number of workers: of instances at all
// levels of detail, some of them updated on their own.
func TestCrowdBitsAfterThousandFrames(t *testing.T) {
	want := map[string]uint64{
		"rig": 0x826273a99ce28af1, "general": 0x37327a7b45fc3c73,
	}
	everyLevel(t, func(level simd.Level) {
		for _, workers := range []int{1, 2, 7} {
			if workers > 1 && level != simd.Levels()[len(simd.Levels())-1] {
				continue // only the fastest with several
			}
			o := CrowdOptions{Workers: workers, Levels: []CrowdLevel{{}, {Every: 3}, {Bank: 1}, {Every: 2, Bank: 2}, {Every: Never}}}
			crowds(t, 35, o, func(name string, c *Crowd, _ *slowCrowd) {
				if got := thousandFrames(t, c); got != want[name] {
					t.Errorf("%v, %d workers, %s: %#x, want %#x", level, workers, name, got, want[name])
				}
			})
		}
	})
}

func thousandFrames(t *testing.T, c *Crowd) uint64 {
	for i := 16; i < c.Len(); i++ { // a block stays together
		if err := c.SetLevel(i, i%5); err != nil {
			t.Fatal(err)
		}
	}
	some := []int{0, 4, 5, 20, 24, 29, 30, 33, 34}
	for frame := range 1000 {
		c.Update(1. / 60)
		if frame%10 == 0 {
			if err := c.UpdateSome(some, 0.003); err != nil {
				t.Fatal(err)
			}
		}
	}
	h := fnv.New64a()
	for i := range c.Len() {
		_ = binary.Write(h, binary.LittleEndian, c.Palette(i)[:affineFloats*testSlots])
		_ = binary.Write(h, binary.LittleEndian, c.Weights(i))
	}
	return h.Sum64()
}
