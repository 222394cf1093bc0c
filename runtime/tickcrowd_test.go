package runtime_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/sinew-anim/sinew/benchmarks/rig"
	"github.com/sinew-anim/sinew/internal/oracle"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// compareTicks holds what instance i shows against the oracle.
func compareTicks(t *testing.T, c *runtime.TickCrowd, i int, clip *soa.Clip) {
	t.Helper()
	m := c.Model()
	var clips []*soa.Clip
	if clip != nil {
		clips = append(clips, clip)
	}
	want := oracle.Evaluate(m, clips, c.Time(i)+1e-9)
	s := size(append(want.Palette, want.Model)...)
	for k, skin := range m.Skins {
		for e := range skin.Joint {
			compareMatrices(t, fmt.Sprintf("instance %d, skin %d, entry %d:", i, k, e), c.Slot(i, k, e), want.Palette[k][e:e+1], s)
		}
	}
	for w, v := range want.Weights {
		if d := math.Abs(float64(c.Weights(i)[w]) - v); !(d <= tolerance) {
			t.Fatalf("weight %d is %v, want %v", w, c.Weights(i)[w], v)
		}
	}
	floats := make([]float32, len(m.Floats))
	must(t, c.Floats(i, floats))
	compareFloats(t, floats, want.Floats)
	if len(m.Skins) == 0 {
		for j := range m.Skeleton.Len() {
			var got soa.Affine
			if err := c.Joint(i, j, &got); err == nil {
				compareMatrices(t, fmt.Sprintf("instance %d, joint %d:", i, j), got[:], want.Model[j:j+1], s)
			}
		}
	}
}

// Every kind of model: steps, splines, few keys, several skins, shear; blocks
// of one clip and of mixed ones.
func TestTickCrowdAgreesWithOracle(t *testing.T) {
	for _, joints := range jointCounts {
		for seed := range map[bool]uint64{true: 1, false: 5}[joints == 1000] {
			t.Run(fmt.Sprintf("joints=%d/seed=%d", joints, seed), func(t *testing.T) {
				t.Parallel()
				m := rig.Random(seed, joints)
				n := int(seed%3)*13 + 5
				if seed%4 == 3 {
					n = 1
				}
				c, err := runtime.NewTickCrowd(m, n, runtime.CrowdOptions{})
				must(t, err)
				compareTicks(t, c, 0, nil)
				r := rand.New(rand.NewPCG(seed, uint64(joints)))
				clips := make([]*soa.Clip, n)
				for i := range clips {
					k := r.IntN(len(m.Clips)+1) - 1
					if k != soa.None {
						clips[i] = m.Clips[k]
					}
					must(t, c.Play(i, k, runtime.PlayOptions{Mode: runtime.LoopMode(r.IntN(3)), Speed: r.Float64()*4 - 2, Offset: r.Float64()}))
				}
				for range 5 {
					must(t, c.Seek(r.IntN(n), r.Float64()*100-50))
					c.Update(r.Float64())
					for range min(n, 6) {
						i := r.IntN(n)
						compareTicks(t, c, i, clips[i])
					}
				}
			})
		}
	}
}

// Characters as files have them, rigid ones among them.
func TestTickCrowdPlaysFiles(t *testing.T) {
	models := map[string]*soa.Model{"sway": rig.Character(rig.Motion{Name: "sway", Seconds: 2})}
	for _, name := range []string{
		"pab/walk.fbx", "pab/run.fbx", "strider/strider.glb", "strider/strider_sparse.gltf", "strider/strider_all.fbx",
		"fbx/robot.fbx", "md5-bob/Bob.md5mesh", "gltf/cesium_man.gltf", "gltf/rigged_simple.gltf", "gltf/box_animated.gltf",
	} {
		if m := sharedModel(t, name); m != nil {
			models[name] = m
		}
	}
	if len(models) == 1 {
		t.Log("the shared models are missing: only a made-up one is played")
	}
	for name, m := range models {
		t.Run(name, func(t *testing.T) {
			c, err := runtime.NewTickCrowd(m, 21, runtime.CrowdOptions{})
			must(t, err)
			r := rand.New(rand.NewPCG(1, 9))
			for range 8 {
				for i := range c.Len() {
					must(t, c.Play(i, r.IntN(len(m.Clips)), runtime.PlayOptions{Mode: runtime.LoopMode(i % 3), Offset: 20 * r.Float64()}))
				}
				i := r.IntN(c.Len())
				clip := r.IntN(len(m.Clips))
				must(t, c.Play(i, clip, runtime.PlayOptions{Speed: r.Float64()*4 - 2, Offset: 20 * r.Float64()}))
				c.Update(r.Float64())
				compareTicks(t, c, i, m.Clips[clip])
			}
		})
	}
}

// What Players computes, a TickCrowd computes too.
func TestTickCrowdTimesAreThoseOfPlayers(t *testing.T) {
	m := rig.Random(3, 67)
	c, err := runtime.NewTickCrowd(m, 20, runtime.CrowdOptions{})
	must(t, err)
	p, err := runtime.NewPlayers(m, 20)
	must(t, err)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 20 {
		o := runtime.PlayOptions{Mode: runtime.LoopMode(i % 3), Speed: r.Float64()*6 - 3, Offset: r.Float64() * 9}
		must(t, c.Play(i, i%len(m.Clips), o))
		must(t, p.Play(i, o, m.Clips[i%len(m.Clips)]))
	}
	for range 50 {
		dt := r.Float64()*2 - 0.5
		c.Update(dt)
		p.Update(dt)
		for i := range 20 {
			if c.Time(i) != p.Time(i) {
				t.Fatalf("instance %d is at %v, the player at %v", i, c.Time(i), p.Time(i))
			}
		}
	}
}

// The bits do not depend on who computes which block, nor on the instruction set.
func TestTickCrowdIsTheSameEverywhere(t *testing.T) {
	m := rig.Random(5, 40)
	const n = 150
	run := func(workers int, level simd.Level) []float32 {
		restore, err := simd.Use(level)
		must(t, err)
		defer restore()
		c, err := runtime.NewTickCrowd(m, n, runtime.CrowdOptions{})
		must(t, err)
		for i := range n {
			must(t, c.Play(i, i/50%len(m.Clips), runtime.PlayOptions{Offset: 0.37 * float64(i)}))
		}
		for range 30 {
			var group sync.WaitGroup
			for w := range workers {
				group.Go(func() {
					must(t, c.RunBlocks(c.NewScratch(), w*c.Blocks()/workers, (w+1)*c.Blocks()/workers, 1./60))
				})
			}
			group.Wait()
		}
		return c.Palettes()
	}
	want := run(1, simd.Generic)
	for _, level := range simd.Levels() {
		for _, workers := range []int{1, 2, 7} {
			for i, v := range run(workers, level) {
				if math.Float32bits(v) != math.Float32bits(want[i]) {
					t.Fatalf("%v, %d workers: value %d is %v, want %v", level, workers, i, v, want[i])
				}
			}
		}
	}
}

func TestTickCrowdAllocatesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes large crowds")
	}
	m := rig.Random(2, 67)
	for _, count := range []int{1, 50} {
		c, err := runtime.NewTickCrowd(m, count, runtime.CrowdOptions{})
		must(t, err)
		for i := range count {
			must(t, c.Play(i, i%len(m.Clips), runtime.PlayOptions{}))
		}
		for _, level := range simd.Levels() {
			restore, err := simd.Use(level)
			must(t, err)
			if n := testing.AllocsPerRun(10, func() { c.Update(1. / 60) }); n != 0 {
				t.Errorf("%v, %d instances: %v allocations", level, count, n)
			}
			restore()
		}
	}
}

func TestTickCrowdErrors(t *testing.T) {
	m := rig.Random(2, 16)
	c, err := runtime.NewTickCrowd(m, 3, runtime.CrowdOptions{})
	must(t, err)
	_, negative := runtime.NewTickCrowd(m, -1, runtime.CrowdOptions{})
	_, huge := runtime.NewTickCrowd(m, math.MaxInt, runtime.CrowdOptions{})
	_, levels := runtime.NewTickCrowd(m, 1, runtime.CrowdOptions{Levels: make([]runtime.CrowdLevel, 2)})
	_, none := runtime.NewTickCrowd(nil, 1, runtime.CrowdOptions{})
	for _, x := range []struct {
		name      string
		err, want error
	}{
		{"negative count", negative, runtime.ErrRange},
		{"huge count", huge, runtime.ErrRange},
		{"no model", none, soa.ErrInvalid},
		{"clip", c.Play(0, len(m.Clips), runtime.PlayOptions{}), runtime.ErrRange},
		{"no clip", c.Play(0, -2, runtime.PlayOptions{}), runtime.ErrRange},
		{"levels", levels, runtime.ErrRange},
		{"instance", c.Play(3, soa.None, runtime.PlayOptions{}), runtime.ErrRange},
		{"mode", c.Play(0, 0, runtime.PlayOptions{Mode: 3}), runtime.ErrRange},
		{"speed", c.Play(0, 0, runtime.PlayOptions{Speed: math.NaN()}), runtime.ErrTime},
		{"set speed", c.SetSpeed(0, math.Inf(1)), runtime.ErrTime},
		{"seek", c.Seek(0, math.NaN()), runtime.ErrTime},
		{"seek instance", c.Seek(-1, 0), runtime.ErrRange},
	} {
		if !errors.Is(x.err, x.want) {
			t.Errorf("%s: %v, want %v", x.name, x.err, x.want)
		}
	}
}

// One number for the bits of a crowd's palettes after many frames, the same on
// every processor and at every level.
func TestTickCrowdGolden(t *testing.T) {
	const want = uint64(0xbdac36a0457e7b18)
	for _, level := range simd.Levels() {
		restore, err := simd.Use(level)
		must(t, err)
		sum := uint64(0xcbf29ce484222325)
		for _, m := range []*soa.Model{rig.Random(5, 40), rig.Character(rig.Motion{Name: "sway", Seconds: 1.3})} {
			c, err := runtime.NewTickCrowd(m, 40, runtime.CrowdOptions{})
			must(t, err)
			for i := range c.Len() {
				must(t, c.Play(i, i/10%len(m.Clips), runtime.PlayOptions{Mode: runtime.LoopMode(i % 3), Offset: 0.37 * float64(i)}))
			}
			for range 200 {
				c.Update(1. / 60)
			}
			for i := range c.Len() {
				for _, v := range c.Palette(i)[:12*m.Skins[0].Len()] {
					sum = (sum ^ uint64(math.Float32bits(v))) * 0x100000001b3 // FNV-1a
				}
			}
		}
		restore()
		if sum != want {
			t.Errorf("%v: %#x, want %#x", level, sum, want)
		}
	}
}
