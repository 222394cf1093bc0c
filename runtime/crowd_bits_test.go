package runtime

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/sinew-anim/sinew/benchmarks/rig"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// crowdBanks are banks of every form and kind of rows.
var crowdBanks = sync.OnceValues(func() (map[string]*soa.Bank, error) {
	m := rig.Character(rig.Motion{Name: "walk", Seconds: 0.3}, rig.Motion{Name: "run", Seconds: 0.2})
	banks := map[string]*soa.Bank{}
	for name, o := range map[string]CompileOptions{
		"rig": {}, "rig, int16": {Int16: true}, "general": {Form: FormGeneral}, "general, int16": {Form: FormGeneral, Int16: true},
		"absolute": {Form: FormAbsolute}, "absolute, int16": {Form: FormAbsolute, Int16: true},
	} {
		o.ErrorBound = 1e-3
		b, err := Compile(m, nil, o)
		if err != nil {
			return nil, err
		}
		banks[name] = b
	}
	return banks, nil
})

// crowdsOf makes a crowd of every form and kind of rows, of instances that play
// all clips in all modes.
func crowdsOf(t *testing.T, n, workers int, visit func(name string, c *Crowd)) {
	t.Helper()
	banks, err := crowdBanks()
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range banks {
		c, err := NewCrowd(b, n, CrowdOptions{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(5, 5))
		for i := range n {
			o := PlayOptions{Mode: LoopMode(i % 3), Speed: r.Float64()*3 - 1.5, Offset: r.Float64()}
			if err := c.Play(i, i%2, o); err != nil {
				t.Fatal(err)
			}
		}
		visit(name, c)
		c.Close()
	}
}

// A crowd's palettes are those of the scalar evaluation of its rows, bit for
// bit, with every instruction set.
func TestCrowdIsScalarEvaluation(t *testing.T) {
	for _, level := range simd.Levels() {
		restore, err := simd.Use(level)
		if err != nil {
			t.Fatal(err)
		}
		crowdsOf(t, 37, 1, func(name string, c *Crowd) {
			b := c.bank
			scalar := newScalarBank(b)
			palette := make([]float32, affineFloats*b.Rotations())
			for range 5 {
				c.Update(0.037)
				for i := range c.Len() {
					row, alpha := c.clocks.Advance(i, 0)
					if b.Rows16 != nil {
						scalar.evaluate16(b.Rows16, int(row), alpha, palette)
					} else {
						scalar.evaluate(b.Rows, int(row), alpha, palette)
					}
					got := c.Palette(i)
					for k, want := range palette[:affineFloats*67] {
						if got[k] != want {
							t.Fatalf("%v, %s: instance %d, slot %d: value %d is %v, want %v", level, name, i, k/12, k%12, got[k], want)
						}
					}
				}
			}
		})
		restore()
	}
}

// Any number of workers yields the same bits, and so do blocks run by hand.
func TestCrowdWorkers(t *testing.T) {
	want := map[string][]float32{}
	crowdsOf(t, 300, 1, func(name string, c *Crowd) {
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
	for _, workers := range []int{1, 2, 7} {
		crowdsOf(t, 300, workers, func(name string, c *Crowd) {
			for range 20 {
				c.Update(1. / 60)
			}
			for i, v := range c.Palettes() {
				if v != want[name][i] {
					t.Fatalf("%d workers, %s: value %d is %v, want %v", workers, name, i, v, want[name][i])
				}
			}
		})
	}
}

func TestCrowdDoesNotAllocate(t *testing.T) {
	for _, workers := range []int{1, 2} {
		crowdsOf(t, 64, workers, func(name string, c *Crowd) {
			if n := testing.AllocsPerRun(20, func() { c.Update(0.01) }); n != 0 {
				t.Errorf("%d workers, %s: %v allocations an update", workers, name, n)
			}
		})
	}
}

// A joint's matrix is the palette's with the bind matrix.
func TestCrowdJoint(t *testing.T) {
	crowdsOf(t, 2, 1, func(name string, c *Crowd) {
		var m soa.Affine
		if err := c.Joint(1, 20, &m); err != nil {
			t.Fatal(err)
		}
		s := int(c.bank.Slot[20])
		pivot := c.bank.Bind[s]
		p := c.Palette(1)[affineFloats*s:]
		for r := range 3 {
			want := p[4*r]*pivot[3] + p[4*r+1]*pivot[7] + p[4*r+2]*pivot[11] + p[4*r+3]
			if d := m[4*r+3] - want; d > 1e-5 || d < -1e-5 {
				t.Errorf("%s: the joint is at %v, want %v", name, m[4*r+3], want)
			}
		}
		if err := c.Joint(2, 20, &m); err == nil {
			t.Errorf("%s: no error for instance 2 of 2", name)
		}
	})
}

// After 1,000 frames the palettes have these bits, on every processor, with
// every instruction set and any number of workers.
func TestCrowdBitsAfterThousandFrames(t *testing.T) {
	want := map[string]uint64{
		"rig": 0xc3f95ec1c5f3188, "rig, int16": 0xecfe9db6b0b39e4,
		"general": 0xe6e51991f58fe1c1, "general, int16": 0xc578b603fe62bb0b,
		"absolute": 0xb8d2c090594fdfe9, "absolute, int16": 0x5fe53c93ee915a12,
	}
	for _, level := range simd.Levels() {
		restore, err := simd.Use(level)
		if err != nil {
			t.Fatal(err)
		}
		for _, workers := range []int{1, 2, 7} {
			if workers > 1 && level != simd.Levels()[len(simd.Levels())-1] {
				continue // only the fastest with several
			}
			crowdsOf(t, 37, workers, func(name string, c *Crowd) {
				for range 1000 {
					c.Update(1. / 60)
				}
				h := fnv.New64a()
				for i := range c.Len() {
					_ = binary.Write(h, binary.LittleEndian, c.Palette(i)[:affineFloats*67])
				}
				if got := h.Sum64(); got != want[name] {
					t.Errorf("%v, %d workers, %s: %#x, want %#x", level, workers, name, got, want[name])
				}
			})
		}
		restore()
	}
}

func BenchmarkCrowd(b *testing.B) {
	m := rig.Character(rig.Motion{Name: "walk", Seconds: 1})
	for name, o := range map[string]CompileOptions{"bank": {}, "bank16": {Int16: true}, "gen": {Form: FormGeneral}} {
		bank, err := Compile(m, nil, o)
		if err != nil {
			b.Fatal(err)
		}
		for _, workers := range []int{1, 2} {
			for _, n := range []int{112, 1000, 4000} {
				b.Run(fmt.Sprintf("path=%s/n=%d/workers=%d", name, n, workers), func(b *testing.B) {
					c, err := NewCrowd(bank, n, CrowdOptions{Workers: workers})
					if err != nil {
						b.Fatal(err)
					}
					defer c.Close()
					r := rand.New(rand.NewPCG(1, 1))
					for i := range n {
						if err := c.Play(i, 0, PlayOptions{Offset: r.Float64()}); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportAllocs()
					for b.Loop() {
						c.Update(1. / 60)
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n*67), "ns/joint")
				})
			}
		}
	}
}
